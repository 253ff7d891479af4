//! The locks, atomics and threads of this crate, all of them of the standard library.
//!
//! The model (`model/`) compiles the crate with others in their place, of which it decides who goes
//! first: so nothing in this crate names those of `std` itself.

pub(crate) use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
pub(crate) use std::sync::mpsc::{SyncSender, sync_channel};
pub(crate) use std::sync::{Condvar, Mutex, MutexGuard};
pub(crate) use std::thread::{Builder, JoinHandle, ThreadId, current};
