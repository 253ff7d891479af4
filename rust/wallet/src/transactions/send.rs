//! Sending: a transaction that makes a note for each payment.

use miden_client::ClientError;
use miden_client::account::AccountId;
use miden_client::asset::Asset;
use miden_client::note::{Note, NoteId};
use miden_client::transaction::TransactionId;

use super::payment::{Payment, require_possible, totals};
use super::{Draft, SentTransaction, TransactionOptions};
use crate::chain::client::WalletClient;
use crate::errors::{ErrorMapper, Result, WalletError};
use crate::reader::Reader;
use crate::wallet::Wallet;

impl Reader {
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
        self.require_amounts(
            from,
            &held,
            totals(payments.iter().flat_map(|payment| &payment.fungible)),
        )
        .await?;
        payments.iter().map(|payment| payment.note(from, &held, client.rng())).collect()
    }

    /// Refuses where less of a faucet's asset is held than it takes. Each faucet is named once.
    pub(crate) async fn require_amounts(
        &self,
        account: AccountId,
        held: &[Asset],
        amounts: impl IntoIterator<Item = (AccountId, u128)>,
    ) -> Result<()> {
        for (faucet, requested) in amounts {
            let available = held_of(held, faucet);
            if u128::from(available) < requested {
                let token = self.tokens.get(self.store.as_ref(), faucet).await?;
                return Err(WalletError::InsufficientBalance {
                    account,
                    faucet,
                    available,
                    requested,
                    token,
                });
            }
        }
        Ok(())
    }

    /// Refuses payments that could be taken back as soon as they are made: whoever named the height thought of
    /// one that is still to come.
    pub(super) async fn require_heights_ahead(&self, payments: &[Payment]) -> Result<()> {
        if payments.iter().all(|payment| payment.reclaim_height.is_none()) {
            return Ok(());
        }
        // The wallet may stand some blocks behind.
        let newest = match self.node.get_block_header_by_number(None, false).await {
            Ok((header, _)) => header.block_num().as_u32(),
            Err(error) => return Err(self.explain(ClientError::RpcError(error)).await),
        };
        payments.iter().try_for_each(|payment| payment.require_ahead(newest))
    }
}

impl Wallet {
    /// Makes payments out of an account, in one transaction: all of them or none. Returns the note of
    /// each, in the order of the payments. `before_submit` is called at the point of no return.
    ///
    /// The options may limit the fee, name who makes the proof, and give the request a reference.
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
}

/// How much there is of a faucet's asset.
fn held_of(held: &[Asset], faucet: AccountId) -> u64 {
    held.iter()
        .filter_map(Asset::as_fungible)
        .filter(|asset| asset.faucet_id() == faucet)
        .map(|asset| asset.amount().as_u64())
        .sum()
}
