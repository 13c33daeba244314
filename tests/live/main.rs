//! Real servers and clients on the official SDKs, run as processes: through `examples/client_gate.rs`, and through the
//! scenarios of the conformance suite under a recording proxy. `tests/live/install` fetches the packages; a test whose
//! packages are not there says `skipped` and passes.

#[cfg(unix)]
mod exchanges;
#[cfg(unix)]
mod gate;
#[cfg(unix)]
mod processes;
#[cfg(unix)]
mod suite;
