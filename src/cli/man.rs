//! `elicitlint man`: the manual page, from the definition of the arguments.
//! In: nothing. Out: roff for `man -l -`, with the flags of every command.
//! Never: a flag that the help does not have.

use std::io;

use clap::Command;
use clap::CommandFactory as _;
use clap_mangen::Man;

use super::arguments::Arguments;
use super::exit::Exit;
use super::exit::Problem;
use super::streams::Streams;

pub(super) fn run(streams: &Streams) -> Result<Exit, Problem> {
    streams.write(page().map_err(Problem::internal)?.as_bytes())
}

fn page() -> io::Result<String> {
    let mut command = Arguments::command();
    command.build();
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    let mut page = String::from_utf8_lossy(&page).into_owned();
    push_commands(&command, &mut page)?;
    Ok(page)
}

/// Adds a section for each command below, its own sections one level down.
fn push_commands(command: &Command, page: &mut String) -> io::Result<()> {
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        let man = Man::new(below.clone());
        let mut sections = Vec::new();
        man.render_synopsis_section(&mut sections)?;
        man.render_description_section(&mut sections)?;
        man.render_options_section(&mut sections)?;
        man.render_extra_section(&mut sections)?;
        let name = below.get_bin_name().unwrap_or(below.get_name());
        page.push_str(&format!(".SH \"{}\"\n", name.to_uppercase()));
        for line in String::from_utf8_lossy(&sections).lines() {
            // Each section repeats how quotation marks are written.
            if !line.starts_with(".ie ") && !line.starts_with(".el ") {
                page.push_str(&line.replacen(".SH ", ".SS ", 1));
                page.push('\n');
            }
        }
        push_commands(below, page)?;
    }
    Ok(())
}
