//! What has happened, in the order in which it did.

use miden_client::account::AccountId;
use miden_client::note::NoteId;
use miden_client::transaction::TransactionId;
use serde::{Deserialize, Serialize};

use super::stored::{Hex, NoteStage, Row, StoredState};
use super::{LARGEST_PAGE, cursor, unusable};
use crate::errors::{Result, WalletError};
use crate::pending::Pending;
use crate::transactions::DiscardReason;
use crate::wallet::Wallet;

/// Something that has happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The place after it, from which a later call goes on.
    pub cursor: String,
    /// When the wallet learned of it, in seconds since 1970.
    pub recorded_at: u64,
    /// What it was.
    pub happening: Happening,
}

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

/// Some events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventPage {
    /// The events, oldest first.
    pub events: Vec<Event>,
    /// The place after the newest event there is.
    pub newest: String,
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

    fn told(self) -> Happening {
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

impl Wallet {
    /// The events after a cursor, oldest first, or from the first one on. Reads the history's file alone,
    /// once that is up to date.
    ///
    /// # Errors
    /// [`WalletError::InvalidCursor`], [`WalletError::InvalidPageSize`], [`crate::StoreError::History`].
    pub fn events<'a>(
        &'a self,
        after: Option<&'a str>,
        limit: u32,
    ) -> Pending<'a, Result<EventPage>> {
        Box::pin(async move {
            require_size(limit)?;
            let after = after.map(str::to_owned);
            self.read_history(move |index| {
                let logs = index.logs();
                let after = after.as_deref().map(|text| cursor::event(logs, text));
                let number = match after.transpose() {
                    Ok(number) => number.unwrap_or(0),
                    Err(refused) => return Ok(Err(refused)),
                };
                let found = index.events(number, limit)?;
                let events = found.rows.into_iter().map(|(number, recorded_at, event)| Event {
                    cursor: cursor::after_event(logs, number),
                    recorded_at,
                    happening: event.told(),
                });
                Ok(Ok(EventPage {
                    events: events.collect(),
                    newest: cursor::after_event(logs, found.newest),
                }))
            })
            .await?
            .map_err(unusable)?
        })
    }
}

pub(super) fn require_size(limit: u32) -> Result<()> {
    if (1..=LARGEST_PAGE).contains(&limit) {
        Ok(())
    } else {
        Err(WalletError::InvalidPageSize { limit, most: LARGEST_PAGE })
    }
}
