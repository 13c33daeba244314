//! Every integration test, in one binary.

mod architecture;
mod captures;
#[cfg(feature = "policy")]
mod cases;
#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "cli")]
mod docs;
#[cfg(feature = "policy")]
mod examples;
#[cfg(feature = "policy")]
mod harness;
mod limits;
#[cfg(feature = "policy")]
mod properties;
#[cfg(feature = "policy")]
mod regressions;
#[cfg(feature = "policy")]
mod rewrite;
#[cfg(feature = "cli")]
mod sarif;
#[cfg(feature = "cli")]
mod schema;
mod script;
mod sessions;
mod specification;
mod spellings;
