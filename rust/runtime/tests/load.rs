//! Many requests, and none.

mod support;

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use miden_swift_runtime::{Completion, Job, Lane, Limits, Outcome, Refused, Request, Worker, job};
use support::{
    SOON, Scope, TestWorker, assert_adds_up, run_endless, submit, submit_with, value, worker,
    worker_with,
};

/// Jobs of every kind, by number.
fn job_of_kind(number: u64) -> Job<Scope, u64> {
    match number % 6 {
        0 => job(|_, _| async { panic!("on purpose") }),
        1 => job(move |_, _| async move {
            tokio::task::yield_now().await;
            number
        }),
        2 => job(move |_, _| async move {
            tokio::time::sleep(Duration::from_micros(100)).await;
            number
        }),
        _ => value(number),
    }
}

#[test]
fn of_ten_thousand_requests_of_many_threads_each_is_completed_once() {
    const THREADS: u64 = 8;
    const EACH: u64 = 1250;
    let worker = worker();
    let (tell, told) = mpsc::channel();
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (worker, tell) = (&worker, tell.clone());
            scope.spawn(move || {
                for number in (thread * EACH)..(thread + 1) * EACH {
                    submit_until_accepted(worker, number, &tell);
                }
            });
        }
    });
    drop(tell);
    let mut seen = HashSet::new();
    let mut panicked = 0;
    while let Ok((number, outcome)) = told.recv_timeout(SOON) {
        assert!(seen.insert(number), "{number} was completed twice");
        match outcome {
            Outcome::Finished(value) => assert_eq!(value, number),
            Outcome::Panicked(_) => panicked += 1,
            Outcome::Cancelled => assert_eq!(number % 5, 0, "only these were cancelled"),
            Outcome::TimedOut { .. } => assert_eq!(number % 7, 0, "only these may be late"),
            Outcome::Closed => panic!("nobody closed the worker"),
        }
    }
    assert_eq!(seen.len() as u64, THREADS * EACH);
    let statistics = worker.statistics();
    assert_eq!(statistics.accepted, THREADS * EACH);
    assert_eq!((statistics.waiting, statistics.running), (0, 0));
    assert_eq!(statistics.failed, panicked);
    assert_adds_up(&statistics);
}

fn submit_until_accepted(
    worker: &TestWorker,
    number: u64,
    tell: &mpsc::Sender<(u64, Outcome<u64>)>,
) {
    loop {
        let tell = tell.clone();
        let request = Request {
            lane: if number.is_multiple_of(3) { Lane::Long } else { Lane::Quick },
            deadline: (number.is_multiple_of(7)).then(|| Instant::now() + Duration::from_millis(2)),
            job: job_of_kind(number),
            completion: Completion::new(move |outcome| {
                let _ = tell.send((number, outcome));
            }),
        };
        match worker.submit(request) {
            Ok(id) if number.is_multiple_of(5) => {
                worker.cancel(id);
                return;
            }
            Ok(_) => return,
            Err(Refused::QueueFull) => std::thread::yield_now(),
            Err(Refused::Closed) => panic!("nobody closed the worker"),
        }
    }
}

#[test]
fn closed_under_load_it_still_tells_everybody() {
    for round in 0..20 {
        let worker = worker_with(Limits { finish: Duration::from_millis(1), ..Limits::default() });
        let accepted = AtomicUsize::new(0);
        let told = Arc::new(AtomicUsize::new(0));
        let started = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for number in 1.. {
                        let told = told.clone();
                        let request = Request {
                            lane: Lane::Quick,
                            deadline: None,
                            job: job_of_kind(number),
                            completion: Completion::new(move |_| {
                                told.fetch_add(1, Ordering::SeqCst);
                            }),
                        };
                        match worker.submit(request) {
                            Ok(_) => {
                                accepted.fetch_add(1, Ordering::SeqCst);
                            }
                            Err(Refused::QueueFull) => std::thread::yield_now(),
                            Err(Refused::Closed) => return,
                        }
                        started.fetch_add(1, Ordering::SeqCst);
                    }
                });
            }
            while started.load(Ordering::SeqCst) < 100 * round {
                std::thread::yield_now();
            }
            worker.close();
        });
        assert_eq!(told.load(Ordering::SeqCst), accepted.load(Ordering::SeqCst));
        assert_adds_up(&worker.statistics());
    }
}

/// Submits a request whose completion submits the next one, for as long as `go` says.
fn stream(worker: &Arc<TestWorker>, go: &Arc<AtomicBool>) {
    let (next_worker, next_go) = (worker.clone(), go.clone());
    let request = Request {
        lane: Lane::Quick,
        deadline: None,
        job: value(0),
        completion: Completion::new(move |_| {
            if next_go.load(Ordering::SeqCst) {
                stream(&next_worker, &next_go);
            }
        }),
    };
    // Refused only when the worker is closed already.
    let _ = worker.submit(request);
}

#[test]
fn a_constant_stream_of_requests_keeps_neither_timers_nor_deadlines_nor_tasks_waiting() {
    let worker = Arc::new(worker());
    let go = Arc::new(AtomicBool::new(true));
    stream(&worker, &go);
    stream(&worker, &go);
    let sleeping = job(|_, _| async {
        tokio::time::sleep(Duration::from_millis(10)).await;
        tokio::spawn(async { 5 }).await.unwrap_or(0)
    });
    let (_, sleeper) = submit(&worker, Lane::Long, sleeping);
    let deadline = Some(Instant::now() + Duration::from_millis(500));
    let (_, _, late) = run_endless(&worker, Lane::Long, deadline);
    assert_eq!(sleeper.outcome(), Outcome::Finished(5));
    let timed_out = Outcome::TimedOut { will_complete: false };
    assert_eq!(late.outcome(), timed_out);
    go.store(false, Ordering::SeqCst);
    let report = worker.shutdown(SOON).expect("another thread");
    assert_eq!(report.cancelled + report.abandoned, 0);
}

#[test]
fn a_job_that_always_wakes_itself_does_not_keep_the_others_waiting() {
    let worker = worker();
    let restless = job(|_, _| {
        std::future::poll_fn(|context| {
            context.waker().wake_by_ref();
            std::task::Poll::Pending
        })
    });
    let (id, told) = submit(&worker, Lane::Long, restless);
    let sleeping = job(|_, _| async {
        tokio::time::sleep(Duration::from_millis(10)).await;
        1
    });
    let (_, sleeper) = submit(&worker, Lane::Quick, sleeping);
    assert_eq!(sleeper.outcome(), Outcome::Finished(1));
    assert!(worker.cancel(id));
    assert_eq!(told.outcome(), Outcome::Cancelled);
}

/// Nanoseconds that the worker's thread has spent on a processor.
#[cfg(target_os = "linux")]
fn time_on_cpu(worker: &Worker<Scope, u64>) -> u64 {
    let reading = job(|_, _| async {
        let times = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        let time = times.split(' ').next().and_then(|time| time.parse().ok());
        time.unwrap_or(0)
    });
    match submit(worker, Lane::Quick, reading).1.outcome() {
        Outcome::Finished(time) => time,
        other => panic!("{other:?}"),
    }
}

#[cfg(target_os = "linux")]
#[test]
fn at_rest_it_uses_no_processor_time() {
    let worker = worker();
    for number in 0..2000 {
        submit(&worker, Lane::Quick, value(number)).1.outcome();
    }
    let far = Some(Instant::now() + Duration::from_hours(1));
    for running in [false, true] {
        let kept = running.then(|| run_endless(&worker, Lane::Long, far));
        let before = time_on_cpu(&worker);
        std::thread::sleep(Duration::from_millis(500));
        let used = Duration::from_nanos(time_on_cpu(&worker) - before);
        assert!(used < Duration::from_millis(50), "{used:?} in 500 ms");
        drop(kept);
    }
}

#[test]
fn a_queue_that_is_full_again_and_again_stays_bounded() {
    let worker = worker_with(Limits { waiting: 4, ..Limits::default() });
    let mut accepted = Vec::new();
    let mut refused = 0;
    for number in 0..5000 {
        match submit_with(&worker, Lane::Quick, None, value(number)) {
            Ok((_, told)) => accepted.push((number, told)),
            Err((Refused::QueueFull, told)) => {
                told.assert_never();
                refused += 1;
            }
            Err((Refused::Closed, _)) => panic!("nobody closed the worker"),
        }
        assert!(worker.statistics().waiting <= 4);
    }
    for (number, told) in accepted {
        assert_eq!(told.outcome(), Outcome::Finished(number));
    }
    assert_eq!(worker.statistics().rejected, refused);
}
