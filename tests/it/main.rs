//! Every integration test, in one binary.

mod architecture;
mod captures;
mod cases;
mod examples;
mod harness;
mod regressions;
mod specification;
