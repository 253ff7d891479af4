//! What is wrong with accounts that code reads besides the one that runs it.

use miden_client::account::AccountId;
use miden_client::rpc::AccountStateAt;
use miden_client::rpc::domain::account::GetAccountRequest;
use miden_client::{ClientError, Felt};

use crate::errors::{ErrorMapper, LookupError, Result, WalletError, is_of_no_account};
use crate::transactions::coordinator::Coordinator;

impl Coordinator {
    /// Refuses an account of this wallet that no transaction has made yet.
    pub(super) async fn require_deployed(&self, account: AccountId) -> Result<()> {
        let own = self.store.get_minimal_partial_account(account).await;
        match own.map_err(ErrorMapper::store)? {
            Some(own) if own.nonce() == Felt::ZERO => {
                Err(LookupError::AccountNotDeployed { account }.into())
            }
            _ => Ok(()),
        }
    }

    /// What a failed execution means, with the account that could not be read if that is why. `named` are the accounts
    /// that were fetched before.
    pub(crate) async fn explain_reading(
        &self,
        named: impl IntoIterator<Item = AccountId>,
        error: ClientError,
    ) -> WalletError {
        if matches!(&error, ClientError::RpcError(error) if is_of_no_account(error)) {
            for account in named {
                // If it cannot be found out, the error is as true as before.
                if let Err(missing) = self.require_on_chain(account).await
                    && matches!(missing, WalletError::Lookup(LookupError::AccountNotOnChain { .. }))
                {
                    return missing;
                }
            }
        }
        match self.errors.execution(error) {
            error @ WalletError::Lookup(LookupError::AccountNotOnChain { account, .. }) => {
                self.require_deployed(account).await.err().unwrap_or(error)
            }
            error => error,
        }
    }

    /// Refuses an account that the chain did not have at the block that the wallet has synced to.
    async fn require_on_chain(&self, account: AccountId) -> Result<()> {
        let block = self.synced_block().await?.block_num();
        let request = GetAccountRequest::new(account).at(AccountStateAt::Block(block));
        match self.node.get_account(request).await {
            Err(error) if is_of_no_account(&error) => {
                Err(LookupError::AccountNotOnChain { account, block: Some(block.as_u32()) }.into())
            }
            _ => Ok(()),
        }
    }
}
