//! The time of the model: it stands still until a test advances it.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

struct Clock {
    now: Instant,
    /// Those that wait for a later time.
    waiting: Vec<Waker>,
}

shuttle::lazy_static::lazy_static! {
    // A lock of std's: it is never held where another thread could get its turn, and so gives the
    // model nothing to decide.
    static ref CLOCK: Mutex<Clock> =
        Mutex::new(Clock { now: Instant::now(), waiting: Vec::new() });
}

fn clock() -> MutexGuard<'static, Clock> {
    CLOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The time of the model.
#[must_use]
pub fn now() -> Instant {
    clock().now
}

/// Lets this much time go by.
pub fn advance(by: Duration) {
    let waiting = {
        let mut clock = clock();
        clock.now += by;
        std::mem::take(&mut clock.waiting)
    };
    waiting.into_iter().for_each(Waker::wake);
}

#[derive(Default)]
pub(crate) struct Timer(Option<Instant>);

impl Timer {
    pub(crate) fn set(&mut self, deadline: Option<Instant>) {
        self.0 = deadline;
    }

    pub(crate) fn poll(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let mut clock = clock();
        if self.0.is_some_and(|deadline| deadline <= clock.now) {
            return Poll::Ready(());
        }
        clock.waiting.push(context.waker().clone());
        Poll::Pending
    }
}
