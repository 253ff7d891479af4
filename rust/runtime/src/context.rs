//! What the two sides know of a started request: the job through its [`Context`], the worker
//! through the ticket behind it.

use std::sync::Arc;
use std::task::Wake;

use crate::bell::Bell;
use crate::request_id::RequestId;
use crate::sync::{AtomicBool, AtomicU8, Ordering};

/// A job's view of its own request. It may be cloned, kept and sent to other threads.
#[derive(Clone)]
pub struct Context {
    ticket: Arc<Ticket>,
}

impl Context {
    pub(crate) fn new(ticket: Arc<Ticket>) -> Self {
        Self { ticket }
    }

    /// Says that from here on the job must run to its end: cancellation only sets a flag, and a
    /// deadline or a shutdown tells the completion but lets the job go on.
    ///
    /// Called by the job's own future it always succeeds and returns `true`: that is only ever
    /// dropped between two polls. Called from a task or thread besides it may come too late:
    /// `false` says that the job was dropped before, and that what cannot be taken back must not be
    /// begun.
    #[expect(clippy::must_use_candidate, reason = "a future need not look")]
    pub fn point_of_no_return(&self) -> bool {
        self.ticket.pass()
    }

    /// Whether the job is wanted no longer: it was cancelled, or it was dropped for another reason.
    /// For work on other threads, and for loops within one poll.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.ticket.is_cancelled()
    }

    /// The request that this job belongs to.
    #[must_use]
    pub fn request_id(&self) -> RequestId {
        self.ticket.id
    }
}

/// Neither stopped nor past the point of no return.
const OPEN: u8 = 0;
const PAST: u8 = 1;
const STOPPED: u8 = 2;

/// A started request, and the waker of its future.
pub(crate) struct Ticket {
    id: RequestId,
    bell: Arc<Bell>,
    cancelled: AtomicBool,
    course: AtomicU8,
    /// Its end is being told, or has been.
    over: AtomicBool,
    /// On the bell's list of those to be polled, which it joins once however often it is woken.
    listed: AtomicBool,
}

impl Ticket {
    pub(crate) fn new(id: RequestId, bell: Arc<Bell>) -> Self {
        Self {
            id,
            bell,
            cancelled: AtomicBool::new(false),
            course: AtomicU8::new(OPEN),
            over: AtomicBool::new(false),
            listed: AtomicBool::new(false),
        }
    }

    /// A ticket of a request that is over, which nobody else knows any more, for another request.
    pub(crate) fn reuse(&mut self, id: RequestId) {
        self.id = id;
        self.cancelled = AtomicBool::new(false);
        self.course = AtomicU8::new(OPEN);
        self.over = AtomicBool::new(false);
        self.listed = AtomicBool::new(false);
    }

    /// To be called before the request's end is told.
    pub(crate) fn end(&self) {
        self.over.store(true, Ordering::Release);
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::Acquire)
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Lets the job know that it is not wanted, and decides nothing.
    pub(crate) fn flag_cancelled(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Stops the job if it is before its point of no return; `false` says that it must go on.
    pub(crate) fn stop(&self) -> bool {
        if self.leave_open(STOPPED) == PAST {
            return false;
        }
        self.flag_cancelled();
        true
    }

    fn pass(&self) -> bool {
        self.leave_open(PAST) != STOPPED
    }

    /// Goes to `course` from [`OPEN`], and returns the course before that. Whoever leaves it first
    /// wins, so a job on several threads cannot pass the point after it was stopped.
    fn leave_open(&self, course: u8) -> u8 {
        match self.course.compare_exchange(OPEN, course, Ordering::AcqRel, Ordering::Acquire) {
            Ok(before) | Err(before) => before,
        }
    }

    /// To be called before each poll: a wake from now on asks for another one.
    pub(crate) fn unlist(&self) {
        self.listed.store(false, Ordering::SeqCst);
    }
}

impl Wake for Ticket {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if !self.listed.swap(true, Ordering::SeqCst) {
            self.bell.ring_for(self.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticket() -> Arc<Ticket> {
        Arc::new(Ticket::new(1, Arc::new(Bell::default())))
    }

    #[test]
    fn the_first_to_leave_the_open_course_wins() {
        let passed = ticket();
        let context = Context::new(passed.clone());
        assert!(context.point_of_no_return());
        assert!(context.point_of_no_return());
        assert!(!passed.stop());
        assert!(!context.is_cancelled());

        let stopped = ticket();
        let context = Context::new(stopped.clone());
        assert!(stopped.stop());
        assert!(context.is_cancelled());
        assert!(!context.point_of_no_return());
    }

    #[test]
    fn a_woken_ticket_is_listed_once_until_it_is_polled() {
        let bell = Arc::new(Bell::default());
        let ticket = Arc::new(Ticket::new(5, bell.clone()));
        let mut ready = Vec::new();
        ticket.wake_by_ref();
        ticket.wake_by_ref();
        bell.take_ready(&mut ready);
        assert_eq!(ready, [5]);
        ready.clear();
        ticket.wake_by_ref();
        bell.take_ready(&mut ready);
        assert!(ready.is_empty());
        ticket.unlist();
        ticket.wake_by_ref();
        bell.take_ready(&mut ready);
        assert_eq!(ready, [5]);
    }
}
