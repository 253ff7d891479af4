//! What the worker and its callers share: the queue, what is started, and how far the worker has
//! come in its life. Plain data like the queue; the lock around it is elsewhere.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use crate::bell::Bell;
use crate::context::Ticket;
use crate::counts::Counts;
use crate::queue::{Queue, Waiting};
use crate::request::{Ended, Lane, Limits, Refused};
use crate::request_id::RequestId;
use crate::statistics::{ShutdownReport, Statistics};

/// How many requests the worker takes in hand at a time. Of those it takes the lock only once, and the
/// callers find it free meanwhile.
const IN_HAND: usize = 32;

/// How many tickets are kept for requests to come.
const SPARE: usize = 2 * IN_HAND;

/// A request that is to be begun. It counts as started.
pub(crate) struct InHand<E> {
    pub(crate) waiting: Waiting<E>,
    pub(crate) ticket: Arc<Ticket>,
}

/// A request that ended without having been started, and how.
pub(crate) type NeverStarted<E> = (Waiting<E>, Ended);

/// What the worker is to do next.
pub(crate) struct Turn<E> {
    /// To be told.
    pub(crate) ended: Vec<NeverStarted<E>>,
    /// Started requests to be cancelled.
    pub(crate) cancel: Vec<RequestId>,
    pub(crate) order: Order,
}

/// What is expected of the worker besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Nothing.
    Carry,
    /// To report when everything has ended.
    Drain,
    /// To end everything before its point of no return now, and to report.
    EndDrain,
    /// To end everything before its point of no return now, to tell the callers of the rest at the
    /// first time, and to stop when that has ended or at the second time.
    Close { tell: Option<Instant>, until: Option<Instant> },
}

enum Phase {
    Open,
    Draining(Drain),
    /// Accepts nothing, but goes on with what was abandoned.
    Drained,
    Closing {
        tell: Option<Instant>,
        until: Option<Instant>,
    },
    Stopped,
}

struct Drain {
    until: Option<Instant>,
    total: usize,
    closed: usize,
}

struct Started {
    id: RequestId,
    ticket: Arc<Ticket>,
    lane: Lane,
    /// Its completion was told, and it goes on all the same.
    background: bool,
}

pub(crate) struct State<E> {
    queue: Queue<E>,
    /// Short, and the one looked for is mostly the last: no map.
    started: Vec<Started>,
    ended: Vec<NeverStarted<E>>,
    cancel: Vec<RequestId>,
    phase: Phase,
    /// How many drains have ended, and the report of the last.
    drains: (u64, ShutdownReport),
    accepted: u64,
    rejected: u64,
    counts: Arc<Counts>,
    /// Of requests that are over.
    spare: Vec<Arc<Ticket>>,
    bell: Arc<Bell>,
}

impl<E> State<E> {
    pub(crate) fn new(limits: Limits, counts: Arc<Counts>, bell: Arc<Bell>) -> Self {
        Self {
            queue: Queue::new(limits),
            started: Vec::new(),
            ended: Vec::new(),
            cancel: Vec::new(),
            phase: Phase::Open,
            drains: (0, ShutdownReport::default()),
            accepted: 0,
            rejected: 0,
            counts,
            spare: Vec::new(),
            bell,
        }
    }

    pub(crate) fn submit(
        &mut self,
        now: Instant,
        lane: Lane,
        deadline: Option<Instant>,
        item: E,
    ) -> Result<RequestId, (Refused, E)> {
        let answer = match self.phase {
            Phase::Open => (self.queue.push(lane, deadline, now, item))
                .map_err(|item| (Refused::QueueFull, item)),
            _ => Err((Refused::Closed, item)),
        };
        match &answer {
            Ok(_) => self.accepted += 1,
            Err(_) => self.rejected += 1,
        }
        answer
    }

    /// Cancels a request that waits, or notes that a started one is to be. `false`: it has ended,
    /// or never was.
    pub(crate) fn cancel(&mut self, id: RequestId) -> bool {
        if let Some(waiting) = self.queue.remove(id) {
            self.end_waiting(waiting, Ended::Cancelled);
            return true;
        }
        let Some(place) = self.find(id) else {
            return false;
        };
        let Started { ticket, background, .. } = &self.started[place];
        if *background || ticket.is_over() {
            return false;
        }
        ticket.flag_cancelled();
        self.cancel.push(id);
        true
    }

    /// Takes in what the worker has `finished`, and says what it is to do next. Adds to what it has in
    /// hand, but not beside what has to be told: that may take a while.
    pub(crate) fn turn(
        &mut self,
        now: Instant,
        finished: &mut Vec<(RequestId, Ended)>,
        in_hand: &mut VecDeque<InHand<E>>,
    ) -> Turn<E> {
        self.settle(finished);
        let order = match &self.phase {
            Phase::Open | Phase::Drained | Phase::Stopped => Order::Carry,
            Phase::Draining(Drain { until, .. }) if until.is_some_and(|until| until <= now) => {
                Order::EndDrain
            }
            Phase::Draining(_) => Order::Drain,
            Phase::Closing { tell, until } => Order::Close { tell: *tell, until: *until },
        };
        let mut over = std::mem::take(&mut self.ended);
        match order {
            Order::EndDrain | Order::Close { .. } => {
                let before = over.len();
                self.queue.take_all(|w| over.push((w, Ended::Closed)));
                for _ in before..over.len() {
                    self.count(Ended::Closed);
                }
            }
            Order::Carry | Order::Drain => {
                let before = over.len();
                (self.queue).take_expired(now, |w| over.push((w, Ended::TimedOut)));
                for _ in before..over.len() {
                    self.count(Ended::TimedOut);
                }
            }
        }
        let cancel = std::mem::take(&mut self.cancel);
        if over.is_empty() && cancel.is_empty() {
            while in_hand.len() < IN_HAND
                && let Some(waiting) = self.queue.start()
            {
                in_hand.push_back(self.start(waiting));
            }
        }
        Turn { ended: over, cancel, order }
    }

    fn start(&mut self, waiting: Waiting<E>) -> InHand<E> {
        let ticket = self.ticket(waiting.id);
        self.started.push(Started {
            id: waiting.id,
            ticket: ticket.clone(),
            lane: waiting.lane,
            background: false,
        });
        InHand { waiting, ticket }
    }

    fn ticket(&mut self, id: RequestId) -> Arc<Ticket> {
        if let Some(mut spare) = self.spare.pop()
            && let Some(ticket) = Arc::get_mut(&mut spare)
        {
            ticket.reuse(id);
            return spare;
        }
        Arc::new(Ticket::new(id, self.bell.clone()))
    }

    /// Makes room where started requests have ended. They were counted when they were told.
    pub(crate) fn settle(&mut self, finished: &mut Vec<(RequestId, Ended)>) {
        for (id, ended) in finished.drain(..) {
            let Some(place) = self.find(id) else {
                continue;
            };
            let Started { mut ticket, lane, background, .. } = self.started.swap_remove(place);
            self.queue.release(lane);
            if !background {
                self.note(ended);
            }
            // Jobs may keep theirs.
            if self.spare.len() < SPARE && Arc::get_mut(&mut ticket).is_some() {
                self.spare.push(ticket);
            }
        }
    }

    /// The completion of a started request is told, and its job goes on in the background.
    pub(crate) fn detach(&mut self, id: RequestId) {
        if let Some(place) = self.find(id) {
            self.started[place].background = true;
        }
    }

    /// When the worker has to look again although nobody rang.
    pub(crate) fn next_deadline(&self) -> Option<Instant> {
        let until = match &self.phase {
            Phase::Draining(Drain { until, .. }) | Phase::Closing { until, .. } => *until,
            Phase::Open | Phase::Drained | Phase::Stopped => None,
        };
        sooner(until, self.queue.earliest_deadline())
    }

    /// Refuses new work, and asks the worker to report when the old is done or the time is over.
    /// Returns the number by which to ask for the report.
    pub(crate) fn begin_drain(&mut self, until: Option<Instant>) -> u64 {
        match &mut self.phase {
            Phase::Open | Phase::Drained => {
                self.phase = Phase::Draining(Drain {
                    until,
                    total: self.queue.len() + self.at_work(),
                    closed: 0,
                });
            }
            Phase::Draining(drain) => drain.until = sooner(drain.until, until),
            Phase::Closing { .. } | Phase::Stopped => {}
        }
        self.drains.0
    }

    /// The report of the drain with this number, once it has ended.
    pub(crate) fn drain_report(&self, number: u64) -> Option<ShutdownReport> {
        let never_ends = matches!(self.phase, Phase::Closing { .. } | Phase::Stopped);
        if self.drains.0 > number {
            Some(self.drains.1)
        } else if never_ends {
            Some(self.report())
        } else {
            None
        }
    }

    /// The report as things stand.
    pub(crate) fn report(&self) -> ShutdownReport {
        let abandoned = self.queue.len() + self.at_work();
        let (total, cancelled) = match &self.phase {
            Phase::Draining(drain) => (drain.total, drain.closed),
            _ => (abandoned, 0),
        };
        ShutdownReport {
            finished: total.saturating_sub(cancelled + abandoned),
            cancelled,
            abandoned,
        }
    }

    pub(crate) fn is_drained(&self) -> bool {
        self.queue.len() == 0 && self.started.is_empty() && self.ended.is_empty()
    }

    pub(crate) fn end_drain(&mut self) {
        if matches!(self.phase, Phase::Draining(_)) {
            self.drains = (self.drains.0 + 1, self.report());
            self.phase = Phase::Drained;
        }
    }

    /// Refuses new work, and asks the worker to stop.
    pub(crate) fn begin_close(&mut self, tell: Option<Instant>, until: Option<Instant>) {
        if !matches!(self.phase, Phase::Closing { .. } | Phase::Stopped) {
            self.end_drain();
            // After a shutdown they wait as long as the one who asked for it does.
            let tell = tell.filter(|_| !matches!(self.phase, Phase::Drained));
            self.phase = Phase::Closing { tell, until };
        }
    }

    /// The worker is no more. Returns what it left behind, for somebody to tell.
    pub(crate) fn stop(&mut self) -> Vec<NeverStarted<E>> {
        self.end_drain();
        self.phase = Phase::Stopped;
        let mut left = std::mem::take(&mut self.ended);
        let before = left.len();
        self.queue.take_all(|w| left.push((w, Ended::Closed)));
        for _ in before..left.len() {
            self.count(Ended::Closed);
        }
        // Their completions told that themselves when the worker dropped them.
        for started in std::mem::take(&mut self.started) {
            if !started.background && !started.ticket.is_over() {
                self.count(Ended::Closed);
            }
        }
        left
    }

    pub(crate) fn statistics(&self) -> Statistics {
        let waiting = self.queue.len();
        let background = self.started.iter().filter(|s| s.background && !s.ticket.is_over());
        let mut statistics = Statistics {
            waiting,
            background: background.count(),
            accepted: self.accepted,
            rejected: self.rejected,
            ..Statistics::default()
        };
        // Ended are only such as were accepted and wait no longer, so this never counts below 0, at
        // whatever moment the worker counts the next one.
        let over = self.counts.fill(&mut statistics) + waiting as u64;
        let running = self.accepted.saturating_sub(over);
        statistics.running = usize::try_from(running).unwrap_or(usize::MAX);
        statistics
    }

    /// How many started requests have not ended.
    fn at_work(&self) -> usize {
        self.started.iter().filter(|started| !started.ticket.is_over()).count()
    }

    fn end_waiting(&mut self, waiting: Waiting<E>, ended: Ended) {
        self.count(ended);
        self.ended.push((waiting, ended));
    }

    fn find(&self, id: RequestId) -> Option<usize> {
        self.started.iter().rposition(|started| started.id == id)
    }

    fn count(&mut self, ended: Ended) {
        self.counts.add(ended);
        self.note(ended);
    }

    fn note(&mut self, ended: Ended) {
        if let (Ended::Closed, Phase::Draining(drain)) = (ended, &mut self.phase) {
            drain.closed += 1;
        }
    }
}

/// The sooner of two times, where `None` is never.
pub(crate) fn sooner(one: Option<Instant>, other: Option<Instant>) -> Option<Instant> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests;
