//! Assets, by kind.

use miden_client::Word;
use miden_client::account::AccountId;
use miden_client::asset::Asset;

use crate::tokens::metadata::TokenMetadata;

/// An amount of one faucet's fungible asset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FungibleAmount {
    /// The faucet that issued it.
    pub faucet: AccountId,
    /// The amount in base units.
    pub amount: u64,
    /// How it is shown, where that is known.
    pub token: Option<TokenMetadata>,
}

/// One non-fungible asset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NonFungibleItem {
    /// The faucet that issued it.
    pub faucet: AccountId,
    /// The commitment to its data.
    pub commitment: Word,
}

/// Assets, by kind.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Assets {
    /// Fungible ones, one entry per faucet.
    pub fungible: Vec<FungibleAmount>,
    /// Non-fungible ones.
    pub non_fungible: Vec<NonFungibleItem>,
}

impl Assets {
    pub(crate) fn of<'a>(assets: impl Iterator<Item = &'a Asset>) -> Self {
        let (fungible, non_fungible) = sorted_assets(assets);
        Self { fungible, non_fungible }
    }
}

/// Sorts assets by kind and adds up what is of one faucet. How amounts are shown is not looked up.
pub(crate) fn sorted_assets<'a>(
    assets: impl Iterator<Item = &'a Asset>,
) -> (Vec<FungibleAmount>, Vec<NonFungibleItem>) {
    let mut fungible: Vec<FungibleAmount> = Vec::new();
    let mut non_fungible = Vec::new();
    for asset in assets {
        let faucet = asset.faucet_id();
        let Some(amount) = asset.as_fungible().map(|fungible| fungible.amount().as_u64()) else {
            let commitment = asset.to_value_word();
            non_fungible.push(NonFungibleItem { faucet, commitment });
            continue;
        };
        // A faucet whose tokens have callbacks has a second asset of its own.
        match fungible.iter_mut().find(|known| known.faucet == faucet) {
            Some(known) => known.amount = known.amount.saturating_add(amount),
            None => fungible.push(FungibleAmount { faucet, amount, token: None }),
        }
    }
    (fungible, non_fungible)
}
