//! What an account has left once a transaction is made.

use std::collections::{BTreeMap, BTreeSet};

use miden_client::account::AccountId;
use miden_client::asset::{AccountVaultDelta, Asset, AssetId};
use miden_protocol::account::AccountVaultPatch;

use super::summary::TransactionSummary;
use crate::errors::{ErrorMapper, Result};
use crate::reader::Reader;
use crate::tokens::assets::FungibleAmount;

/// How a transaction changes what an account holds.
pub(crate) enum VaultChange<'a> {
    /// By what comes and what goes.
    Delta(&'a AccountVaultDelta),
    /// By what is there afterwards.
    Patch(&'a AccountVaultPatch),
}

impl VaultChange<'_> {
    fn applied_to(&self, amounts: &mut BTreeMap<AssetId, u64>) {
        match self {
            Self::Delta(delta) => {
                for (asset, amount) in fungible(delta.added_assets()) {
                    let held = amounts.entry(asset).or_default();
                    *held = held.saturating_add(amount);
                }
                for (asset, amount) in fungible(delta.removed_assets()) {
                    let held = amounts.entry(asset).or_default();
                    *held = held.saturating_sub(amount);
                }
            }
            Self::Patch(patch) => {
                amounts.extend(fungible(patch.updated_assets()));
                for removed in patch.removed_asset_ids() {
                    amounts.entry(*removed).and_modify(|held| *held = 0);
                }
            }
        }
    }
}

fn fungible(assets: impl Iterator<Item = Asset>) -> impl Iterator<Item = (AssetId, u64)> {
    assets.filter_map(|asset| Some((asset.id(), asset.as_fungible()?.amount().as_u64())))
}

impl Reader {
    /// What an account has left of each token that a transaction is about or changes otherwise, while the
    /// store has the account as it was before.
    pub(super) async fn remaining(
        &self,
        summary: &TransactionSummary,
        change: &VaultChange<'_>,
    ) -> Result<Vec<FungibleAmount>> {
        let held =
            self.store.get_account_assets(summary.account).await.map_err(ErrorMapper::store)?;
        let before: BTreeMap<AssetId, u64> = fungible(held.into_iter()).collect();
        let mut after = before.clone();
        change.applied_to(&mut after);
        let told = [&summary.assets_in.fungible, &summary.assets_out.fungible];
        let told = told.into_iter().flatten().chain(&summary.fee).map(|amount| amount.faucet);
        let changed = after.iter().filter(|(asset, amount)| before.get(asset) != Some(amount));
        let faucets: BTreeSet<AccountId> =
            told.chain(changed.map(|(asset, _)| asset.faucet_id())).collect();
        let mut remaining = Vec::with_capacity(faucets.len());
        for faucet in faucets {
            // A faucet whose tokens have callbacks has a second asset of its own.
            let of_faucet = || after.iter().filter(|(asset, _)| asset.faucet_id() == faucet);
            // What a faucet issues was never its own.
            if of_faucet().next().is_none() {
                continue;
            }
            let amount = of_faucet().fold(0, |sum: u64, (_, amount)| sum.saturating_add(*amount));
            let token = self.tokens.get(self.store.as_ref(), faucet).await?;
            remaining.push(FungibleAmount { faucet, amount, token });
        }
        Ok(remaining)
    }
}
