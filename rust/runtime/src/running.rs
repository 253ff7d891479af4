//! A request that was started.

use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Instant;

use crate::completion::Completion;
use crate::context::Ticket;
use crate::panics::caught;
use crate::request::JobFuture;

pub(crate) struct Running<T> {
    future: JobFuture<T>,
    pub(crate) ticket: Arc<Ticket>,
    waker: Waker,
    /// `None` once it was told that the deadline has passed.
    pub(crate) completion: Option<Completion<T>>,
    pub(crate) deadline: Option<Instant>,
}

impl<T> Running<T> {
    pub(crate) fn new(
        future: JobFuture<T>,
        ticket: Arc<Ticket>,
        completion: Completion<T>,
        deadline: Option<Instant>,
    ) -> Self {
        Self {
            future,
            waker: Waker::from(ticket.clone()),
            ticket,
            completion: Some(completion),
            deadline,
        }
    }

    /// Polls the job. Once it is ready, with its result or the message of its panic, it must not be
    /// polled again.
    pub(crate) fn poll(&mut self) -> Poll<Result<T, String>> {
        self.ticket.unlist();
        let mut context = Context::from_waker(&self.waker);
        match caught(|| self.future.as_mut().poll(&mut context)) {
            Ok(poll) => poll.map(Ok),
            Err(message) => Poll::Ready(Err(message)),
        }
    }

    pub(crate) fn is_due(&self, now: Instant) -> bool {
        self.deadline.is_some_and(|deadline| deadline <= now)
    }

    /// The future, to be dropped, and whom to tell.
    pub(crate) fn into_parts(self) -> (JobFuture<T>, Option<Completion<T>>) {
        (self.future, self.completion)
    }
}
