//! The tokio runtime of a worker's thread. The model (`model/`) has another executor in its place.

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::locks::lock;
use crate::sync::{Condvar, Mutex};

pub(crate) use tokio::task::yield_now;

/// How many threads can run at once.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What blocking calls get to come to an end by themselves before tokio's timers and sockets do.
const FIRST: Duration = Duration::from_millis(100);

/// What they get in all. No write to a disk takes as long, and a name server that is not there may keep a call for
/// half a minute.
const MOST: Duration = Duration::from_secs(2);

pub(crate) struct Executor {
    runtime: tokio::runtime::Runtime,
    threads: Arc<Threads>,
}

/// The threads that tokio keeps for blocking calls.
#[derive(Default)]
struct Threads {
    count: Mutex<usize>,
    none: Condvar,
}

impl Executor {
    pub(crate) fn new() -> io::Result<Self> {
        let threads = Arc::new(Threads::default());
        let (started, stopped) = (threads.clone(), threads.clone());
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .on_thread_start(move || *lock(&started.count) += 1)
            .on_thread_stop(move || {
                *lock(&stopped.count) -= 1;
                stopped.none.notify_all();
            })
            .build()?;
        Ok(Self { runtime, threads })
    }

    pub(crate) fn run<F: Future>(&self, future: F) -> F::Output {
        self.runtime.block_on(future)
    }

    /// Ends the runtime, and waits no longer than `limit`, nor than two seconds, for the blocking calls that it runs.
    ///
    /// One that itself waits for a timer or a socket of the runtime would wait in vain, as nobody
    /// drives these any longer: that is why the runtime goes first, which ends such a wait with an
    /// error, and the rest of the waiting comes after.
    pub(crate) fn end(self, limit: Duration) {
        let limit = limit.min(MOST);
        let until = Instant::now() + limit;
        self.runtime.shutdown_timeout(limit.min(FIRST));
        let left = until.saturating_duration_since(Instant::now());
        let count = lock(&self.threads.count);
        // Whoever has not ended by then is left to itself.
        drop(self.threads.none.wait_timeout_while(count, left, |count| *count > 0));
    }
}
