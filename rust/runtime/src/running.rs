//! A request that was started.

use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Instant;

use crate::completion::{Callback, Completion};
use crate::context::Ticket;
use crate::panics::caught;
use crate::request::JobFuture;

pub(crate) struct Running<T, C: Callback<T>> {
    future: JobFuture<T>,
    pub(crate) ticket: Arc<Ticket>,
    waker: Waker,
    /// `None` once it was told that the deadline has passed.
    pub(crate) completion: Option<Completion<T, C>>,
    pub(crate) deadline: Option<Instant>,
}

impl<T, C: Callback<T>> Running<T, C> {
    pub(crate) fn new(
        future: JobFuture<T>,
        ticket: Arc<Ticket>,
        completion: Completion<T, C>,
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

    /// The future, to be dropped, the ticket, and whom to tell.
    pub(crate) fn into_parts(self) -> (JobFuture<T>, Arc<Ticket>, Option<Completion<T, C>>) {
        (self.future, self.ticket, self.completion)
    }
}
