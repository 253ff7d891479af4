//! Whether a transaction would make assets or lose some.

use std::collections::BTreeMap;

use miden_client::account::AccountId;
use miden_client::asset::{Asset, AssetId};
use miden_client::note::Note;
use miden_protocol::transaction::{InputNote, TransactionSummary as SignedSummary};

use crate::errors::{Result, WalletError};

/// Refuses a transaction whose notes and vault do not add up. The virtual machine looks at that only after the
/// signature: without this, what nobody can make would be foreseen, and asked of a signer.
///
/// # Errors
/// [`WalletError::Execution`].
pub(super) fn require_conserved(account: AccountId, summary: &SignedSummary) -> Result<()> {
    let mut sums: BTreeMap<AssetId, i128> = BTreeMap::new();
    let mut add = |asset: &Asset, sign: i128| {
        let amount = asset.as_fungible().map_or(1, |fungible| fungible.amount().as_u64().into());
        *sums.entry(asset.id()).or_default() += sign * amount;
    };
    let consumed = summary.input_notes().iter().map(InputNote::note);
    consumed.flat_map(|note: &Note| note.assets().iter()).for_each(|asset| add(asset, 1));
    let created = summary.output_notes().iter();
    created.flat_map(|note| note.assets().iter()).for_each(|asset| add(asset, -1));
    let vault = summary.account_delta().vault();
    vault.added_assets().for_each(|asset| add(&asset, -1));
    vault.removed_assets().for_each(|asset| add(&asset, 1));
    // What a faucet issues comes from nowhere, and what it burns is gone.
    let wrong = sums.iter().find(|(asset, sum)| **sum != 0 && asset.faucet_id() != account);
    let Some((asset, sum)) = wrong else { return Ok(()) };
    let (faucet, amount) = (asset.faucet_id(), sum.unsigned_abs());
    let what = if *sum > 0 { "in no note and no account afterwards" } else { "of nobody before" };
    Err(WalletError::Execution {
        source: format!("{amount} base units of the token of faucet {faucet} would be {what}")
            .into(),
    })
}
