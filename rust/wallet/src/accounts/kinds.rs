//! What accounts are for, by their code.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use miden_client::Word;
use miden_client::account::component::FungibleFaucet;
use miden_client::account::{AccountCode, AccountHeader};
use miden_client::store::Store;

use crate::errors::{ErrorMapper, Result, WalletError};

/// What an account is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountKind {
    /// It holds assets.
    Wallet,
    /// It issues a fungible token.
    FungibleFaucet,
}

impl AccountKind {
    /// What accounts with a code are for.
    pub(crate) fn of(code: &AccountCode) -> Self {
        if code.has_procedure(FungibleFaucet::mint_and_send_root().into()) {
            Self::FungibleFaucet
        } else {
            Self::Wallet
        }
    }
}

/// What was found out already, by the commitments to the code.
#[derive(Debug, Default)]
pub(crate) struct AccountKinds {
    known: Mutex<BTreeMap<Word, AccountKind>>,
}

impl AccountKinds {
    /// What an account is for. Its code tells it, which is read once for all accounts that have it.
    pub(crate) async fn of(
        &self,
        store: &dyn Store,
        header: &AccountHeader,
    ) -> Result<AccountKind> {
        let (account, code) = (header.id(), header.code_commitment());
        let known = &self.known;
        if let Some(kind) = known.lock().unwrap_or_else(PoisonError::into_inner).get(&code) {
            return Ok(*kind);
        }
        let read = store.get_account_code(account).await.map_err(ErrorMapper::store)?;
        let kind = AccountKind::of(&read.ok_or(WalletError::UnknownAccount { account })?);
        known.lock().unwrap_or_else(PoisonError::into_inner).insert(code, kind);
        Ok(kind)
    }
}
