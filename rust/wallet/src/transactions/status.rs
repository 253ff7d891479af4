//! What became of a transaction.

use std::fmt;

use miden_client::account::AccountId;
use miden_client::store::{SettingScope, TransactionFilter};
use miden_client::transaction::{DiscardCause, TransactionId, TransactionStatus};

use super::journal::EntryFile;
use crate::errors::{ErrorMapper, JournalError, Result, WalletError};
use crate::ids::parse_account_id;
use crate::pending::Pending;
use crate::wallet::Wallet;

/// What the settings begin with that say of a transaction which the store has not recorded that no block can include it.
const DROPPED_SETTING: &str = "dropped_transaction/";

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

impl Wallet {
    /// What became of a transaction. Reads the store, of one that was made elsewhere the history, and of one that the
    /// store has not recorded the journal: that one may be included, so it is pending until a sync has reported that it
    /// cannot be any more.
    ///
    /// # Errors
    /// [`WalletError::UnknownTransaction`], [`WalletError::Store`], [`crate::StoreError::History`],
    /// [`JournalError::EntryUnusable`] if the journal has the transaction and does not tell its account.
    pub fn transaction(
        &self,
        transaction: TransactionId,
    ) -> Pending<'_, Result<TransactionReport>> {
        Box::pin(async move {
            // Before the store: an entry is renamed after its transaction is recorded.
            let entry = self.journal.entry(transaction).await?;
            let records = self.transaction_records(TransactionFilter::Ids(vec![transaction]));
            let Some(record) = records.await?.pop() else {
                if let Some(elsewhere) = self.transaction_made_elsewhere(transaction).await? {
                    return Ok(elsewhere);
                }
                if let Some(entry) = entry {
                    return report_of_entry(transaction, entry);
                }
                let dropped = self.dropped(transaction).await?;
                return dropped.ok_or(WalletError::UnknownTransaction { transaction });
            };
            let state = match record.status {
                // It was made again, with the same id.
                TransactionStatus::Discarded(_)
                    if entry.as_ref().is_some_and(|entry| !entry.is_refused()) =>
                {
                    TransactionState::Pending
                }
                TransactionStatus::Pending => TransactionState::Pending,
                TransactionStatus::Committed { block_number, .. } => {
                    TransactionState::Committed { block_number: block_number.as_u32() }
                }
                TransactionStatus::Discarded(cause) => {
                    TransactionState::Discarded { reason: DiscardReason::of(cause) }
                }
            };
            Ok(TransactionReport { transaction, account: record.details.account_id, state })
        })
    }

    /// Keeps that no block can include a transaction which the store has not recorded: its entry is removed.
    pub(super) async fn note_dropped(
        &self,
        account: AccountId,
        dropped: &DiscardedTransaction,
    ) -> Result<()> {
        let key = setting_of_dropped(dropped.transaction);
        let value = format!("{} {}", account.to_hex(), dropped.reason.name()).into_bytes();
        let written = self.store.set_setting(SettingScope::User, key, value).await;
        written.map_err(ErrorMapper::store)
    }

    async fn dropped(&self, transaction: TransactionId) -> Result<Option<TransactionReport>> {
        let setting = setting_of_dropped(transaction);
        let setting = self.store.get_setting(SettingScope::User, setting).await;
        let Some(value) = setting.map_err(ErrorMapper::store)? else { return Ok(None) };
        let value = String::from_utf8_lossy(&value);
        let Some((account, reason)) = value.split_once(' ') else { return Ok(None) };
        let account = parse_account_id(account)?;
        let reason = if reason == DiscardReason::Superseded.name() {
            DiscardReason::Superseded
        } else {
            DiscardReason::Expired
        };
        let state = TransactionState::Discarded { reason };
        Ok(Some(TransactionReport { transaction, account, state }))
    }
}

fn setting_of_dropped(transaction: TransactionId) -> String {
    format!("{DROPPED_SETTING}{}", transaction.to_hex())
}

/// What is known of a transaction that only the journal has.
fn report_of_entry(transaction: TransactionId, file: EntryFile) -> Result<TransactionReport> {
    let account = match (file.account, file.entry) {
        (Some(account), _) => account,
        (None, Ok(entry)) => entry.account(),
        (None, Err(source)) => {
            return Err(
                JournalError::EntryUnusable { path: file.path, account: None, source }.into()
            );
        }
    };
    Ok(TransactionReport { transaction, account, state: TransactionState::Pending })
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
