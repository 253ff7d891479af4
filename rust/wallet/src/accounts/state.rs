//! What an account is and holds, whoever tells it: its wallet or the network.

use miden_client::Word;
use miden_client::account::{AccountCode, AccountHeader, AccountId};
use miden_client::asset::Asset;
use miden_client::auth::AuthSingleSig;
use miden_protocol::account::AccountStorageHeader;

use crate::errors::Result;
use crate::reader::Reader;
use crate::tokens::assets::{FungibleAmount, NonFungibleItem};

/// An account at some point of its history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountState {
    /// The account.
    pub account: AccountId,
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
    /// signs with a key of its own. The key is in its storage, and that it counts is in its code.
    pub signing_key: Option<Word>,
    /// Its fungible assets, one entry per faucet.
    pub fungible: Vec<FungibleAmount>,
    /// Its non-fungible assets.
    pub non_fungible: Vec<NonFungibleItem>,
}

impl Reader {
    /// An account in words, of its parts.
    pub(crate) async fn described_state(
        &self,
        header: &AccountHeader,
        code: &AccountCode,
        storage: &AccountStorageHeader,
        assets: &[Asset],
    ) -> Result<AccountState> {
        let (fungible, non_fungible) = self.described_assets(assets.iter()).await?;
        Ok(AccountState {
            account: header.id(),
            nonce: header.nonce().as_canonical_u64(),
            commitment: header.to_commitment(),
            code_commitment: header.code_commitment(),
            storage_commitment: header.storage_commitment(),
            vault_root: header.vault_root(),
            signing_key: signing_key(code, storage),
            fungible,
            non_fungible,
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
