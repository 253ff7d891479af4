//! What became of a transaction.

use miden_client::account::AccountId;
use miden_client::store::{SettingScope, TransactionFilter};
use miden_client::transaction::{TransactionId, TransactionStatus};

use super::journal::EntryFile;
use super::report::{DiscardReason, DiscardedTransaction, TransactionReport, TransactionState};
use crate::errors::{ErrorMapper, JournalError, Result, WalletError};
use crate::ids::parse_account_id;
use crate::pending::Pending;
use crate::transactions::coordinator::Coordinator;

/// What the settings begin with that say of a transaction which the store has not recorded that no block can include it.
const DROPPED_SETTING: &str = "dropped_transaction/";

impl Coordinator {
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
