//! References in a wallet that was restored from a backup, and of accounts that were elsewhere before.
//!
//! A backup knows nothing of what was made after it, and a mnemonic, a seed, a file and a key know nothing of references at
//! all. So a restored store says which backup it is of, an account that is taken in gets the same mark, and no reference is
//! taken before the transactions that the account has made elsewhere are known. One of them may still wait for its block, so
//! they are known once the wallet has synced the block after which all have expired. The blocks that are synced are signed.
//! The tip that a node merely tells could be any number.
//!
//! A backup has the marks of the accounts that were taken in before it, and what is known of them. None of that tells of what
//! was made after the backup, so the later one of the two marks counts, with an epoch of its own.
//!
//! An account whose first transaction this wallet makes has made none elsewhere: all begin with the same state, and the chain
//! accepts one of them. So an account that is made of a new mnemonic, or after the restore, need not wait.

use miden_client::Word;
use miden_client::account::AccountId;
use miden_client::rpc::domain::account::GetAccountRequest;
use miden_client::rpc::{GrpcError, RpcError};
use miden_client::store::{SettingScope, TransactionFilter};
use miden_client::transaction::TransactionStatus;

use super::restore_mark::{RESTORED_SETTING, Restored};
use crate::accounts::pending_scans::scan_key;
use crate::chain::expiration::EXPIRATION_BLOCKS;
use crate::errors::{AccountSource, Cause, ErrorMapper, ReferenceError, Result};
use crate::transactions::coordinator::Coordinator;
use crate::transactions::outcome::EXPIRATION_MARGIN_BLOCKS;

/// What the settings begin with that mark the accounts that were elsewhere before: see [`Restored`].
const TAKEN_IN_SETTING: &str = "references_elsewhere/";

/// What the settings begin with that say of which epoch an account's transactions are known.
const KNOWN_SETTING: &str = "references_known/";

/// Where an account makes its first transaction.
enum Beginning {
    /// Here, and it is in a block.
    Committed,
    /// Here, if it is included: nothing else can be then.
    Possible,
    /// Elsewhere.
    Elsewhere,
}

impl Coordinator {
    /// Says that an account was elsewhere before, as it is taken in.
    pub(crate) async fn expect_references_elsewhere(&self, account: AccountId) -> Result<()> {
        let here = self.store.get_sync_height().await.map_err(ErrorMapper::store)?;
        let (key, mark) = (scan_key(TAKEN_IN_SETTING, account), Restored::at(here.as_u32()));
        let written = self.store.set_setting(SettingScope::User, key, mark.to_bytes()).await;
        written.map_err(ErrorMapper::store)
    }

    /// Refuses references of an account as long as its transactions elsewhere are not known. Asks the node for them.
    pub(super) async fn require_references_known(&self, account: AccountId) -> Result<()> {
        let Some((restored, setting)) = self.latest_mark(account).await? else { return Ok(()) };
        let (epoch, block, is_backup) =
            (restored.epoch, restored.block, setting == RESTORED_SETTING);
        // What the backup has was executed at its block at the latest.
        let first = block + u32::from(is_backup);
        let key = scan_key(KNOWN_SETTING, account);
        let known = self.store.get_setting(SettingScope::User, key.clone()).await;
        if known.map_err(ErrorMapper::store)?.is_some_and(|known| known == epoch) {
            return Ok(());
        }
        match self.beginning_here(account, first).await? {
            Beginning::Committed => {}
            Beginning::Possible => return Ok(()),
            Beginning::Elsewhere => {
                let read = Box::pin(self.read_transactions_since(account, &setting)).await;
                if let Err(source) = read {
                    let origin =
                        if is_backup { AccountSource::Backup } else { AccountSource::TakenIn };
                    return Err(
                        ReferenceError::NotKnownYet { account, block, origin, source }.into()
                    );
                }
            }
        }
        let written = self.store.set_setting(SettingScope::User, key, epoch.to_vec()).await;
        written.map_err(ErrorMapper::store)
    }

    /// Where an account makes its first transaction. Here are those that were executed at a block or a later one.
    async fn beginning_here(&self, account: AccountId, block: u32) -> Result<Beginning> {
        let header = self.store.get_account_header(account).await.map_err(ErrorMapper::store)?;
        if header.is_some_and(|(_, status)| status.is_new()) {
            return Ok(Beginning::Possible);
        }
        let records = self.transaction_records(TransactionFilter::All).await?;
        let first = records.into_iter().find(|record| {
            let details = &record.details;
            details.account_id == account
                && details.init_account_state == Word::empty()
                && details.block_num.as_u32() >= block
                && !matches!(record.status, TransactionStatus::Discarded(_))
        });
        Ok(match first.map(|record| record.status) {
            Some(TransactionStatus::Committed { .. }) => Beginning::Committed,
            Some(_) => Beginning::Possible,
            None => Beginning::Elsewhere,
        })
    }

    /// The mark that counts for an account, with its setting. A backup brings the mark of an account that it has along, so the
    /// restore's counts, unless the account was taken in after it.
    async fn latest_mark(&self, account: AccountId) -> Result<Option<(Restored, String)>> {
        let setting = scan_key(TAKEN_IN_SETTING, account);
        let own = self.restored(&setting).await?;
        let restored = self.restored(RESTORED_SETTING).await?;
        Ok(match (own, restored) {
            (Some(own), Some(restored)) if !own.is_after(&restored) => {
                Some((restored, RESTORED_SETTING.to_owned()))
            }
            (Some(own), _) => Some((own, setting)),
            (None, restored) => restored.map(|restored| (restored, RESTORED_SETTING.to_owned())),
        })
    }

    async fn restored(&self, setting: &str) -> Result<Option<Restored>> {
        let setting = self.store.get_setting(SettingScope::User, setting.to_owned()).await;
        Ok(setting.map_err(ErrorMapper::store)?.as_deref().and_then(Restored::read))
    }

    /// Notes the block that a sync has come to, if it is the first one since the wallet was restored or an account was
    /// taken in.
    pub(crate) async fn note_first_sync(&self, block: u32) -> Result<()> {
        let taken_in = self.pending_scans(TAKEN_IN_SETTING).await?;
        let taken_in = taken_in.into_iter().map(|account| scan_key(TAKEN_IN_SETTING, account));
        for setting in taken_in.chain([RESTORED_SETTING.to_owned()]) {
            let Some(restored @ Restored { tip: None, .. }) = self.restored(&setting).await? else {
                continue;
            };
            let value = Restored { tip: Some(block), ..restored }.to_bytes();
            let written = self.store.set_setting(SettingScope::User, setting, value).await;
            written.map_err(ErrorMapper::store)?;
        }
        Ok(())
    }

    async fn read_transactions_since(
        &self,
        account: AccountId,
        setting: &str,
    ) -> Result<(), Cause> {
        // First: what is read next is of this block or a later one.
        let synced = self.sync_with(self.exclusive_client().await?).await?.block_number;
        let tip = self.restored(setting).await?.and_then(|restored| restored.tip).unwrap_or(synced);
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
        let last = tip.saturating_add(u32::from(EXPIRATION_BLOCKS) + EXPIRATION_MARGIN_BLOCKS);
        if synced < last {
            let text = format!(
                "a transaction that was made elsewhere can still come into a block; that is settled once \
                 this wallet has synced block {last}, and it is at block {synced}"
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
