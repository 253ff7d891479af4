//! References in a wallet that was restored from a backup.
//!
//! A backup knows nothing of what was made after it. So a restored store says which backup it is of, and no reference is
//! taken before the transactions that the account has made since are known. One of them may still wait for its block when the
//! wallet is restored, so they are known once the chain has come to the block after which all have expired.

use miden_client::Word;
use miden_client::account::AccountId;
use miden_client::rpc::domain::account::GetAccountRequest;
use miden_client::rpc::{GrpcError, RpcError};
use miden_client::store::SettingScope;

use crate::account_marks::mark_of;
use crate::errors::{Cause, ErrorMapper, ReferenceError, Result};
use crate::history::new_identity;
use crate::wallet::{EXPIRATION_BLOCKS, Wallet};

/// The setting that says which restore the store is of: see [`Restored`].
const RESTORED_SETTING: &str = "restored_from_backup";

/// What the settings begin with that say of which epoch an account's transactions are known.
const KNOWN_SETTING: &str = "references_known/";

/// How long an epoch is.
const EPOCH: usize = 16;

/// Which restore a store is of.
struct Restored {
    /// Another one each time.
    epoch: [u8; EPOCH],
    /// The block of the backup.
    block: u32,
    /// The chain's tip when the wallet was restored, or when it first asked for the tip after that.
    tip: Option<u32>,
}

/// The setting, with its value, of a store that is restored from a backup of a block, and the chain's tip if it is known.
pub(crate) fn setting_of_restore(block: u32, tip: Option<u32>) -> (&'static str, Vec<u8>) {
    let restored = Restored { epoch: new_identity(), block, tip };
    (RESTORED_SETTING, restored.to_bytes())
}

impl Restored {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.epoch.to_vec();
        bytes.extend(self.block.to_le_bytes());
        bytes.extend(self.tip.into_iter().flat_map(u32::to_le_bytes));
        bytes
    }

    fn read(setting: &[u8]) -> Option<Self> {
        let (epoch, rest) = setting.split_first_chunk::<EPOCH>()?;
        let (block, rest) = rest.split_first_chunk()?;
        let tip = rest.first_chunk().map(|tip| u32::from_le_bytes(*tip));
        Some(Self { epoch: *epoch, block: u32::from_le_bytes(*block), tip })
    }
}

impl Wallet {
    /// Refuses references of an account as long as its transactions since the restored backup are not known. Asks the
    /// node for them.
    pub(super) async fn require_references_known(&self, account: AccountId) -> Result<()> {
        let restored =
            self.store.get_setting(SettingScope::User, RESTORED_SETTING.to_owned()).await;
        let restored = restored.map_err(ErrorMapper::store)?;
        let Some(restored) = restored.as_deref().and_then(Restored::read) else { return Ok(()) };
        let (epoch, block) = (restored.epoch, restored.block);
        let key = mark_of(KNOWN_SETTING, account);
        let known = self.store.get_setting(SettingScope::User, key.clone()).await;
        if known.map_err(ErrorMapper::store)?.is_some_and(|known| known == epoch) {
            return Ok(());
        }
        let read = Box::pin(self.read_transactions_since(account, restored)).await;
        read.map_err(|source| ReferenceError::NotKnownYet { account, block, source })?;
        let written = self.store.set_setting(SettingScope::User, key, epoch.to_vec()).await;
        written.map_err(ErrorMapper::store)
    }

    async fn read_transactions_since(
        &self,
        account: AccountId,
        mut restored: Restored,
    ) -> Result<(), Cause> {
        // Asked first: what is read next is of this block or a later one.
        let (newest, _) = self.node.get_block_header_by_number(None, false).await?;
        let newest = newest.block_num().as_u32();
        let tip = restored.tip.unwrap_or(newest.max(restored.block));
        if restored.tip.is_none() {
            restored.tip = Some(tip);
            let key = RESTORED_SETTING.to_owned();
            self.store.set_setting(SettingScope::User, key, restored.to_bytes()).await?;
        }
        if account.is_private() && !self.has_state_on_chain(account).await? {
            return Err(
                "the network has a state of the account that this wallet does not have".into()
            );
        }
        if !self.learn_past_now(account).await? {
            return Err(
                "the account has so many transactions that they are read in several goes".into()
            );
        }
        let last = tip.saturating_add(u32::from(EXPIRATION_BLOCKS));
        if newest < last {
            let text = format!(
                "one that was made before the restore may be included until block {last}, and the \
                 newest is {newest}"
            );
            return Err(text.into());
        }
        Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_restore_is_read_as_it_was_written_with_and_without_the_tip() {
        for tip in [None, Some(120)] {
            let (_, bytes) = setting_of_restore(7, tip);
            let read = Restored::read(&bytes).expect("it is whole");
            assert_eq!((read.block, read.tip), (7, tip));
            assert_eq!(read.to_bytes(), bytes);
        }
    }
}
