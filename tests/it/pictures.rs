//! The pictures of the README are what the program prints.

use std::fs;
use std::path::Path;
use std::process::Command;

use anstyle_svg::Term;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_pictures_show_what_the_program_prints() {
    let pictures: [(&str, &[&str]); 2] = [
        ("check", &["examples/session.jsonl", "--select", "form,answer,url-plain-http"]),
        ("vet", &["vet", "https://accounts.example.com@0xA9FEA9FE/latest?page=9f86d081884c7d65"]),
    ];
    for (name, arguments) in pictures {
        let mut run = Command::new(env!("CARGO_BIN_EXE_elicitlint"));
        let run = run.args(arguments).args(["--color", "always"]).current_dir(root());
        let output = run.env_clear().env("ELICITLINT_FORMAT", "full").output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        let title = format!("$ elicitlint {}\n\n", arguments.join(" "));
        let picture = Term::new().min_width_px(960).render_svg(&format!("\u{1b}[2m{title}\u{1b}[0m{printed}"));
        let path = root().join(format!("docs/images/{name}.svg"));
        if std::env::var_os("UPDATE").is_some() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, &picture).unwrap();
        }
        let present = fs::read_to_string(&path).unwrap_or_default();
        assert!(present == picture, "{} is stale: run `UPDATE=1 cargo test`", path.display());
        assert!(!picture.contains("<script") && !picture.contains("href"), "a picture acts on nothing");
    }
}
