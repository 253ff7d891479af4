//! What a worker can say of itself.

use std::time::Duration;

/// Counts of a worker, all taken at one moment.
///
/// They add up: `accepted` is `waiting + running + completed + failed + cancelled + timed_out +
/// closed`. A request is counted as ended just before its completion is called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Requests in the queue.
    pub waiting: usize,
    /// Requests that were started and whose completion was not told yet.
    pub running: usize,
    /// Jobs past their point of no return that go on although their deadline passed or the worker
    /// closes. Their requests are counted under `timed_out` or `closed`, and they still take up room
    /// in their lane.
    pub background: usize,
    /// Requests that were ever accepted.
    pub accepted: u64,
    /// Requests whose job ran to its end with a result that is none of failure.
    pub completed: u64,
    /// Requests whose job panicked, or ended in a failure
    /// ([`Callback::is_failure`](crate::Callback::is_failure)).
    pub failed: u64,
    /// Requests that ended cancelled.
    pub cancelled: u64,
    /// Requests whose deadline passed.
    pub timed_out: u64,
    /// Requests that were not done when the worker was shut down or closed.
    pub closed: u64,
    /// Requests that were refused: the queue was full, or the worker closed.
    pub rejected: u64,
    /// The longest that a request waited before it was started.
    pub longest_wait: Duration,
}

/// What became of the requests that were waiting or running when a worker was shut down. Jobs that
/// went on in the background count too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShutdownReport {
    /// Ended before the grace was over, in whatever way.
    pub finished: usize,
    /// Told [`Outcome::Closed`](crate::Outcome::Closed) when the grace was over.
    pub cancelled: usize,
    /// Not ended: past their point of no return. They go on, and their completions are told, until
    /// the worker is closed. If a job or a completion blocked the worker's thread beyond the grace,
    /// everything that was not done is counted here.
    pub abandoned: usize,
}
