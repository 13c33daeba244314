//! Judges what a server of the Model Context Protocol (MCP) asks of a person, and where it sends that person, before
//! the person sees it.
//!
//! An *elicitation* is a form or a link that a server hands to a client, to be shown to a person. The bytes come from a
//! party that the person may have no reason to trust, and the client lends them its own window. This crate says whether
//! they keep to the specification and whether they are safe to show: no network, no clock, no unsafe code.
//!
//! ```
//! # use elicitlint::Consent;
//! # let params = br#"{"mode":"url","message":"Sign in","elicitationId":"0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11",
//! #     "url":"https://169.254.169.254/latest/meta-data/"}"#;
//! # fn decline(consent: Consent, reasons: Vec<String>) {
//! #     assert_eq!((consent.url.unwrap().href, reasons.len()), (None, 1));
//! # }
//! # fn ask(_: Verdict, _: Consent, _: Vec<String>) {
//! #     panic!("a metadata service must not be asked for");
//! # }
//! use elicitlint::{Context, Linter, Revision, Verdict};
//!
//! let linter = Linter::new(); // once per process
//! let context = Context::new(Revision::V2025_11_25).server("https://mcp.example.com");
//! let report = linter.vet(params, &context); // the params as received: &[u8], never an error
//! let reasons = report.findings().iter().map(|finding| report.message(finding)).collect();
//! match report.verdict() {
//!     Verdict::Block => decline(report.consent(), reasons),
//!     verdict => ask(verdict, report.consent(), reasons),
//! }
//! ```
//!
//! # Who uses it
//!
//! * **A client** calls [`Linter::vet`] with the params of one elicitation, [`Linter::vet_message`] with a whole
//!   JSON-RPC message, or keeps a [`Session`], which learns revision and capabilities from the messages that pass. A
//!   gateway between the two sides does the same, and sends what [`Observation::refused`] says where one must not pass.
//! * **An engineer or a CI job** runs the program `elicitlint` on recordings. It is made of the public function
//!   [`check()`], which reads a recording of any size in bounded memory and hands over one [`FindingRecord`] after
//!   another.
//! * **A fuzz campaign** takes any of these: each is a pure function of bytes and context, and gives the same answer
//!   twice.
//!
//! # How to read a report
//!
//! [`Report::verdict`] is the answer: [`Verdict::Block`] where a finding is an error, [`Verdict::Warn`] where one is a
//! warning, else [`Verdict::Allow`]. [`Report::findings`] are the reasons, in the order in which they stand in the
//! bytes. A [`Finding`] is small, `Copy` and without strings; the report turns it into words and places:
//!
//! * [`Report::rule`] is the [`Contract`] of its rule: id, group, summary, help, the clauses of the specification;
//! * [`Report::message`] is one sentence, safe to show;
//! * [`Report::pointer`] is the JSON Pointer of the place, from the root of the bytes that were given: `/url` for
//!   params, `/params/url` for a message. [`Finding::span`] is the range in the decoded text there, in bytes of UTF-8,
//!   and [`Report::span_utf16`] the same as editors count;
//! * [`Report::text`] is the text at fault, as it came.
//!
//! [`Report::consent`] is what a dialog needs, and there for every verdict. [`Report::requested_schema`] is the form to
//! show: [`Field::kind`] says what each field takes, [`RequestedSchema::check`] what is wrong with an [`Answer`] before
//! it is sent. A report borrows the bytes that were given;
//! [`Report::into_owned`] lets it outlive them.
//!
//! # Untrusted input
//!
//! Everything that is judged comes from a stranger. These are promises; tests and fuzzing hold them.
//!
//! **What never happens**
//!
//! * No error and no panic. Bytes that cannot be read, that are larger than a limit, or that are a whole message where
//!   params belong, are findings (`input-malformed`, `input-oversized`), and these are errors whatever a [`Policy`]
//!   says: a caller that looks at the verdict alone cannot fail open.
//! * No network, no look-up of names, no file, no environment, no clock, no random number.
//! * Nothing in the traffic changes a policy or silences a rule, and nothing that a server says about itself makes it
//!   trusted. Of metadata that a message carries, only the client's counts.
//! * No link to open in a report that blocks: [`UrlConsent::href`] is then none.
//! * No hidden character passes through a sentence: [`Report::message`], and in [`Consent`] server, message, labels,
//!   and [`UrlConsent::display`], have control, bidirectional and invisible characters escaped.
//!
//! **What is bounded**
//!
//! * [`Limits`] bound the bytes of a record, depth, fields, options, texts, links, URLs and findings. What passes one of
//!   these in an elicitation is reported and blocks; nothing is cut in silence.
//! * The readers of JSON and of prose go forward once, and patterns of rules are matched in linear time, so that work
//!   grows with the size of the input and not faster. JSON is not read into a tree; what is clean is judged in place.
//! * A [`Session`], and [`check()`] for each session of a recording, keep small facts, at most [`Limits::open`] of each
//!   kind; what is forgotten is counted.
//!
//! **What is left to you**
//!
//! * *Bound the transport.* [`Limits::record_bytes`] is looked at when the bytes are in memory already.
//! * *Ask.* `Allow` says that no rule was broken. It is no consent, and no word on who stands behind a link.
//! * *Show the whole URL and who asks.* Show [`UrlConsent::display`] uncut, set [`UrlConsent::registrable_domain`] off,
//!   and name the server as your transport knows it.
//! * *Open [`UrlConsent::href`] and nothing else*, after consent, in a browser that the server, the model and the
//!   client cannot look into. Never fetch it before, not for a title, not for a preview.
//! * *Make nothing else clickable*: not the links in texts ([`Consent::text_links`]), not what a terminal or a Markdown
//!   view would find by itself.
//! * *Judge addresses again.* A public name may stand for an internal address. A client or gateway that resolves names
//!   itself gives each address to [`Linter::vet_address`] before it connects, and connects to that address.
//! * *Judge each redirect* that you follow yourself with [`Linter::vet_url`]. A browser follows its own, out of sight.
//! * *Escape what is raw*: [`Report::text`], [`Report::part_text`], [`FieldConsent::name`], [`DefaultValue`], and the
//!   texts of [`RequestedSchema`], [`Field`] and [`Choice`] are as they came, because an answer or an editor needs them
//!   so.
//! * *Say no by [`Consent::refusal`]*: decline, or the error that the specification asks for.
//!
//! # Features
//!
//! | feature | default | brings |
//! |---|---|---|
//! | `cli` | yes | the program `elicitlint`; implies `policy` |
//! | `policy` | by `cli` | `Policy::from_toml` and user rules (`Contract::from_toml`, `Linter::with_rules`) |
//!
//! A client needs neither: `default-features = false`. A feature adds to the interface and never changes a verdict.
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

mod asked;
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

pub use check::AnswerCounts;
pub use check::ByCarrier;
pub use check::CheckOptions;
pub use check::ElicitationCount;
pub use check::EvidenceRecord;
pub use check::FindingRecord;
pub use check::InputSummary;
pub use check::RelatedRecord;
pub use check::RequestId;
pub use check::Statistics;
pub use check::Suppression;
pub use check::check;
pub use consent::Consent;
pub use consent::FieldConsent;
pub use consent::ModeReason;
pub use consent::Refusal;
pub use consent::TextLink;
pub use consent::UrlConsent;
pub use context::Context;
pub use elicitation::Answer;
pub use elicitation::Capabilities;
pub use elicitation::Carrier;
pub use elicitation::Choice;
pub use elicitation::DefaultValue;
pub use elicitation::Field;
pub use elicitation::FieldKind;
pub use elicitation::Format;
pub use elicitation::Mismatch;
pub use elicitation::Mode;
pub use elicitation::Problem;
pub use elicitation::RequestedSchema;
pub use elicitation::Revision;
pub use error::Error;
pub use finding::Earlier;
pub use finding::Evidence;
pub use finding::Finding;
pub use finding::Level;
pub use finding::Relation;
pub use finding::Severity;
pub use finding::SiteNumber;
pub use limits::Limit;
pub use limits::Limits;
pub use linter::Linter;
pub use message::Side;
pub use policy::Allow;
pub use policy::Date;
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
pub use session::Observation;
pub use session::Refused;
pub use session::Session;
pub use text::Part;
pub use text::Place;
pub use text::Role;
pub use text::Span;
