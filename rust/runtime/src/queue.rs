//! The queue: lanes, capacity, deadlines. Plain data, it knows neither threads nor clocks.

use std::collections::VecDeque;
use std::time::Instant;

use crate::request::{Lane, Limits};
use crate::request_id::RequestId;

/// A request that waits.
pub(crate) struct Waiting<E> {
    pub(crate) id: RequestId,
    pub(crate) lane: Lane,
    pub(crate) deadline: Option<Instant>,
    pub(crate) since: Instant,
    pub(crate) item: E,
}

/// The waiting requests of every lane, and how many of each lane are started.
pub(crate) struct Queue<E> {
    limits: Limits,
    lanes: [VecDeque<Waiting<E>>; Lane::ALL.len()],
    started: [usize; Lane::ALL.len()],
    last_id: RequestId,
    /// No waiting request has a deadline before this. It is not raised when a request leaves, which
    /// would need a look at all the others; so at worst it asks for one look too many.
    earliest: Option<Instant>,
}

impl<E> Queue<E> {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            limits,
            lanes: Lane::ALL.map(|_| VecDeque::new()),
            started: Lane::ALL.map(|_| 0),
            last_id: 0,
            earliest: None,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.lanes.iter().map(VecDeque::len).sum()
    }

    /// Adds a request, or gives it back when the queue is full.
    pub(crate) fn push(
        &mut self,
        lane: Lane,
        deadline: Option<Instant>,
        now: Instant,
        item: E,
    ) -> Result<RequestId, E> {
        if self.len() >= self.limits.waiting.max(1) {
            return Err(item);
        }
        self.last_id += 1;
        if let Some(deadline) = deadline {
            self.earliest = Some(self.earliest.map_or(deadline, |e| e.min(deadline)));
        }
        self.lanes[lane as usize].push_back(Waiting {
            id: self.last_id,
            lane,
            deadline,
            since: now,
            item,
        });
        Ok(self.last_id)
    }

    /// Takes the oldest request whose lane has room, which is less by one until [`Self::release`].
    pub(crate) fn start(&mut self) -> Option<Waiting<E>> {
        let oldest = Lane::ALL
            .into_iter()
            .filter(|lane| self.started[*lane as usize] < self.room(*lane))
            .filter_map(|lane| Some((self.lanes[lane as usize].front()?.id, lane)))
            .min_by_key(|(id, _)| *id);
        let (_, lane) = oldest?;
        self.started[lane as usize] += 1;
        let waiting = self.lanes[lane as usize].pop_front();
        self.forget_deadlines_when_empty();
        waiting
    }

    /// A started request of this lane has ended.
    pub(crate) fn release(&mut self, lane: Lane) {
        self.started[lane as usize] = self.started[lane as usize].saturating_sub(1);
    }

    /// Takes a request out of the queue, wherever it stands.
    pub(crate) fn remove(&mut self, id: RequestId) -> Option<Waiting<E>> {
        let removed = self.lanes.iter_mut().find_map(|lane| {
            // Ids only ever grow, so each lane is sorted by them.
            let place = lane.binary_search_by_key(&id, |waiting| waiting.id).ok()?;
            lane.remove(place)
        });
        self.forget_deadlines_when_empty();
        removed
    }

    /// Hands every request whose deadline has come to `taken`.
    pub(crate) fn take_expired(&mut self, now: Instant, mut taken: impl FnMut(Waiting<E>)) {
        if self.earliest.is_none_or(|earliest| earliest > now) {
            return;
        }
        let mut earliest: Option<Instant> = None;
        for lane in &mut self.lanes {
            // Once around: whoever stays goes to the back, and the order is what it was.
            for _ in 0..lane.len() {
                let Some(waiting) = lane.pop_front() else {
                    break;
                };
                match waiting.deadline {
                    Some(deadline) if deadline <= now => taken(waiting),
                    Some(deadline) => {
                        earliest = Some(earliest.map_or(deadline, |e| e.min(deadline)));
                        lane.push_back(waiting);
                    }
                    None => lane.push_back(waiting),
                }
            }
        }
        self.earliest = earliest;
    }

    /// Hands every request to `taken`.
    pub(crate) fn take_all(&mut self, taken: impl FnMut(Waiting<E>)) {
        self.earliest = None;
        self.lanes.iter_mut().flat_map(|lane| lane.drain(..)).for_each(taken);
    }

    /// When to call [`Self::take_expired`] next.
    pub(crate) fn earliest_deadline(&self) -> Option<Instant> {
        self.earliest
    }

    fn room(&self, lane: Lane) -> usize {
        match lane {
            Lane::Quick => self.limits.quick.max(1),
            Lane::Remote => self.limits.remote.max(1),
            Lane::Script => self.limits.script.max(1),
            Lane::Long => self.limits.long.max(1),
        }
    }

    /// Deadlines of requests that are long gone must not wake a worker at rest.
    fn forget_deadlines_when_empty(&mut self) {
        if self.len() == 0 {
            self.earliest = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn queue(waiting: usize, quick: usize, long: usize) -> Queue<&'static str> {
        Queue::new(Limits { waiting, quick, long, ..Limits::default() })
    }

    fn expired(queue: &mut Queue<&'static str>, now: Instant) -> Vec<&'static str> {
        let mut items = Vec::new();
        queue.take_expired(now, |waiting| items.push(waiting.item));
        items
    }

    #[test]
    fn all_lanes_share_the_capacity() {
        let mut queue = queue(2, 1, 1);
        let now = Instant::now();
        assert_eq!(queue.push(Lane::Quick, None, now, "a"), Ok(1));
        assert_eq!(queue.push(Lane::Long, None, now, "b"), Ok(2));
        assert_eq!(queue.push(Lane::Quick, None, now, "c"), Err("c"));
        assert!(queue.start().is_some());
        assert_eq!(queue.push(Lane::Quick, None, now, "d"), Ok(3));
        assert_eq!(queue.push(Lane::Quick, None, now, "e"), Err("e"));
    }

    #[test]
    fn the_oldest_with_room_in_its_lane_goes_first() {
        let mut queue = queue(9, 2, 1);
        let now = Instant::now();
        for (lane, item) in [
            (Lane::Long, "long 1"),
            (Lane::Long, "long 2"),
            (Lane::Quick, "quick 1"),
            (Lane::Quick, "quick 2"),
            (Lane::Quick, "quick 3"),
        ] {
            queue.push(lane, None, now, item).expect("there is room");
        }
        let mut next = || queue.start().map(|waiting| waiting.item);
        assert_eq!(next(), Some("long 1"));
        assert_eq!(next(), Some("quick 1"));
        assert_eq!(next(), Some("quick 2"));
        assert_eq!(next(), None);
        queue.release(Lane::Quick);
        queue.release(Lane::Long);
        assert_eq!(queue.start().map(|waiting| waiting.item), Some("long 2"));
        assert_eq!(queue.start().map(|waiting| waiting.item), Some("quick 3"));
        assert!(queue.start().is_none());
    }

    #[test]
    fn a_limit_of_nothing_counts_as_one() {
        let mut queue = queue(0, 0, 0);
        let now = Instant::now();
        assert_eq!(queue.push(Lane::Quick, None, now, "a"), Ok(1));
        assert!(queue.start().is_some());
        assert_eq!(queue.push(Lane::Long, None, now, "b"), Ok(2));
        assert!(queue.start().is_some());
    }

    #[test]
    fn removing_frees_the_place_and_keeps_the_order() {
        let mut queue = queue(3, 9, 9);
        let now = Instant::now();
        for item in ["a", "b", "c"] {
            queue.push(Lane::Quick, None, now, item).expect("there is room");
        }
        assert_eq!(queue.remove(2).map(|waiting| waiting.item), Some("b"));
        assert!(queue.remove(2).is_none());
        assert!(queue.remove(99).is_none());
        assert_eq!(queue.push(Lane::Quick, None, now, "d"), Ok(4));
        let mut order = Vec::new();
        queue.take_all(|waiting| order.push(waiting.item));
        assert_eq!(order, ["a", "c", "d"]);
        assert_eq!(queue.len(), 0);
    }

    #[test]
    fn deadlines_come_due_wherever_the_request_stands() {
        let mut queue = queue(9, 1, 1);
        let now = Instant::now();
        let at = |seconds| now + Duration::from_secs(seconds);
        for (lane, deadline, item) in [
            (Lane::Long, Some(at(30)), "30"),
            (Lane::Long, Some(at(10)), "10"),
            (Lane::Long, None, "none"),
            (Lane::Quick, Some(at(20)), "20"),
        ] {
            queue.push(lane, deadline, now, item).expect("room");
        }
        assert_eq!(queue.earliest_deadline(), Some(at(10)));
        assert!(expired(&mut queue, at(9)).is_empty());
        assert_eq!(expired(&mut queue, at(10)), ["10"]);
        assert_eq!(queue.earliest_deadline(), Some(at(20)));
        assert_eq!(expired(&mut queue, at(40)), ["20", "30"]);
        assert_eq!(queue.earliest_deadline(), None);
        assert_eq!(queue.start().map(|waiting| waiting.item), Some("none"));
    }

    #[test]
    fn an_empty_queue_has_no_deadline() {
        let mut queue = queue(9, 9, 9);
        let now = Instant::now();
        queue.push(Lane::Quick, Some(now), now, "a").expect("there is room");
        assert!(queue.start().is_some());
        assert_eq!(queue.earliest_deadline(), None);
        queue.push(Lane::Quick, Some(now), now, "b").expect("there is room");
        assert!(queue.remove(2).is_some());
        assert_eq!(queue.earliest_deadline(), None);
    }
}
