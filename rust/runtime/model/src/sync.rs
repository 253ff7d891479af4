//! The locks, atomics and threads of the model: shuttle's.

pub(crate) use shuttle::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
pub(crate) use shuttle::sync::mpsc::{SyncSender, sync_channel};
pub(crate) use shuttle::sync::{Condvar, Mutex, MutexGuard};
pub(crate) use shuttle::thread::{Builder, JoinHandle, ThreadId, current};
