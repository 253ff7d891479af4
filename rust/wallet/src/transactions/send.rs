//! Sending: a transaction that makes a note for each payment.

use miden_client::account::AccountId;
use miden_client::asset::Asset;
use miden_client::note::{Note, NoteId};
use miden_client::transaction::TransactionId;

use super::payment::{Payment, require_possible, totals};
use super::{Draft, SentTransaction, TransactionOptions};
use crate::errors::{ErrorMapper, Result, WalletError};
use crate::wallet::{Wallet, WalletClient};

impl Wallet {
    /// Makes payments out of an account, in one transaction: all of them or none. Returns the note of
    /// each, in the order of the payments. `before_submit` is called at the point of no return.
    ///
    /// The options may limit the fee, and name who makes the proof.
    ///
    /// # Errors
    /// [`WalletError::UnknownAccount`], [`WalletError::Transfer`], [`WalletError::InvalidAmount`],
    /// [`WalletError::InsufficientBalance`], [`WalletError::InsufficientFee`] and the other ways in
    /// which a transaction fails.
    pub async fn send(
        &self,
        from: AccountId,
        payments: Vec<Payment>,
        options: impl Into<TransactionOptions>,
        before_submit: impl FnOnce(TransactionId),
    ) -> Result<(SentTransaction, Vec<NoteId>)> {
        self.carry_out_draft(from, &Draft::Send(payments), options, Box::new(before_submit)).await
    }

    /// Refuses payments that can never be made out of an account.
    pub(super) async fn check_payments(&self, from: AccountId, payments: &[Payment]) -> Result<()> {
        require_possible(payments)?;
        self.require_account(from).await
    }

    /// The notes of payments, in their order, if the account has what they carry.
    pub(super) async fn payment_notes(
        &self,
        from: AccountId,
        payments: &[Payment],
        client: &mut WalletClient,
    ) -> Result<Vec<Note>> {
        let held = self.store.get_account_assets(from).await.map_err(ErrorMapper::store)?;
        for (faucet, requested) in totals(payments) {
            let available = held_of(&held, faucet);
            if u128::from(available) < requested {
                return Err(WalletError::InsufficientBalance {
                    account: from,
                    faucet,
                    available,
                    requested,
                });
            }
        }
        payments.iter().map(|payment| payment.note(from, &held, client.rng())).collect()
    }
}

/// How much there is of a faucet's asset.
pub(crate) fn held_of(held: &[Asset], faucet: AccountId) -> u64 {
    held.iter()
        .filter_map(Asset::as_fungible)
        .filter(|asset| asset.faucet_id() == faucet)
        .map(|asset| asset.amount().as_u64())
        .sum()
}
