//! What the models share.

use std::convert::Infallible;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Poll, Waker};
use std::time::{Duration, Instant};

use miden_swift_runtime::{
    Completion, Job, JobFuture, Lane, Limits, Outcome, Refused, Request, RequestId, Worker, job,
};
use shuttle::scheduler::{PctScheduler, RandomScheduler};
use shuttle::sync::mpsc;
use shuttle::{Config, Runner};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

pub type TestWorker = Worker<(), u64>;

/// So many schedules of each kind does a model go through.
const SCHEDULES: usize = 2000;
/// In how many places the scheduler that looks for rare orders takes the turn away from a thread.
const CHANGES: usize = 3;

/// Runs `model` under many schedules. One in which the runtime logs an error fails.
pub fn explore(model: impl Fn() + Send + Sync + Copy + 'static) {
    explore_with_errors(move |_| model(), 0);
}

/// The same, where exactly so many errors are to be logged in each.
pub fn explore_with_errors(
    model: impl Fn(&Errors) + Send + Sync + Copy + 'static,
    expected: usize,
) {
    let errors = Errors::default();
    let mut config = Config::new();
    config.stack_size = 1 << 18;
    config.silence_warnings = true;
    let checked = {
        let errors = errors.clone();
        move || {
            errors.take();
            model(&errors);
            let logged = errors.take();
            assert_eq!(logged.len(), expected, "{logged:?}");
        }
    };
    tracing::subscriber::with_default(errors, || {
        let random = RandomScheduler::new(SCHEDULES);
        Runner::new(random, config.clone()).run(checked.clone());
        let rare = PctScheduler::new(CHANGES, SCHEDULES);
        Runner::new(rare, config).run(checked);
    });
}

/// The errors that the runtime has logged.
#[derive(Clone, Default)]
pub struct Errors(Arc<Mutex<Vec<String>>>);

impl Errors {
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Subscriber for Errors {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() == Level::ERROR && metadata.target().starts_with("miden_swift_runtime")
    }
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, event: &Event<'_>) {
        let mut errors = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        errors.push(format!("{event:?}"));
    }
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

pub fn worker(limits: Limits) -> TestWorker {
    let setup = || -> JobFuture<Result<(), Infallible>> { Box::pin(std::future::ready(Ok(()))) };
    match Worker::spawn("model", limits, setup, |body| body()) {
        Ok(worker) => worker,
        Err(error) => panic!("{error}"),
    }
}

/// What a completion was told, which should be one thing.
#[derive(Clone, Default)]
pub struct Told(Arc<Mutex<Vec<Outcome<u64>>>>);

impl Told {
    pub fn completion(&self) -> Completion<u64> {
        let told = self.clone();
        Completion::new(move |outcome| told.all().push(outcome))
    }

    /// The one outcome; to be called when it must have been told.
    #[track_caller]
    pub fn outcome(&self) -> Outcome<u64> {
        let told = self.all().clone();
        assert_eq!(told.len(), 1, "{told:?}");
        told[0].clone()
    }

    #[track_caller]
    pub fn assert_never(&self) {
        assert_eq!(*self.all(), []);
    }

    /// A lock of std's, held for a moment only: it gives the model nothing to decide.
    fn all(&self) -> std::sync::MutexGuard<'_, Vec<Outcome<u64>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub fn submit(worker: &TestWorker, job: Job<(), u64>) -> (Result<RequestId, Refused>, Told) {
    submit_until(worker, None, job)
}

pub fn submit_until(
    worker: &TestWorker,
    deadline: Option<Instant>,
    job: Job<(), u64>,
) -> (Result<RequestId, Refused>, Told) {
    let told = Told::default();
    let completion = told.completion();
    (worker.submit(Request { lane: Lane::Quick, deadline, job, completion }), told)
}

/// Submits, and waits for the outcome. A worker that forgets a request is found as a deadlock.
#[track_caller]
pub fn call(worker: &TestWorker, deadline: Option<Instant>, job: Job<(), u64>) -> Outcome<u64> {
    let (tell, told) = mpsc::channel();
    let completion = Completion::new(move |outcome| {
        let _ = tell.send(outcome);
    });
    let request = Request { lane: Lane::Quick, deadline, job, completion };
    worker.submit(request).expect("it is accepted");
    let outcome = told.recv().expect("it is told");
    assert!(told.recv().is_err(), "it is told once");
    outcome
}

pub fn value(value: u64) -> Job<(), u64> {
    job(move |_, _| std::future::ready(value))
}

/// A job that is polled so many times, and wakes itself each time but the last.
pub fn polled(times: u64) -> Job<(), u64> {
    let mut left = times;
    Box::new(move |_, _| {
        Box::pin(poll_fn(move |context| {
            left -= 1;
            if left == 0 {
                return Poll::Ready(times);
            }
            context.waker().wake_by_ref();
            Poll::Pending
        }))
    })
}

/// A job that never ends by itself.
pub fn endless() -> Job<(), u64> {
    job(|_, _| std::future::pending())
}

/// What a job waits for until another thread opens it.
#[derive(Clone, Default)]
pub struct Gate(Arc<shuttle::sync::Mutex<(bool, Option<Waker>)>>);

impl Gate {
    pub fn open(&self) {
        let waker = {
            let mut gate = self.0.lock().expect("not poisoned");
            gate.0 = true;
            gate.1.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    pub async fn opened(self) {
        poll_fn(|context| {
            let mut gate = self.0.lock().expect("not poisoned");
            if gate.0 {
                return Poll::Ready(());
            }
            gate.1 = Some(context.waker().clone());
            drop(gate);
            // A poll goes on for a while, in which the wake may come.
            shuttle::thread::yield_now();
            Poll::Pending
        })
        .await;
    }
}

#[track_caller]
pub fn assert_adds_up(worker: &TestWorker, accepted: usize) {
    let s = worker.statistics();
    let ended = s.completed + s.failed + s.cancelled + s.timed_out + s.closed;
    assert_eq!(s.accepted, accepted as u64, "{s:?}");
    assert_eq!(s.accepted, (s.waiting + s.running) as u64 + ended, "{s:?}");
}

pub const SECOND: Duration = Duration::from_secs(1);
