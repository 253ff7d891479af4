//! The bell by which the other threads, and the jobs, get the worker's attention.

use std::task::{Context, Poll, Waker};

use crate::locks::lock;
use crate::request_id::RequestId;
use crate::sync::{AtomicBool, Mutex, Ordering};

/// Rung for every event, and costly only if the worker is asleep.
///
/// The worker answers the bell *before* it looks for work. So an event either is found by that
/// look, or it leaves the bell rung and the worker does not fall asleep.
#[derive(Default)]
pub(crate) struct Bell {
    rung: AtomicBool,
    /// Whether the worker should look at once, and not when it has begun what it has in hand.
    urgent: AtomicBool,
    asleep: AtomicBool,
    sleeper: Mutex<Option<Waker>>,
    ready: Mutex<Vec<RequestId>>,
}

impl Bell {
    /// Says that there is something to look at. What it is must have been put in place before.
    pub(crate) fn ring(&self) {
        // Here `rung` is set and then `asleep` read, in `poll_rung` `asleep` is set and then `rung`
        // read, all sequentially consistent: one of the two sides sees the other.
        // A bell that is rung already has not been answered yet, so what this is about will be seen.
        if !self.rung.load(Ordering::SeqCst) {
            self.rung.swap(true, Ordering::SeqCst);
        }
        if self.asleep.load(Ordering::SeqCst) && self.asleep.swap(false, Ordering::SeqCst) {
            let sleeper = lock(&self.sleeper).take();
            if let Some(sleeper) = sleeper {
                sleeper.wake();
            }
        }
    }

    /// The same for what should not wait until the worker has begun what it has in hand.
    pub(crate) fn ring_urgently(&self) {
        self.urgent.store(true, Ordering::SeqCst);
        self.ring();
    }

    pub(crate) fn is_urgent(&self) -> bool {
        self.urgent.load(Ordering::Relaxed)
    }

    /// To be called before the worker looks at what is urgent.
    pub(crate) fn answer_urgent(&self) {
        if self.urgent.load(Ordering::Relaxed) {
            self.urgent.swap(false, Ordering::SeqCst);
        }
    }

    /// Says that the future of a running request is to be polled.
    pub(crate) fn ring_for(&self, id: RequestId) {
        lock(&self.ready).push(id);
        self.ring();
    }

    /// Makes the bell silent again.
    pub(crate) fn answer(&self) {
        self.rung.swap(false, Ordering::SeqCst);
    }

    pub(crate) fn is_rung(&self) -> bool {
        self.rung.load(Ordering::Relaxed)
    }

    /// Ready while the bell is rung; otherwise the task is woken when it is rung.
    pub(crate) fn poll_rung(&self, context: &mut Context<'_>) -> Poll<()> {
        if !self.rung.load(Ordering::SeqCst) {
            let waker = context.waker().clone();
            let previous = lock(&self.sleeper).replace(waker);
            drop(previous);
            self.asleep.store(true, Ordering::SeqCst);
            if !self.rung.load(Ordering::SeqCst) {
                return Poll::Pending;
            }
        }
        self.asleep.store(false, Ordering::SeqCst);
        Poll::Ready(())
    }

    /// Swaps the requests whose futures are to be polled into `ready`, which must be empty.
    pub(crate) fn take_ready(&self, ready: &mut Vec<RequestId>) {
        std::mem::swap(&mut *lock(&self.ready), ready);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicUsize;
    use std::task::Wake;

    use super::*;

    #[derive(Default)]
    struct Woken(AtomicUsize);

    impl Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }

    #[test]
    fn wakes_the_sleeper_once_and_only_if_it_sleeps() {
        let bell = Bell::default();
        let woken = Arc::new(Woken::default());
        let waker = Waker::from(woken.clone());
        let mut context = Context::from_waker(&waker);

        bell.ring();
        assert!(bell.is_rung());
        assert!(bell.poll_rung(&mut context).is_ready());
        bell.answer();
        assert!(bell.poll_rung(&mut context).is_pending());
        assert_eq!(woken.0.load(Ordering::SeqCst), 0);
        bell.ring();
        bell.ring();
        assert_eq!(woken.0.load(Ordering::SeqCst), 1);
        assert!(bell.poll_rung(&mut context).is_ready());
    }

    #[test]
    fn keeps_those_to_be_polled_in_order() {
        let bell = Bell::default();
        bell.ring_for(3);
        bell.ring_for(1);
        let mut ready = Vec::new();
        bell.take_ready(&mut ready);
        assert_eq!(ready, [3, 1]);
        ready.clear();
        bell.take_ready(&mut ready);
        assert!(ready.is_empty());
    }
}
