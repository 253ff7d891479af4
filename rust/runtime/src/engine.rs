//! What runs on the worker's thread: starts jobs, polls them, ends them, and sleeps.

mod endings;

use std::collections::{HashMap, VecDeque};
use std::future::poll_fn;
use std::rc::Rc;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use crate::clock::{Timer, now};
use crate::completion::Callback;
use crate::context::Context;
use crate::executor::{cores, yield_now};
use crate::panics::caught;
use crate::request::{Ended, JobFuture, Outcome, Work};
use crate::request_id::RequestId;
use crate::running::Running;
use crate::shared::{Load, Shared, tell_waiting};
use crate::spin::{self, Spin};
use crate::state::{InHand, Order, sooner};

/// After so many polls of jobs, or so long, tokio's IO and timers get their turn. A look at them is
/// a system call: about a microsecond.
const POLLS_PER_VISIT: u32 = 64;
const TIME_PER_VISIT: Duration = Duration::from_micros(500);

pub(crate) struct Engine<S, W, T, C: Callback<T>> {
    shared: Arc<Shared<W, T, C>>,
    scope: Rc<S>,
    /// What has left the queue and is to be begun next.
    in_hand: VecDeque<InHand<Load<W, T, C>>>,
    /// What has ended since the lock was last taken.
    finished: Vec<(RequestId, Ended)>,
    /// The jobs that were not done at their first poll.
    running: HashMap<RequestId, Running<T, C>>,
    /// The futures of jobs whose end has been told. To drop one may take its time, for which nobody
    /// should have to wait: it comes after the telling, of all that end together, and before
    /// anything else is started or polled, which may so rely on what the job held being free.
    over: Vec<JobFuture<T>>,
    /// The same of jobs that were never begun.
    never_begun: Vec<W>,
    /// Empty between the rounds, kept for its memory.
    ready: Vec<RequestId>,
    timer: Timer,
    spin: Spin,
    /// Since when there is nothing to do, until the next request is started.
    idle: Option<Instant>,
    /// Whether the worker looked out then before it slept.
    looked_out: bool,
    /// When a closing worker tells the callers of what goes on.
    parting: Option<Instant>,
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

impl<S, W: Work<S, T>, T, C: Callback<T>> Engine<S, W, T, C> {
    pub(crate) fn new(shared: Arc<Shared<W, T, C>>, scope: S) -> Self {
        Self {
            shared,
            scope: Rc::new(scope),
            in_hand: VecDeque::new(),
            finished: Vec::new(),
            running: HashMap::new(),
            over: Vec::new(),
            never_begun: Vec::new(),
            ready: Vec::new(),
            timer: Timer::default(),
            spin: Spin::new(cores()),
            idle: None,
            looked_out: false,
            parting: None,
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
            self.shared.bell.answer_urgent();
            let (finished, in_hand) = (&mut self.finished, &mut self.in_hand);
            let turn = self.shared.state().turn(time, finished, in_hand);
            let nothing_told = turn.ended.is_empty() && turn.cancel.is_empty();
            if !nothing_told {
                tell_waiting(turn.ended);
                for id in turn.cancel {
                    self.stop(id, Outcome::Cancelled);
                }
                self.bury();
                time = now();
            }
            if matches!(turn.order, Order::EndDrain | Order::Close { .. }) {
                self.give_up_in_hand();
            }
            if nothing_told && self.in_hand.is_empty() {
                break (turn.order, true);
            }
            time = self.begin_in_hand(time);
            if self.is_visit_due(time) {
                break (turn.order, false);
            }
        };
        let expired = self.expire(time);
        let polled = self.poll_ready();
        if self.obey(order, time) {
            Step::Stop
        } else if !all_started || (polled && self.is_visit_due(now())) {
            Step::Visit
        } else if polled || expired {
            // There is room for others.
            Step::Again
        } else {
            Step::Rest
        }
    }

    /// Begins what is in hand, until tokio is due or something comes up that will not wait.
    fn begin_in_hand(&mut self, mut time: Instant) -> Instant {
        while let Some(next) = self.in_hand.pop_front() {
            time = self.begin(next, time);
            if self.is_visit_due(time) || self.shared.bell.is_urgent() {
                break;
            }
        }
        time
    }

    fn begin(&mut self, next: InHand<Load<W, T, C>>, time: Instant) -> Instant {
        let InHand { waiting, ticket } = &next;
        let given_up = if ticket.is_cancelled() {
            Some(Outcome::Cancelled)
        } else if waiting.deadline.is_some_and(|deadline| deadline <= time) {
            Some(Outcome::TimedOut { will_complete: false })
        } else {
            None
        };
        if let Some(outcome) = given_up {
            let time = self.give_up(next, outcome);
            self.bury();
            return time;
        }
        let InHand { waiting, ticket } = next;
        self.shared.counts.add_wait(time.saturating_duration_since(waiting.since));
        if let Some(idle) = self.idle.take() {
            let gap = waiting.since.saturating_duration_since(idle);
            self.spin.observe(gap, self.looked_out);
        }
        self.polls += 1;
        let Load { job, mut completion } = waiting.item;
        completion.accepted_as(waiting.id);
        let scope = self.scope.clone();
        let context = Context::new(ticket.clone());
        let future = match caught(|| job.begin(scope, context)) {
            Ok(future) => future,
            Err(message) => {
                tracing::error!(request = waiting.id, panic = %message, "a job panicked");
                let outcome = Outcome::Panicked(message);
                return self.tell(waiting.id, &ticket, completion, outcome);
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
            Order::Close { tell, until } => {
                self.stop_all();
                self.parting = tell.filter(|tell| *tell > time);
                if tell.is_some_and(|tell| tell <= time) {
                    self.part_from_all();
                }
                if until.is_some_and(|until| until <= time) {
                    self.abandon_all();
                }
                self.running.is_empty()
            }
        }
    }

    fn report_drain(&mut self, has_ended: impl FnOnce(bool) -> bool) {
        let mut state = self.shared.state();
        state.settle(&mut self.finished);
        if has_ended(state.is_drained()) {
            state.end_drain();
            drop(state);
            self.shared.settled.notify_all();
        }
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
        let mut deadline = sooner(self.parting, self.shared.state().next_deadline());
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
