//! Syncs that wait to begin are one sync.
//!
//! A caller needs what is on the chain when it calls. A sync that has not begun yet brings that to all who wait for it; one
//! that has begun may have asked the node already, so a later caller waits for the next.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OnceCell;

use crate::errors::{Result, WalletError};
use crate::sync::report::SyncReport;

/// The sync that later callers join.
#[derive(Debug, Default)]
pub(crate) struct SharedSyncs {
    next: Mutex<Option<Arc<SharedSync>>>,
}

/// One sync of several callers. One of them carries it out; if that one gives up, the next does.
#[derive(Debug, Default)]
pub(crate) struct SharedSync {
    outcome: OnceCell<Result<SyncReport, Arc<WalletError>>>,
}

impl SharedSyncs {
    /// The sync that has not begun yet.
    pub(crate) fn join(&self) -> Arc<SharedSync> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        next.get_or_insert_default().clone()
    }

    /// Says that a sync begins: nobody joins it from now on.
    pub(crate) fn begin(&self, sync: &Arc<SharedSync>) {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        next.take_if(|next| Arc::ptr_eq(next, sync));
    }
}

impl SharedSync {
    /// What came of the sync, which `sync` carries out unless another caller does.
    pub(crate) async fn outcome(
        self: Arc<Self>,
        sync: impl AsyncFnOnce() -> Result<SyncReport>,
    ) -> Result<SyncReport> {
        self.outcome.get_or_init(async || sync().await.map_err(Arc::new)).await;
        let outcome = match Arc::try_unwrap(self) {
            Ok(alone) => alone.outcome.into_inner(),
            Err(shared) => shared.outcome.get().cloned(),
        };
        outcome
            .ok_or_else(|| WalletError::internal("a sync that was awaited has no outcome"))?
            .map_err(|error| {
                Arc::try_unwrap(error).unwrap_or_else(|source| WalletError::Shared { source })
            })
    }
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests;
