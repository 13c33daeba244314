//! Every integration test, in one binary.

#[cfg(feature = "cli")]
mod answers;
mod architecture;
#[cfg(feature = "cli")]
mod baseline;
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
#[cfg(feature = "policy")]
mod model;
mod observations;
#[cfg(all(feature = "cli", unix))]
mod packaging;
#[cfg(feature = "policy")]
mod permutations;
#[cfg(feature = "cli")]
mod pictures;
#[cfg(feature = "cli")]
mod policy_page;
#[cfg(feature = "cli")]
mod programs;
#[cfg(feature = "policy")]
mod properties;
#[cfg(feature = "policy")]
mod recordings;
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
#[cfg(feature = "cli")]
mod site;
mod specification;
#[cfg(feature = "policy")]
mod spellings;
#[cfg(feature = "cli")]
mod statistics;
#[cfg(all(feature = "cli", unix))]
mod tee;
