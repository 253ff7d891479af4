//! A request, and whose code it runs.

use std::ops::Deref;

use miden_client::Felt;
use miden_client::account::{Account, AccountId};
use miden_client::transaction::TransactionRequest;

use super::Effects;
use crate::errors::{ContractError, ErrorMapper, Result, WalletError};
use crate::reader::Reader;

/// A request that is to be executed.
#[derive(Debug, Clone)]
pub(crate) struct Requested {
    pub(super) request: TransactionRequest,
    /// Whether a stranger wrote it.
    pub(super) is_of_stranger: bool,
    /// Whether its script calls procedures, and leaves their results. Other code can leave what looks like them. Calls that
    /// would do nothing but pay the fee are refused.
    pub(super) makes_calls: bool,
}

impl Reader {
    /// Refuses calls that have no effects. That the first transaction of an account makes the
    /// account is no effect of its request.
    pub(super) async fn require_change(
        &self,
        account: AccountId,
        request: &Requested,
        effects: &Effects,
    ) -> Result<()> {
        if !request.makes_calls {
            return Ok(());
        }
        let new = self.new_account(account).await?;
        if effects.are_none(new.as_ref()) {
            return Err(ContractError::ChangesNothing { account, source: None }.into());
        }
        Ok(())
    }

    /// An account that no transaction has made yet.
    pub(crate) async fn new_account(&self, id: AccountId) -> Result<Option<Account>> {
        let unknown = || WalletError::UnknownAccount { account: id };
        let minimal = self.store.get_minimal_partial_account(id).await;
        let minimal = minimal.map_err(ErrorMapper::store)?.ok_or_else(unknown)?;
        if minimal.nonce() != Felt::ZERO {
            return Ok(None);
        }
        let whole = self.store.get_account(id).await.map_err(ErrorMapper::store)?;
        let whole = whole.ok_or_else(unknown)?.try_into().map_err(WalletError::internal)?;
        Ok(Some(whole))
    }
}

impl From<TransactionRequest> for Requested {
    /// A request of this wallet's own.
    fn from(request: TransactionRequest) -> Self {
        Self { request, is_of_stranger: false, makes_calls: false }
    }
}

impl Deref for Requested {
    type Target = TransactionRequest;

    fn deref(&self) -> &TransactionRequest {
        &self.request
    }
}
