//! Every accepted request is told once, every refused one never.

use std::sync::Arc;

use miden_swift_runtime::{Limits, Outcome, Refused, job};
use shuttle::thread;

use crate::support::{
    Gate, assert_adds_up, call, explore, explore_with_errors, polled, submit, value, worker,
};

#[test]
fn requests_of_several_threads_each_end_once() {
    explore(|| {
        let worker = Arc::new(worker(Limits { waiting: 2, quick: 1, ..Limits::default() }));
        let callers: Vec<_> = (1..=2)
            .map(|number| {
                let worker = worker.clone();
                thread::spawn(move || {
                    [submit(&worker, value(number)), submit(&worker, polled(number + 1))]
                })
            })
            .collect();
        let all: Vec<_> =
            callers.into_iter().flat_map(|caller| caller.join().expect("no panic")).collect();
        worker.close();
        let mut accepted = 0;
        for (answer, told) in all {
            match answer {
                Ok(_) => {
                    accepted += 1;
                    let outcome = told.outcome();
                    assert!(matches!(outcome, Outcome::Finished(_) | Outcome::Closed));
                }
                Err(refused) => {
                    assert_eq!(refused, Refused::QueueFull);
                    told.assert_never();
                }
            }
        }
        assert_adds_up(&worker, accepted);
    });
}

#[test]
fn a_worker_that_falls_asleep_is_woken_for_every_request() {
    explore(|| {
        let worker = Arc::new(worker(Limits::default()));
        let other = worker.clone();
        let caller = thread::spawn(move || {
            assert_eq!(call(&other, None, value(1)), Outcome::Finished(1));
            assert_eq!(call(&other, None, polled(2)), Outcome::Finished(2));
        });
        assert_eq!(call(&worker, None, polled(3)), Outcome::Finished(3));
        caller.join().expect("no panic");
        assert_adds_up(&worker, 3);
    });
}

#[test]
fn a_job_woken_by_another_thread_goes_on() {
    explore(|| {
        let worker = worker(Limits::default());
        let gates = [Gate::default(), Gate::default(), Gate::default()];
        let doors = gates.clone();
        let opener = thread::spawn(move || doors.iter().for_each(Gate::open));
        let waiting = job(move |_, _| async move {
            for gate in gates {
                gate.opened().await;
            }
            5
        });
        assert_eq!(call(&worker, None, waiting), Outcome::Finished(5));
        opener.join().expect("no panic");
    });
}

#[test]
fn a_panic_of_one_job_is_told_and_the_others_go_on() {
    explore_with_errors(
        |_| {
            let worker = Arc::new(worker(Limits::default()));
            let other = worker.clone();
            let caller = thread::spawn(move || {
                let panicking = job(|_, _| async { std::panic::resume_unwind(Box::new("oh no")) });
                assert_eq!(call(&other, None, panicking), Outcome::Panicked("oh no".into()));
            });
            assert_eq!(call(&worker, None, polled(2)), Outcome::Finished(2));
            caller.join().expect("no panic");
            assert_adds_up(&worker, 2);
        },
        1,
    );
}
