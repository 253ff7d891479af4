//! Which logs of events the numbers of a wallet's events are of.
//!
//! A wallet that is restored from a backup goes on where the backup ends. So does the wallet the backup was
//! made of, if it is still there, and each counts its own events from there on. So every restored log has an
//! identity of its own, and remembers which one it came from and up to where: cursors of before the backup
//! are of use in both, and those of after it are in one alone.

use super::identity::{Identity, refused};
use crate::errors::Result;

/// The log of events of a wallet, and those it came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Logs {
    /// What tells this log from every other.
    pub(super) current: Identity,
    /// The logs it came from, oldest first, each with the number of its last event that is here, too.
    pub(super) origins: Vec<(Identity, u64)>,
}

impl Logs {
    /// The log that an event's number was first given in.
    pub(super) fn of(&self, number: u64) -> Identity {
        let origin = self.origins.iter().find(|(_, last)| number <= *last);
        origin.map_or(self.current, |(identity, _)| *identity)
    }

    /// Refuses a number that another log has given.
    pub(super) fn require(&self, log: Identity, number: u64) -> Result<()> {
        if log == self.current {
            return Ok(());
        }
        match self.origins.iter().find(|(identity, _)| *identity == log) {
            Some((_, last)) if number <= *last => Ok(()),
            Some(_) => Err(refused(
                "it is of events that came after the backup this wallet was restored from, in the wallet \
                 the backup is of. Begin with an older one, or without one",
            )),
            None => Err(refused(
                "it is of another wallet's events, or the events were lost since and numbered anew. Begin \
                 without one",
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::identity::new_identity;

    #[test]
    fn a_number_is_of_the_log_that_gave_it_first_and_of_use_where_it_is_known() {
        let (first, second, third) = (new_identity(), new_identity(), new_identity());
        let alone = Logs { current: first, origins: Vec::new() };
        assert_eq!([0, u64::MAX].map(|number| alone.of(number)), [first, first]);
        // Restored twice without an event between the two.
        let logs = Logs { current: third, origins: vec![(first, 4), (second, 4)] };
        assert_eq!([0, 4, 5].map(|number| logs.of(number)), [first, first, third]);

        let logs = Logs { current: third, origins: vec![(first, 4), (second, 9)] };
        assert_eq!([4, 5, 9, 10].map(|number| logs.of(number)), [first, second, second, third]);
        for (log, number) in [(first, 0), (first, 4), (second, 0), (second, 9), (third, u64::MAX)] {
            logs.require(log, number).expect("it is known");
        }
        for (log, number, reason) in [
            (first, 5, "after the backup"),
            (second, 10, "after the backup"),
            (new_identity(), 0, "another wallet"),
        ] {
            let error = logs.require(log, number).expect_err("it is not");
            assert_eq!(error.kind(), "invalid_cursor");
            assert!(error.to_string().contains(reason), "{error}");
        }
    }
}
