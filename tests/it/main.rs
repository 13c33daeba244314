//! Every integration test, in one binary.

mod architecture;
mod captures;
mod cases;
mod cli;
mod docs;
mod examples;
mod harness;
mod limits;
mod properties;
mod regressions;
mod rewrite;
mod schema;
mod script;
mod sessions;
mod specification;
