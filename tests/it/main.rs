//! Every integration test, in one binary.

mod architecture;
mod captures;
mod cases;
#[cfg(feature = "cli")]
mod cli;
mod examples;
mod harness;
#[cfg(feature = "cli")]
mod schema;
mod specification;
