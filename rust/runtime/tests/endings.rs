//! Every way in which an accepted request can end, each told exactly once.

mod support;

use std::future::pending;
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use miden_swift_runtime::{
    Callback, Completion, Context, Job, JobFuture, Lane, Limits, Outcome, Request, Worker, job,
    on_any_worker_thread,
};
use support::{
    SOON, Scope, assert_adds_up, hold, run_endless, run_past_the_point, submit, submit_with, value,
    wait_until, worker, worker_with,
};

const TIMED_OUT: Outcome<u64> = Outcome::TimedOut { will_complete: false };

/// Late enough for a request to have been started by then, on a busy machine too.
fn in_a_moment() -> Instant {
    Instant::now() + Duration::from_millis(500)
}

/// Tells when it is dropped, and whether that was on a worker's thread.
struct Dropped(mpsc::Sender<bool>);

impl Drop for Dropped {
    fn drop(&mut self) {
        let _ = self.0.send(on_any_worker_thread());
    }
}

#[test]
fn finished_at_once_and_after_waiting() {
    let worker = worker();
    let (_, at_once) = submit(&worker, Lane::Quick, value(1));
    assert_eq!(at_once.outcome(), Outcome::Finished(1));

    let sleeping = job(|_, _| async {
        tokio::time::sleep(Duration::from_millis(5)).await;
        2
    });
    let (_, after_a_timer) = submit(&worker, Lane::Quick, sleeping);
    assert_eq!(after_a_timer.outcome(), Outcome::Finished(2));

    let (end, ends) = tokio::sync::oneshot::channel();
    let woken = job(move |_, _| async move { ends.await.unwrap_or(0) });
    let (_, woken_from_outside) = submit(&worker, Lane::Long, woken);
    wait_until(&worker, |statistics| statistics.running == 1);
    end.send(3).expect("it waits");
    assert_eq!(woken_from_outside.outcome(), Outcome::Finished(3));

    let spawning = job(|_, _| async {
        let other = tokio::spawn(async { 4 });
        other.await.unwrap_or(0)
    });
    let (_, with_a_task) = submit(&worker, Lane::Quick, spawning);
    assert_eq!(with_a_task.outcome(), Outcome::Finished(4));
    assert_adds_up(&worker.statistics());
}

#[test]
fn a_panic_in_the_closure_or_in_any_poll_is_told_and_the_worker_goes_on() {
    let worker = worker();
    let in_closure = Box::new(|_: std::rc::Rc<Scope>, _: Context| -> JobFuture<u64> {
        panic!("in the closure")
    });
    let (_, told) = submit(&worker, Lane::Quick, in_closure);
    assert_eq!(told.outcome(), Outcome::Panicked("in the closure".into()));

    let (_, told) = submit(&worker, Lane::Quick, job(|_, _| async { panic!("at once") }));
    assert_eq!(told.outcome(), Outcome::Panicked("at once".into()));

    let later = job(|_, _| async {
        tokio::task::yield_now().await;
        panic!("in poll {}", 2)
    });
    let (_, told) = submit(&worker, Lane::Long, later);
    assert_eq!(told.outcome(), Outcome::Panicked("in poll 2".into()));

    let (_, told) = submit(&worker, Lane::Quick, value(1));
    assert_eq!(told.outcome(), Outcome::Finished(1));
    let statistics = worker.statistics();
    assert_eq!((statistics.failed, statistics.completed), (3, 1));
    assert_adds_up(&statistics);
}

#[test]
fn a_result_that_is_a_failure_is_counted_as_one() {
    struct Odd(mpsc::Sender<Outcome<u64>>);

    impl Callback<u64> for Odd {
        fn call(self, outcome: Outcome<u64>) {
            let _ = self.0.send(outcome);
        }

        fn is_failure(result: &u64) -> bool {
            result % 2 == 1
        }
    }

    let setup = || -> JobFuture<Result<(), String>> { Box::pin(async { Ok(()) }) };
    let worker =
        Worker::<(), u64, Job<(), u64>, Odd>::spawn("test", Limits::default(), setup, |body| {
            body();
        })
        .expect("it starts");
    let (tell, told) = mpsc::channel();
    for number in 1..=5 {
        let request = Request {
            lane: Lane::Quick,
            deadline: None,
            job: job(move |_, _| async move { number }),
            completion: Completion::calling(Odd(tell.clone())),
        };
        worker.submit(request).expect("it is accepted");
        assert_eq!(told.recv(), Ok(Outcome::Finished(number)));
    }
    let statistics = worker.statistics();
    assert_eq!((statistics.failed, statistics.completed), (3, 2));
    assert_adds_up(&statistics);
}

#[test]
fn cancelled_while_waiting_it_is_never_started() {
    let worker = worker();
    let held = hold(&worker);
    let (started, is_started) = mpsc::channel();
    let (id, told) = submit(&worker, Lane::Long, support::endless(started));
    assert!(worker.cancel(id));
    drop(held);
    assert_eq!(told.outcome(), Outcome::Cancelled);
    assert!(is_started.recv().is_err(), "the job was dropped unstarted");
    assert_eq!(worker.statistics().cancelled, 1);
}

/// A job that, when it is dropped, says so and then takes until `goes` has lost its sender.
fn slow_to_drop(
    started: mpsc::Sender<()>,
    dropped: mpsc::Sender<bool>,
    goes: mpsc::Receiver<()>,
) -> Job<Scope, u64> {
    struct Slow {
        goes: mpsc::Receiver<()>,
        _dropped: Dropped,
    }
    impl Drop for Slow {
        fn drop(&mut self) {
            let _ = self.goes.recv();
        }
    }
    job(move |_, _| async move {
        let _slow = Slow { goes, _dropped: Dropped(dropped) };
        let _ = started.send(());
        pending().await
    })
}

#[test]
fn nobody_who_is_told_waits_for_what_ends_with_him_to_be_dropped() {
    for end in ["cancelled", "timed out", "closed"] {
        let worker = Arc::new(worker());
        let deadline = (end == "timed out").then(in_a_moment);
        let (started, is_started) = mpsc::channel();
        let (dropped, is_dropped) = mpsc::channel();
        let mut ids = Vec::new();
        let mut told = Vec::new();
        let mut go = Vec::new();
        for _ in 0..3 {
            let (let_go, goes) = mpsc::channel();
            let job = slow_to_drop(started.clone(), dropped.clone(), goes);
            let (id, one) = submit_with(&worker, Lane::Long, deadline, job).expect("accepted");
            is_started.recv_timeout(SOON).expect("it starts");
            ids.push(id);
            told.push(one);
            go.push(let_go);
        }
        let held = (end == "cancelled").then(|| hold(&worker));
        let closing = (end == "closed").then(|| {
            let worker = worker.clone();
            std::thread::spawn(move || worker.close())
        });
        for id in ids {
            assert!(end != "cancelled" || worker.cancel(id));
        }
        drop(held);
        for one in told {
            let outcome = one.outcome();
            match end {
                "cancelled" => assert_eq!(outcome, Outcome::Cancelled),
                "timed out" => assert_eq!(outcome, TIMED_OUT),
                _ => assert_eq!(outcome, Outcome::Closed),
            }
        }
        assert!(is_dropped.try_recv().is_err(), "not one of them is dropped yet");
        let (next_started, is_next_started) = mpsc::channel();
        let next = submit_with(&worker, Lane::Quick, None, support::endless(next_started));
        assert_eq!(next.is_err(), end == "closed");
        assert!(is_next_started.try_recv().is_err(), "it waits until they are");
        drop(go);
        for _ in 0..3 {
            assert_eq!(is_dropped.recv_timeout(SOON), Ok(true), "on the worker's thread");
        }
        if end != "closed" {
            is_next_started.recv_timeout(SOON).expect("now it starts");
        }
        drop(closing.map(std::thread::JoinHandle::join));
        assert_adds_up(&worker.statistics());
    }
}

#[test]
fn cancelled_past_its_point_of_no_return_it_is_flagged_and_finishes() {
    let worker = worker();
    let (id, context, told, end) = run_past_the_point(&worker, None);
    assert!(!context.is_cancelled());
    assert!(worker.cancel(id));
    assert!(context.is_cancelled());
    // A request after the cancellation is worked off after it.
    let (_, later) = submit(&worker, Lane::Quick, value(1));
    assert_eq!(later.outcome(), Outcome::Finished(1));
    told.assert_not_yet();
    end.send(5).expect("it waits");
    assert_eq!(told.outcome(), Outcome::Finished(5));
    assert_eq!(worker.statistics().cancelled, 0);
}

#[test]
fn cancelled_within_its_last_poll_it_has_finished() {
    let worker = worker();
    let (entered, is_entered) = mpsc::channel();
    let (go, goes) = mpsc::channel::<()>();
    let blocking = job(move |_, context: Context| async move {
        let _ = entered.send(());
        let _ = goes.recv();
        u64::from(context.is_cancelled())
    });
    let (id, told) = submit(&worker, Lane::Quick, blocking);
    is_entered.recv_timeout(SOON).expect("it starts");
    assert!(worker.cancel(id));
    go.send(()).expect("it waits");
    assert_eq!(told.outcome(), Outcome::Finished(1), "and it saw the flag");
}

#[test]
fn a_deadline_passes_in_the_queue_although_its_turn_never_comes() {
    let worker = worker_with(Limits { long: 1, ..Limits::default() });
    let (_, _, running) = run_endless(&worker, Lane::Long, None);
    let (started, is_started) = mpsc::channel();
    let (id, told) =
        submit_with(&worker, Lane::Long, Some(in_a_moment()), support::endless(started))
            .expect("room");
    assert_eq!(told.outcome(), TIMED_OUT);
    assert!(is_started.recv().is_err(), "it was never started");
    assert!(!worker.cancel(id));
    running.assert_not_yet();
    assert_eq!(worker.statistics().timed_out, 1);
}

#[test]
fn a_deadline_that_passed_before_the_request_came_is_told() {
    let worker = worker();
    let (started, is_started) = mpsc::channel();
    let now = Some(Instant::now());
    let (_, told) =
        submit_with(&worker, Lane::Quick, now, support::endless(started)).expect("accepted");
    assert_eq!(told.outcome(), TIMED_OUT);
    assert!(is_started.recv().is_err(), "it was never started");
}

#[test]
fn a_deadline_that_passed_while_the_worker_was_held_is_told() {
    let worker = worker();
    let held = hold(&worker);
    let deadline = Some(Instant::now() + Duration::from_millis(5));
    let (_, late) = submit_with(&worker, Lane::Quick, deadline, value(1)).expect("accepted");
    let (_, patient) = submit(&worker, Lane::Quick, value(2));
    std::thread::sleep(Duration::from_millis(10));
    drop(held);
    assert_eq!(late.outcome(), TIMED_OUT);
    assert_eq!(patient.outcome(), Outcome::Finished(2));
}

#[test]
fn a_deadline_before_the_point_of_no_return_drops_the_job() {
    let worker = worker();
    let (_, context, told) = run_endless(&worker, Lane::Long, Some(in_a_moment()));
    assert_eq!(told.outcome(), TIMED_OUT);
    assert!(context.is_cancelled());
    assert!(!context.point_of_no_return(), "too late");
    let statistics = worker.statistics();
    assert_eq!((statistics.timed_out, statistics.running), (1, 0));
    assert_adds_up(&statistics);
}

#[test]
fn a_deadline_past_the_point_of_no_return_lets_the_job_go_on() {
    let worker = worker();
    let (id, context, told, end) = run_past_the_point(&worker, Some(in_a_moment()));
    assert_eq!(told.outcome(), Outcome::TimedOut { will_complete: true });
    assert!(!context.is_cancelled());
    assert!(!worker.cancel(id), "it has been told");
    let statistics = worker.statistics();
    assert_eq!((statistics.running, statistics.background), (0, 1));
    assert_adds_up(&statistics);
    end.send(1).expect("it still waits");
    let statistics = wait_until(&worker, |statistics| statistics.background == 0);
    assert_eq!((statistics.timed_out, statistics.completed), (1, 0));
}

#[test]
fn many_deadlines_each_come_in_their_time() {
    let worker = worker();
    let start = in_a_moment();
    let mut told = Vec::new();
    for step in (1..=20).rev() {
        let deadline = start + Duration::from_millis(5 * step);
        let (_, _, one) = run_endless(&worker, Lane::Quick, Some(deadline));
        told.push((deadline, one));
    }
    for (deadline, one) in told.into_iter().rev() {
        assert_eq!(one.outcome(), TIMED_OUT);
        assert!(Instant::now() >= deadline, "not before its time");
    }
    assert_eq!(worker.statistics().timed_out, 20);
}
