//! Describes what a transaction does that is to be signed.

use miden_client::account::AccountId;
use miden_client::auth::SigningInputs;
use miden_protocol::transaction::{
    InputNote, InputNotes, RawOutputNotes, TransactionSummary as SignedSummary,
};

use super::conservation::require_conserved;
use super::remaining::VaultChange;
use super::summary::TransactionSummary;
use crate::errors::Result;
use crate::reader::Reader;

impl Reader {
    /// Says what a transaction does that is to be signed.
    pub(crate) async fn summary_of(
        &self,
        account: AccountId,
        inputs: &SigningInputs,
    ) -> Result<Option<TransactionSummary>> {
        let SigningInputs::TransactionSummary(summary) = inputs else { return Ok(None) };
        Ok(Some(self.described_summary(account, summary).await?))
    }

    /// Says what a transaction does, by what an account signs.
    pub(crate) async fn described_summary(
        &self,
        account: AccountId,
        summary: &SignedSummary,
    ) -> Result<TransactionSummary> {
        require_conserved(account, summary)?;
        let change = VaultChange::Delta(summary.account_delta().vault());
        let (consumed, created) = (summary.input_notes(), summary.output_notes());
        self.described_transaction(account, consumed, created, &change).await
    }

    /// Says what a transaction does, by the notes it consumes and creates and what becomes of the vault.
    pub(crate) async fn described_transaction(
        &self,
        account: AccountId,
        consumed: &InputNotes<InputNote>,
        created: &RawOutputNotes,
        change: &VaultChange<'_>,
    ) -> Result<TransactionSummary> {
        let mut summary = TransactionSummary::without_tokens(account, consumed, created);
        for amount in summary.amounts_mut() {
            amount.token = self.tokens.get(self.store.as_ref(), amount.faucet).await?;
        }
        summary.remaining = self.remaining(&summary, change).await?;
        Ok(summary)
    }
}
