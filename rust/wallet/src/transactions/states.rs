//! The states of a transaction from its entry in the journal on. `docs/decisions/journal.md` has them in a table, which is
//! compared with these functions. The pipeline does not call them: that it and the recovery keep to them is tested with
//! `outcome.rs`.

use std::fmt::Debug;

use miden_client::block::BlockNumber;
use miden_client::transaction::{DiscardCause, TransactionStatus};

use super::DiscardReason;
use super::journal::{EXTENSION, PENDING_EXTENSION, REFUSED_EXTENSION};
use super::outcome::{Answer, Outcome, Presence};

const PAGE: &str = include_str!("../../../../docs/decisions/journal.md");

/// What is known of a transaction that is in the journal or was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// Its account waits until it is known what became of it.
    Unsettled,
    /// The network has refused it or lists another one in its place, and the chain did not have it.
    Refused,
    /// The network has it or may have it, and the store has recorded it.
    Pending,
    /// It is in a block.
    Committed,
    /// The store has recorded it, and the client has given it up.
    Discarded,
    /// The store has not recorded it, it cannot be included any more, and a sync has reported that.
    Dropped,
}

impl State {
    const ALL: [Self; 6] = [
        Self::Unsettled,
        Self::Refused,
        Self::Pending,
        Self::Committed,
        Self::Discarded,
        Self::Dropped,
    ];

    /// The state after the first submission.
    pub(super) fn after_submission(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Accepted(_) | Outcome::Included(_) => Self::Pending,
            Outcome::Refused | Outcome::RefusedForNow => Self::Refused,
            Outcome::Unknown => Self::Unsettled,
        }
    }

    /// The state after the submission that settles an entry. There was one before, and that copy may wait for its block.
    pub(super) fn after_settling(outcome: Outcome) -> Self {
        match outcome {
            Outcome::RefusedForNow => Self::Pending,
            outcome => Self::after_submission(outcome),
        }
    }

    /// The state after a sync has looked on the chain for a transaction that the store has not recorded, or has discarded.
    fn after_lookup(self, presence: Presence) -> Self {
        match presence {
            Presence::Committed(_) => Self::Pending,
            // Its record stays.
            Presence::Impossible(_) if self == Self::Discarded => self,
            Presence::Impossible(_) if self == Self::Refused => Self::Dropped,
            Presence::Impossible(_) | Presence::Replaced if self == Self::Unsettled => {
                Self::Refused
            }
            Presence::Impossible(_) | Presence::Replaced | Presence::NotFound => self,
        }
    }

    /// The state of a transaction that the store has recorded.
    fn recorded(status: &TransactionStatus) -> Self {
        match status {
            TransactionStatus::Pending => Self::Pending,
            TransactionStatus::Committed { .. } => Self::Committed,
            TransactionStatus::Discarded(_) => Self::Discarded,
        }
    }

    fn name(self) -> String {
        variant(&self).to_lowercase()
    }

    fn kept_in(self) -> String {
        let entry = |extension| format!("`<id>.{extension}`");
        match self {
            Self::Unsettled => entry(EXTENSION),
            Self::Refused => entry(REFUSED_EXTENSION),
            Self::Pending => format!("{}, store", entry(PENDING_EXTENSION)),
            Self::Committed | Self::Dropped => "store".to_owned(),
            Self::Discarded => format!("{}, store", entry(REFUSED_EXTENSION)),
        }
    }

    /// Each event that can end the state, with the state that follows.
    fn ends(self) -> Vec<(String, Self)> {
        let block = BlockNumber::from(7_u32);
        let mut ends = Vec::new();
        if self == Self::Unsettled {
            for outcome in [
                Outcome::Accepted(block),
                Outcome::Included(block),
                Outcome::Refused,
                Outcome::RefusedForNow,
                Outcome::Unknown,
            ] {
                let event = format!("`Outcome::{}`", variant(&outcome));
                let (first, settled) =
                    (Self::after_submission(outcome), Self::after_settling(outcome));
                ends.push((event.clone(), first));
                if settled != first {
                    ends.push((format!("{event} when settled"), settled));
                }
            }
        }
        if matches!(self, Self::Unsettled | Self::Refused | Self::Discarded) {
            for presence in [
                Presence::Committed(block),
                Presence::Impossible(DiscardReason::Expired),
                Presence::Replaced,
                Presence::NotFound,
            ] {
                let event = format!("`Presence::{}`", variant(&presence));
                ends.push((event, self.after_lookup(presence)));
            }
        }
        if self == Self::Pending {
            for status in [
                TransactionStatus::Pending,
                TransactionStatus::Committed { block_number: block, commit_timestamp: 0 },
                TransactionStatus::Discarded(DiscardCause::Expired),
            ] {
                let event = format!("`TransactionStatus::{}`", variant(&status));
                ends.push((event, Self::recorded(&status)));
            }
        }
        ends.retain(|(_, next)| *next != self);
        ends
    }

    fn row(self) -> String {
        let ends = self.ends();
        let ends: Vec<_> =
            ends.iter().map(|(event, next)| format!("{event}: {}", next.name())).collect();
        let ends = if ends.is_empty() { "nothing".to_owned() } else { ends.join("; ") };
        format!("| {} | {} | {ends} |", self.name(), self.kept_in())
    }
}

/// The name of an enum's variant.
fn variant(value: &impl Debug) -> String {
    format!("{value:?}").chars().take_while(|character| character.is_alphanumeric()).collect()
}

/// The rows of a table of the page, by its first line.
fn rows_below(header: &str) -> Vec<&'static str> {
    let table = PAGE.lines().skip_while(|line| *line != header);
    table.skip(2).take_while(|line| line.starts_with('|')).collect()
}

#[test]
fn the_decision_page_lists_the_states_of_the_code() {
    assert_eq!(rows_below("| state | kept in | ended by |"), State::ALL.map(State::row));
}

#[test]
fn the_decision_page_judges_each_answer_as_the_code_does() {
    let header = "| the node's answer | in a block | expired | replaced | not found \
                  | the chain does not answer |";
    let rows = rows_below(header);
    let answers = [Answer::Refused, Answer::RefusedForNow, Answer::Unknown];
    assert_eq!(rows.len(), answers.len());
    for (row, answer) in rows.into_iter().zip(answers) {
        let presences = [
            Some(Presence::Committed(BlockNumber::from(7_u32))),
            Some(Presence::Impossible(DiscardReason::Expired)),
            Some(Presence::Replaced),
            Some(Presence::NotFound),
            None,
        ];
        let states = presences.map(|presence| {
            let outcome = Outcome::of(answer, presence);
            let (first, settled) =
                (State::after_submission(outcome), State::after_settling(outcome));
            if settled == first {
                first.name()
            } else {
                format!("{}; when settled: {}", first.name(), settled.name())
            }
        });
        let cells: Vec<_> = row.trim_matches('|').split('|').skip(1).map(str::trim).collect();
        assert_eq!(cells, states, "{answer:?}");
    }
}
