//! What goes wrong in completions and destructors is logged, and nothing else suffers.

mod support;

use std::fmt::{Debug, Write};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use miden_swift_runtime::{
    Completion, Job, JobFuture, Lane, Limits, Outcome, Request, Worker, job,
};
use support::{SOON, run_past_the_point, submit, value, wait_until};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// Keeps every event as a level and a line.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<(Level, String)>>>);

impl Log {
    fn lines(&self, level: Level) -> Vec<String> {
        let lines = self.0.lock().expect("not poisoned");
        let of_level = lines.iter().filter(|(l, _)| *l == level);
        of_level.map(|(_, line)| line.clone()).collect()
    }
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let _ = write!(self.0, "{field}={value:?} ");
    }
}

impl Subscriber for Log {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("miden_swift_runtime")
    }
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, event: &Event<'_>) {
        let mut line = Line(String::new());
        event.record(&mut line);
        let mut lines = self.0.lock().expect("not poisoned");
        lines.push((*event.metadata().level(), line.0));
    }
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

fn logged() -> (Worker<(), u64>, Log) {
    let log = Log::default();
    let subscriber = log.clone();
    let setup = || -> JobFuture<Result<(), String>> { Box::pin(async { Ok(()) }) };
    let worker = Worker::spawn("test", Limits::default(), setup, move |body| {
        tracing::subscriber::with_default(subscriber, body);
    });
    (worker.expect("it starts"), log)
}

fn with_completion(
    callback: impl FnOnce(Outcome<u64>) + Send + 'static,
) -> Request<Job<(), u64>, u64> {
    Request {
        lane: Lane::Quick,
        deadline: None,
        job: value(1),
        completion: Completion::new(callback),
    }
}

#[test]
fn a_panic_in_a_completion_is_logged_and_the_worker_goes_on() {
    let (worker, log) = logged();
    worker.submit(with_completion(|_| panic!("oh no"))).expect("it is accepted");
    let (_, told) = submit(&worker, Lane::Quick, value(2));
    assert_eq!(told.outcome(), Outcome::Finished(2));
    let lines = log.lines(Level::ERROR);
    assert!(
        matches!(&lines[..], [line] if line.contains("request=1 ") && line.contains("oh no")),
        "{lines:?}"
    );
    assert_eq!(worker.statistics().completed, 2);
}

#[test]
fn a_slow_completion_is_logged_with_its_request() {
    let (worker, log) = logged();
    let slow = |_| std::thread::sleep(Duration::from_millis(15));
    worker.submit(with_completion(slow)).expect("accepted");
    let (_, told) = submit(&worker, Lane::Quick, value(2));
    told.outcome();
    let lines = log.lines(Level::WARN);
    assert!(lines.iter().any(|line| line.contains("request=1 ")), "{lines:?}");
}

#[test]
fn a_job_that_ends_in_the_background_is_logged() {
    let (worker, log) = logged();
    let deadline = Some(Instant::now() + Duration::from_millis(500));
    let (_, _, told, end) = run_past_the_point(&worker, deadline);
    told.outcome();
    end.send(1).expect("it waits");
    wait_until(&worker, |statistics| statistics.background == 0);
    drop(worker);
    let lines = log.lines(Level::INFO);
    assert!(matches!(&lines[..], [line] if line.contains("request=1 ")), "{lines:?}");
}

struct PanicsWhenDropped;

impl Drop for PanicsWhenDropped {
    fn drop(&mut self) {
        panic!("in a destructor");
    }
}

#[test]
fn a_panic_in_a_destructor_is_logged_and_the_request_ends_as_it_would() {
    let (worker, log) = logged();
    let (started, is_started) = mpsc::channel();
    let fragile = job(move |_, _| async move {
        let _fragile = PanicsWhenDropped;
        let _ = started.send(());
        std::future::pending().await
    });
    let (id, told) = submit(&worker, Lane::Long, fragile);
    is_started.recv_timeout(SOON).expect("it starts");
    assert!(worker.cancel(id));
    assert_eq!(told.outcome(), Outcome::Cancelled);

    let held = support::hold(&worker);
    let fragile = PanicsWhenDropped;
    let unstarted = job(move |_, _| async move {
        let _fragile = fragile;
        1
    });
    let (id, told) = submit(&worker, Lane::Long, unstarted);
    assert!(worker.cancel(id));
    drop(held);
    assert_eq!(told.outcome(), Outcome::Cancelled);

    let (_, told) = submit(&worker, Lane::Quick, value(3));
    assert_eq!(told.outcome(), Outcome::Finished(3));
    drop(worker);
    let lines = log.lines(Level::ERROR);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines.iter().all(|line| line.contains("in a destructor")));
}

#[test]
fn a_completion_dropped_unfinished_complains_and_tells_closed() {
    let log = Log::default();
    let (tell, told) = mpsc::channel();
    tracing::subscriber::with_default(log.clone(), || {
        drop(Completion::<u64>::new(move |outcome| {
            let _ = tell.send(outcome);
        }));
    });
    assert_eq!(told.recv(), Ok(Outcome::Closed));
    assert_eq!(log.lines(Level::ERROR).len(), 1);
}

/// A log that panics as soon as there is something to log.
struct Panics(Log);

impl Subscriber for Panics {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        self.0.enabled(metadata)
    }
    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        self.0.new_span(attributes)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, event: &Event<'_>) {
        self.0.event(event);
        panic!("in the log");
    }
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[test]
fn a_worker_that_dies_of_a_panic_of_its_own_tells_everybody_all_the_same() {
    let log = Log::default();
    let subscriber = Panics(log.clone());
    // Longer than anybody here waits, so that nobody is told only when the blocking call is over.
    let limits = Limits { finish: 3 * SOON, ..Limits::default() };
    let setup = || -> JobFuture<Result<(), String>> { Box::pin(async { Ok(()) }) };
    let worker = Worker::spawn("test", limits, setup, move |body| {
        tracing::subscriber::with_default(subscriber, body);
    });
    let worker: Worker<(), u64> = worker.expect("it starts");
    let (let_go, goes) = mpsc::channel::<()>();
    let (entered, is_entered) = mpsc::channel();
    let blocking = job(move |_, _| async move {
        let call = tokio::task::spawn_blocking(move || {
            let _ = entered.send(());
            let _ = goes.recv();
        });
        u64::from(call.await.is_ok())
    });
    let (blocked, told_blocked) = submit(&worker, Lane::Long, blocking);
    is_entered.recv_timeout(SOON).expect("it runs");
    let (running, _, told_running) = support::run_endless(&worker, Lane::Long, None);
    let held = support::hold(&worker);
    // Its panic is logged outside of all that catches the panics of jobs.
    let (panicking, told_panicking) = submit(&worker, Lane::Quick, job(|_, _| async { panic!() }));
    let (_, told_waiting) = submit(&worker, Lane::Quick, value(1));
    drop(held);
    for told in [told_blocked, told_running, told_panicking, told_waiting] {
        assert_eq!(told.outcome(), Outcome::Closed);
    }
    drop(let_go);
    worker.close();
    let request = Request { completion: Completion::new(|_| ()), ..with_completion(|_| ()) };
    assert_eq!(worker.submit(request), Err(miden_swift_runtime::Refused::Closed));
    support::assert_adds_up(&worker.statistics());
    let lines = log.lines(Level::ERROR);
    for id in [blocked, running, panicking] {
        let complaint = |line: &&String| {
            line.contains("dropped unfinished") && line.contains(&format!("request={id} "))
        };
        assert_eq!(lines.iter().filter(complaint).count(), 1, "{lines:?}");
    }
}
