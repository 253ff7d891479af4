//! The handle by which other threads use a worker.

use std::io;
use std::marker::PhantomData;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use crate::clock::now;
use crate::completion::{BoxedCallback, Callback};
use crate::locks::lock;
use crate::panics;
use crate::request::{Job, JobFuture, Limits, Refused, Request, Work};
use crate::request_id::RequestId;
use crate::shared::{Load, Shared};
use crate::statistics::{ShutdownReport, Statistics};
use crate::sync::{self, JoinHandle, Mutex, ThreadId, sync_channel};
use crate::thread as worker_thread;

/// Jobs are strangers and may go deep: as much as a main thread has. Only what is used costs.
const STACK: usize = 8 << 20;

/// How long a shutdown waits, when its grace is over, for a worker that is held by a blocking call.
const HELD: Duration = Duration::from_secs(1);

/// One thread that works off requests; see the [crate's documentation](crate) for its promises.
///
/// It may be shared between threads. Dropping it is [`Worker::close`].
pub struct Worker<S, T, W = Job<S, T>, C = BoxedCallback<T>>
where
    C: Callback<T>,
{
    shared: Arc<Shared<W, T, C>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    thread_id: ThreadId,
    state: PhantomData<fn(S)>,
}

/// Why a worker could not be started.
#[derive(Debug, thiserror::Error)]
pub enum SpawnError<E> {
    /// The setup returned this error.
    #[error("the worker's setup failed: {0}")]
    Setup(E),
    /// The setup, or what was put around the thread's body, panicked with this message.
    #[error("the worker's setup panicked: {0}")]
    Panicked(String),
    /// The system gave no thread, or tokio's runtime could not be made.
    #[error("the worker's thread could not be started: {0}")]
    Thread(io::Error),
}

/// A shutdown was asked for on the worker's own thread, which would wait for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a worker cannot be shut down from its own thread")]
pub struct ShutdownRefused;

impl<S, T, W, C> Worker<S, T, W, C>
where
    S: 'static,
    T: Send + 'static,
    W: Work<S, T> + 'static,
    C: Callback<T> + 'static,
{
    /// Starts the thread, runs `setup` on it inside tokio's runtime, and blocks until that is done.
    ///
    /// `thread_scope` is called on the new thread with the whole of the thread's work, so that it
    /// can put something around it, such as `tracing::subscriber::with_default`. It must call what
    /// it is given.
    ///
    /// # Errors
    ///
    /// [`SpawnError::Setup`] with what `setup` returned, [`SpawnError::Panicked`] if `setup` or
    /// `thread_scope` panicked, [`SpawnError::Thread`] if the system did not play along. The thread
    /// has ended by then.
    pub fn spawn<E: Send + 'static>(
        name: &str,
        limits: Limits,
        setup: impl FnOnce() -> JobFuture<Result<S, E>> + Send + 'static,
        thread_scope: impl FnOnce(Box<dyn FnOnce()>) + Send + 'static,
    ) -> Result<Self, SpawnError<E>> {
        let shared = Arc::new(Shared::new(limits));
        let (ready, is_ready) = sync_channel(1);
        let body_shared = shared.clone();
        let thread = sync::Builder::new()
            .name(name.replace('\0', ""))
            .stack_size(STACK)
            .spawn(move || {
                worker_thread::mark_worker_thread();
                thread_scope(Box::new(move || {
                    worker_thread::body(&body_shared, setup, ready);
                }));
            })
            .map_err(SpawnError::Thread)?;
        let error = match is_ready.recv() {
            Ok(Ok(())) => {
                return Ok(Self {
                    shared,
                    thread_id: thread.thread().id(),
                    thread: Mutex::new(Some(thread)),
                    state: PhantomData,
                });
            }
            Ok(Err(error)) => Some(error),
            Err(_) => None,
        };
        let ended = thread.join().map_err(panics::message);
        Err(error.unwrap_or_else(|| {
            SpawnError::Panicked(match ended {
                Err(message) => message,
                Ok(()) => "the thread ended before its setup was done".to_owned(),
            })
        }))
    }
}

impl<S, T, W, C: Callback<T>> Worker<S, T, W, C> {
    /// Hands in a request, never blocks, and returns its name. Its completion is called exactly
    /// once, on the worker's thread, perhaps before this returns.
    ///
    /// # Errors
    ///
    /// [`Refused::QueueFull`] if [`Limits::waiting`] requests wait already, [`Refused::Closed`] if
    /// the worker is being shut down or is closed. Then the completion is never called, and the job
    /// is dropped here.
    pub fn submit(&self, request: Request<W, T, C>) -> Result<RequestId, Refused> {
        self.submit_at(now(), request)
    }

    /// The same for who has just looked at the clock: to look costs a tenth of a short call.
    ///
    /// # Errors
    ///
    /// Those of [`Worker::submit`].
    pub fn submit_at(&self, now: Instant, request: Request<W, T, C>) -> Result<RequestId, Refused> {
        let Request { lane, deadline, job, completion } = request;
        let load = Load { job, completion };
        let answer = self.shared.state().submit(now, lane, deadline, load);
        match answer {
            Ok(id) => {
                self.shared.bell.ring();
                Ok(id)
            }
            Err((refused, load)) => {
                load.completion.defuse();
                Err(refused)
            }
        }
    }

    /// Asks for a request to be cancelled, and returns whether it had not ended yet. Never blocks.
    ///
    /// A waiting one leaves the queue at once. A running one before its point of no return is
    /// dropped when its current poll is over, unless that poll brings its result. One past that
    /// point is only flagged ([`Context::is_cancelled`](crate::Context::is_cancelled)) and goes on.
    /// In every case its completion is told on the worker's thread how it ended: [`Cancelled`], or
    /// what it would have been told anyway. `false` says that it was told already, or is being told
    /// now, or that there never was such a request.
    ///
    /// [`Cancelled`]: crate::Outcome::Cancelled
    pub fn cancel(&self, id: RequestId) -> bool {
        let found = self.shared.state().cancel(id);
        if found {
            self.shared.bell.ring_urgently();
        }
        found
    }

    /// Counts of the worker, all taken at one moment. Never blocks.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.shared.state().statistics()
    }

    /// Drains the worker: refuses new work from now on, lets what waits and what runs come to its
    /// end, and when `grace` is over tells [`Closed`](crate::Outcome::Closed) to everything before
    /// its point of no return. Blocks until then, and no longer.
    ///
    /// What is past its point of no return goes on until [`Worker::close`]. If a job or a
    /// completion blocks the worker's thread, this returns a second after the grace at the latest,
    /// and what is not done is ended when the thread is free again. May be called again; a shorter
    /// grace then cuts a longer one short.
    ///
    /// # Errors
    ///
    /// [`ShutdownRefused`] on the worker's own thread, with nothing changed.
    pub fn shutdown(&self, grace: Duration) -> Result<ShutdownReport, ShutdownRefused> {
        if self.is_worker_thread() {
            return Err(ShutdownRefused);
        }
        let until = now().checked_add(grace);
        let last = until.and_then(|until| until.checked_add(HELD));
        let mut state = self.shared.state();
        let number = state.begin_drain(until);
        self.shared.bell.ring_urgently();
        loop {
            if let Some(report) = state.drain_report(number) {
                return Ok(report);
            }
            let settled = &self.shared.settled;
            state = if let Some(last) = last {
                let left = last.saturating_duration_since(now());
                if left.is_zero() {
                    return Ok(state.report());
                }
                let woken = settled.wait_timeout(state, left);
                woken.unwrap_or_else(PoisonError::into_inner).0
            } else {
                let woken = settled.wait(state);
                woken.unwrap_or_else(PoisonError::into_inner)
            };
        }
    }

    /// Closes the worker: refuses new work, tells [`Closed`](crate::Outcome::Closed) to everything
    /// that waits and everything before its point of no return, lets the rest run for at most
    /// [`Limits::finish`], drops the state on the worker's thread, and ends that thread. Without a
    /// shutdown before, the callers of that rest wait for [`Limits::patience`] alone.
    ///
    /// Blocks until the thread has ended, and so for as long as a job or a completion blocks it. On
    /// the worker's own thread it does not block; the same happens when the caller has returned.
    /// May be called again, and by several threads at once.
    ///
    /// When it returns, every completion has been told and the state is gone. It first tells and
    /// drops all of that, and then waits for blocking calls (`tokio::task::spawn_blocking`) that
    /// jobs have begun, for what is left of [`Limits::finish`], but 100 ms at least and 2 s at most. One that waits
    /// for a timer or a socket of the worker's runtime is not waited for so long: after 100 ms
    /// tokio ends that wait with an error or a panic of the call. A part of the state that a job
    /// shared with a blocking call that does not end in time, or with a thread of its own, goes on
    /// to exist until that lets go of it; of everything else the state held nothing is left.
    pub fn close(&self) {
        let now = now();
        let tell = now.checked_add(self.shared.limits.patience);
        let until = now.checked_add(self.shared.limits.finish);
        self.shared.state().begin_close(tell, until);
        self.shared.bell.ring_urgently();
        self.shared.settled.notify_all();
        if self.is_worker_thread() {
            return;
        }
        // Held while the thread comes to its end, so that a second caller waits for it too.
        let mut thread = lock(&self.thread);
        if let Some(Err(payload)) = thread.take().map(JoinHandle::join) {
            let message = panics::message(payload);
            tracing::error!(panic = %message, "a worker's thread panicked");
        }
    }

    /// Whether the caller is on this worker's thread: in a job, a completion, or a destructor of
    /// one. What blocks there holds the worker up.
    #[must_use]
    pub fn is_worker_thread(&self) -> bool {
        sync::current().id() == self.thread_id
    }
}

impl<S, T, W, C: Callback<T>> Drop for Worker<S, T, W, C> {
    fn drop(&mut self) {
        self.close();
    }
}

impl<S, T, W, C: Callback<T>> std::fmt::Debug for Worker<S, T, W, C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Worker")
            .field("thread", &self.thread_id)
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}
