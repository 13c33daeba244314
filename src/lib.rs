//! crate docs come with the linter.
#![forbid(unsafe_code)]
#![deny(
    missing_docs,
    clippy::as_conversions,
    clippy::dbg_macro,
    clippy::exit,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::string_slice,
    clippy::todo,
    clippy::unimplemented,
    clippy::unreachable,
    clippy::unwrap_used
)]

mod error;
mod json;
mod limits;
mod link;
mod message;
pub mod recording;
mod text;

pub use error::Error;
pub use limits::{Limit, Limits};
pub use link::AddressFacts;
pub use link::CompiledSuffixes;
pub use link::Host;
pub use link::HostClass;
pub use link::HostFacts;
pub use link::HostKind;
pub use link::Link;
pub use link::LinkFacts;
pub use link::Section;
pub use link::Spelling;
pub use link::SuffixList;
pub use link::UrlProblem;
pub use link::classify;
pub use message::Side;
pub use text::{Part, Place, Role, Span, Text};
