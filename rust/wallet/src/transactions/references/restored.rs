//! References in a wallet that was restored from a backup.
//!
//! A backup knows nothing of what was made after it. So a restored store says which backup it is of, and no reference is
//! taken before the transactions that the account has made since are known.

use miden_client::Word;
use miden_client::account::AccountId;
use miden_client::rpc::domain::account::GetAccountRequest;
use miden_client::rpc::{GrpcError, RpcError};
use miden_client::store::SettingScope;

use crate::account_marks::mark_of;
use crate::errors::{Cause, ErrorMapper, ReferenceError, Result};
use crate::history::new_identity;
use crate::wallet::Wallet;

/// The setting that says which restore the store is of: the epoch, and the block of the backup.
const RESTORED_SETTING: &str = "restored_from_backup";

/// What the settings begin with that say of which epoch an account's transactions are known.
const KNOWN_SETTING: &str = "references_known/";

/// How long an epoch is.
const EPOCH: usize = 16;

/// The setting, with its value, of a store that is restored from a backup of a block. Each time an epoch of its own.
pub(crate) fn setting_of_restore(block: u32) -> (&'static str, Vec<u8>) {
    let epoch: [u8; EPOCH] = new_identity();
    (RESTORED_SETTING, [&epoch[..], &block.to_le_bytes()].concat())
}

impl Wallet {
    /// Refuses references of an account as long as its transactions since the restored backup are not known. Asks the
    /// node for them.
    pub(super) async fn require_references_known(&self, account: AccountId) -> Result<()> {
        let restored =
            self.store.get_setting(SettingScope::User, RESTORED_SETTING.to_owned()).await;
        let restored = restored.map_err(ErrorMapper::store)?;
        let Some((epoch, block)) = restored.as_deref().and_then(parsed) else { return Ok(()) };
        let key = mark_of(KNOWN_SETTING, account);
        let known = self.store.get_setting(SettingScope::User, key.clone()).await;
        if known.map_err(ErrorMapper::store)?.is_some_and(|known| known == epoch) {
            return Ok(());
        }
        let read = Box::pin(self.read_transactions_since(account)).await;
        read.map_err(|source| ReferenceError::NotKnownYet { account, block, source })?;
        let written = self.store.set_setting(SettingScope::User, key, epoch.to_vec()).await;
        written.map_err(ErrorMapper::store)
    }

    async fn read_transactions_since(&self, account: AccountId) -> Result<(), Cause> {
        if account.is_private() && !self.has_state_on_chain(account).await? {
            return Err(
                "the network has a state of the account that this wallet does not have".into()
            );
        }
        if self.learn_past_now(account).await? {
            return Ok(());
        }
        Err("the account has so many transactions that they are read in several goes".into())
    }

    /// Whether the store has the state of an account that the chain has.
    async fn has_state_on_chain(&self, account: AccountId) -> Result<bool, Cause> {
        let (_, proof) = match self.node.get_account(GetAccountRequest::new(account)).await {
            Ok(answer) => answer,
            Err(RpcError::RequestError { error_kind: GrpcError::NotFound, .. }) => return Ok(true),
            Err(error) => return Err(error.into()),
        };
        let state = proof.account_commitment();
        // Without the account the answer is of nothing, or of a neighbour.
        if proof.account_witness().id() != account || state == Word::empty() {
            return Ok(true);
        }
        let newest = self.store.get_account_header(account).await?;
        if newest.is_some_and(|(header, _)| header.to_commitment() == state) {
            return Ok(true);
        }
        // An older one: transactions of this wallet wait for their block.
        Ok(self.store.get_account_header_by_commitment(state).await?.is_some())
    }
}

fn parsed(setting: &[u8]) -> Option<(&[u8], u32)> {
    let (epoch, block) = setting.split_at_checked(EPOCH)?;
    Some((epoch, u32::from_le_bytes(block.try_into().ok()?)))
}
