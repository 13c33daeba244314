//! Every integration test, in one binary.

mod architecture;
mod captures;
mod cases;
mod examples;
mod harness;
mod properties;
mod rewrite;
mod limits;
mod script;
mod sessions;
mod regressions;
mod specification;
