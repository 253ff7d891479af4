//! Work on what anybody may have written.
//!
//! The reader and the compiler of Miden are made for it, and still a few kilobytes can keep them busy for minutes or make
//! them panic. So they run on threads of their own, which are left behind if they take too long: a thread cannot be ended
//! from outside.

use std::any::Any;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::io;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Condvar, Mutex, Once, PoisonError};
use std::thread::Builder;
use std::time::Duration;

/// How many threads do the same kind of work at once, with those that are left behind. While as many are left behind, none
/// of it is done: each takes a processor.
const MAX_WORKERS: usize = 4;

/// Threads for one kind of work. They are of the process, and so are their places.
pub(super) struct ForeignWork {
    /// The name of the threads.
    name: &'static str,
    /// How deep what is worked on can be nested is a matter of the stack.
    stack_bytes: usize,
    workers: Mutex<Workers>,
    /// A worker has ended, or is left behind.
    changed: Condvar,
}

/// Why there is no result.
#[derive(Debug)]
pub(super) enum Missed {
    /// All places are taken by work that takes too long.
    NoPlace,
    /// This machine has no thread.
    NoThread(io::Error),
    /// The work panicked with this message.
    Panicked(String),
    /// The work takes too long.
    TooLong,
}

/// The workers that there are now, by their numbers.
struct Workers {
    next: u64,
    running: BTreeSet<u64>,
    left_behind: BTreeSet<u64>,
}

/// The place of a worker. It is free again when this goes, after a panic, too.
struct TakenPlace {
    work: &'static ForeignWork,
    number: u64,
}

impl ForeignWork {
    pub(super) const fn new(name: &'static str, stack_bytes: usize) -> Self {
        let workers = Workers { next: 0, running: BTreeSet::new(), left_behind: BTreeSet::new() };
        Self { name, stack_bytes, workers: Mutex::new(workers), changed: Condvar::new() }
    }

    /// Does the work on a thread of its own, and waits for it until the deadline. A panic is told to the caller only.
    pub(super) fn within<T: Send + 'static>(
        &'static self,
        deadline: Duration,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Missed> {
        let place = self.take(deadline).ok_or(Missed::NoPlace)?;
        let number = place.number;
        let (sender, receiver) = sync_channel(1);
        Builder::new()
            .name(self.name.to_owned())
            .stack_size(self.stack_bytes)
            .spawn(move || {
                let _place = place;
                print_no_panic_of_this_thread();
                let result = catch_unwind(AssertUnwindSafe(work));
                // Nobody receives what comes after the deadline.
                let _ = sender.send(result.map_err(|panic| message(&*panic)));
            })
            .map_err(Missed::NoThread)?;
        match receiver.recv_timeout(deadline) {
            Ok(result) => result.map_err(Missed::Panicked),
            Err(RecvTimeoutError::Disconnected) => Err(Missed::Panicked(message(&()))),
            Err(RecvTimeoutError::Timeout) => {
                self.change(|workers| {
                    // It may have ended meanwhile.
                    if workers.running.remove(&number) {
                        workers.left_behind.insert(number);
                    }
                });
                Err(Missed::TooLong)
            }
        }
    }

    /// Takes a place, before there is a worker: those that start at once must not be more than there are places. Waits
    /// for one until the deadline, unless all are left behind.
    fn take(&'static self, deadline: Duration) -> Option<TakenPlace> {
        let workers = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut workers, _) = self
            .changed
            .wait_timeout_while(workers, deadline, |workers| {
                workers.count() >= MAX_WORKERS && !workers.running.is_empty()
            })
            .unwrap_or_else(PoisonError::into_inner);
        if workers.count() >= MAX_WORKERS {
            return None;
        }
        let number = workers.next;
        workers.next += 1;
        workers.running.insert(number);
        Some(TakenPlace { work: self, number })
    }

    /// Changes the workers, and tells those that wait for a place.
    fn change(&self, change: impl FnOnce(&mut Workers)) {
        change(&mut self.workers.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
    }
}

impl Workers {
    fn count(&self) -> usize {
        self.running.len() + self.left_behind.len()
    }
}

impl Drop for TakenPlace {
    fn drop(&mut self) {
        self.work.change(|workers| {
            workers.running.remove(&self.number);
            workers.left_behind.remove(&self.number);
        });
    }
}

thread_local! {
    /// Whether a panic of this thread is told to a caller, and is not to be printed.
    static IS_TOLD: Cell<bool> = const { Cell::new(false) };
}

type PanicHook = Box<dyn Fn(&PanicHookInfo<'_>) + Sync + Send + 'static>;

/// A panic of foreign work would be printed with paths of the machine that built this library. The hook that there is
/// gets all other panics.
fn print_no_panic_of_this_thread() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| set_hook(passing_on(take_hook())));
    IS_TOLD.set(true);
}

fn passing_on(others: PanicHook) -> PanicHook {
    Box::new(move |panic| {
        if !IS_TOLD.try_with(Cell::get).unwrap_or(false) {
            others(panic);
        }
    })
}

/// What a panic says.
fn message(panic: &(dyn Any + Send)) -> String {
    let literal = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = literal.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "unknown".to_owned())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, Barrier};

    use super::*;

    const LONG: Duration = Duration::from_secs(10);
    const STACK_BYTES: usize = 1 << 20;

    #[test]
    fn a_panic_is_told_with_its_message() {
        static OWN: ForeignWork = ForeignWork::new("own", STACK_BYTES);
        let told = OWN.within::<()>(LONG, || panic!("alignment overflow"));
        assert!(matches!(told, Err(Missed::Panicked(text)) if text == "alignment overflow"));
        let number = 7;
        let told = OWN.within::<()>(LONG, move || panic!("field {number}"));
        assert!(matches!(told, Err(Missed::Panicked(text)) if text == "field 7"));
    }

    #[test]
    fn only_a_panic_of_another_thread_reaches_the_hook_that_there_was() {
        static OWN: ForeignWork = ForeignWork::new("own", STACK_BYTES);
        static SEEN: AtomicUsize = AtomicUsize::new(0);
        const MARK: &str = "a panic of the test of the hook";
        // The hook is set once.
        OWN.within(LONG, || ()).expect("it ends");
        let usual = take_hook();
        set_hook(passing_on(Box::new(|panic| {
            if panic.payload().downcast_ref::<&str>() == Some(&MARK) {
                SEEN.fetch_add(1, Ordering::SeqCst);
            }
        })));
        let told = OWN.within::<()>(LONG, || std::panic::panic_any(MARK));
        let seen_of_ours = SEEN.load(Ordering::SeqCst);
        let other = std::thread::spawn(|| std::panic::panic_any(MARK)).join();
        set_hook(usual);
        assert!(matches!(told, Err(Missed::Panicked(text)) if text == MARK));
        assert!(other.is_err());
        assert_eq!((seen_of_ours, SEEN.load(Ordering::SeqCst)), (0, 1));
    }

    #[test]
    fn workers_that_start_at_once_are_not_more_than_there_are_places() {
        static OWN: ForeignWork = ForeignWork::new("own", STACK_BYTES);
        let (release, wait) = sync_channel::<()>(0);
        let wait = Arc::new(Mutex::new(wait));
        let starts = Barrier::new(2 * MAX_WORKERS);
        let results: Vec<Result<bool, Missed>> = std::thread::scope(|scope| {
            let start = || {
                starts.wait();
                let wait = Arc::clone(&wait);
                OWN.within(Duration::from_millis(50), move || {
                    wait.lock().map(|wait| wait.recv().is_ok()).is_ok()
                })
            };
            let threads: Vec<_> = (0..2 * MAX_WORKERS).map(|_| scope.spawn(start)).collect();
            threads.into_iter().map(|it| it.join().expect("no panic")).collect()
        });
        let too_long = results.iter().filter(|it| matches!(it, Err(Missed::TooLong))).count();
        let no_place = results.iter().filter(|it| matches!(it, Err(Missed::NoPlace))).count();
        assert_eq!((too_long, no_place), (MAX_WORKERS, MAX_WORKERS), "{results:?}");
        // All places are free again when the workers end.
        drop(release);
        let mut workers = OWN.workers.lock().expect("no panic");
        while workers.count() > 0 {
            workers = OWN.changed.wait(workers).expect("no panic");
        }
        drop(workers);
        assert_eq!(OWN.within(LONG, || 7).expect("there is a place"), 7);
    }
}
