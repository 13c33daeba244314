//! Every integration test, in one binary.

mod architecture;
mod captures;
mod cases;
#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "policy")]
mod examples;
mod harness;
mod limits;
#[cfg(feature = "policy")]
mod properties;
#[cfg(feature = "policy")]
mod regressions;
mod rewrite;
#[cfg(feature = "cli")]
mod schema;
mod script;
mod sessions;
mod specification;
