//! Every integration test, in one binary.

mod architecture;
mod captures;
mod cases;
mod cli;
mod examples;
mod harness;
mod honest;
mod limits;
mod properties;
mod regressions;
mod rewrite;
mod schema;
mod script;
mod sessions;
mod specification;
