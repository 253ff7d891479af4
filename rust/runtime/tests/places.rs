//! Random requests and cancellations of a worker that is held.

mod support;

use std::time::{Duration, Instant};

use miden_swift_runtime::{Lane, Limits, Outcome, Refused};
use proptest::prelude::*;
use support::{assert_adds_up, cases, hold, in_time, submit_with, value, worker_with};

fn limits() -> impl Strategy<Value = Limits> {
    (1..6usize, 1..4usize, 1..4usize).prop_map(|(waiting, quick, long)| Limits {
        waiting,
        quick,
        long,
        finish: Duration::ZERO,
        ..Limits::default()
    })
}

/// What is asked of a worker that is held.
#[derive(Clone, Debug)]
enum Ask {
    Submit { long: bool, late: bool },
    Cancel(prop::sample::Index),
}

fn asks() -> impl Strategy<Value = Vec<Ask>> {
    let submit = (any::<bool>(), any::<bool>());
    let ask = prop_oneof![
        2 => submit.prop_map(|(long, late)| Ask::Submit { long, late }),
        1 => any::<prop::sample::Index>().prop_map(Ask::Cancel),
    ];
    prop::collection::vec(ask, 1..60)
}

proptest! {
    #![proptest_config(cases(100))]

    /// Nothing moves while the worker is held, so that each answer can be foretold.
    #[test]
    fn the_places_of_a_queue_are_those_that_wait_and_no_others(
        limits in limits(),
        asks in asks(),
    ) {
        in_time(move || {
            let worker = worker_with(limits);
            let held = hold(&worker);
            let mut waiting = Vec::new();
            let mut all = Vec::new();
            for ask in asks {
                match ask {
                    Ask::Submit { long, late } => {
                        let lane = if long { Lane::Long } else { Lane::Quick };
                        let deadline = late.then(Instant::now);
                        match submit_with(&worker, lane, deadline, value(3)) {
                            Ok((id, told)) => {
                                assert!(waiting.len() < limits.waiting);
                                waiting.push(id);
                                all.push((id, told, late));
                            }
                            Err((refused, told)) => {
                                assert_eq!(refused, Refused::QueueFull);
                                assert_eq!(waiting.len(), limits.waiting);
                                told.assert_never();
                            }
                        }
                    }
                    Ask::Cancel(which) if !all.is_empty() => {
                        let id = all[which.index(all.len())].0;
                        let place = waiting.iter().position(|waits| *waits == id);
                        assert_eq!(worker.cancel(id), place.is_some());
                        place.map(|place| waiting.remove(place));
                    }
                    Ask::Cancel(_) => {}
                }
                assert_eq!(worker.statistics().waiting, waiting.len());
            }
            drop(held);
            for (id, told, late) in all {
                let expected = match (waiting.contains(&id), late) {
                    (false, _) => Outcome::Cancelled,
                    (true, true) => Outcome::TimedOut { will_complete: false },
                    (true, false) => Outcome::Finished(3),
                };
                assert_eq!(told.outcome(), expected);
            }
            assert_adds_up(&worker.statistics());
        });
    }
}
