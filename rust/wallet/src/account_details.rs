//! All that the wallet itself knows of one of its accounts, which of a private or a new one is all that
//! anybody knows.

use miden_client::Word;
use miden_client::account::{AccountCode, AccountId};
use miden_client::auth::AuthSingleSig;
use miden_client::store::AccountStatus;
use miden_protocol::account::AccountStorageHeader;

use crate::balance::{FungibleAmount, NonFungibleItem};
use crate::errors::{ErrorMapper, Result, WalletError};
use crate::pending::Pending;
use crate::wallet::Wallet;

/// An account of the wallet, by the wallet's last sync and its own transactions since.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountDetails {
    /// The account.
    pub account: AccountId,
    /// The block the wallet stands at.
    pub sync_height: u32,
    /// How many transactions it has carried out.
    pub nonce: u64,
    /// The commitment to all of its state.
    pub commitment: Word,
    /// The commitment to its code.
    pub code_commitment: Word,
    /// The commitment to its storage.
    pub storage_commitment: Word,
    /// The root of its vault.
    pub vault_root: Word,
    /// The commitment to the public key that it signs its transactions with. `None` where it is not one that
    /// signs with a key of its own.
    pub signing_key: Option<Word>,
    /// Its fungible assets, one entry per faucet.
    pub fungible: Vec<FungibleAmount>,
    /// Its non-fungible assets.
    pub non_fungible: Vec<NonFungibleItem>,
    /// Whether the network does not have it yet.
    pub is_new: bool,
    /// Whether the network has a newer state of it than this wallet.
    pub is_locked: bool,
}

impl Wallet {
    /// What the wallet knows of one of its accounts. Reads the store alone.
    ///
    /// # Errors
    /// [`crate::WalletError::UnknownAccount`], [`crate::WalletError::Store`].
    pub fn account_details(&self, account: AccountId) -> Pending<'_, Result<AccountDetails>> {
        Box::pin(async move {
            let header =
                self.store.get_account_header(account).await.map_err(ErrorMapper::store)?;
            let (_, status) = header.ok_or(WalletError::UnknownAccount { account })?;
            let state = self.account_state(account).await?;
            let height = self.store.get_sync_height().await.map_err(ErrorMapper::store)?;
            let assets: Vec<_> = state.vault().assets().collect();
            let (fungible, non_fungible) = self.described_assets(assets.iter()).await?;
            Ok(AccountDetails {
                account,
                sync_height: height.as_u32(),
                nonce: state.nonce().as_canonical_u64(),
                commitment: state.to_commitment(),
                code_commitment: state.code().commitment(),
                storage_commitment: state.storage().to_commitment(),
                vault_root: state.vault().root(),
                signing_key: signing_key(state.code(), &state.storage().to_header()),
                fungible,
                non_fungible,
                is_new: matches!(status, AccountStatus::New { .. }),
                is_locked: status.is_locked(),
            })
        })
    }
}

/// The key an account signs with, where it is one: where the procedure that has to agree to every
/// transaction is the one that asks for a signature by the key in this slot. The slot by itself says nothing.
pub(crate) fn signing_key(code: &AccountCode, storage: &AccountStorageHeader) -> Option<Word> {
    let asks = code.procedures().first()?;
    if !AuthSingleSig::code().procedure_roots().any(|root| root == *asks) {
        return None;
    }
    let slot = storage.find_slot_header_by_name(AuthSingleSig::public_key_slot());
    slot.map(miden_client::asset::StorageSlotHeader::value)
}
