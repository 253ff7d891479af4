//! How the locks of this crate are taken.

use std::sync::PoisonError;

use crate::sync::{Mutex, MutexGuard};

/// Locks; what a panic under the lock left behind is still a state that can be carried on from,
/// because no stranger's code runs under any lock of this crate.
pub(crate) fn lock<V>(mutex: &Mutex<V>) -> MutexGuard<'_, V> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
