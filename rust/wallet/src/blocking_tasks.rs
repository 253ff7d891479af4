//! Work that blocks, on threads of its own.
//!
//! Files and databases block for a short time. The virtual machine does not give way: on the worker's thread
//! it would hold up every read, deadline and cancellation, for some 50 ms where all is well and for as long as
//! its author likes where the script of a note is somebody else's.
//!
//! A caller that gives up does not stop the virtual machine, and the machine goes on reading the store.
//! So a wallet that is closed waits for it: otherwise the store would still be open, and what it reads
//! with would be taken from under it. `BlockingTasks` counts such executions.

use std::panic::resume_unwind;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::task::{JoinError, JoinHandle};

use crate::errors::{Result, WalletError};

/// Runs what blocks for a short time, with the log of the caller.
pub(crate) async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    spawn_blocking(work).await.map_err(WalletError::internal)?
}

/// Begins work on a thread that may block, which logs to where this one does.
fn spawn_blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    let dispatcher = tracing::dispatcher::get_default(Clone::clone);
    tokio::task::spawn_blocking(move || tracing::dispatcher::with_default(&dispatcher, work))
}

/// Counts the tasks that run and may take long.
#[derive(Debug, Clone, Default)]
pub(crate) struct BlockingTasks(Arc<Running>);

#[derive(Debug, Default)]
struct Running {
    count: Mutex<usize>,
    ended: Condvar,
}

impl BlockingTasks {
    /// Does on a thread of its own what computes for long without giving way, with all that it holds. Dropping
    /// the future ends it where it next waits for something, and not before. A panic in it goes on in the caller.
    pub(crate) async fn run<T: Send + 'static, F: Future<Output = T>>(
        &self,
        work: impl FnOnce() -> F + Send + 'static,
    ) -> Result<T> {
        let runtime = Handle::current();
        let task = self.begin();
        let (_wanted, given_up) = oneshot::channel::<()>();
        let done = spawn_blocking(move || {
            // Before the work, so that it ends after: the wallet waits until all that it holds is let go, too.
            let _task = task;
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

    /// A task begins, and ends when the guard is dropped.
    pub(crate) fn begin(&self) -> BlockingTask {
        *self.0.count.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        BlockingTask(self.0.clone())
    }

    /// Blocks until none runs any more, or the time is over. Returns whether none runs.
    pub(crate) fn wait(&self, at_most: Duration) -> bool {
        let count = self.0.count.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.0.ended.wait_timeout_while(count, at_most, |count| *count > 0);
        *waited.unwrap_or_else(PoisonError::into_inner).0 == 0
    }
}

/// A task that runs.
pub(crate) struct BlockingTask(Arc<Running>);

impl Drop for BlockingTask {
    fn drop(&mut self) {
        *self.0.count.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.ended.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_ends_with_the_last_task() {
        let tasks = BlockingTasks::default();
        assert!(tasks.wait(Duration::ZERO));
        let (first, last) = (tasks.begin(), tasks.begin());
        drop(first);
        assert!(!tasks.wait(Duration::ZERO));
        let ending = std::thread::spawn(move || drop(last));
        assert!(tasks.wait(Duration::MAX));
        ending.join().expect("it ends");
    }
}
