//! What is asked of a worker, and what is answered.

use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::completion::{BoxedCallback, Callback, Completion};
use crate::context::Context;

/// The future of a job. It is made, polled and dropped on the worker's thread only.
pub type JobFuture<T> = Pin<Box<dyn Future<Output = T>>>;

/// The work of a request.
///
/// A worker whose jobs are all of one type carries them as they are. Those that differ go into the
/// box that is a [`Job`].
pub trait Work<S, T>: Send {
    /// Begins the work: called once on the worker's thread with the worker's state.
    ///
    /// The call and each poll of the future hold up everything else the worker does, so work that
    /// takes long belongs on another thread, with the future waiting for it.
    fn begin(self, state: Rc<S>, context: Context) -> JobFuture<T>;
}

/// [`Work`] of any kind.
pub type Job<S, T> = Box<dyn FnOnce(Rc<S>, Context) -> JobFuture<T> + Send>;

impl<S, T> Work<S, T> for Job<S, T> {
    fn begin(self, state: Rc<S>, context: Context) -> JobFuture<T> {
        self(state, context)
    }
}

/// Makes a [`Job`] of an async function or closure. Only the closure must be `Send`.
pub fn job<S, T, F, Fut>(work: F) -> Job<S, T>
where
    F: FnOnce(Rc<S>, Context) -> Fut + Send + 'static,
    Fut: Future<Output = T> + 'static,
{
    Box::new(move |state, context| Box::pin(work(state, context)))
}

/// How much a worker takes on. A limit of 0 counts as 1: with it nothing would ever start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many requests may wait, those of all lanes together. The next one is refused.
    pub waiting: usize,
    /// How many requests of [`Lane::Quick`] are started at a time.
    pub quick: usize,
    /// How many requests of [`Lane::Remote`] are started at a time.
    pub remote: usize,
    /// How many requests of [`Lane::Script`] are started at a time.
    pub script: usize,
    /// How many requests of [`Lane::Long`] are started at a time. Most of them wait for each other or for somebody,
    /// which costs nothing, and one that could go on must not wait behind them.
    pub long: usize,
    /// How long a closing worker lets jobs past their point of no return go on.
    pub finish: Duration,
    /// How long the callers of such jobs wait for the result when the worker is closed without a shutdown.
    /// Then they are told that it closes, and the jobs go on without them.
    pub patience: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            waiting: 256,
            quick: 64,
            remote: 16,
            script: 64,
            long: 256,
            finish: Duration::from_secs(10),
            patience: Duration::from_millis(50),
        }
    }
}

/// Which limit of requests started at a time a request counts under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lane {
    /// Reads and other work that is over soon.
    Quick,
    /// Work that waits for the network.
    Remote,
    /// Reads that run what a stranger has written, which may take as long as that stranger likes.
    Script,
    /// Work that waits for a proof, or for a person.
    Long,
}

impl Lane {
    pub(crate) const ALL: [Self; 4] = [Self::Quick, Self::Remote, Self::Script, Self::Long];
}

/// How an accepted request ended: what its [`Completion`] is told, exactly once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<T> {
    /// The job ran to its end, and this is its result.
    Finished(T),
    /// The job panicked, with this message. The worker goes on.
    Panicked(String),
    /// Cancelled before its point of no return: never started, or its future was dropped.
    Cancelled,
    /// The deadline passed before the job was done.
    TimedOut {
        /// `false`: before its point of no return, it does not go on. `true`: past it, it runs to
        /// its end in the background, and nobody is told of its result.
        will_complete: bool,
    },
    /// The worker was shut down or closed before the job was done. A job before its point of no
    /// return was not started or was dropped; one past it was given [`Limits::patience`], goes on
    /// without its caller, and is dropped after [`Limits::finish`].
    Closed,
}

/// How a request ended, without what its job returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    Completed,
    Failed,
    Cancelled,
    TimedOut,
    Closed,
}

impl Ended {
    pub(crate) fn of<T, C: Callback<T>>(outcome: &Outcome<T>) -> Self {
        match outcome {
            Outcome::Finished(result) if !C::is_failure(result) => Self::Completed,
            Outcome::Finished(_) | Outcome::Panicked(_) => Self::Failed,
            Outcome::Cancelled => Self::Cancelled,
            Outcome::TimedOut { .. } => Self::TimedOut,
            Outcome::Closed => Self::Closed,
        }
    }
}

/// One piece of work for a [`Worker`](crate::Worker).
pub struct Request<W, T, C = BoxedCallback<T>>
where
    C: Callback<T>,
{
    /// Which limit it counts under.
    pub lane: Lane,
    /// When its completion is to be told [`Outcome::TimedOut`] at the latest, waiting or running.
    pub deadline: Option<Instant>,
    /// What is to be done.
    pub job: W,
    /// Who is told how it ended.
    pub completion: Completion<T, C>,
}

/// Why a request was not accepted. Its completion is never called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// [`Limits::waiting`] requests wait already.
    #[error("the queue is full")]
    QueueFull,
    /// The worker is being shut down, or is closed.
    #[error("the worker is closed")]
    Closed,
}
