//! Whether the worker had better look out for the next request than fall asleep.

use std::time::Duration;

/// How long the worker looks out before it sleeps.
pub(crate) const WINDOW: Duration = Duration::from_micros(50);

const MOST_SKIPPED: u32 = 1024;

/// Learns from the recent gaps between "nothing to do" and the next request.
///
/// A caller that sends its next request when it has the answer to the last comes back within the
/// window each time, and waking the thread would be nearly all of what its call costs. One that
/// comes back later would pay for the looking out and gain nothing. When the requests end, at most
/// one last look-out is in vain, and then the thread sleeps.
///
/// That requests come soon after each other while the worker sleeps does not mean that they do so
/// while it looks out: on a crowded machine it may keep the caller from the processor it needs. So
/// looking out in vain is answered with sleeping several times over, and more each time.
pub(crate) struct Spin {
    /// So many requests must come soon before the worker looks out again.
    skip: u32,
    /// What the last vain look-out cost, less what has been regained since.
    penalty: u32,
    /// With a single core, looking out keeps away the very thread that would send the request.
    possible: bool,
}

impl Spin {
    pub(crate) fn new(cores: usize) -> Self {
        Self { skip: 1, penalty: 0, possible: cores > 1 }
    }

    pub(crate) fn pays(&self) -> bool {
        self.possible && self.skip == 0
    }

    /// A request came this long after the worker had nothing to do; meanwhile the worker looked
    /// out, or slept.
    pub(crate) fn observe(&mut self, gap: Duration, looked_out: bool) {
        match (gap <= WINDOW, looked_out) {
            // A hit saves about a tenth of what a miss can cost, so most must be hits.
            (true, true) => self.penalty /= 2,
            (false, true) => {
                self.penalty = (self.penalty * 4 + 4).min(MOST_SKIPPED);
                self.skip = self.penalty;
            }
            (true, false) => self.skip = self.skip.saturating_sub(1),
            (false, false) => self.skip = self.skip.max(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOON: Duration = Duration::from_micros(20);
    const LATE: Duration = Duration::from_millis(1);

    /// How many of so many requests find the worker looking out, if they come soon only when it
    /// sleeps, or only when it looks out.
    fn looked_out(spin: &mut Spin, requests: u32, soon_if_looked_out: bool) -> u32 {
        let mut count = 0;
        for _ in 0..requests {
            let looks_out = spin.pays();
            let soon = !looks_out || soon_if_looked_out;
            spin.observe(if soon { SOON } else { LATE }, looks_out);
            count += u32::from(looks_out);
        }
        count
    }

    #[test]
    fn pays_while_requests_follow_each_other_closely() {
        let mut spin = Spin::new(2);
        assert!(!spin.pays());
        assert_eq!(looked_out(&mut spin, 1000, true), 999);
        spin.observe(LATE, true);
        assert!(!spin.pays(), "not for the next one");
        assert!(looked_out(&mut spin, 100, true) > 90, "but soon again");
    }

    #[test]
    fn never_pays_for_requests_that_come_late() {
        let mut spin = Spin::new(2);
        for _ in 0..100 {
            assert!(!spin.pays());
            spin.observe(LATE, false);
        }
        spin.observe(SOON, false);
        assert!(spin.pays());
    }

    #[test]
    fn is_hardly_tried_where_it_keeps_the_requests_away() {
        let mut spin = Spin::new(2);
        assert!(looked_out(&mut spin, 10_000, false) < 20);
    }

    #[test]
    fn never_pays_on_one_core() {
        let mut spin = Spin::new(1);
        assert_eq!(looked_out(&mut spin, 100, true), 0);
    }
}
