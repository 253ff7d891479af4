//! The wallet from outside, on embedded chains: needs nothing.
//!
//! One program for all of them: each takes minutes to compile, with all of miden in it.
#![cfg(feature = "embedded-chain")]
#![allow(clippy::large_futures, reason = "a test's thread has the room")]

mod account_keys;
mod addresses;
mod approvals;
mod backups;
mod closed_store;
mod compiling;
mod compiling_limits;
mod consume_all;
mod contracts;
mod debug_information;
mod delivery;
mod faucets;
mod files;
mod inspection;
mod journey;
mod mnemonics;
mod own_notes;
mod previews;
mod provers;
mod received_notes;
mod references;
mod references_after_restore;
mod refusals;
mod restored_history;
mod signer;
mod store_copies;
mod stores;
mod support;
mod swaps;
mod tags;
mod transfers;
mod vectors;
