//! The life of a worker in plain data: no thread, no clock but the one passed in.

use std::time::Duration;

use super::*;

fn state() -> State<&'static str> {
    let limits = Limits { waiting: 9, quick: 2, long: 1, ..Limits::default() };
    State::new(limits, Arc::new(Bell::default()))
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

    let turn = state.turn(now);
    assert_eq!(items(&turn), [("first", Ended::Cancelled)]);
    assert!(turn.start.is_none());
    let turn = state.turn(now);
    assert_eq!(turn.start.map(|(w, _)| w.item), Some("second"));
    assert_adds_up(&state);
}

#[test]
fn a_started_request_is_cancelled_by_the_worker() {
    let mut state = state();
    let id = submit(&mut state, Lane::Quick, "a");
    let Some((_, ticket)) = state.turn(Instant::now()).start else {
        panic!("it starts");
    };
    let context = crate::context::Context::new(ticket);
    assert!(state.cancel(id));
    assert!(context.is_cancelled());
    assert_eq!(state.turn(Instant::now()).cancel, [id]);
    state.finish(id, Ended::Cancelled);
    assert!(!state.cancel(id));
    assert_adds_up(&state);
}

#[test]
fn a_job_in_the_background_keeps_its_place_in_the_lane() {
    let mut state = state();
    let now = Instant::now();
    let id = submit(&mut state, Lane::Long, "first");
    submit(&mut state, Lane::Long, "second");
    assert!(state.turn(now).start.is_some());
    state.detach(id);
    assert!(!state.cancel(id), "it has been told already");
    assert!(state.turn(now).start.is_none());
    let statistics = state.statistics();
    assert_eq!((statistics.running, statistics.background), (0, 1));
    assert_eq!(statistics.timed_out, 1);
    assert_adds_up(&state);

    state.finish(id, Ended::Completed);
    assert!(state.turn(now).start.is_some());
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
    let turn = state.turn(now + Duration::from_secs(1));
    assert_eq!(items(&turn), [("late", Ended::TimedOut)]);
    assert!(turn.start.is_none());
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
    assert!(state.turn(now).start.is_some());
    assert!(state.turn(now).start.is_some());

    let number = state.begin_drain(Some(until));
    assert!(matches!(
        state.submit(now, Lane::Quick, None, "refused"),
        Err((Refused::Closed, "refused"))
    ));
    assert_eq!(state.next_deadline(), Some(until));
    assert_eq!(state.turn(now).order, Order::Drain);
    state.finish(done, Ended::Completed);
    assert!(!state.is_drained());

    let turn = state.turn(until);
    assert_eq!(turn.order, Order::EndDrain);
    assert_eq!(items(&turn), [("waits", Ended::Closed)]);
    assert_eq!(state.drain_report(number), None);
    state.end_drain();
    let report = ShutdownReport { finished: 1, cancelled: 1, abandoned: 1 };
    assert_eq!(state.drain_report(number), Some(report));
    assert_eq!(state.turn(until).order, Order::Carry);
    assert_adds_up(&state);

    let number = state.begin_drain(None);
    assert_eq!(state.drain_report(number), None);
    state.finish(past, Ended::Completed);
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
    state.begin_close(Some(now));
    let report = ShutdownReport { abandoned: 1, ..ShutdownReport::default() };
    assert_eq!(state.drain_report(number), Some(report));
    let turn = state.turn(now);
    assert_eq!(turn.order, Order::Close { until: Some(now) });
    assert_eq!(items(&turn), [("a", Ended::Closed)]);
    let number = state.begin_drain(None);
    assert_eq!(state.drain_report(number), Some(ShutdownReport::default()));
    assert_adds_up(&state);
}

#[test]
fn a_worker_that_is_no_more_leaves_nothing_behind() {
    let mut state = state();
    submit(&mut state, Lane::Quick, "started");
    let cancelled = submit(&mut state, Lane::Quick, "cancelled");
    submit(&mut state, Lane::Long, "waits");
    let number = state.begin_drain(None);
    assert!(state.turn(Instant::now()).start.is_some());
    assert!(state.cancel(cancelled));

    let left: Vec<_> = state.stop().iter().map(|(w, e)| (w.item, *e)).collect();
    let expected = [("cancelled", Ended::Cancelled), ("waits", Ended::Closed)];
    assert_eq!(left, expected);
    assert!(state.drain_report(number).is_some());
    let statistics = state.statistics();
    assert_eq!((statistics.waiting, statistics.running), (0, 0));
    assert_adds_up(&state);
}
