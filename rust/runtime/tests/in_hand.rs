//! Requests that the worker has taken out of the queue together, and has not begun.

mod support;

use std::sync::mpsc::{self, Sender};
use std::time::{Duration, Instant};

use miden_swift_runtime::{Job, Lane, Limits, Outcome, Refused, RequestId, job};
use support::{
    SOON, Scope, TestWorker, Told, assert_adds_up, hold, run_endless, submit, submit_with, value,
    worker, worker_with,
};

/// A worker that is held by a job, with the requests behind that one in hand.
struct Held {
    gate: Sender<()>,
    told: Told,
    behind: Vec<(RequestId, Told)>,
}

fn hold_before(worker: &TestWorker, behind: Vec<(Option<Instant>, Job<Scope, u64>)>) -> Held {
    let (gate, opened) = mpsc::channel::<()>();
    let (entered, is_entered) = mpsc::channel();
    let blocking = job(move |_, _| async move {
        let _ = entered.send(());
        let _ = opened.recv();
        0
    });
    // So that they wait together, and are taken together.
    let held = hold(worker);
    let (_, told) = submit(worker, Lane::Quick, blocking);
    let behind = (behind.into_iter())
        .map(|(deadline, job)| submit_with(worker, Lane::Quick, deadline, job).expect("accepted"))
        .collect();
    drop(held);
    is_entered.recv_timeout(SOON).expect("it is held");
    Held { gate, told, behind }
}

/// A job that must not be begun.
fn never() -> Job<Scope, u64> {
    Box::new(|_, _| panic!("it was begun"))
}

/// Waits until the worker is being ended.
fn wait_for_refusal(worker: &TestWorker) {
    let is_closed = || {
        let answer = submit_with(worker, Lane::Quick, None, value(9));
        matches!(answer, Err((Refused::Closed, _)))
    };
    while !is_closed() {
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn they_count_as_running() {
    let worker = worker();
    let held = hold_before(&worker, vec![(None, value(1)), (None, value(2))]);
    let statistics = worker.statistics();
    assert_eq!((statistics.waiting, statistics.running), (0, 3));
    assert_adds_up(&statistics);
    drop(held.gate);
    let outcomes: Vec<_> = held.behind.into_iter().map(|(_, told)| told.outcome()).collect();
    assert_eq!(outcomes, [Outcome::Finished(1), Outcome::Finished(2)]);
}

#[test]
fn one_that_is_cancelled_is_not_begun() {
    let worker = worker();
    let held = hold_before(&worker, vec![(None, value(1)), (None, never()), (None, value(3))]);
    assert!(worker.cancel(held.behind[1].0));
    drop(held.gate);
    let outcomes: Vec<_> = held.behind.into_iter().map(|(_, told)| told.outcome()).collect();
    assert_eq!(outcomes, [Outcome::Finished(1), Outcome::Cancelled, Outcome::Finished(3)]);
    assert_eq!(worker.statistics().cancelled, 1);
    assert_adds_up(&worker.statistics());
}

#[test]
fn one_whose_deadline_has_passed_is_not_begun() {
    let worker = worker();
    let deadline = Instant::now() + Duration::from_millis(100);
    let held = hold_before(&worker, vec![(Some(deadline), never()), (None, value(2))]);
    std::thread::sleep(deadline.saturating_duration_since(Instant::now()));
    drop(held.gate);
    let outcomes: Vec<_> = held.behind.into_iter().map(|(_, told)| told.outcome()).collect();
    assert_eq!(outcomes, [Outcome::TimedOut { will_complete: false }, Outcome::Finished(2)]);
    assert_adds_up(&worker.statistics());
}

#[test]
fn none_is_begun_by_a_worker_that_closes() {
    let worker = worker();
    let held = hold_before(&worker, vec![(None, never()), (None, never())]);
    std::thread::scope(|scope| {
        let closing = scope.spawn(|| worker.close());
        wait_for_refusal(&worker);
        drop(held.gate);
        closing.join().expect("it closes");
    });
    assert_eq!(held.told.outcome(), Outcome::Finished(0));
    for (_, told) in held.behind {
        assert_eq!(told.outcome(), Outcome::Closed);
    }
    assert_adds_up(&worker.statistics());
}

#[test]
fn all_are_begun_by_a_worker_that_drains() {
    let worker = worker();
    let held = hold_before(&worker, vec![(None, value(1)), (None, value(2))]);
    let report = std::thread::scope(|scope| {
        let draining = scope.spawn(|| worker.shutdown(SOON));
        wait_for_refusal(&worker);
        drop(held.gate);
        draining.join().expect("it drains").expect("not its own thread")
    });
    assert_eq!((report.cancelled, report.abandoned), (0, 0));
    for (number, (_, told)) in held.behind.into_iter().enumerate() {
        assert_eq!(told.outcome(), Outcome::Finished(number as u64 + 1));
    }
}

#[test]
fn the_place_of_an_expired_job_goes_to_the_next() {
    let worker = worker_with(Limits { quick: 1, ..Limits::default() });
    let deadline = Instant::now() + Duration::from_millis(50);
    let (_, _, first) = run_endless(&worker, Lane::Quick, Some(deadline));
    let (_, second) = submit(&worker, Lane::Quick, value(2));
    assert_eq!(first.outcome(), Outcome::TimedOut { will_complete: false });
    assert_eq!(second.outcome(), Outcome::Finished(2));
}
