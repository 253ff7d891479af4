//! What became of a transaction.

use miden_client::account::AccountId;
use miden_client::store::TransactionFilter;
use miden_client::transaction::{TransactionId, TransactionStatus};

use crate::errors::{Result, WalletError};
use crate::pending::Pending;
use crate::wallet::Wallet;

/// How far a transaction has come, by the wallet's last sync.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TransactionState {
    /// Accepted by the network, in no block yet.
    Pending,
    /// In a block.
    Committed {
        /// The block.
        block_number: u32,
    },
    /// Given up: it is not on the chain and never will be.
    Discarded {
        /// Why.
        reason: String,
    },
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
    /// What became of a transaction. Reads the store alone, and of one that was made elsewhere the history.
    ///
    /// # Errors
    /// [`WalletError::UnknownTransaction`], [`WalletError::Store`], [`crate::StoreError::History`].
    pub fn transaction(
        &self,
        transaction: TransactionId,
    ) -> Pending<'_, Result<TransactionReport>> {
        Box::pin(async move {
            let records = self.transaction_records(TransactionFilter::Ids(vec![transaction]));
            let Some(record) = records.await?.pop() else {
                let elsewhere = self.transaction_made_elsewhere(transaction).await?;
                return elsewhere.ok_or(WalletError::UnknownTransaction { transaction });
            };
            let state = match record.status {
                TransactionStatus::Pending => TransactionState::Pending,
                TransactionStatus::Committed { block_number, .. } => {
                    TransactionState::Committed { block_number: block_number.as_u32() }
                }
                TransactionStatus::Discarded(cause) => {
                    TransactionState::Discarded { reason: cause.to_string() }
                }
            };
            Ok(TransactionReport { transaction, account: record.details.account_id, state })
        })
    }
}
