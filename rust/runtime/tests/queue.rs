//! The queue in front of a real worker: capacity, lanes, places that become free.

mod support;

use std::sync::{Arc, Mutex, mpsc};

use miden_swift_runtime::{Lane, Limits, Outcome, Refused, job};
use support::{
    SOON, assert_adds_up, endless, hold, run_endless, submit, submit_with, value, worker,
    worker_with,
};

#[test]
fn the_257th_waiting_request_is_refused_and_all_others_complete() {
    let worker = worker();
    let held = hold(&worker);
    let mut accepted = Vec::new();
    for number in 0..256 {
        let lane = if number % 2 == 0 { Lane::Quick } else { Lane::Long };
        accepted.push((number, submit(&worker, lane, value(number)).1));
    }
    for lane in [Lane::Quick, Lane::Long] {
        let Err((refused, told)) = submit_with(&worker, lane, None, value(0)) else {
            panic!("the 257th is refused");
        };
        assert_eq!(refused, Refused::QueueFull);
        told.assert_never();
    }
    assert_eq!(worker.statistics().waiting, 256);

    drop(held);
    for (number, told) in accepted {
        assert_eq!(told.outcome(), Outcome::Finished(number));
    }
    let statistics = worker.statistics();
    assert_eq!((statistics.accepted, statistics.completed), (257, 257));
    assert_eq!((statistics.waiting, statistics.rejected), (0, 2));
    assert!(statistics.longest_wait > std::time::Duration::ZERO);
    assert_adds_up(&statistics);
}

#[test]
fn a_held_job_takes_no_place_in_the_queue() {
    let worker = worker_with(Limits { waiting: 1, ..Limits::default() });
    let (release, released) = mpsc::channel::<()>();
    let (entered, is_entered) = mpsc::channel();
    let blocking = job(move |_, _| async move {
        let _ = entered.send(());
        let _ = released.recv();
        1
    });
    let (_, first) = submit(&worker, Lane::Quick, blocking);
    is_entered.recv_timeout(SOON).expect("it starts");
    let (_, second) = submit(&worker, Lane::Quick, value(2));
    assert!(submit_with(&worker, Lane::Quick, None, value(3)).is_err());
    drop(release);
    assert_eq!(first.outcome(), Outcome::Finished(1));
    assert_eq!(second.outcome(), Outcome::Finished(2));
}

#[test]
fn a_full_long_lane_does_not_hold_up_requests_of_other_lanes() {
    let worker = worker_with(Limits { long: 16, ..Limits::default() });
    let mut running = Vec::new();
    for _ in 0..16 {
        running.push(run_endless(&worker, Lane::Long, None));
    }
    let (started, is_started) = mpsc::channel();
    let (seventeenth, waits) = submit(&worker, Lane::Long, endless(started));
    for lane in [Lane::Quick, Lane::Remote] {
        let (_, told) = submit(&worker, lane, value(7));
        assert_eq!(told.outcome(), Outcome::Finished(7));
    }
    let statistics = worker.statistics();
    assert_eq!((statistics.running, statistics.waiting), (16, 1));
    assert!(is_started.try_recv().is_err());

    let (first, _, told) = running.swap_remove(0);
    assert!(worker.cancel(first));
    assert_eq!(told.outcome(), Outcome::Cancelled);
    let context = is_started.recv_timeout(SOON).expect("it has room now");
    assert_eq!(context.request_id(), seventeenth);
    drop(worker);
    assert_eq!(waits.outcome(), Outcome::Closed);
    for (_, _, told) in running {
        assert_eq!(told.outcome(), Outcome::Closed);
    }
}

#[test]
fn requests_of_a_lane_are_started_in_the_order_they_came() {
    let worker = worker();
    let held = hold(&worker);
    let order = Arc::new(Mutex::new(Vec::new()));
    let mut last = None;
    for number in 0..100 {
        let order = order.clone();
        let noting = job(move |_, _| async move {
            order.lock().expect("not poisoned").push(number);
            number
        });
        last = Some(submit(&worker, Lane::Quick, noting).1);
    }
    drop(held);
    assert_eq!(last.map(support::Told::outcome), Some(Outcome::Finished(99)));
    let order = order.lock().expect("not poisoned");
    assert_eq!(*order, (0..100).collect::<Vec<_>>());
}

#[test]
fn cancelling_a_waiting_request_frees_its_place_at_once() {
    let worker = worker_with(Limits { waiting: 2, ..Limits::default() });
    let held = hold(&worker);
    let (first, told_first) = submit(&worker, Lane::Quick, value(1));
    let (_, told_second) = submit(&worker, Lane::Quick, value(2));
    assert!(submit_with(&worker, Lane::Quick, None, value(0)).is_err());

    assert!(worker.cancel(first));
    assert!(!worker.cancel(first), "it has left the queue");
    told_first.assert_not_yet();
    let (_, told_third) = submit(&worker, Lane::Quick, value(3));
    assert!(submit_with(&worker, Lane::Quick, None, value(0)).is_err());

    drop(held);
    assert_eq!(told_first.outcome(), Outcome::Cancelled);
    assert_eq!(told_second.outcome(), Outcome::Finished(2));
    assert_eq!(told_third.outcome(), Outcome::Finished(3));
    assert_adds_up(&worker.statistics());
}

#[test]
fn names_start_at_one_and_are_never_used_again() {
    let worker = worker();
    for expected in 1..=50 {
        let (id, told) = submit(&worker, Lane::Quick, value(0));
        assert_eq!(id, expected);
        told.outcome();
    }
    assert!(!worker.cancel(0));
    assert!(!worker.cancel(1), "it has ended");
    assert!(!worker.cancel(51), "it is not yet");
}
