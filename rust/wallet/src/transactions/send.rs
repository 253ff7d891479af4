//! Sending: a transaction that makes a note only the receiver can consume.

use miden_client::account::AccountId;
use miden_client::asset::FungibleAsset;
use miden_client::note::{Note, NoteId, NoteType};
use miden_client::transaction::{
    PaymentNoteDescription, RawOutputNote, TransactionId, TransactionResult,
};

use crate::errors::{Result, WalletError};
use crate::transactions::SentTransaction;
use crate::wallet::Wallet;

impl Wallet {
    /// Sends an amount of a fungible asset, in base units, to another account.
    /// `before_submit` is called at the point of no return.
    ///
    /// # Errors
    /// [`WalletError::UnknownAccount`], [`WalletError::InvalidAmount`],
    /// [`WalletError::InsufficientBalance`], [`WalletError::InsufficientFee`] and the other ways
    /// in which a transaction fails.
    pub async fn send(
        &self,
        from: AccountId,
        to: AccountId,
        faucet: AccountId,
        amount: u64,
        note_type: NoteType,
        before_submit: impl FnOnce(TransactionId),
    ) -> Result<(SentTransaction, NoteId)> {
        let asset = fungible(faucet, amount)?;
        // Says at once that the account is not there.
        self.balance(from).await?;
        let (sent, executed) = self
            .carry_out(
                from,
                async |wallet, client, builder| {
                    wallet.require_balance(from, faucet, amount).await?;
                    let payment = PaymentNoteDescription::new(vec![asset.into()], from, to);
                    builder
                        .build_pay_to_id(payment, note_type, client.rng())
                        .map_err(|error| WalletError::Execution { source: error.into() })
                },
                before_submit,
            )
            .await?;
        Ok((sent, created_note(&executed, to)?.id()))
    }

    async fn require_balance(
        &self,
        account: AccountId,
        faucet: AccountId,
        requested: u64,
    ) -> Result<()> {
        let balance = self.balance(account).await?;
        let available = balance
            .fungible
            .iter()
            .find(|asset| asset.faucet == faucet)
            .map_or(0, |asset| asset.amount);
        if available < requested {
            return Err(WalletError::InsufficientBalance { account, faucet, available, requested });
        }
        Ok(())
    }
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

/// The note a payment made: the other notes of a transaction pay its fee and have no receiver.
pub(crate) fn created_note(executed: &TransactionResult, receiver: AccountId) -> Result<Note> {
    let tag = miden_client::note::NoteTag::with_account_target(receiver);
    executed
        .created_notes()
        .iter()
        .find_map(|note| match note {
            RawOutputNote::Full(note) if note.metadata().tag() == tag => Some(note.clone()),
            _ => None,
        })
        .ok_or_else(|| WalletError::internal("the transaction made no note for the receiver"))
}
