//! A shutdown that drains, against requests that come meanwhile.

use std::sync::Arc;
use std::time::Duration;

use miden_swift_runtime::{Limits, Outcome, Refused, advance};
use shuttle::thread;

use crate::support::{SECOND, assert_adds_up, endless, explore, polled, submit, value, worker};

#[test]
fn drained_it_has_told_everybody_it_accepted() {
    explore(|| {
        let worker = Arc::new(worker(Limits { quick: 1, ..Limits::default() }));
        let other = worker.clone();
        let caller = thread::spawn(move || [submit(&other, polled(2)), submit(&other, value(1))]);
        let report = worker.shutdown(Duration::MAX).expect("another thread");
        let statistics = worker.statistics();
        assert_eq!((report.cancelled, report.abandoned), (0, 0));
        assert_eq!((statistics.waiting, statistics.running), (0, 0));
        assert!(report.finished as u64 <= statistics.accepted);
        assert_eq!(statistics.accepted, statistics.completed);
        assert_eq!(submit(&worker, value(3)).0, Err(Refused::Closed));

        let mut accepted = 0;
        for (answer, told) in caller.join().expect("no panic") {
            if answer.is_ok() {
                accepted += 1;
                assert!(matches!(told.outcome(), Outcome::Finished(_)));
            } else {
                assert_eq!(answer, Err(Refused::Closed));
                told.assert_never();
            }
        }
        assert_eq!(statistics.accepted, accepted, "none came after");
    });
}

#[test]
fn when_the_grace_is_over_the_rest_is_told_and_counted() {
    explore(|| {
        let worker = Arc::new(worker(Limits { quick: 1, ..Limits::default() }));
        let (_, told_running) = submit(&worker, endless());
        let (_, told_waiting) = submit(&worker, value(1));
        let other = worker.clone();
        let shutdown = thread::spawn(move || other.shutdown(SECOND));
        while submit(&worker, value(2)).0 != Err(Refused::Closed) {
            thread::yield_now();
        }
        advance(SECOND);
        let report = shutdown.join().expect("no panic").expect("another thread");
        assert_eq!(told_running.outcome(), Outcome::Closed);
        assert_eq!(told_waiting.outcome(), Outcome::Closed);
        assert!(report.cancelled >= 2 && report.finished + report.abandoned == 0, "{report:?}");
        let accepted = worker.statistics().closed;
        assert_eq!(report.cancelled as u64, accepted);
        assert_adds_up(&worker, report.cancelled);
    });
}

#[test]
fn shutdowns_and_a_close_at_once_all_return() {
    explore(|| {
        let worker = Arc::new(worker(Limits::default()));
        let (_, told) = submit(&worker, endless());
        let shutdowns: Vec<_> = (0..2)
            .map(|_| {
                let worker = worker.clone();
                thread::spawn(move || worker.shutdown(Duration::MAX))
            })
            .collect();
        worker.close();
        assert_eq!(told.outcome(), Outcome::Closed);
        for shutdown in shutdowns {
            let report = shutdown.join().expect("no panic").expect("another thread");
            assert!(report.finished + report.cancelled + report.abandoned <= 1, "{report:?}");
        }
        assert_adds_up(&worker, 1);
    });
}
