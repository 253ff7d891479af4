//! What is told of a transaction.

use std::fmt;

use miden_client::account::AccountId;
use miden_client::transaction::{DiscardCause, TransactionId};

/// How far a transaction has come, by the wallet's last sync.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TransactionState {
    /// In no block yet, as far as the wallet has synced: the network has accepted it, or it is not known yet what
    /// became of it.
    Pending,
    /// In a block.
    Committed {
        /// The block.
        block_number: u32,
    },
    /// Given up: it is not on the chain and never will be.
    Discarded {
        /// Why.
        reason: DiscardReason,
    },
}

/// Why a transaction is given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiscardReason {
    /// It has expired.
    Expired,
    /// Another transaction has consumed one of its notes.
    InputConsumed,
    /// It builds on a transaction that is given up.
    DependencyDiscarded,
    /// The network took it, and no block included it for as long as the wallet waits.
    NotIncluded,
    /// Another transaction of the account was included in its place.
    Superseded,
}

impl DiscardReason {
    /// The reason for a cause of the client.
    pub(crate) fn of(cause: DiscardCause) -> Self {
        match cause {
            DiscardCause::Expired => Self::Expired,
            DiscardCause::InputConsumed => Self::InputConsumed,
            DiscardCause::DiscardedInitialState => Self::DependencyDiscarded,
            DiscardCause::Stale => Self::NotIncluded,
            DiscardCause::Superseded => Self::Superseded,
        }
    }

    /// The reason for a cause that is kept as a text. The client writes no other texts.
    pub(crate) fn of_text(cause: &str) -> Self {
        DiscardCause::from_string(cause).map_or(Self::NotIncluded, Self::of)
    }

    /// A stable name of the reason, for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Expired => "expired",
            Self::InputConsumed => "input_consumed",
            Self::DependencyDiscarded => "dependency_discarded",
            Self::NotIncluded => "not_included",
            Self::Superseded => "superseded",
        }
    }
}

impl fmt::Display for DiscardReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Expired => "it expired before a block included it",
            Self::InputConsumed => "another transaction consumed one of its notes",
            Self::DependencyDiscarded => "the transaction it builds on was discarded",
            Self::NotIncluded => "no block included it in time",
            Self::Superseded => "another transaction of its account was included in its place",
        })
    }
}

/// A transaction that is given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DiscardedTransaction {
    /// The transaction.
    pub transaction: TransactionId,
    /// Why.
    pub reason: DiscardReason,
}

/// A transaction of this wallet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransactionReport {
    /// The transaction.
    pub transaction: TransactionId,
    /// The account that carried it out.
    pub account: AccountId,
    /// How far it has come.
    pub state: TransactionState,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_each_cause_gives_its_reason() {
        for cause in [
            DiscardCause::Expired,
            DiscardCause::InputConsumed,
            DiscardCause::DiscardedInitialState,
            DiscardCause::Stale,
            DiscardCause::Superseded,
        ] {
            assert_eq!(DiscardReason::of_text(&cause.to_string()), DiscardReason::of(cause));
        }
    }
}
