//! Jobs that wait for blocking calls, which nobody can stop.

mod support;

use std::rc::Rc;
use std::sync::{Arc, Weak, mpsc};
use std::time::{Duration, Instant};

use miden_swift_runtime::{JobFuture, Lane, Limits, Outcome, Worker, job};
use support::{SOON, Told, submit, submit_with, worker};

#[test]
fn who_waits_for_a_blocking_call_is_released_while_it_runs() {
    let timed_out = Outcome::TimedOut { will_complete: false };
    for cancels in [true, false] {
        let worker = worker();
        let (let_go, goes) = mpsc::channel::<()>();
        let (entered, is_entered) = mpsc::channel();
        let proving = job(move |_, _| async move {
            let proof = tokio::task::spawn_blocking(move || {
                let _ = entered.send(());
                let _ = goes.recv();
                7
            });
            proof.await.unwrap_or(0)
        });
        let deadline = (!cancels).then(|| Instant::now() + Duration::from_millis(500));
        let (id, told) = submit_with(&worker, Lane::Long, deadline, proving).expect("accepted");
        is_entered.recv_timeout(SOON).expect("it runs");
        if cancels {
            assert!(worker.cancel(id));
        }
        let expected = if cancels { Outcome::Cancelled } else { timed_out.clone() };
        assert_eq!(told.outcome(), expected);
        assert_eq!(worker.statistics().running, 0);
        drop(let_go);
    }
}

/// A state with a part that jobs share with threads of their own.
struct Shared {
    part: Arc<()>,
    /// Lost when the state is dropped.
    _alive: mpsc::Sender<()>,
}

fn sharing(finish: Duration) -> (Worker<Shared, u64>, Weak<()>, mpsc::Receiver<()>) {
    let part = Arc::new(());
    let weak = Arc::downgrade(&part);
    let (alive, is_alive) = mpsc::channel();
    let setup = move || -> JobFuture<Result<Shared, String>> {
        Box::pin(async { Ok(Shared { part, _alive: alive }) })
    };
    let limits = Limits { finish, ..Limits::default() };
    let worker = Worker::spawn("test", limits, setup, |body| body());
    (worker.expect("it starts"), weak, is_alive)
}

/// Runs a job that waits for a blocking call, which has a part of the state.
fn run_blocking(
    worker: &Worker<Shared, u64>,
    call: impl FnOnce(tokio::runtime::Handle) + Send + 'static,
) -> Told {
    let (entered, is_entered) = mpsc::channel();
    let job = job(move |state: Rc<Shared>, _| async move {
        let part = state.part.clone();
        let runtime = tokio::runtime::Handle::current();
        let blocking = tokio::task::spawn_blocking(move || {
            let _ = entered.send(());
            call(runtime);
            drop(part);
        });
        u64::from(blocking.await.is_ok())
    });
    let (_, told) = submit(worker, Lane::Long, job);
    is_entered.recv_timeout(SOON).expect("it runs");
    told
}

#[test]
fn closing_waits_for_a_blocking_call_that_ends_in_time() {
    let (worker, part, is_alive) = sharing(SOON);
    let told = run_blocking(&worker, move |_| {
        // Until the state is gone; and then some, in which a close that did not wait would return.
        let _ = is_alive.recv();
        std::thread::sleep(Duration::from_millis(200));
    });
    worker.close();
    assert_eq!(told.outcome(), Outcome::Closed);
    assert!(part.upgrade().is_none(), "nobody has a part of the state any longer");
}

#[test]
fn closing_leaves_a_blocking_call_that_does_not_end_to_itself() {
    let (worker, part, is_alive) = sharing(Duration::from_millis(200));
    let (let_go, goes) = mpsc::channel::<()>();
    let (over, is_over) = mpsc::channel::<()>();
    let told = run_blocking(&worker, move |_| {
        let _over = over;
        let _ = goes.recv();
    });
    worker.close();
    assert_eq!(told.outcome(), Outcome::Closed);
    assert_eq!(is_alive.try_recv(), Err(mpsc::TryRecvError::Disconnected), "the state is gone");
    assert_eq!(part.strong_count(), 1, "but for the part that the call has");
    drop(let_go);
    assert_eq!(is_over.recv_timeout(SOON), Err(mpsc::RecvTimeoutError::Disconnected));
}

#[test]
fn closing_ends_a_blocking_call_that_waits_for_the_runtime() {
    const LONG: Duration = Duration::from_mins(3);
    let (worker, part, _alive) = sharing(LONG);
    let told = run_blocking(&worker, |runtime| {
        // As a call that asks a node for something does, with a node that does not answer.
        runtime.block_on(tokio::time::sleep(LONG));
    });
    let begun = Instant::now();
    worker.close();
    assert!(begun.elapsed() < SOON, "it did not wait for the call's own time");
    assert_eq!(told.outcome(), Outcome::Closed);
    assert!(part.upgrade().is_none(), "nobody has a part of the state any longer");
}
