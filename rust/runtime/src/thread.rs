//! The worker's thread, from its first breath to its last.

use std::cell::Cell;
use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use crate::clock::now;
use crate::completion::Callback;
use crate::engine::Engine;
use crate::executor::Executor;
use crate::panics::{caught, discard};
use crate::request::{JobFuture, Work};
use crate::shared::{Shared, tell_waiting};
use crate::sync::SyncSender;
use crate::worker::SpawnError;

thread_local! {
    static IS_WORKER: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread belongs to a worker, of whatever types.
///
/// What blocks must not be called there, least of all a wait for the worker itself: so this is what
/// a blocking call asks first.
#[must_use]
pub fn on_any_worker_thread() -> bool {
    IS_WORKER.try_with(Cell::get).unwrap_or(false)
}

pub(crate) fn mark_worker_thread() {
    IS_WORKER.set(true);
}

/// What tokio's own threads get to come to an end, when the jobs have used up the time for that.
const LAST_MOMENT: Duration = Duration::from_millis(100);
/// As good as for ever, and still a time that a clock can be advanced by.
const LONGEST: Duration = Duration::from_hours(365 * 24);

/// The whole of the thread's work; `ready` is told once, how the setup went.
pub(crate) fn body<S, W: Work<S, T>, T, C: Callback<T>, E>(
    shared: &Arc<Shared<W, T, C>>,
    setup: impl FnOnce() -> JobFuture<Result<S, E>>,
    ready: SyncSender<Result<(), SpawnError<E>>>,
) {
    let stop = StopWhenDropped(shared);
    let executor = match Executor::new() {
        Ok(executor) => executor,
        Err(error) => return answer(&ready, Err(SpawnError::Thread(error))),
    };
    let run = || executor.run(work(shared, setup, ready));
    let ended = caught(run);
    let limit = time_left(shared);
    // Before the wait for blocking calls: nobody else has to wait for these.
    drop(stop);
    if let Err(message) = ended {
        // The log may be what panicked.
        let _ = caught(|| tracing::error!(panic = %message, "a worker panicked"));
    }
    executor.end(limit);
}

async fn work<S, W: Work<S, T>, T, C: Callback<T>, E>(
    shared: &Arc<Shared<W, T, C>>,
    setup: impl FnOnce() -> JobFuture<Result<S, E>>,
    ready: SyncSender<Result<(), SpawnError<E>>>,
) {
    let scope = match run_setup(setup).await {
        Ok(scope) => scope,
        Err(error) => return answer(&ready, Err(error)),
    };
    let mut engine = Engine::new(shared.clone(), scope);
    answer(&ready, Ok(()));
    drop(ready);
    engine.run().await;
    // Here, where there still is a runtime: what the state holds may need one to be dropped.
    discard(engine, "the worker's state");
}

/// What is left of the time to close, for the blocking calls that jobs have begun.
fn time_left<W, T, C: Callback<T>>(shared: &Shared<W, T, C>) -> Duration {
    let left = match shared.state().next_deadline() {
        Some(until) => until.saturating_duration_since(now()),
        None => shared.limits.finish,
    };
    left.clamp(LAST_MOMENT, LONGEST)
}

fn answer<E>(ready: &SyncSender<Result<(), SpawnError<E>>>, outcome: Result<(), SpawnError<E>>) {
    // It can only fail if the caller's thread is no more, and then nobody wants to know.
    let _ = ready.send(outcome);
}

async fn run_setup<S, E>(
    setup: impl FnOnce() -> JobFuture<Result<S, E>>,
) -> Result<S, SpawnError<E>> {
    let mut future = caught(setup).map_err(SpawnError::Panicked)?;
    let outcome = poll_fn(|context| match caught(|| future.as_mut().poll(context)) {
        Ok(poll) => poll.map(|outcome| outcome.map_err(SpawnError::Setup)),
        Err(message) => Poll::Ready(Err(SpawnError::Panicked(message))),
    })
    .await;
    discard(future, "the setup");
    outcome
}

/// However the thread ends, nothing is accepted any longer and nobody waits for it.
struct StopWhenDropped<'a, W, T, C: Callback<T>>(&'a Shared<W, T, C>);

impl<W, T, C: Callback<T>> Drop for StopWhenDropped<'_, W, T, C> {
    fn drop(&mut self) {
        let left = self.0.state().stop();
        tell_waiting(left);
        self.0.settled.notify_all();
    }
}
