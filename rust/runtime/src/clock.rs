//! The time, and the wait for one. The model (`model/`) has a clock of its own in place of this.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Instant;

use tokio::time::Sleep;

pub(crate) fn now() -> Instant {
    Instant::now()
}

/// Wakes the worker at a time, if one is set.
#[derive(Default)]
pub(crate) struct Timer(Option<Pin<Box<Sleep>>>);

impl Timer {
    /// A timer that is not needed is dropped: left in place it would wake the worker for nothing.
    pub(crate) fn set(&mut self, deadline: Option<Instant>) {
        let Some(deadline) = deadline.map(tokio::time::Instant::from_std) else {
            self.0 = None;
            return;
        };
        match &mut self.0 {
            Some(sleep) if sleep.deadline() == deadline && !sleep.is_elapsed() => {}
            Some(sleep) => sleep.as_mut().reset(deadline),
            None => self.0 = Some(Box::pin(tokio::time::sleep_until(deadline))),
        }
    }

    /// Ready when the time has come.
    pub(crate) fn poll(&mut self, context: &mut Context<'_>) -> Poll<()> {
        match &mut self.0 {
            Some(sleep) => sleep.as_mut().poll(context),
            None => Poll::Pending,
        }
    }
}
