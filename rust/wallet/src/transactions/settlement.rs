//! Settling what an earlier process left between submission and record.

use miden_client::ClientError;
use miden_client::block::BlockNumber;
use miden_client::rpc::{AddTransactionError, EndpointError, RpcError};
use miden_client::store::TransactionFilter;
use miden_client::transaction::{TransactionId, TransactionResult};
use tracing::{info, warn};

use crate::errors::{Result, WalletError};
use crate::transactions::journal::JournalEntry;
use crate::wallet::{Wallet, WalletClient};

/// What a node's refusal of a transaction means for one that may have been submitted before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// It can be on the chain, on its way there, or never get there.
    MayHaveLanded,
    /// It is not on the chain and cannot get there any more.
    CannotLand,
    /// The node does not say. To be asked again.
    Open,
}

impl Wallet {
    /// Settles every transaction that was written down and not recorded: submitted again with the
    /// same proof, recorded, or dropped where it can never land. Has to come before a sync: one that
    /// passes the transaction's block first locks a private account.
    pub(crate) async fn settle_journal(&self, client: &mut WalletClient) -> Result<()> {
        for entry in self.journal.entries()? {
            let transaction = entry.executed.id();
            info!(%transaction, stage = "settling", "settling a transaction of an earlier run");
            // Boxed: a rare path should not make every future of a sync larger.
            Box::pin(self.settle(client, entry)).await?;
            self.journal.remove(transaction)?;
        }
        Ok(())
    }

    async fn settle(&self, client: &mut WalletClient, entry: JournalEntry) -> Result<()> {
        let JournalEntry { executed, proven } = entry;
        let transaction = executed.id();
        let recorded = self.transaction_records(TransactionFilter::Ids(vec![transaction])).await?;
        if !recorded.is_empty() {
            // The process died between the record and the end of the entry.
            return Ok(());
        }
        let height = match client.submit_proven_transaction(proven, &executed).await {
            Ok(height) => height,
            Err(error) => match verdict(&error) {
                Verdict::CannotLand => return dropped(transaction, &error),
                Verdict::Open => {
                    return Err(WalletError::NotSettled { transaction, source: error.into() });
                }
                Verdict::MayHaveLanded => match self.landed(&executed).await? {
                    Some(block) => block,
                    None if is_expiry(&error) => return dropped(transaction, &error),
                    // On its way, or beaten to it by another one. It is recorded as pending either
                    // way: a sync commits it, or takes it back once it has expired.
                    None => executed.block_num(),
                },
            },
        };
        client
            .apply_transaction(&executed, height)
            .await
            .map_err(|error| WalletError::NotSettled { transaction, source: error.into() })
    }

    /// The block a transaction is in, if it is in one.
    async fn landed(&self, executed: &TransactionResult) -> Result<Option<BlockNumber>> {
        let account = executed.executed_transaction().account_id();
        let tip = match self.node.get_block_header_by_number(None, false).await {
            Ok((header, _)) => header.block_num(),
            Err(error) => return Err(self.explain(ClientError::RpcError(error)).await),
        };
        let found =
            match self.node.sync_transactions(executed.block_num(), tip, vec![account]).await {
                Ok(found) => found,
                Err(error) => return Err(self.explain(ClientError::RpcError(error)).await),
            };
        Ok(found
            .into_iter()
            .find(|record| record.transaction_header.id() == executed.id())
            .map(|record| record.block_num))
    }
}

/// Settled by leaving it: nothing of it was recorded and nothing of it is on the chain.
#[expect(clippy::unnecessary_wraps, reason = "the end of a settlement")]
fn dropped(transaction: TransactionId, error: &ClientError) -> Result<()> {
    warn!(%transaction, error = ?error, "dropping a transaction that can never land");
    Ok(())
}

fn is_expiry(error: &ClientError) -> bool {
    matches!(refusal(error), Some(AddTransactionError::Expired))
}

fn refusal(error: &ClientError) -> Option<&AddTransactionError> {
    match error {
        ClientError::RpcError(RpcError::RequestError {
            endpoint_error: Some(EndpointError::AddTransaction(refusal)),
            ..
        }) => Some(refusal),
        _ => None,
    }
}

fn verdict(error: &ClientError) -> Verdict {
    match refusal(error) {
        // The state it begins with is gone: its own first copy may have changed it, or another
        // transaction. Or it is too late now, and may have been in time then.
        Some(AddTransactionError::StateConflict { .. } | AddTransactionError::Expired) => {
            Verdict::MayHaveLanded
        }
        // The proof, the reference block or the fee is wrong, and what is wrong stays wrong: these
        // depend on the transaction alone, so its first copy was refused for them too.
        Some(
            AddTransactionError::AuthenticationFailed { .. }
            | AddTransactionError::MissingFee
            | AddTransactionError::InvalidFeeAsset
            | AddTransactionError::BatchIdMismatch,
        ) => Verdict::CannotLand,
        // The account may not be created here, which is decided before anything else.
        None if matches!(error, ClientError::AccountNotAllowlisted(_)) => Verdict::CannotLand,
        // No answer, or a node that is full, has a fault, waits for another transaction, or says what
        // this version does not know. Nothing of that tells what became of the first copy.
        _ => Verdict::Open,
    }
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests;
