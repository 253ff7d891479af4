//! What has happened, as it is told and as it is kept.

use miden_client::account::AccountId;
use miden_client::note::NoteId;
use miden_client::transaction::TransactionId;
use serde::{Deserialize, Serialize};

use super::stored::{Hex, NoteStage, Row, StoredState};
use crate::transactions::DiscardReason;

/// What has happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Happening {
    /// The wallet has come to a block.
    Synced {
        /// The block.
        block_number: u32,
    },
    /// A note is on the chain that an account of the wallet may consume.
    NoteArrived {
        /// The note.
        note: NoteId,
    },
    /// A note is consumed, by this wallet or by somebody else.
    NoteConsumed {
        /// The note.
        note: NoteId,
    },
    /// A transaction of the wallet is in a block.
    TransactionCommitted {
        /// The transaction.
        transaction: TransactionId,
        /// Its account.
        account: AccountId,
        /// The block.
        block_number: u32,
    },
    /// A transaction of the wallet will never be in a block, and its changes are undone.
    TransactionDiscarded {
        /// The transaction.
        transaction: TransactionId,
        /// Its account.
        account: AccountId,
        /// Why.
        reason: DiscardReason,
    },
    /// The network has a newer state of a private account than the wallet.
    AccountLocked {
        /// The account.
        account: AccountId,
    },
}

/// An event as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum StoredEvent {
    Synced {
        block: u32,
    },
    NoteArrived {
        note: Hex<NoteId>,
    },
    NoteConsumed {
        note: Hex<NoteId>,
    },
    TransactionCommitted {
        transaction: Hex<TransactionId>,
        account: Hex<AccountId>,
        block: u32,
    },
    TransactionDiscarded {
        transaction: Hex<TransactionId>,
        account: Hex<AccountId>,
        reason: String,
    },
    AccountLocked {
        account: Hex<AccountId>,
    },
}

impl StoredEvent {
    /// What a transaction's new state is told as. That one is pending, its caller knows.
    pub(super) fn of_transaction(row: &Row) -> Option<Self> {
        let (transaction, account) = (Hex(row.transaction), Hex(row.account));
        match &row.details.state {
            StoredState::Pending => None,
            StoredState::Committed { block, .. } => {
                Some(Self::TransactionCommitted { transaction, account, block: *block })
            }
            StoredState::Discarded { reason } => {
                Some(Self::TransactionDiscarded { transaction, account, reason: reason.clone() })
            }
        }
    }

    /// What is told of a note that was at one stage and is at another.
    pub(super) fn of_note(note: NoteId, before: NoteStage, now: NoteStage) -> Vec<Self> {
        let note = Hex(note);
        let mut events = Vec::new();
        if before == NoteStage::Expected && now != NoteStage::Expected {
            events.push(Self::NoteArrived { note });
        }
        if before != NoteStage::Consumed && now == NoteStage::Consumed {
            events.push(Self::NoteConsumed { note });
        }
        events
    }

    pub(super) fn locked(account: AccountId) -> Self {
        Self::AccountLocked { account: Hex(account) }
    }

    pub(super) fn told(self) -> Happening {
        match self {
            Self::Synced { block } => Happening::Synced { block_number: block },
            Self::NoteArrived { note } => Happening::NoteArrived { note: note.0 },
            Self::NoteConsumed { note } => Happening::NoteConsumed { note: note.0 },
            Self::TransactionCommitted { transaction, account, block } => {
                Happening::TransactionCommitted {
                    transaction: transaction.0,
                    account: account.0,
                    block_number: block,
                }
            }
            Self::TransactionDiscarded { transaction, account, reason } => {
                Happening::TransactionDiscarded {
                    transaction: transaction.0,
                    account: account.0,
                    reason: DiscardReason::of_text(&reason),
                }
            }
            Self::AccountLocked { account } => Happening::AccountLocked { account: account.0 },
        }
    }
}
