//! The runtime under a scheduler that tries out in which order its threads can go.
//!
//! A failed test prints its schedule; `shuttle::replay` runs that one again. A worker that sleeps
//! although it has something to do is found as a deadlock.

mod cancelling;
mod closing;
mod deadlines;
mod draining;
mod once;
mod support;
