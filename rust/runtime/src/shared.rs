//! The state behind its lock, the bell, and the condition on which a shutdown waits.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::bell::Bell;
use crate::clock::now;
use crate::completion::{Callback, Completion};
use crate::counts::Counts;
use crate::locks::lock;
use crate::panics::{caught, discard};
use crate::request::{Ended, Limits, Outcome};
use crate::request_id::RequestId;
use crate::state::{NeverStarted, State};
use crate::sync::{Condvar, Mutex, MutexGuard};

/// How long a completion may take without being mentioned in the log.
const SLOW: Duration = Duration::from_millis(10);

/// The part of a request that the queue carries without looking at it.
pub(crate) struct Load<W, T, C: Callback<T>> {
    pub(crate) job: W,
    pub(crate) completion: Completion<T, C>,
}

pub(crate) struct Shared<W, T, C: Callback<T>> {
    state: Mutex<State<Load<W, T, C>>>,
    pub(crate) bell: Arc<Bell>,
    pub(crate) counts: Arc<Counts>,
    /// Notified when a drain has ended, or the worker is closed or stopped.
    pub(crate) settled: Condvar,
    pub(crate) limits: Limits,
}

impl<W, T, C: Callback<T>> Shared<W, T, C> {
    pub(crate) fn new(limits: Limits) -> Self {
        let bell = Arc::new(Bell::default());
        let counts = Arc::new(Counts::default());
        Self {
            state: Mutex::new(State::new(limits, counts.clone(), bell.clone())),
            bell,
            counts,
            settled: Condvar::new(),
            limits,
        }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State<Load<W, T, C>>> {
        lock(&self.state)
    }
}

/// The worker's share of a completion: catches its panic, and says so if it took long. Returns the
/// time, so that the worker need not look at the clock again.
pub(crate) fn tell<T, C: Callback<T>>(
    id: RequestId,
    completion: Completion<T, C>,
    outcome: Outcome<T>,
) -> Instant {
    let before = now();
    if let Err(message) = caught(|| completion.complete(outcome)) {
        tracing::error!(request = id, panic = %message, "a completion panicked");
    }
    let after = now();
    let took = after.saturating_duration_since(before);
    if took > SLOW {
        tracing::warn!(
            request = id,
            milliseconds = took.as_secs_f64() * 1e3,
            "a completion held the worker up"
        );
    }
    after
}

/// Tells those that were never started, and only then drops their jobs.
pub(crate) fn tell_waiting<W, T, C: Callback<T>>(all: Vec<NeverStarted<Load<W, T, C>>>) {
    let tell_one = |(waiting, ended): NeverStarted<Load<W, T, C>>| {
        let outcome = match ended {
            Ended::Cancelled => Outcome::Cancelled,
            Ended::TimedOut => Outcome::TimedOut { will_complete: false },
            Ended::Closed | Ended::Completed | Ended::Failed => Outcome::Closed,
        };
        tell(waiting.id, waiting.item.completion, outcome);
        waiting.item.job
    };
    let jobs: Vec<_> = all.into_iter().map(tell_one).collect();
    for job in jobs {
        discard(job, "a job that was not started");
    }
}
