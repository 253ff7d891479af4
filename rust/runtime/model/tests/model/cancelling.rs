//! Cancellation against the start, the end and the point of no return of a request.

use std::sync::{Arc, Mutex};

use miden_swift_runtime::{Completion, Context, Lane, Limits, Outcome, Request, job};
use shuttle::sync::mpsc;
use shuttle::thread;

use crate::support::{Gate, assert_adds_up, endless, explore, polled, submit, value, worker};

#[test]
fn a_cancellation_meets_the_start_and_the_end() {
    explore(|| {
        let worker = Arc::new(worker(Limits::default()));
        let (id, told) = submit(&worker, polled(2));
        let id = id.expect("there is room");
        let other = worker.clone();
        let canceller = thread::spawn(move || other.cancel(id));
        let second = worker.cancel(id);
        let first = canceller.join().expect("no panic");
        worker.shutdown(std::time::Duration::MAX).expect("another thread");
        match told.outcome() {
            Outcome::Cancelled => assert!(first || second),
            // Found before it ended, and yet too late.
            Outcome::Finished(2) => {}
            other => panic!("{other:?}"),
        }
        assert!(!worker.cancel(id), "it has ended");
        assert_adds_up(&worker, 1);
    });
}

#[test]
fn a_cancellation_that_comes_before_the_request_changes_nothing() {
    explore(|| {
        let worker = Arc::new(worker(Limits::default()));
        let other = worker.clone();
        // Guesses the name that the request is going to have.
        let canceller = thread::spawn(move || other.cancel(1));
        let (id, told) = submit(&worker, polled(2));
        assert_eq!(id, Ok(1));
        let found = canceller.join().expect("no panic");
        worker.shutdown(std::time::Duration::MAX).expect("another thread");
        if !found {
            assert_eq!(told.outcome(), Outcome::Finished(2));
        }
        told.outcome();
        assert_adds_up(&worker, 1);
    });
}

#[test]
fn a_sleeping_worker_is_woken_for_a_cancellation() {
    explore(|| {
        let worker = Arc::new(worker(Limits { quick: 1, ..Limits::default() }));
        // It waits behind another one; neither would ever end by itself.
        for _ in 0..2 {
            let (tell, told) = mpsc::channel();
            let completion = Completion::new(move |outcome| {
                let _ = tell.send(outcome);
            });
            let (held, _) = submit(&worker, endless());
            let request = Request { lane: Lane::Quick, deadline: None, job: endless(), completion };
            let id = worker.submit(request).expect("there is room");
            let other = worker.clone();
            let canceller = thread::spawn(move || other.cancel(id));
            assert_eq!(told.recv(), Ok(Outcome::Cancelled));
            assert!(canceller.join().expect("no panic"));
            assert!(worker.cancel(held.expect("there is room")));
        }
    });
}

/// The hand-off of a caller that can be cancelled before it knows its request's name: whoever comes
/// second, the cancellation or the name, sees the first and cancels.
#[test]
fn a_cancellation_before_the_name_is_known_is_made_up_for() {
    #[derive(Default)]
    struct HandOff {
        name: Option<u64>,
        cancelled: bool,
    }
    explore(|| {
        let worker = Arc::new(worker(Limits::default()));
        let hand_off = Arc::new(shuttle::sync::Mutex::new(HandOff::default()));
        let (cancelling, noted) = (worker.clone(), hand_off.clone());
        let canceller = thread::spawn(move || {
            let name = {
                let mut hand_off = noted.lock().expect("not poisoned");
                hand_off.cancelled = true;
                hand_off.name
            };
            name.is_some_and(|name| cancelling.cancel(name))
        });
        let (id, told) = submit(&worker, endless());
        let id = id.expect("there is room");
        let too_early = {
            let mut hand_off = hand_off.lock().expect("not poisoned");
            hand_off.name = Some(id);
            hand_off.cancelled
        };
        let late = too_early && worker.cancel(id);
        let early = canceller.join().expect("no panic");
        assert!(late != early, "one of the two has cancelled it");
        // An endless job ends in no other way, so this does not return before.
        worker.shutdown(std::time::Duration::MAX).expect("another thread");
        assert_eq!(told.outcome(), Outcome::Cancelled);
        assert_adds_up(&worker, 1);
    });
}

#[test]
fn a_cancelled_request_has_freed_its_place_and_is_not_started() {
    explore(|| {
        let worker = worker(Limits { waiting: 1, quick: 1, ..Limits::default() });
        let gate = Gate::default();
        let opened = gate.clone();
        let (first, held) = submit(
            &worker,
            job(move |_, _| async move {
                opened.opened().await;
                1
            }),
        );
        first.expect("there is room");
        while worker.statistics().waiting > 0 {
            thread::yield_now();
        }
        let started = Arc::new(Mutex::new(false));
        let starts = started.clone();
        let (id, cancelled) = submit(
            &worker,
            job(move |_, _| async move {
                *starts.lock().expect("not poisoned") = true;
                2
            }),
        );
        assert!(worker.cancel(id.expect("there is room")));
        let (third, told) = submit(&worker, value(3));
        third.expect("the place is free at once");
        gate.open();
        worker.shutdown(std::time::Duration::MAX).expect("another thread");
        assert_eq!(held.outcome(), Outcome::Finished(1));
        assert_eq!(cancelled.outcome(), Outcome::Cancelled);
        assert!(!*started.lock().expect("not poisoned"));
        assert_eq!(told.outcome(), Outcome::Finished(3));
        assert_adds_up(&worker, 3);
    });
}

#[test]
fn a_job_on_another_thread_passes_its_point_or_is_cancelled_but_not_both() {
    explore(|| {
        let worker = Arc::new(worker(Limits::default()));
        let (hand, handed) = mpsc::channel();
        let gate = Gate::default();
        let opened = gate.clone();
        let (id, told) = submit(
            &worker,
            job(move |_, context: Context| async move {
                let _ = hand.send(context);
                opened.opened().await;
                6
            }),
        );
        let id = id.expect("there is room");
        let other = worker.clone();
        let canceller = thread::spawn(move || other.cancel(id));
        let passed = match handed.recv() {
            Ok(context) => {
                let passed = context.point_of_no_return();
                gate.open();
                passed
            }
            // It was never started.
            Err(_) => false,
        };
        assert!(canceller.join().expect("no panic") || passed);
        worker.shutdown(std::time::Duration::MAX).expect("another thread");
        let outcome = told.outcome();
        assert_eq!(outcome, if passed { Outcome::Finished(6) } else { Outcome::Cancelled });
    });
}
