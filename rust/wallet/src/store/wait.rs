//! Waiting for a store that another wallet has open.

use std::pin::pin;
use std::time::Duration;

use tokio::time::{Instant, sleep, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::errors::{Result, StoreError, WalletError};
use crate::store::lock::RELEASED;

/// The first pause before a lock of another process is tried again. Each pause is twice the one before.
const FIRST_PAUSE: Duration = Duration::from_millis(10);
/// The longest such pause. A release inside this process ends a pause at once.
const LONGEST_PAUSE: Duration = Duration::from_millis(320);
/// Longer than any process runs. An `Instant` cannot be arbitrarily far away.
const LONGEST_TIMEOUT: Duration = Duration::from_hours(100 * 365 * 24);

/// How long an opening waits for a store that another wallet has open.
#[derive(Debug, Clone, Default)]
pub struct StoreWait {
    /// The longest wait. Zero fails at once.
    pub timeout: Duration,
    /// Ends the wait when it is cancelled. The opening then fails as it does after the timeout.
    pub cancellation: CancellationToken,
}

impl StoreWait {
    /// When a wait that begins now ends.
    pub(crate) fn deadline(&self) -> Instant {
        Instant::now() + self.timeout.min(LONGEST_TIMEOUT)
    }

    /// Repeats an attempt that fails with [`StoreError::InUse`], until the deadline.
    pub(crate) async fn until_free<T>(
        &self,
        deadline: Instant,
        mut attempt: impl FnMut() -> Result<T>,
    ) -> Result<T> {
        let mut pause = FIRST_PAUSE;
        let mut was_told = false;
        loop {
            // Before the attempt, so that no release is missed.
            let mut released = pin!(RELEASED.notified());
            released.as_mut().enable();
            let error = match attempt() {
                Err(WalletError::Store(error @ StoreError::InUse { .. })) => error,
                other => {
                    if was_told {
                        tracing::info!(stage = "opening", "the store is free");
                    }
                    return other;
                }
            };
            if self.cancellation.is_cancelled() || Instant::now() >= deadline {
                return Err(error.into());
            }
            if let (false, StoreError::InUse { path, owner }) = (was_told, &error) {
                let path = path.display();
                tracing::info!(stage = "waiting_for_store", %owner, %path, "another wallet has the store open");
                was_told = true;
            }
            tokio::select! {
                () = self.cancellation.cancelled() => return Err(error.into()),
                () = sleep_until(deadline) => {}
                () = released => pause = FIRST_PAUSE,
                () = sleep(pause) => pause = (2 * pause).min(LONGEST_PAUSE),
            }
        }
    }
}
