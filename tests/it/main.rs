//! Every integration test, in one binary.

mod architecture;
mod captures;
#[cfg(feature = "policy")]
mod cases;
#[cfg(feature = "cli")]
mod cli;
mod conversations;
#[cfg(feature = "policy")]
mod differentials;
#[cfg(feature = "cli")]
mod docs;
#[cfg(feature = "policy")]
mod examples;
mod forms;
#[cfg(feature = "policy")]
mod harness;
#[cfg(feature = "policy")]
mod honest;
#[cfg(feature = "cli")]
mod hostile;
mod limits;
#[cfg(feature = "policy")]
mod lookalike;
mod observations;
#[cfg(feature = "policy")]
mod permutations;
#[cfg(feature = "cli")]
mod pictures;
#[cfg(feature = "policy")]
mod properties;
#[cfg(feature = "policy")]
mod regressions;
#[cfg(feature = "cli")]
mod reports;
mod requirements;
#[cfg(feature = "policy")]
mod rewrite;
#[cfg(feature = "cli")]
mod sarif;
#[cfg(feature = "cli")]
mod schema;
#[cfg(feature = "policy")]
mod schema_differential;
mod schema_shapes;
mod script;
mod sessions;
mod specification;
#[cfg(feature = "policy")]
mod spellings;
