//! How many requests have ended, and how.

use std::time::Duration;

use crate::request::Ended;
use crate::statistics::Statistics;
use crate::sync::{AtomicU64, Ordering};

/// Counted without the lock: the worker counts each request just before it tells its completion, and
/// would otherwise have to take the lock for that alone.
#[derive(Default)]
pub(crate) struct Counts {
    completed: AtomicU64,
    failed: AtomicU64,
    cancelled: AtomicU64,
    timed_out: AtomicU64,
    closed: AtomicU64,
    longest_wait_nanoseconds: AtomicU64,
}

impl Counts {
    pub(crate) fn add(&self, ended: Ended) {
        let counter = match ended {
            Ended::Completed => &self.completed,
            Ended::Failed => &self.failed,
            Ended::Cancelled => &self.cancelled,
            Ended::TimedOut => &self.timed_out,
            Ended::Closed => &self.closed,
        };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// A request waited so long for its start. Only for the worker's thread.
    pub(crate) fn add_wait(&self, wait: Duration) {
        let wait = u64::try_from(wait.as_nanos()).unwrap_or(u64::MAX);
        if wait > self.longest_wait_nanoseconds.load(Ordering::Relaxed) {
            self.longest_wait_nanoseconds.store(wait, Ordering::Relaxed);
        }
    }

    /// Puts the counts into `statistics`, and returns how many requests they are.
    pub(crate) fn fill(&self, statistics: &mut Statistics) -> u64 {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        statistics.completed = read(&self.completed);
        statistics.failed = read(&self.failed);
        statistics.cancelled = read(&self.cancelled);
        statistics.timed_out = read(&self.timed_out);
        statistics.closed = read(&self.closed);
        statistics.longest_wait = Duration::from_nanos(read(&self.longest_wait_nanoseconds));
        statistics.completed
            + statistics.failed
            + statistics.cancelled
            + statistics.timed_out
            + statistics.closed
    }
}
