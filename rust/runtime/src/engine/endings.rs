//! How requests end: what is told, what is counted, and what is dropped after.

use std::time::Instant;

use super::Engine;
use crate::clock::now;
use crate::completion::{Callback, Completion};
use crate::context::Ticket;
use crate::panics::discard;
use crate::request::{Ended, Outcome, Work};
use crate::request_id::RequestId;
use crate::running::Running;
use crate::shared::{Load, tell};
use crate::state::InHand;

impl<S, W: Work<S, T>, T, C: Callback<T>> Engine<S, W, T, C> {
    /// Ends a request that was never begun.
    pub(super) fn give_up(&mut self, next: InHand<Load<W, T, C>>, outcome: Outcome<T>) -> Instant {
        let InHand { waiting, ticket } = next;
        let Load { job, completion } = waiting.item;
        self.never_begun.push(job);
        self.tell(waiting.id, &ticket, completion, outcome)
    }

    /// The same for everything in hand, because the worker is being closed.
    pub(super) fn give_up_in_hand(&mut self) {
        while let Some(next) = self.in_hand.pop_front() {
            self.give_up(next, Outcome::Closed);
        }
        self.bury();
    }

    /// Ends what has passed its deadline, or sends it to the background. Returns whether there was
    /// anything.
    pub(super) fn expire(&mut self, time: Instant) -> bool {
        let due = self.ids(|running| running.is_due(time));
        let any = !due.is_empty();
        for id in due {
            let outcome = Outcome::TimedOut { will_complete: false };
            if self.stop(id, outcome) {
                continue;
            }
            let Some(running) = self.running.get_mut(&id) else {
                continue;
            };
            running.deadline = None;
            self.part_from(id, Outcome::TimedOut { will_complete: true });
        }
        self.bury();
        any
    }

    /// Tells the callers of all that still runs that the worker closes.
    pub(super) fn part_from_all(&mut self) {
        for id in self.ids(|running| running.completion.is_some()) {
            self.part_from(id, Outcome::Closed);
        }
    }

    /// Tells the caller of a job that goes on without it.
    fn part_from(&mut self, id: RequestId, outcome: Outcome<T>) {
        let completion = self.running.get_mut(&id).and_then(|running| running.completion.take());
        if let Some(completion) = completion {
            self.shared.state().detach(id);
            self.shared.counts.add(Ended::of::<T, C>(&outcome));
            tell(id, completion, outcome);
        }
    }

    /// Ends every running request that is before its point of no return.
    pub(super) fn stop_all(&mut self) {
        for id in self.ids(|_| true) {
            self.stop(id, Outcome::Closed);
        }
        self.bury();
    }

    /// Drops what is still running although it is past its point of no return.
    pub(super) fn abandon_all(&mut self) {
        for id in self.ids(|_| true) {
            if let Some(running) = self.running.remove(&id) {
                tracing::warn!(
                    request = id,
                    "a job past its point of no return was dropped: the worker closes"
                );
                running.ticket.flag_cancelled();
                self.end(id, running, Outcome::Closed);
            }
        }
        self.bury();
    }

    /// Ends the job and tells `outcome`, unless it is past its point of no return: then `false`.
    pub(super) fn stop(&mut self, id: RequestId, outcome: Outcome<T>) -> bool {
        match self.running.remove(&id) {
            Some(running) if running.ticket.stop() => {
                self.end(id, running, outcome);
                true
            }
            Some(running) => {
                self.running.insert(id, running);
                false
            }
            None => self.stop_in_hand(id, outcome),
        }
    }

    fn stop_in_hand(&mut self, id: RequestId, outcome: Outcome<T>) -> bool {
        let place = self.in_hand.iter().position(|next| next.waiting.id == id);
        let Some(next) = place.and_then(|place| self.in_hand.remove(place)) else {
            return false;
        };
        self.give_up(next, outcome);
        true
    }

    pub(super) fn end_with(
        &mut self,
        id: RequestId,
        running: Running<T, C>,
        result: Result<T, String>,
    ) -> Instant {
        let outcome = match result {
            Ok(value) => Outcome::Finished(value),
            Err(message) => {
                tracing::error!(request = id, panic = %message, "a job panicked");
                Outcome::Panicked(message)
            }
        };
        self.end(id, running, outcome)
    }

    fn end(&mut self, id: RequestId, running: Running<T, C>, outcome: Outcome<T>) -> Instant {
        let (future, ticket, completion) = running.into_parts();
        self.over.push(future);
        if let Some(completion) = completion {
            return self.tell(id, &ticket, completion, outcome);
        }
        let ended = Ended::of::<T, C>(&outcome);
        match &outcome {
            Outcome::Finished(failure) if ended == Ended::Failed => {
                let failure = C::described(failure);
                tracing::warn!(request = id, %failure, "a job failed after its caller was told");
            }
            _ => {
                tracing::info!(request = id, end = ?ended, "a job ended after its caller was told");
            }
        }
        ticket.end();
        self.finished.push((id, ended));
        discard(outcome, "a result");
        now()
    }

    /// Counts the end of a started request and tells it.
    pub(super) fn tell(
        &mut self,
        id: RequestId,
        ticket: &Ticket,
        completion: Completion<T, C>,
        outcome: Outcome<T>,
    ) -> Instant {
        let ended = Ended::of::<T, C>(&outcome);
        ticket.end();
        self.shared.counts.add(ended);
        self.finished.push((id, ended));
        if ended == Ended::Closed {
            // A shutdown that cannot wait for the worker any longer reports what it finds.
            self.shared.state().settle(&mut self.finished);
        }
        tell(id, completion, outcome)
    }

    /// Drops the jobs whose end has been told.
    pub(super) fn bury(&mut self) {
        while let Some(future) = self.over.pop() {
            discard(future, "a job");
        }
        while let Some(job) = self.never_begun.pop() {
            discard(job, "a job that was not started");
        }
    }

    fn ids(&self, wanted: impl Fn(&Running<T, C>) -> bool) -> Vec<RequestId> {
        let mut ids: Vec<_> = (self.running.iter())
            .filter(|(_, running)| wanted(running))
            .map(|(id, _)| *id)
            .collect();
        // A map has no order; those who are told together are told in the order they came.
        ids.sort_unstable();
        ids
    }
}
