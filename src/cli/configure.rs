//! `elicitlint config`: what applies and why, what a key means, the schema, a file to begin with.
//! In: a wish, policy flags. Out: text on standard output, or a new file.
//! Never: a file that is replaced.

mod keys;
mod schema;
mod show;

use std::io::ErrorKind;
use std::path::PathBuf;

use clap::Subcommand;

use super::arguments::PolicyArguments;
use super::config::unwritten;
use super::exit::Exit;
use super::exit::Problem;
use super::streams::Streams;
use super::written;
use crate::output::safe;
use keys::Keys;

#[derive(Debug, Subcommand)]
pub(super) enum Action {
    /// Print the policy that applies, and where each value comes from
    Show(Box<PolicyArguments>),
    /// Explain a key of the policy file, or list them all
    Explain {
        /// The key, such as hosts.internal
        #[arg(value_name = "KEY")]
        key: Option<String>,
    },
    /// Print the JSON Schema of the policy file, for editors
    Schema,
    /// Write a policy file to begin with, in which every line is a comment
    Init {
        /// The file
        #[arg(value_name = "FILE", default_value = "elicitlint.toml")]
        path: PathBuf,
    },
}

pub(super) fn run(action: &Action, streams: &Streams) -> Result<Exit, Problem> {
    match action {
        Action::Show(arguments) => streams.write(show::show(arguments, streams)?.as_bytes()),
        Action::Explain { key: None } => streams.write(Keys::read()?.list().as_bytes()),
        Action::Explain { key: Some(key) } => streams.write(Keys::read()?.explain(key, streams.width())?.as_bytes()),
        Action::Schema => streams.write(schema::schema(&Keys::read()?)?.as_bytes()),
        Action::Init { path } => {
            let text = Keys::read()?.starter();
            written::create(path, text.as_bytes()).map_err(|error| match error.kind() {
                ErrorKind::AlreadyExists => {
                    let path = path.display();
                    Problem::usage(format!(
                        "{path} exists already, and is not replaced: `elicitlint config show` prints it"
                    ))
                }
                _ => Problem::usage(format!("{}: {}", path.display(), unwritten(&error))),
            })?;
            let path = safe(&path.to_string_lossy());
            streams.tell(&format!("{path} written. Take away a # where you want another value than the default."));
            Ok(Exit::Clean)
        }
    }
}
