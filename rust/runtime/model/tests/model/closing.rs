//! Closing, against everything that can go on meanwhile.

use std::sync::{Arc, Mutex};

use miden_swift_runtime::{
    Completion, Context, JobFuture, Lane, Limits, Outcome, Refused, Request, Worker, job,
};
use shuttle::thread;

use crate::support::{Told, assert_adds_up, endless, explore, polled, submit, value, worker};

#[test]
fn closed_while_full_it_tells_everybody_before_it_returns() {
    explore(|| {
        let worker = Arc::new(worker(Limits { waiting: 1, quick: 1, ..Limits::default() }));
        let callers: Vec<_> = (0..2)
            .map(|_| {
                let worker = worker.clone();
                thread::spawn(move || [submit(&worker, endless()), submit(&worker, value(1))])
            })
            .collect();
        let other = worker.clone();
        let closer = thread::spawn(move || other.close());
        worker.close();
        let at_close = worker.statistics();
        assert_eq!((at_close.waiting, at_close.running), (0, 0));
        assert_eq!(submit(&worker, value(2)).0, Err(Refused::Closed));
        closer.join().expect("no panic");
        let mut accepted = 0;
        for (answer, told) in callers.into_iter().flat_map(|c| c.join().expect("no panic")) {
            if answer.is_ok() {
                accepted += 1;
                told.outcome();
            } else {
                told.assert_never();
            }
        }
        assert_eq!(at_close.accepted, accepted, "none came after");
        assert_adds_up(&worker, usize::try_from(accepted).expect("few"));
    });
}

#[test]
fn cancelled_while_it_closes_each_is_told_once() {
    explore(|| {
        let worker = Arc::new(worker(Limits { quick: 1, ..Limits::default() }));
        let (running, told_running) = submit(&worker, endless());
        let (waiting, told_waiting) = submit(&worker, polled(2));
        let other = worker.clone();
        let canceller = thread::spawn(move || {
            [running, waiting].map(|id| other.cancel(id.expect("there is room")))
        });
        worker.close();
        for (told, cancelled) in
            [told_running, told_waiting].iter().zip(canceller.join().expect("no panic"))
        {
            match told.outcome() {
                Outcome::Cancelled => assert!(cancelled),
                // The worker may have closed first.
                Outcome::Closed => {}
                // With the first one cancelled, the second may have had the time.
                Outcome::Finished(value) => assert_eq!(value, 2),
                other => panic!("{other:?}"),
            }
        }
        assert_adds_up(&worker, 2);
    });
}

/// A state that says when it is dropped.
struct Precious(Arc<Mutex<bool>>);

impl Drop for Precious {
    fn drop(&mut self) {
        *self.0.lock().expect("not poisoned") = true;
    }
}

#[test]
fn closed_it_has_let_go_of_its_state() {
    explore(|| {
        let dropped = Arc::new(Mutex::new(false));
        let precious = Precious(dropped.clone());
        let setup = move || -> JobFuture<Result<Precious, std::convert::Infallible>> {
            Box::pin(async { Ok(precious) })
        };
        let worker =
            Worker::<Precious, u64>::spawn("model", Limits::default(), setup, |body| body())
                .expect("it starts");
        let told = Told::default();
        let request = Request {
            lane: Lane::Long,
            deadline: None,
            job: job(|state, _| async move {
                let _kept = state;
                std::future::pending().await
            }),
            completion: told.completion(),
        };
        worker.submit(request).expect("there is room");
        let worker = Arc::new(worker);
        let other = worker.clone();
        let closer = thread::spawn(move || other.close());
        worker.close();
        assert!(*dropped.lock().expect("not poisoned"));
        assert_eq!(told.outcome(), Outcome::Closed);
        closer.join().expect("no panic");
    });
}

#[test]
fn closed_by_a_completion_it_still_tells_the_others() {
    explore(|| {
        let worker = Arc::new(worker(Limits::default()));
        let (other, told) = (worker.clone(), Told::default());
        let told_closing = told.clone();
        let request = Request {
            lane: Lane::Quick,
            deadline: None,
            job: polled(2),
            completion: Completion::new(move |outcome| {
                other.close();
                told_closing.completion().complete(outcome);
            }),
        };
        worker.submit(request).expect("there is room");
        let other = worker.clone();
        let caller = thread::spawn(move || submit(&other, endless()));
        let (answer, told_endless) = caller.join().expect("no panic");
        worker.close();
        assert!(matches!(told.outcome(), Outcome::Finished(2) | Outcome::Closed));
        if answer.is_ok() {
            assert_eq!(told_endless.outcome(), Outcome::Closed);
        } else {
            told_endless.assert_never();
        }
    });
}

#[test]
fn what_is_past_its_point_is_waited_for_and_everything_else_is_not() {
    explore(|| {
        let worker = Arc::new(worker(Limits::default()));
        let passed = Arc::new(Mutex::new(false));
        let notes = passed.clone();
        let (_, told) = submit(
            &worker,
            job(move |_, context: Context| async move {
                let mut yielded = false;
                std::future::poll_fn(|task| {
                    if std::mem::replace(&mut yielded, true) {
                        return std::task::Poll::Ready(());
                    }
                    task.waker().wake_by_ref();
                    std::task::Poll::Pending
                })
                .await;
                *notes.lock().expect("not poisoned") = context.point_of_no_return();
                thread::yield_now();
                8
            }),
        );
        worker.close();
        let passed = *passed.lock().expect("not poisoned");
        assert_eq!(told.outcome(), if passed { Outcome::Finished(8) } else { Outcome::Closed });
    });
}
