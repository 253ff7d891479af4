//! Executions on threads of their own, which a wallet outlives.
//!
//! A caller that gives up does not stop the virtual machine, and the machine goes on reading the store.
//! So a wallet that is closed waits for it: otherwise the store would still be open, and what it reads
//! with would be taken from under it.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Counts the executions that run.
#[derive(Debug, Clone, Default)]
pub(crate) struct Executions(Arc<Running>);

#[derive(Debug, Default)]
struct Running {
    count: Mutex<usize>,
    ended: Condvar,
}

impl Executions {
    /// An execution begins, and ends when the guard is dropped.
    pub(crate) fn begin(&self) -> Execution {
        *self.0.count.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        Execution(self.0.clone())
    }

    /// Blocks until none runs any more, or the time is over.
    pub(crate) fn wait(&self, at_most: Duration) {
        let count = self.0.count.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.0.ended.wait_timeout_while(count, at_most, |count| *count > 0));
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
        executions.wait(Duration::MAX);
        let running = executions.begin();
        let waiting = executions.clone();
        let waiter = std::thread::spawn(move || waiting.wait(Duration::MAX));
        assert!(!waiter.is_finished());
        drop(running);
        waiter.join().expect("it ends");
    }
}
