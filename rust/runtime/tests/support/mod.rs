//! What the tests share. Each file uses only a part of it.
#![allow(dead_code)]

use std::convert::Infallible;
use std::future::pending;
use std::rc::Rc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

use miden_swift_runtime::{
    Completion, Context, Job, Lane, Limits, Outcome, Refused, Request, RequestId, Statistics,
    Worker, job,
};
use proptest::prelude::ProptestConfig;

/// No test waits longer: it is a bound for what must happen, not a measure of how fast.
pub const SOON: Duration = Duration::from_mins(1);

/// A state that may not leave its thread.
pub type Scope = Rc<()>;
pub type TestWorker = Worker<Scope, u64>;

pub fn worker() -> TestWorker {
    worker_with(Limits::default())
}

pub fn worker_with(limits: Limits) -> TestWorker {
    let setup = || -> miden_swift_runtime::JobFuture<Result<Scope, Infallible>> {
        Box::pin(async { Ok(Rc::new(())) })
    };
    match Worker::spawn("test", limits, setup, |body| body()) {
        Ok(worker) => worker,
        Err(error) => panic!("{error}"),
    }
}

/// The other end of a completion.
#[derive(Debug)]
pub struct Told(Receiver<Outcome<u64>>);

impl Told {
    pub fn pair() -> (Completion<u64>, Self) {
        let (tell, told) = mpsc::channel();
        let completion = Completion::new(move |outcome| {
            let _ = tell.send(outcome);
        });
        (completion, Self(told))
    }

    /// Waits for the one outcome, and sees to it that there is no second one.
    #[track_caller]
    pub fn outcome(self) -> Outcome<u64> {
        let outcome = self.0.recv_timeout(SOON).expect("the completion is called");
        assert!(self.0.recv_timeout(SOON).is_err(), "it is called once");
        outcome
    }

    #[track_caller]
    pub fn assert_not_yet(&self) {
        assert_eq!(self.0.try_recv(), Err(mpsc::TryRecvError::Empty));
    }

    /// The completion is gone and was never called.
    #[track_caller]
    pub fn assert_never(self) {
        assert_eq!(self.0.try_recv(), Err(mpsc::TryRecvError::Disconnected));
    }
}

/// Submits, and gives the request's name and the other end of its completion.
#[track_caller]
pub fn submit<S>(worker: &Worker<S, u64>, lane: Lane, job: Job<S, u64>) -> (RequestId, Told) {
    submit_with(worker, lane, None, job).expect("it is accepted")
}

pub fn submit_with<S>(
    worker: &Worker<S, u64>,
    lane: Lane,
    deadline: Option<Instant>,
    job: Job<S, u64>,
) -> Result<(RequestId, Told), (Refused, Told)> {
    let (completion, told) = Told::pair();
    let request = Request { lane, deadline, job, completion };
    match worker.submit(request) {
        Ok(id) => Ok((id, told)),
        Err(refused) => Err((refused, told)),
    }
}

pub fn value<S: 'static>(value: u64) -> Job<S, u64> {
    job(move |_, _| async move { value })
}

/// A job that never ends, and tells `started` when it is polled first.
pub fn endless<S: 'static>(started: Sender<Context>) -> Job<S, u64> {
    job(move |_, context| async move {
        let _ = started.send(context);
        pending().await
    })
}

/// A job that passes its point of no return, tells `started`, and ends with what `end` sends.
pub fn past_the_point<S: 'static>(
    started: Sender<Context>,
    end: tokio::sync::oneshot::Receiver<u64>,
) -> Job<S, u64> {
    job(move |_, context: Context| async move {
        assert!(context.point_of_no_return());
        let _ = started.send(context);
        end.await.unwrap_or(0)
    })
}

/// Submits an endless job and waits until it has been started.
#[track_caller]
pub fn run_endless<S: 'static>(
    worker: &Worker<S, u64>,
    lane: Lane,
    deadline: Option<Instant>,
) -> (RequestId, Context, Told) {
    let (started, is_started) = mpsc::channel();
    let (id, told) = submit_with(worker, lane, deadline, endless(started)).expect("accepted");
    let context = is_started.recv_timeout(SOON).expect("it starts");
    assert_eq!(context.request_id(), id);
    (id, context, told)
}

/// Submits a job past its point of no return and waits until it is.
#[track_caller]
pub fn run_past_the_point<S: 'static>(
    worker: &Worker<S, u64>,
    deadline: Option<Instant>,
) -> (RequestId, Context, Told, tokio::sync::oneshot::Sender<u64>) {
    let (started, is_started) = mpsc::channel();
    let (end, ends) = tokio::sync::oneshot::channel();
    let job = past_the_point(started, ends);
    let (id, told) = submit_with(worker, Lane::Long, deadline, job).expect("accepted");
    let context = is_started.recv_timeout(SOON).expect("it starts");
    (id, context, told, end)
}

/// Holds a worker's thread, in a completion, until it is dropped.
pub struct Hold(#[allow(dead_code)] Sender<()>);

#[track_caller]
pub fn hold<S: 'static>(worker: &Worker<S, u64>) -> Hold {
    let (release, released) = mpsc::channel::<()>();
    let (held, is_held) = mpsc::channel();
    let completion = Completion::new(move |_| {
        let _ = held.send(());
        let _ = released.recv();
    });
    let request = Request { lane: Lane::Quick, deadline: None, job: value(0), completion };
    worker.submit(request).expect("it is accepted");
    is_held.recv_timeout(SOON).expect("it is held");
    Hold(release)
}

/// Waits until `reached` holds of the worker's statistics.
#[track_caller]
pub fn wait_until<S: 'static>(
    worker: &Worker<S, u64>,
    reached: impl Fn(&Statistics) -> bool,
) -> Statistics {
    let end = Instant::now() + SOON;
    loop {
        let statistics = worker.statistics();
        if reached(&statistics) {
            return statistics;
        }
        assert!(Instant::now() < end, "never reached: {statistics:?}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[track_caller]
pub fn assert_adds_up(s: &Statistics) {
    let open = (s.waiting + s.running) as u64;
    let ended = s.completed + s.failed + s.cancelled + s.timed_out + s.closed;
    assert_eq!(s.accepted, open + ended, "{s:?}");
}

/// Runs `test` on a thread of its own, so that one that hangs fails.
#[track_caller]
pub fn in_time(test: impl FnOnce() + Send + 'static) {
    let (over, is_over) = mpsc::channel::<()>();
    let test = std::thread::spawn(move || {
        let _over = over;
        test();
    });
    let ended = is_over.recv_timeout(SOON) == Err(mpsc::RecvTimeoutError::Disconnected);
    assert!(ended, "the schedule hangs");
    if let Err(panic) = test.join() {
        std::panic::resume_unwind(panic);
    }
}

pub fn cases(cases: u32) -> ProptestConfig {
    // The threads' own schedule is not part of what is found, so there is nothing worth keeping.
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}
