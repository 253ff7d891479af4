//! Deadlines, against the clock and everything else that ends a request.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use miden_swift_runtime::{Context, Job, Limits, Outcome, advance, job, now};
use shuttle::thread;

use crate::support::{
    Gate, SECOND, assert_adds_up, call, endless, explore, submit_until, value, worker,
};

const TIMED_OUT: Outcome<u64> = Outcome::TimedOut { will_complete: false };

#[test]
fn a_sleeping_worker_wakes_for_the_deadline() {
    explore(|| {
        let worker = worker(Limits::default());
        let deadline = now() + SECOND;
        let time = thread::spawn(|| advance(SECOND));
        assert_eq!(call(&worker, Some(deadline), endless()), TIMED_OUT);
        time.join().expect("no panic");
        assert_adds_up(&worker, 1);
    });
}

fn noting(started: &Arc<Mutex<bool>>) -> Job<(), u64> {
    let started = started.clone();
    job(move |_, _| async move {
        *started.lock().expect("not poisoned") = true;
        1
    })
}

#[test]
fn what_is_late_in_the_queue_is_never_started() {
    explore(|| {
        let worker = Arc::new(worker(Limits { quick: 1, ..Limits::default() }));
        let gate = Gate::default();
        let holding = gate.clone();
        let (_, held) = submit_until(
            &worker,
            None,
            job(move |_, _| async move {
                holding.opened().await;
                1
            }),
        );
        let started = Arc::new(Mutex::new(false));
        let (_, told) = submit_until(&worker, Some(now() + SECOND), noting(&started));
        let time = thread::spawn(move || {
            advance(SECOND);
            gate.open();
        });
        worker.shutdown(Duration::MAX).expect("another thread");
        time.join().expect("no panic");
        assert_eq!(held.outcome(), Outcome::Finished(1));
        assert_eq!(told.outcome(), TIMED_OUT);
        assert!(!*started.lock().expect("not poisoned"));
        assert_adds_up(&worker, 2);
    });
}

#[test]
fn a_deadline_a_cancellation_and_the_end_meet_and_one_of_them_is_told() {
    explore(|| {
        let worker = Arc::new(worker(Limits::default()));
        let gate = Gate::default();
        let waits = gate.clone();
        let (id, told) = submit_until(
            &worker,
            Some(now() + SECOND),
            job(move |_, _| async move {
                waits.opened().await;
                4
            }),
        );
        let id = id.expect("there is room");
        let time = thread::spawn(move || {
            advance(SECOND);
            gate.open();
        });
        let cancelled = worker.cancel(id);
        worker.shutdown(Duration::MAX).expect("another thread");
        match told.outcome() {
            Outcome::Finished(4) => {}
            outcome if outcome == TIMED_OUT => {}
            Outcome::Cancelled => assert!(cancelled),
            other => panic!("{other:?}"),
        }
        time.join().expect("no panic");
        assert_adds_up(&worker, 1);
    });
}

#[test]
fn a_deadline_past_the_point_is_told_and_the_job_goes_on_to_its_end() {
    explore(|| {
        let worker = Arc::new(worker(Limits::default()));
        let gate = Gate::default();
        let waits = gate.clone();
        let ended = Arc::new(Mutex::new(false));
        let ends = ended.clone();
        let (_, told) = submit_until(
            &worker,
            Some(now() + SECOND),
            job(move |_, context: Context| async move {
                context.point_of_no_return();
                waits.opened().await;
                *ends.lock().expect("not poisoned") = true;
                4
            }),
        );
        let other = worker.clone();
        let time = thread::spawn(move || {
            advance(SECOND);
            // It must not be held up by what goes on in the background.
            assert_eq!(call(&other, None, value(7)), Outcome::Finished(7));
            gate.open();
        });
        time.join().expect("no panic");
        worker.shutdown(Duration::MAX).expect("another thread");
        let ended = *ended.lock().expect("not poisoned");
        match told.outcome() {
            Outcome::Finished(4) | Outcome::TimedOut { will_complete: true } => assert!(ended),
            outcome => assert!(outcome == TIMED_OUT && !ended, "{outcome:?}"),
        }
        assert_adds_up(&worker, 2);
    });
}
