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

mod check;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
mod consent;
mod context;
mod conversation;
mod elicitation;
mod error;
mod finding;
mod json;
mod limits;
mod link;
mod linter;
mod message;
#[cfg(feature = "cli")]
mod output;
mod policy;
pub mod recording;
mod report;
mod rules;
mod session;
mod text;

pub use check::ByCarrier;
pub use check::CheckOptions;
pub use check::EvidenceRecord;
pub use check::FindingRecord;
pub use check::InputSummary;
pub use check::RelatedRecord;
pub use check::RequestId;
pub use check::check;
pub use consent::Consent;
pub use consent::DefaultValue;
pub use consent::FieldConsent;
pub use consent::ModeReason;
pub use consent::Refusal;
pub use consent::TextLink;
pub use consent::UrlConsent;
pub use context::Context;
pub use elicitation::Capabilities;
pub use elicitation::Carrier;
pub use elicitation::Mode;
pub use elicitation::Revision;
pub use error::Error;
pub use finding::Evidence;
pub use finding::Finding;
pub use finding::Level;
pub use finding::Relation;
pub use finding::Severity;
pub use limits::Limit;
pub use limits::Limits;
pub use linter::Linter;
pub use message::Side;
pub use policy::Policy;
pub use policy::Profile;
pub use report::Report;
pub use report::Verdict;
pub use rules::Clause;
pub use rules::Contract;
#[cfg(feature = "policy")]
pub use rules::Example;
#[cfg(feature = "policy")]
pub use rules::Prose;
pub use session::Session;
pub use text::Part;
pub use text::Place;
pub use text::Role;
pub use text::Span;
