//! Notes whose script is a standard one: who can consume them follows from the note and from what accounts hold.
//!
//! A note that carries an asset with callbacks is none of them: its faucet's code runs when an account takes the asset.

use std::collections::BTreeMap;

use miden_client::account::AccountId;
use miden_client::asset::Asset;
use miden_client::note::standards::StandardNote;
use miden_client::note::{Note, TxFeeNote};
use miden_client::store::Store;

use crate::accounts::kinds::AccountKind;
use crate::errors::{ErrorMapper, Result};
use crate::notes::terms::NoteTerms;
use crate::transactions::swaps::SwapTerms;

/// What a standard note asks of the account that consumes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StandardRule {
    /// A payment (P2ID, P2IDE).
    Payment(NoteTerms),
    /// An offer (SWAP, PSWAP).
    Swap(SwapTerms),
    /// Tokens to destroy (BURN): only their faucet can.
    Burn(AccountId),
    /// An order to issue tokens (MINT): a faucet can carry it out if its owner gave it.
    Mint,
    /// The fee of a transaction (`TX_FEE`): any account can consume it.
    Fee,
    /// The note's storage does not fit its script: no account can consume it.
    Malformed,
}

impl StandardRule {
    /// The rule of a note, or `None` if consuming it runs code that is not standard.
    pub(crate) fn of(note: &Note) -> Option<Self> {
        if callback_faucet(note).is_some() {
            return None;
        }
        let decided = match StandardNote::from_script_root(note.script().root())? {
            StandardNote::P2ID | StandardNote::P2IDE => NoteTerms::of(note).map(Self::Payment),
            StandardNote::SWAP | StandardNote::PSWAP => SwapTerms::of(note).map(Self::Swap),
            StandardNote::BURN => {
                note.assets().iter().next().map(|asset| Self::Burn(asset.faucet_id()))
            }
            StandardNote::MINT => Some(Self::Mint),
            StandardNote::TX_FEE => {
                let has_no_storage =
                    usize::from(note.storage().num_items()) == TxFeeNote::NUM_STORAGE_ITEMS;
                has_no_storage.then_some(Self::Fee)
            }
            _ => return None,
        };
        Some(decided.unwrap_or(Self::Malformed))
    }

    /// The block from which on an account can consume the note, or `None` if it never can as things are.
    pub(crate) async fn opens_for(
        &self,
        account: AccountId,
        holdings: &mut Holdings<'_>,
    ) -> Result<Option<u32>> {
        let can_consume = match self {
            Self::Payment(terms) => return Ok(terms.opens_for(account)),
            Self::Swap(terms) => {
                let can_cancel = terms.is_partial && terms.creator == Some(account);
                can_cancel || holdings.cover(account, &terms.requested).await?
            }
            Self::Burn(faucet) => *faucet == account,
            Self::Mint => holdings.is_faucet(account).await?,
            Self::Fee => true,
            Self::Malformed => false,
        };
        Ok(can_consume.then_some(0))
    }
}

/// The faucet whose code runs when a note is consumed, if there is one: of what it carries, or of what a swap requests.
pub(crate) fn callback_faucet(note: &Note) -> Option<AccountId> {
    let requested = SwapTerms::of(note).map(|terms| terms.requested);
    faucet_with_callbacks(note.assets().iter().chain(requested.iter()))
}

/// The first faucet of assets that runs code when they move.
pub(crate) fn faucet_with_callbacks<'a>(
    assets: impl IntoIterator<Item = &'a Asset>,
) -> Option<AccountId> {
    let mut faucets = assets.into_iter().map(Asset::faucet_id);
    faucets.find(|faucet| faucet.asset_callback_flag().is_enabled())
}

/// What accounts hold and are, read once per account and only if a note asks for it.
pub(crate) struct Holdings<'a> {
    store: &'a dyn Store,
    read: BTreeMap<AccountId, Vec<Asset>>,
    faucets: BTreeMap<AccountId, bool>,
}

impl<'a> Holdings<'a> {
    pub(crate) fn of(store: &'a dyn Store) -> Self {
        Self { store, read: BTreeMap::new(), faucets: BTreeMap::new() }
    }

    /// Whether an account issues a fungible token.
    async fn is_faucet(&mut self, account: AccountId) -> Result<bool> {
        if let Some(is_faucet) = self.faucets.get(&account) {
            return Ok(*is_faucet);
        }
        let code = self.store.get_account_code(account).await.map_err(ErrorMapper::store)?;
        let is_faucet =
            code.is_some_and(|code| AccountKind::of(&code) == AccountKind::FungibleFaucet);
        self.faucets.insert(account, is_faucet);
        Ok(is_faucet)
    }

    /// Whether an account holds an asset, or as much of it.
    async fn cover(&mut self, account: AccountId, wanted: &Asset) -> Result<bool> {
        if !self.read.contains_key(&account) {
            let assets = self.store.get_account_assets(account).await;
            self.read.insert(account, assets.map_err(ErrorMapper::store)?);
        }
        let held = self.read.get(&account).map(Vec::as_slice).unwrap_or_default();
        Ok(match wanted.as_fungible() {
            Some(wanted) => {
                let same = held.iter().filter_map(Asset::as_fungible);
                let amounts = same
                    .filter(|asset| asset.faucet_id() == wanted.faucet_id())
                    .map(|asset| u128::from(asset.amount().as_u64()));
                amounts.sum::<u128>() >= u128::from(wanted.amount().as_u64())
            }
            None => held.contains(wanted),
        })
    }
}
