//! Work that blocks, on a thread that may.

use tokio::task::JoinHandle;

use crate::errors::{Result, WalletError};

/// Runs what blocks, with the log of the caller.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    on_another_thread(work).await.map_err(WalletError::internal)?
}

/// Begins work on a thread that may block, which logs to where this one does.
pub(crate) fn on_another_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> JoinHandle<T> {
    let dispatcher = tracing::dispatcher::get_default(Clone::clone);
    tokio::task::spawn_blocking(move || tracing::dispatcher::with_default(&dispatcher, work))
}
