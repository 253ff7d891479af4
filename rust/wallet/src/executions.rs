//! Executions on threads of their own, which a wallet outlives.
//!
//! The virtual machine does not give way: on the worker's thread it would hold up every read, deadline and
//! cancellation, for some 50 ms where all is well and for as long as its author likes where the script of a
//! note is somebody else's.
//!
//! A caller that gives up does not stop the virtual machine, and the machine goes on reading the store.
//! So a wallet that is closed waits for it: otherwise the store would still be open, and what it reads
//! with would be taken from under it.

use std::panic::resume_unwind;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::task::JoinError;

use crate::blocking::on_another_thread;
use crate::errors::{Result, WalletError};

/// Counts the executions that run.
#[derive(Debug, Clone, Default)]
pub(crate) struct Executions(Arc<Running>);

#[derive(Debug, Default)]
struct Running {
    count: Mutex<usize>,
    ended: Condvar,
}

impl Executions {
    /// Does on a thread of its own what computes for long without giving way, with all that it holds. Dropping
    /// the future ends it where it next waits for something, and not before. A panic in it goes on in the caller.
    pub(crate) async fn run<T: Send + 'static, F: Future<Output = T>>(
        &self,
        work: impl FnOnce() -> F + Send + 'static,
    ) -> Result<T> {
        let runtime = Handle::current();
        let execution = self.begin();
        let (_wanted, given_up) = oneshot::channel::<()>();
        let done = on_another_thread(move || {
            // Before the work, so that it ends after: the wallet waits until all that it holds is let go, too.
            let _execution = execution;
            runtime.block_on(async {
                tokio::select! {
                    biased;
                    done = work() => Ok(done),
                    _ = given_up => Err(WalletError::internal("an execution was given up")),
                }
            })
        });
        match done.await.map_err(JoinError::try_into_panic) {
            Ok(done) => done,
            Err(Ok(panic)) => resume_unwind(panic),
            Err(Err(error)) => Err(WalletError::internal(error)),
        }
    }

    /// An execution begins, and ends when the guard is dropped.
    pub(crate) fn begin(&self) -> Execution {
        *self.0.count.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        Execution(self.0.clone())
    }

    /// Blocks until none runs any more, or the time is over. Returns whether none runs.
    pub(crate) fn wait(&self, at_most: Duration) -> bool {
        let count = self.0.count.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.0.ended.wait_timeout_while(count, at_most, |count| *count > 0);
        *waited.unwrap_or_else(PoisonError::into_inner).0 == 0
    }
}

/// An execution that runs.
pub(crate) struct Execution(Arc<Running>);

impl Drop for Execution {
    fn drop(&mut self) {
        *self.0.count.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.ended.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_ends_with_the_last_execution() {
        let executions = Executions::default();
        assert!(executions.wait(Duration::ZERO));
        let (first, last) = (executions.begin(), executions.begin());
        drop(first);
        assert!(!executions.wait(Duration::ZERO));
        let ending = std::thread::spawn(move || drop(last));
        assert!(executions.wait(Duration::MAX));
        ending.join().expect("it ends");
    }
}
