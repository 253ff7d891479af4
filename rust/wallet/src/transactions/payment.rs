//! Payments: what a transaction gives to others, one note for each.

use std::collections::BTreeSet;

use miden_client::Word;
use miden_client::account::AccountId;
use miden_client::asset::{Asset, FungibleAsset};
use miden_client::crypto::FeltRng;
use miden_client::note::{BlockNumber, Note, NoteAssets, NoteType, P2idNote, P2ideNote};
use miden_protocol::MAX_OUTPUT_NOTES_PER_TX;

use crate::errors::{Result, TransferError, WalletError};
use crate::tokens::assets::NonFungibleItem;

/// How many payments a transaction can make: one note less than it can create, because the fee takes
/// one.
pub(crate) const MOST_PAYMENTS: usize = MAX_OUTPUT_NOTES_PER_TX - 1;

/// What one account is to get.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payment {
    /// Who is paid.
    pub recipient: AccountId,
    /// Amounts in base units, each with the faucet that issues the asset. Several of one faucet are
    /// added up.
    pub fungible: Vec<(AccountId, u64)>,
    /// Unique assets.
    pub non_fungible: Vec<NonFungibleItem>,
    /// Whether all of the note is on the chain or only a commitment.
    pub note_type: NoteType,
    /// The block from which on the sender can take the payment back, as long as it was not consumed. It must be later than
    /// the newest block.
    pub reclaim_height: Option<u32>,
    /// The block before which nobody can consume the payment.
    pub timelock_height: Option<u32>,
}

impl Payment {
    /// A payment of an amount in base units, in a public note and without conditions.
    #[must_use]
    pub fn new(recipient: AccountId, faucet: AccountId, amount: u64) -> Self {
        Self {
            recipient,
            fungible: vec![(faucet, amount)],
            non_fungible: Vec::new(),
            note_type: NoteType::Public,
            reclaim_height: None,
            timelock_height: None,
        }
    }

    /// The amounts, one for each faucet.
    fn amounts(&self) -> Result<Vec<FungibleAsset>> {
        let mut sums: Vec<(AccountId, u64)> = Vec::new();
        for &(faucet, amount) in &self.fungible {
            // An amount of nothing is refused even beside another one.
            fungible(faucet, amount)?;
            match sums.iter_mut().find(|(known, _)| *known == faucet) {
                Some((_, sum)) => {
                    *sum = sum.checked_add(amount).ok_or_else(|| WalletError::InvalidAmount {
                        amount,
                        reason: "with the others of its payment it is more than there can be"
                            .to_owned(),
                    })?;
                }
                None => sums.push((faucet, amount)),
            }
        }
        sums.into_iter().map(|(faucet, sum)| fungible(faucet, sum)).collect()
    }

    fn require_possible(&self) -> Result<()> {
        let recipient = self.recipient;
        let count = self.amounts()?.len() + self.non_fungible.len();
        let most = NoteAssets::MAX_NUM_ASSETS;
        if count == 0 {
            return Err(TransferError::PaymentWithoutAssets { recipient }.into());
        }
        if count > most {
            return Err(TransferError::TooManyAssets { recipient, count, most }.into());
        }
        let reason = match (self.reclaim_height, self.timelock_height) {
            // In a note, 0 stands for none.
            (Some(0), _) => {
                "0 is no reclaim height; without one it cannot be taken back".to_owned()
            }
            (_, Some(0)) => "0 is no timelock height; without one it is not locked".to_owned(),
            (Some(reclaim), Some(timelock)) if reclaim < timelock => format!(
                "it could be taken back from block {reclaim} on, but nobody can have it before block \
                 {timelock}"
            ),
            _ => return Ok(()),
        };
        Err(TransferError::InvalidHeights { recipient, reason }.into())
    }

    /// Refuses a payment that its sender could take back from a block on that is there already.
    pub(super) fn require_ahead(&self, newest: u32) -> Result<()> {
        match self.reclaim_height {
            Some(height) if height <= newest => {
                let reason = format!(
                    "it could be taken back from block {height} on, which has passed: the newest block is \
                     {newest}"
                );
                Err(TransferError::InvalidHeights { recipient: self.recipient, reason }.into())
            }
            _ => Ok(()),
        }
    }

    /// The note that carries the payment. `held` is what its sender has.
    pub(super) fn note(
        &self,
        sender: AccountId,
        held: &[Asset],
        generator: &mut impl FeltRng,
    ) -> Result<Note> {
        let mut assets: Vec<Asset> = self.amounts()?.into_iter().map(Asset::from).collect();
        for item in &self.non_fungible {
            assets.push(*find(held, item).ok_or_else(|| TransferError::AssetNotHeld {
                account: sender,
                faucet: item.faucet,
                asset: item.commitment.to_hex(),
            })?);
        }
        let made = if self.reclaim_height.is_none() && self.timelock_height.is_none() {
            P2idNote::builder()
                .sender(sender)
                .target(self.recipient)
                .assets(assets)
                .note_type(self.note_type)
                .generate_serial_number(generator)
                .build()
                .map(Note::from)
        } else {
            P2ideNote::builder()
                .sender(sender)
                .target(self.recipient)
                .assets(assets)
                .note_type(self.note_type)
                .maybe_reclaim_height(self.reclaim_height.map(BlockNumber::from))
                .maybe_timelock_height(self.timelock_height.map(BlockNumber::from))
                .generate_serial_number(generator)
                .build()
                .map(Note::from)
        };
        made.map_err(|error| WalletError::Execution { source: error.into() })
    }
}

pub(crate) fn find<'a>(held: &'a [Asset], item: &NonFungibleItem) -> Option<&'a Asset> {
    held.iter().find(|asset| {
        asset.is_non_fungible()
            && asset.faucet_id() == item.faucet
            && asset.to_value_word() == item.commitment
    })
}

/// Refuses payments that no account could make.
pub(super) fn require_possible(payments: &[Payment]) -> Result<()> {
    if payments.is_empty() {
        return Err(TransferError::NoPayments.into());
    }
    if payments.len() > MOST_PAYMENTS {
        let (count, most) = (payments.len(), MOST_PAYMENTS);
        return Err(TransferError::TooManyPayments { count, most }.into());
    }
    let mut named: BTreeSet<(AccountId, Word)> = BTreeSet::new();
    for payment in payments {
        payment.require_possible()?;
        for item in &payment.non_fungible {
            if !named.insert((item.faucet, item.commitment)) {
                return Err(TransferError::AssetNamedTwice {
                    faucet: item.faucet,
                    asset: item.commitment.to_hex(),
                }
                .into());
            }
        }
    }
    Ok(())
}

/// What amounts come to together, for each faucet.
pub(crate) fn totals<'a>(
    amounts: impl Iterator<Item = &'a (AccountId, u64)>,
) -> Vec<(AccountId, u128)> {
    let mut totals: Vec<(AccountId, u128)> = Vec::new();
    for &(faucet, amount) in amounts {
        match totals.iter_mut().find(|(known, _)| *known == faucet) {
            Some((_, total)) => *total += u128::from(amount),
            None => totals.push((faucet, u128::from(amount))),
        }
    }
    totals
}

/// The asset of an amount, if the protocol can carry it.
pub(crate) fn fungible(faucet: AccountId, amount: u64) -> Result<FungibleAsset> {
    if amount == 0 {
        return Err(WalletError::InvalidAmount {
            amount,
            reason: "it has to be more than nothing".to_owned(),
        });
    }
    FungibleAsset::new(faucet, amount)
        .map_err(|error| WalletError::InvalidAmount { amount, reason: error.to_string() })
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests;
