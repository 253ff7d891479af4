//! The C ABI of the wallet: one door, a dozen functions, and the messages that go through it.
//!
//! Every operation is a number and a JSON payload handed to [`entry::wc_miden_submit`], and ends in
//! exactly one callback with a code and JSON bytes. So the queue, deadlines, cancellation, panics
//! and memory are handled once, for all operations. This crate holds all unsafe code of the core.

#![allow(non_camel_case_types, reason = "the names of the C ABI")]

mod broken_pipes;
mod bytes;
mod caller;
pub mod codes;
mod computations;
pub mod entry;
mod features;
mod guard;
mod handles;
mod instance;
mod log_sink;
mod machine_memory;
mod messages;
mod openings;
mod operations;
mod priority;
mod questions;
