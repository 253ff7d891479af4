//! What the worker and its callers share: the queue, what is started, and how far the worker has
//! come in its life. Plain data like the queue; the lock around it is elsewhere.

use std::sync::Arc;
use std::time::Instant;

use crate::bell::Bell;
use crate::context::Ticket;
use crate::queue::{Queue, Waiting};
use crate::request::{Lane, Limits, Refused, RequestId};
use crate::statistics::{ShutdownReport, Statistics};

/// How a request ended, without what its job returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    Completed,
    Failed,
    Cancelled,
    TimedOut,
    Closed,
}

/// What the worker is to do next.
pub(crate) struct Turn<E> {
    /// Requests that ended without having been started.
    pub(crate) ended: Vec<(Waiting<E>, Ended)>,
    /// Started requests to be cancelled.
    pub(crate) cancel: Vec<RequestId>,
    /// A request to be started. Only if there is nothing of the above: that may take a while, and
    /// this one's deadline could pass meanwhile.
    pub(crate) start: Option<(Waiting<E>, Arc<Ticket>)>,
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
    /// To end everything before its point of no return now, and to stop when the rest has ended or
    /// at this time.
    Close { until: Option<Instant> },
}

enum Phase {
    Open,
    Draining(Drain),
    /// Accepts nothing, but goes on with what was abandoned.
    Drained,
    Closing {
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
    ticket: Arc<Ticket>,
    lane: Lane,
    /// Its completion was told that the deadline has passed.
    background: bool,
}

pub(crate) struct State<E> {
    queue: Queue<E>,
    /// Short, and the one looked for is mostly the last: no map.
    started: Vec<Started>,
    ended: Vec<(Waiting<E>, Ended)>,
    cancel: Vec<RequestId>,
    phase: Phase,
    /// How many drains have ended, and the report of the last.
    drains: (u64, ShutdownReport),
    /// The counters only; the rest is filled in when somebody asks.
    statistics: Statistics,
    bell: Arc<Bell>,
}

impl<E> State<E> {
    pub(crate) fn new(limits: Limits, bell: Arc<Bell>) -> Self {
        Self {
            queue: Queue::new(limits),
            started: Vec::new(),
            ended: Vec::new(),
            cancel: Vec::new(),
            phase: Phase::Open,
            drains: (0, ShutdownReport::default()),
            statistics: Statistics::default(),
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
            Ok(_) => self.statistics.accepted += 1,
            Err(_) => self.statistics.rejected += 1,
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
        if self.started[place].background {
            return false;
        }
        self.started[place].ticket.flag_cancelled();
        self.cancel.push(id);
        true
    }

    pub(crate) fn turn(&mut self, now: Instant) -> Turn<E> {
        let order = match &self.phase {
            Phase::Open | Phase::Drained | Phase::Stopped => Order::Carry,
            Phase::Draining(Drain { until, .. }) if until.is_some_and(|until| until <= now) => {
                Order::EndDrain
            }
            Phase::Draining(_) => Order::Drain,
            Phase::Closing { until } => Order::Close { until: *until },
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
        let start = if over.is_empty() && cancel.is_empty() { self.start(now) } else { None };
        Turn { ended: over, cancel, start, order }
    }

    fn start(&mut self, now: Instant) -> Option<(Waiting<E>, Arc<Ticket>)> {
        let waiting = self.queue.start()?;
        let ticket = Arc::new(Ticket::new(waiting.id, self.bell.clone()));
        self.started.push(Started {
            ticket: ticket.clone(),
            lane: waiting.lane,
            background: false,
        });
        let wait = now.saturating_duration_since(waiting.since);
        self.statistics.longest_wait = self.statistics.longest_wait.max(wait);
        Some((waiting, ticket))
    }

    /// A started request has ended; its completion is about to be told, unless it was before.
    pub(crate) fn finish(&mut self, id: RequestId, ended: Ended) {
        let Some(place) = self.find(id) else {
            return;
        };
        let Started { lane, background, .. } = self.started.swap_remove(place);
        self.queue.release(lane);
        if !background {
            self.count(ended);
        }
    }

    /// The deadline of a started request has passed, and its job goes on in the background.
    pub(crate) fn detach(&mut self, id: RequestId) {
        if let Some(place) = self.find(id) {
            self.started[place].background = true;
            self.count(Ended::TimedOut);
        }
    }

    /// When the worker has to look again although nobody rang.
    pub(crate) fn next_deadline(&self) -> Option<Instant> {
        let until = match &self.phase {
            Phase::Draining(Drain { until, .. }) | Phase::Closing { until } => *until,
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
                    total: self.queue.len() + self.started.len(),
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
        let abandoned = self.queue.len() + self.started.len();
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
    pub(crate) fn begin_close(&mut self, until: Option<Instant>) {
        if !matches!(self.phase, Phase::Closing { .. } | Phase::Stopped) {
            self.end_drain();
            self.phase = Phase::Closing { until };
        }
    }

    /// The worker is no more. Returns what it left behind, for somebody to tell.
    pub(crate) fn stop(&mut self) -> Vec<(Waiting<E>, Ended)> {
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
            if !started.background {
                self.count(Ended::Closed);
            }
        }
        left
    }

    pub(crate) fn statistics(&self) -> Statistics {
        let background = self.started.iter().filter(|s| s.background).count();
        Statistics {
            waiting: self.queue.len(),
            running: self.started.len() - background,
            background,
            ..self.statistics
        }
    }

    fn end_waiting(&mut self, waiting: Waiting<E>, ended: Ended) {
        self.count(ended);
        self.ended.push((waiting, ended));
    }

    fn find(&self, id: RequestId) -> Option<usize> {
        self.started.iter().rposition(|s| s.ticket.id() == id)
    }

    fn count(&mut self, ended: Ended) {
        let counter = match ended {
            Ended::Completed => &mut self.statistics.completed,
            Ended::Failed => &mut self.statistics.failed,
            Ended::Cancelled => &mut self.statistics.cancelled,
            Ended::TimedOut => &mut self.statistics.timed_out,
            Ended::Closed => &mut self.statistics.closed,
        };
        *counter += 1;
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
