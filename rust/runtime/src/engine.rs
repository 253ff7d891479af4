//! What runs on the worker's thread: starts jobs, polls them, ends them, and sleeps.

use std::collections::HashMap;
use std::future::poll_fn;
use std::rc::Rc;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use crate::clock::{Timer, now};
use crate::context::{Context, Ticket};
use crate::executor::{cores, yield_now};
use crate::panics::{caught, discard};
use crate::queue::Waiting;
use crate::request::{JobFuture, Outcome, RequestId};
use crate::running::Running;
use crate::shared::{Shared, Work, tell, tell_waiting};
use crate::spin::{self, Spin};
use crate::state::{Ended, Order, sooner};

/// After so many polls of jobs, or so long, tokio's IO and timers get their turn. A look at them is
/// a system call: about a microsecond.
const POLLS_PER_VISIT: u32 = 64;
const TIME_PER_VISIT: Duration = Duration::from_micros(500);

pub(crate) struct Engine<S, T> {
    shared: Arc<Shared<S, T>>,
    scope: Rc<S>,
    /// The jobs that were not done at their first poll.
    running: HashMap<RequestId, Running<T>>,
    /// The futures of jobs whose end has been told. To drop one may take its time, for which nobody
    /// should have to wait: it comes after the telling, of all that end together, and before
    /// anything else is started or polled, which may so rely on what the job held being free.
    over: Vec<JobFuture<T>>,
    /// Empty between the rounds, kept for its memory.
    ready: Vec<RequestId>,
    timer: Timer,
    spin: Spin,
    /// Since when there is nothing to do, until the next request is started.
    idle: Option<Instant>,
    /// Whether the worker looked out then before it slept.
    looked_out: bool,
    /// When tokio's IO and timers had their last turn, and the polls since.
    visited: Instant,
    polls: u32,
}

/// What to do after a round of work.
enum Step {
    Again,
    /// There is more to do, but tokio is due.
    Visit,
    Rest,
    Stop,
}

impl<S, T> Engine<S, T> {
    pub(crate) fn new(shared: Arc<Shared<S, T>>, scope: S) -> Self {
        Self {
            shared,
            scope: Rc::new(scope),
            running: HashMap::new(),
            over: Vec::new(),
            ready: Vec::new(),
            timer: Timer::default(),
            spin: Spin::new(cores()),
            idle: None,
            looked_out: false,
            visited: now(),
            polls: 0,
        }
    }

    /// Works until the worker is closed.
    pub(crate) async fn run(&mut self) {
        loop {
            match self.work() {
                Step::Again => {}
                Step::Visit => self.visit().await,
                Step::Rest => self.rest().await,
                Step::Stop => break,
            }
        }
    }

    /// One round: what was decided elsewhere, what waits, what has become ready. It ends when
    /// nothing more can be started, or when tokio is due; every round looks at all of it, so that
    /// no stream of requests, however dense, keeps the running jobs and the deadlines waiting.
    fn work(&mut self) -> Step {
        self.shared.bell.answer();
        let mut time = now();
        let (order, all_started) = loop {
            let turn = self.shared.state().turn(time);
            if let Some((waiting, ticket)) = turn.start {
                time = self.start(waiting, ticket);
            } else if turn.ended.is_empty() && turn.cancel.is_empty() {
                break (turn.order, true);
            } else {
                tell_waiting(turn.ended);
                for id in turn.cancel {
                    self.stop(id, Outcome::Cancelled);
                }
                self.bury();
                time = now();
            }
            if self.is_visit_due(time) {
                break (turn.order, false);
            }
        };
        self.expire(time);
        let polled = self.poll_ready();
        if self.obey(order, time) {
            Step::Stop
        } else if !all_started || (polled && self.is_visit_due(now())) {
            Step::Visit
        } else if polled {
            Step::Again
        } else {
            Step::Rest
        }
    }

    fn start(&mut self, waiting: Waiting<Work<S, T>>, ticket: Arc<Ticket>) -> Instant {
        if let Some(idle) = self.idle.take() {
            let gap = waiting.since.saturating_duration_since(idle);
            self.spin.observe(gap, self.looked_out);
        }
        self.polls += 1;
        let Work { job, mut completion } = waiting.item;
        completion.accepted_as(waiting.id);
        let scope = self.scope.clone();
        let context = Context::new(ticket.clone());
        let future = match caught(|| job(scope, context)) {
            Ok(future) => future,
            Err(message) => {
                tracing::error!(request = waiting.id, panic = %message, "a job panicked");
                self.shared.state().finish(waiting.id, Ended::Failed);
                return tell(waiting.id, completion, Outcome::Panicked(message));
            }
        };
        let mut running = Running::new(future, ticket, completion, waiting.deadline);
        match running.poll() {
            Poll::Ready(result) => {
                let time = self.end_with(waiting.id, running, result);
                self.bury();
                time
            }
            Poll::Pending => {
                self.running.insert(waiting.id, running);
                now()
            }
        }
    }

    /// Polls every job that was woken. Returns whether there was one.
    fn poll_ready(&mut self) -> bool {
        let mut ready = std::mem::take(&mut self.ready);
        self.shared.bell.take_ready(&mut ready);
        let any = !ready.is_empty();
        for id in ready.drain(..) {
            // Wakers outlive their jobs, so not every id still means one.
            let Some(running) = self.running.get_mut(&id) else {
                continue;
            };
            self.polls += 1;
            if let Poll::Ready(result) = running.poll()
                && let Some(running) = self.running.remove(&id)
            {
                self.end_with(id, running, result);
                self.bury();
            }
        }
        self.ready = ready;
        any
    }

    /// Ends what has passed its deadline, or sends it to the background.
    fn expire(&mut self, time: Instant) {
        for id in self.ids(|running| running.is_due(time)) {
            let outcome = Outcome::TimedOut { will_complete: false };
            if self.stop(id, outcome) {
                continue;
            }
            let Some(running) = self.running.get_mut(&id) else {
                continue;
            };
            running.deadline = None;
            let completion = running.completion.take();
            self.shared.state().detach(id);
            if let Some(completion) = completion {
                let outcome = Outcome::TimedOut { will_complete: true };
                tell(id, completion, outcome);
            }
        }
        self.bury();
    }

    /// Does what the worker is asked for besides its requests. Returns whether it is to stop.
    fn obey(&mut self, order: Order, time: Instant) -> bool {
        match order {
            Order::Carry => false,
            Order::Drain => {
                self.report_drain(|drained| drained);
                false
            }
            Order::EndDrain => {
                self.stop_all();
                self.report_drain(|_| true);
                false
            }
            Order::Close { until } => {
                self.stop_all();
                if until.is_some_and(|until| until <= time) {
                    self.abandon_all();
                }
                self.running.is_empty()
            }
        }
    }

    fn report_drain(&self, has_ended: impl FnOnce(bool) -> bool) {
        let mut state = self.shared.state();
        if has_ended(state.is_drained()) {
            state.end_drain();
            drop(state);
            self.shared.settled.notify_all();
        }
    }

    /// Ends every running request that is before its point of no return.
    fn stop_all(&mut self) {
        for id in self.ids(|_| true) {
            self.stop(id, Outcome::Closed);
        }
        self.bury();
    }

    /// Drops what is still running although it is past its point of no return.
    fn abandon_all(&mut self) {
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
    fn stop(&mut self, id: RequestId, outcome: Outcome<T>) -> bool {
        match self.running.remove(&id) {
            Some(running) if running.ticket.stop() => {
                self.end(id, running, outcome);
                true
            }
            Some(running) => {
                self.running.insert(id, running);
                false
            }
            None => false,
        }
    }

    fn end_with(
        &mut self,
        id: RequestId,
        running: Running<T>,
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

    fn end(&mut self, id: RequestId, running: Running<T>, outcome: Outcome<T>) -> Instant {
        let (future, completion) = running.into_parts();
        self.over.push(future);
        let ended = match outcome {
            Outcome::Finished(_) => Ended::Completed,
            Outcome::Panicked(_) => Ended::Failed,
            Outcome::Cancelled => Ended::Cancelled,
            Outcome::TimedOut { .. } => Ended::TimedOut,
            Outcome::Closed => Ended::Closed,
        };
        self.shared.state().finish(id, ended);
        if let Some(completion) = completion {
            return tell(id, completion, outcome);
        }
        tracing::info!(request = id, end = ?ended, "a job ended after its deadline");
        discard(outcome, "a result");
        now()
    }

    /// Drops the jobs whose end has been told.
    fn bury(&mut self) {
        while let Some(future) = self.over.pop() {
            discard(future, "a job");
        }
    }

    fn ids(&self, wanted: impl Fn(&Running<T>) -> bool) -> Vec<RequestId> {
        let mut ids: Vec<_> = (self.running.iter())
            .filter(|(_, running)| wanted(running))
            .map(|(id, _)| *id)
            .collect();
        // A map has no order; those who are told together are told in the order they came.
        ids.sort_unstable();
        ids
    }

    fn is_visit_due(&self, time: Instant) -> bool {
        self.polls >= POLLS_PER_VISIT
            || time.saturating_duration_since(self.visited) >= TIME_PER_VISIT
    }

    fn visited(&mut self) {
        self.visited = now();
        self.polls = 0;
    }

    /// Lets tokio's IO, timers and tasks have a turn.
    async fn visit(&mut self) {
        yield_now().await;
        self.visited();
    }

    /// Nothing to do: looks out for a while if that pays, then sleeps.
    async fn rest(&mut self) {
        if self.running.is_empty() {
            self.idle = Some(now());
            self.looked_out = self.spin.pays();
            if self.looked_out && self.look_out() {
                return;
            }
        }
        let mut deadline = self.shared.state().next_deadline();
        for running in self.running.values() {
            deadline = sooner(deadline, running.deadline);
        }
        self.timer.set(deadline);
        let bell = self.shared.bell.clone();
        let timer = &mut self.timer;
        let mut slept = false;
        poll_fn(|context| {
            if bell.poll_rung(context).is_ready() {
                return Poll::Ready(());
            }
            if timer.poll(context).is_ready() {
                return Poll::Ready(());
            }
            slept = true;
            Poll::Pending
        })
        .await;
        if slept {
            self.visited();
        }
    }

    fn look_out(&self) -> bool {
        let end = now() + spin::WINDOW;
        while now() < end {
            for _ in 0..8 {
                if self.shared.bell.is_rung() {
                    return true;
                }
                std::hint::spin_loop();
            }
        }
        false
    }
}
