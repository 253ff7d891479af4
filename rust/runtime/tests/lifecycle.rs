//! How a worker comes to life, is drained, and ends.

mod support;

use std::rc::Rc;
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use miden_swift_runtime::{
    Completion, JobFuture, Lane, Limits, Outcome, Refused, Request, ShutdownRefused,
    ShutdownReport, SpawnError, Worker, job, on_any_worker_thread,
};
use support::{
    SOON, TestWorker, Told, assert_adds_up, endless, hold, run_endless, run_past_the_point, submit,
    submit_with, value, wait_until, worker, worker_with,
};

fn assert_send_and_sync<V: Send + Sync>(_: &V) {}

#[test]
fn a_worker_is_shared_although_its_state_is_not() {
    assert_send_and_sync(&worker());
}

#[test]
fn errors_and_panics_of_the_setup_are_returned() {
    type Setup = JobFuture<Result<(), String>>;
    fn spawn(setup: impl FnOnce() -> Setup + Send + 'static) -> SpawnError<String> {
        match Worker::<(), u64>::spawn("test", Limits::default(), setup, |body| body()) {
            Ok(_) => panic!("there is no such worker"),
            Err(error) => error,
        }
    }
    let error = spawn(|| Box::pin(async { Err("no disk".to_owned()) }));
    assert!(matches!(&error, SpawnError::Setup(e) if e == "no disk"));
    assert_eq!(error.to_string(), "the worker's setup failed: no disk");

    let error = spawn(|| panic!("in the closure"));
    assert!(matches!(error, SpawnError::Panicked(m) if m == "in the closure"));
    let error = spawn(|| {
        Box::pin(async {
            tokio::task::yield_now().await;
            panic!("in the future")
        })
    });
    assert!(matches!(error, SpawnError::Panicked(m) if m == "in the future"));
}

#[test]
fn what_is_around_the_thread_is_around_all_of_it() {
    let (note, notes) = mpsc::channel();
    let during = note.clone();
    let setup = move || -> JobFuture<Result<(), String>> {
        assert!(on_any_worker_thread());
        let _ = during.send("setup");
        Box::pin(async { Ok(()) })
    };
    let around = note.clone();
    let worker = Worker::spawn("a\0name", Limits::default(), setup, move |body| {
        let _ = around.send("before");
        body();
        let _ = around.send("after");
    })
    .expect("it starts");
    let (_, told) = submit(
        &worker,
        Lane::Quick,
        job(move |_, _| async move {
            let _ = note.send("job");
            1
        }),
    );
    told.outcome();
    drop(worker);
    let notes: Vec<_> = notes.iter().collect();
    assert_eq!(notes, ["before", "setup", "job", "after"]);
}

#[test]
fn a_thread_that_never_runs_its_body_is_an_error() {
    let setup = || -> JobFuture<Result<(), String>> { Box::pin(async { Ok(()) }) };
    let spawned = Worker::<(), u64>::spawn("test", Limits::default(), setup, |_| {});
    assert!(matches!(spawned, Err(SpawnError::Panicked(_))));
    let spawned = Worker::<(), u64>::spawn("test", Limits::default(), setup, |_| panic!("around"));
    assert!(matches!(spawned, Err(SpawnError::Panicked(m)) if m == "around"));
}

#[test]
fn a_worker_knows_its_own_thread() {
    let (one, other) = (Arc::new(worker()), worker());
    assert!(!one.is_worker_thread());
    assert!(!on_any_worker_thread());
    let asked = one.clone();
    let asking = |asked: Arc<TestWorker>| {
        job(move |_, _| async move {
            u64::from(on_any_worker_thread()) * 2 + u64::from(asked.is_worker_thread())
        })
    };
    let (_, told) = submit(&one, Lane::Quick, asking(asked.clone()));
    assert_eq!(told.outcome(), Outcome::Finished(3));
    let (_, told) = submit(&other, Lane::Quick, asking(asked));
    assert_eq!(told.outcome(), Outcome::Finished(2));
}

#[test]
fn a_shutdown_waits_for_what_waits_and_what_runs() {
    let worker = worker_with(Limits { long: 1, ..Limits::default() });
    let held = hold(&worker);
    let mut told = Vec::new();
    for number in 0..5 {
        let sleeping = job(move |_, _| async move {
            tokio::time::sleep(Duration::from_millis(2)).await;
            number
        });
        told.push(submit(&worker, Lane::Long, sleeping).1);
    }
    let releaser = std::thread::spawn(move || drop(held));
    let report = worker.shutdown(SOON).expect("not its own thread");
    releaser.join().expect("it does not panic");
    // Some may have been done before the shutdown began.
    assert!(report.finished <= 5, "{report:?}");
    assert_eq!((report.cancelled, report.abandoned), (0, 0));
    for (number, told) in (0..).zip(told) {
        assert_eq!(told.outcome(), Outcome::Finished(number));
    }
    let Err((refused, never)) = submit_with(&worker, Lane::Quick, None, value(1)) else {
        panic!("it is shut down");
    };
    assert_eq!(refused, Refused::Closed);
    never.assert_never();
    assert_eq!(worker.shutdown(SOON), Ok(ShutdownReport::default()));
}

#[test]
fn when_the_grace_is_over_only_what_is_past_its_point_goes_on() {
    let worker = worker_with(Limits { long: 2, ..Limits::default() });
    let (_, _, running) = run_endless(&worker, Lane::Long, None);
    let (_, _, past, end) = run_past_the_point(&worker, None);
    let (_, waiting) = submit(&worker, Lane::Long, value(1));
    let begun = Instant::now();
    let report = worker.shutdown(Duration::from_millis(20));
    assert!(begun.elapsed() >= Duration::from_millis(20));
    let expected = ShutdownReport { finished: 0, cancelled: 2, abandoned: 1 };
    assert_eq!(report, Ok(expected));
    assert_eq!(running.outcome(), Outcome::Closed);
    assert_eq!(waiting.outcome(), Outcome::Closed);
    past.assert_not_yet();
    assert_adds_up(&worker.statistics());
    end.send(9).expect("it waits");
    assert_eq!(past.outcome(), Outcome::Finished(9));
}

#[test]
fn a_shutdown_does_not_wait_for_a_blocked_worker_for_ever() {
    let worker = worker();
    let held = hold(&worker);
    let (_, told) = submit(&worker, Lane::Quick, value(1));
    let report = worker.shutdown(Duration::ZERO).expect("another thread");
    assert_eq!(report.abandoned, 1);
    told.assert_not_yet();
    drop(held);
    assert_eq!(told.outcome(), Outcome::Closed);
}

#[test]
fn a_shutdown_on_the_workers_own_thread_is_refused() {
    let worker = Arc::new(worker());
    let own = worker.clone();
    let (tell, told) = mpsc::channel();
    let request = Request {
        lane: Lane::Quick,
        deadline: None,
        job: value(1),
        completion: Completion::new(move |_| {
            let _ = tell.send(own.shutdown(SOON));
        }),
    };
    worker.submit(request).expect("it is accepted");
    assert_eq!(told.recv_timeout(SOON), Ok(Err(ShutdownRefused)));
    let (_, told) = submit(&worker, Lane::Quick, value(2));
    assert_eq!(told.outcome(), Outcome::Finished(2), "it still works");
}

#[test]
fn closing_cuts_a_shutdown_short() {
    let worker = Arc::new(worker());
    let (_, _, told) = run_endless(&worker, Lane::Long, None);
    let draining = worker.clone();
    let drain = std::thread::spawn(move || draining.shutdown(Duration::MAX));
    let refuses = |worker: &TestWorker| {
        let probe = submit_with(worker, Lane::Quick, None, value(0));
        matches!(probe, Err((Refused::Closed, _)))
    };
    while !refuses(&worker) {
        std::thread::yield_now();
    }
    told.assert_not_yet();
    worker.close();
    assert_eq!(told.outcome(), Outcome::Closed);
    let report = drain.join().expect("no panic").expect("another thread");
    assert!(report.cancelled == 0 && report.abandoned >= 1, "{report:?}");
}

#[test]
fn dropped_it_closes_what_waits_and_what_runs_but_lets_the_rest_finish() {
    let worker = worker_with(Limits { long: 2, finish: SOON, patience: SOON, ..Limits::default() });
    let (_, context, running) = run_endless(&worker, Lane::Long, None);
    let (_, _, past, end) = run_past_the_point(&worker, None);
    let (started, is_started) = mpsc::channel();
    let (_, waiting) = submit(&worker, Lane::Long, endless(started));
    let dropping = std::thread::spawn(move || drop(worker));
    assert_eq!(running.outcome(), Outcome::Closed);
    assert!(context.is_cancelled());
    assert_eq!(waiting.outcome(), Outcome::Closed);
    assert!(is_started.recv().is_err(), "it was never started");
    past.assert_not_yet();
    assert!(!dropping.is_finished());
    end.send(3).expect("it waits");
    assert_eq!(past.outcome(), Outcome::Finished(3));
    dropping.join().expect("no panic");
}

#[test]
fn who_waits_for_a_job_past_its_point_is_told_of_the_close_while_that_goes_on() {
    let patience = Duration::from_millis(20);
    let worker = Arc::new(worker_with(Limits { finish: SOON, patience, ..Limits::default() }));
    let (_, context, past, end) = run_past_the_point(&worker, None);
    let closing = worker.clone();
    let closing = std::thread::spawn(move || closing.close());
    assert_eq!(past.outcome(), Outcome::Closed);
    assert!(!closing.is_finished() && !context.is_cancelled());
    let statistics = worker.statistics();
    assert_eq!((statistics.running, statistics.background, statistics.closed), (0, 1, 1));
    end.send(3).expect("it still waits");
    closing.join().expect("no panic");
    assert!(!context.is_cancelled(), "it came to its own end");
    let statistics = worker.statistics();
    assert_eq!((statistics.background, statistics.closed, statistics.completed), (0, 1, 0));
    assert_adds_up(&statistics);
}

#[test]
fn after_a_shutdown_the_callers_wait_as_long_as_the_close_does() {
    let patience = Duration::from_millis(1);
    let worker = Arc::new(worker_with(Limits { finish: SOON, patience, ..Limits::default() }));
    let (_, _, past, end) = run_past_the_point(&worker, None);
    assert_eq!(worker.shutdown(Duration::ZERO).expect("another thread").abandoned, 1);
    let closing = worker.clone();
    let closing = std::thread::spawn(move || closing.close());
    std::thread::sleep(20 * patience);
    past.assert_not_yet();
    end.send(4).expect("it waits");
    assert_eq!(past.outcome(), Outcome::Finished(4));
    closing.join().expect("no panic");
}

#[test]
fn a_job_past_its_point_has_only_so_long_when_the_worker_closes() {
    let worker = worker_with(Limits { finish: Duration::from_millis(20), ..Limits::default() });
    let (_, context, told, _end) = run_past_the_point(&worker, None);
    let deadline = Some(Instant::now() + Duration::from_millis(500));
    let (_, _, background, _other_end) = run_past_the_point(&worker, deadline);
    background.outcome();
    worker.close();
    assert_eq!(told.outcome(), Outcome::Closed);
    assert!(context.is_cancelled());
    let statistics = worker.statistics();
    assert_eq!((statistics.running, statistics.background), (0, 0));
    assert_eq!((statistics.closed, statistics.timed_out), (1, 1));
    assert_adds_up(&statistics);
    worker.close();
}

/// A state that tells when it is dropped, whether on a worker's thread and within tokio's runtime.
struct Precious(mpsc::Sender<(bool, bool)>);

impl Drop for Precious {
    fn drop(&mut self) {
        let in_runtime = tokio::runtime::Handle::try_current().is_ok();
        let _ = self.0.send((on_any_worker_thread(), in_runtime));
    }
}

fn precious() -> (Worker<Precious, u64>, mpsc::Receiver<(bool, bool)>) {
    let (dropped, is_dropped) = mpsc::channel();
    let setup = move || -> JobFuture<Result<Precious, String>> {
        Box::pin(async { Ok(Precious(dropped)) })
    };
    let worker = Worker::spawn("test", Limits::default(), setup, |body| body());
    (worker.expect("it starts"), is_dropped)
}

#[test]
fn the_state_is_dropped_on_the_workers_thread_before_the_drop_returns() {
    let (worker, is_dropped) = precious();
    let (_, _, told) = run_endless(&worker, Lane::Quick, None);
    let keeping = job(|state: Rc<Precious>, _| async move {
        let _kept = state;
        std::future::pending().await
    });
    let (_, keeps) = submit(&worker, Lane::Quick, keeping);
    drop(worker);
    assert_eq!(is_dropped.try_recv(), Ok((true, true)));
    assert_eq!(told.outcome(), Outcome::Closed);
    assert_eq!(keeps.outcome(), Outcome::Closed);
}

#[test]
fn dropped_on_its_own_thread_it_ends_all_the_same() {
    let (worker, is_dropped) = precious();
    let (_, _, running) = run_endless(&worker, Lane::Long, None);
    let held = hold(&worker);
    let (completion, told) = Told::pair();
    let slot = Arc::new(Mutex::new(None));
    let taken = slot.clone();
    let request = Request {
        lane: Lane::Quick,
        deadline: None,
        job: value(1),
        completion: Completion::new(move |outcome| {
            drop(taken.lock().expect("not poisoned").take());
            completion.complete(outcome);
        }),
    };
    worker.submit(request).expect("it is accepted");
    let (_, waiting) = submit(&worker, Lane::Quick, value(2));
    *slot.lock().expect("not poisoned") = Some(worker);
    drop(held);
    assert_eq!(told.outcome(), Outcome::Finished(1));
    assert_eq!(running.outcome(), Outcome::Closed);
    assert_eq!(waiting.outcome(), Outcome::Closed);
    assert_eq!(is_dropped.recv_timeout(SOON), Ok((true, true)));
}

#[test]
fn several_threads_may_close_it() {
    let (worker, is_dropped) = precious();
    let closed = &worker;
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                closed.close();
                assert!(!closed.cancel(1));
            });
        }
    });
    assert_eq!(is_dropped.try_recv(), Ok((true, true)));
    wait_until(&worker, |statistics| statistics.running == 0);
}
