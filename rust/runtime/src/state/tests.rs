//! The life of a worker in plain data: no thread, no clock but the one passed in.

use std::time::Duration;

use super::*;

fn state() -> State<&'static str> {
    let limits = Limits { waiting: 9, quick: 2, long: 1, ..Limits::default() };
    State::new(limits, Arc::default(), Arc::new(Bell::default()))
}

/// A worker that ends each request it is given at once, or never.
#[derive(Default)]
struct Hands {
    finished: Vec<(RequestId, Ended)>,
    in_hand: VecDeque<InHand<&'static str>>,
}

impl Hands {
    fn turn(&mut self, state: &mut State<&'static str>, now: Instant) -> Turn<&'static str> {
        state.turn(now, &mut self.finished, &mut self.in_hand)
    }

    /// Takes out what is in hand.
    fn items(&mut self) -> Vec<&'static str> {
        self.in_hand.drain(..).map(|next| next.waiting.item).collect()
    }

    fn end(&mut self, state: &State<&'static str>, id: RequestId, ended: Ended) {
        let ticket = state.started.iter().find(|started| started.id == id);
        ticket.expect("it was started").ticket.end();
        state.counts.add(ended);
        self.finished.push((id, ended));
    }
}

fn submit(state: &mut State<&'static str>, lane: Lane, item: &'static str) -> RequestId {
    match state.submit(Instant::now(), lane, None, item) {
        Ok(id) => id,
        Err((refused, _)) => panic!("{refused}"),
    }
}

fn items(turn: &Turn<&'static str>) -> Vec<(&'static str, Ended)> {
    turn.ended.iter().map(|(w, e)| (w.item, *e)).collect()
}

#[track_caller]
fn assert_adds_up(state: &State<&'static str>) {
    let s = state.statistics();
    let open = (s.waiting + s.running) as u64;
    let ended = s.completed + s.failed + s.cancelled + s.timed_out + s.closed;
    // What left the queue is counted as ended although it is still to be told.
    assert_eq!(s.accepted, open + ended, "{s:?}");
}

#[test]
fn nothing_is_started_beside_what_has_to_be_told() {
    let mut state = state();
    let now = Instant::now();
    let first = submit(&mut state, Lane::Quick, "first");
    submit(&mut state, Lane::Quick, "second");
    assert!(state.cancel(first));
    assert!(!state.cancel(first));

    let mut hands = Hands::default();
    let turn = hands.turn(&mut state, now);
    assert_eq!(items(&turn), [("first", Ended::Cancelled)]);
    assert!(hands.in_hand.is_empty());
    hands.turn(&mut state, now);
    assert_eq!(hands.items(), ["second"]);
    assert_adds_up(&state);
}

#[test]
fn a_started_request_is_cancelled_by_the_worker() {
    let mut state = state();
    let id = submit(&mut state, Lane::Quick, "a");
    let mut hands = Hands::default();
    hands.turn(&mut state, Instant::now());
    let InHand { ticket, .. } = hands.in_hand.pop_front().expect("it starts");
    let context = crate::context::Context::new(ticket);
    assert!(state.cancel(id));
    assert!(context.is_cancelled());
    assert_eq!(hands.turn(&mut state, Instant::now()).cancel, [id]);
    hands.end(&state, id, Ended::Cancelled);
    assert!(!state.cancel(id), "it is being told");
    assert_adds_up(&state);
    hands.turn(&mut state, Instant::now());
    assert!(!state.cancel(id));
    assert_adds_up(&state);
}

#[test]
fn a_job_in_the_background_keeps_its_place_in_the_lane() {
    let mut state = state();
    let now = Instant::now();
    let id = submit(&mut state, Lane::Long, "first");
    submit(&mut state, Lane::Long, "second");
    let mut hands = Hands::default();
    hands.turn(&mut state, now);
    assert_eq!(hands.items(), ["first"]);
    state.detach(id);
    state.counts.add(Ended::TimedOut);
    assert!(!state.cancel(id), "it has been told already");
    hands.turn(&mut state, now);
    assert!(hands.in_hand.is_empty());
    let statistics = state.statistics();
    assert_eq!((statistics.running, statistics.background), (0, 1));
    assert_eq!(statistics.timed_out, 1);
    assert_adds_up(&state);

    let started = state.started.first().expect("it goes on");
    started.ticket.end();
    hands.finished.push((id, Ended::Completed));
    hands.turn(&mut state, now);
    assert_eq!(hands.items(), ["second"]);
    assert_eq!(state.statistics().completed, 0);
    assert_adds_up(&state);
}

#[test]
fn deadlines_in_the_queue_are_told_before_anything_is_started() {
    let mut state = state();
    let now = Instant::now();
    let deadline = Some(now + Duration::from_secs(1));
    assert!(state.submit(now, Lane::Quick, deadline, "late").is_ok());
    assert_eq!(state.next_deadline(), deadline);
    let mut hands = Hands::default();
    let turn = hands.turn(&mut state, now + Duration::from_secs(1));
    assert_eq!(items(&turn), [("late", Ended::TimedOut)]);
    assert!(hands.in_hand.is_empty());
    assert_eq!(state.next_deadline(), None);
    assert_adds_up(&state);
}

#[test]
fn a_drain_reports_what_became_of_everything() {
    let mut state = state();
    let now = Instant::now();
    let until = now + Duration::from_secs(1);
    let done = submit(&mut state, Lane::Quick, "done");
    let past = submit(&mut state, Lane::Long, "past");
    submit(&mut state, Lane::Long, "waits");
    let mut hands = Hands::default();
    hands.turn(&mut state, now);
    assert_eq!(hands.items(), ["done", "past"]);

    let number = state.begin_drain(Some(until));
    assert!(matches!(
        state.submit(now, Lane::Quick, None, "refused"),
        Err((Refused::Closed, "refused"))
    ));
    assert_eq!(state.next_deadline(), Some(until));
    assert_eq!(hands.turn(&mut state, now).order, Order::Drain);
    hands.end(&state, done, Ended::Completed);
    assert!(!state.is_drained());

    let turn = hands.turn(&mut state, until);
    assert_eq!(turn.order, Order::EndDrain);
    assert_eq!(items(&turn), [("waits", Ended::Closed)]);
    assert_eq!(state.drain_report(number), None);
    state.end_drain();
    let report = ShutdownReport { finished: 1, cancelled: 1, abandoned: 1 };
    assert_eq!(state.drain_report(number), Some(report));
    assert_eq!(hands.turn(&mut state, until).order, Order::Carry);
    assert_adds_up(&state);

    let number = state.begin_drain(None);
    assert_eq!(state.drain_report(number), None);
    hands.end(&state, past, Ended::Completed);
    hands.turn(&mut state, until);
    assert!(state.is_drained());
    state.end_drain();
    let report = ShutdownReport { finished: 1, ..ShutdownReport::default() };
    assert_eq!(state.drain_report(number), Some(report));
    assert_adds_up(&state);
}

#[test]
fn the_shorter_of_two_graces_counts() {
    let mut state = state();
    let now = Instant::now();
    submit(&mut state, Lane::Quick, "a");
    state.begin_drain(None);
    assert_eq!(state.next_deadline(), None);
    state.begin_drain(Some(now));
    state.begin_drain(Some(now + Duration::from_secs(1)));
    assert_eq!(state.next_deadline(), Some(now));
}

#[test]
fn closing_ends_a_drain_and_what_waits() {
    let mut state = state();
    let now = Instant::now();
    submit(&mut state, Lane::Quick, "a");
    let number = state.begin_drain(None);
    state.begin_close(None, Some(now));
    let report = ShutdownReport { abandoned: 1, ..ShutdownReport::default() };
    assert_eq!(state.drain_report(number), Some(report));
    let turn = Hands::default().turn(&mut state, now);
    assert_eq!(turn.order, Order::Close { tell: None, until: Some(now) });
    assert_eq!(items(&turn), [("a", Ended::Closed)]);
    let number = state.begin_drain(None);
    assert_eq!(state.drain_report(number), Some(ShutdownReport::default()));
    assert_adds_up(&state);
}

#[test]
fn a_worker_that_is_no_more_leaves_nothing_behind() {
    let mut state = state();
    submit(&mut state, Lane::Quick, "started");
    Hands::default().turn(&mut state, Instant::now());
    let cancelled = submit(&mut state, Lane::Quick, "cancelled");
    submit(&mut state, Lane::Long, "waits");
    let number = state.begin_drain(None);
    assert!(state.cancel(cancelled));

    let left: Vec<_> = state.stop().iter().map(|(w, e)| (w.item, *e)).collect();
    let expected = [("cancelled", Ended::Cancelled), ("waits", Ended::Closed)];
    assert_eq!(left, expected);
    assert!(state.drain_report(number).is_some());
    let statistics = state.statistics();
    assert_eq!((statistics.waiting, statistics.running), (0, 0));
    assert_adds_up(&state);
}
