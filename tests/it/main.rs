//! Every integration test, in one binary.

mod architecture;
mod captures;
mod cases;
mod examples;
mod harness;
mod limits;
mod properties;
mod regressions;
mod rewrite;
mod script;
mod sessions;
mod specification;
