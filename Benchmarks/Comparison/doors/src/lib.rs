//! What the SDK's door is compared with: a worker of the same kind, bare ([`worker`]) and behind
//! `UniFFI`'s async Swift binding (this file).

pub mod worker;

use std::sync::Arc;

use worker::Worker;

uniffi::setup_scaffolding!();

/// Why a call failed.
#[derive(Debug, thiserror::Error, uniffi::Error)]
pub enum DoorError {
    /// The worker is no more.
    #[error("the worker is closed")]
    Closed,
}

/// The worker as Swift sees it through `UniFFI`.
#[derive(uniffi::Object)]
pub struct Door {
    worker: Worker,
}

#[uniffi::export]
impl Door {
    /// Starts the worker.
    ///
    /// # Errors
    /// [`DoorError::Closed`] where its thread cannot be made.
    #[uniffi::constructor]
    pub fn new() -> Result<Arc<Self>, DoorError> {
        let worker = Worker::spawn().map_err(|_| DoorError::Closed)?;
        Ok(Arc::new(Self { worker }))
    }

    /// The empty operation: to the worker and back. Waits for a slot where the queue is full.
    ///
    /// # Errors
    /// [`DoorError::Closed`].
    pub async fn ping(&self) -> Result<(), DoorError> {
        // No `async_runtime`: the channels need none, and UniFFI's wrapper for tokio costs.
        self.worker.ping().await.map_err(|_| DoorError::Closed)
    }
}
