//! What transactions cost: the fee, whether it can be paid, and whether it may be that much.

use miden_client::ClientError;
use miden_client::account::AccountId;
use miden_client::transaction::TransactionRequest;
use miden_protocol::MAX_TX_EXECUTION_CYCLES;
use miden_protocol::transaction::{RawOutputNotes, TransactionFee};

use crate::errors::{Result, TransferError, WalletError, is_vault_shortage};
use crate::signing::is_fee;
use crate::swaps::SwapTerms;
use crate::tokens::TokenMetadata;
use crate::wallet::{Wallet, WalletClient};

/// What is known of a fee that could not be paid. Amounts are in base units.
struct Fee {
    /// The faucet of the asset fees are paid in.
    faucet: AccountId,
    /// What is there for it.
    available: u64,
    /// What a fee is at most, for the longest transaction there can be.
    at_most: u64,
    /// How its amounts are shown, where that is known.
    token: Option<TokenMetadata>,
}

impl Wallet {
    /// Refuses a transaction whose fee is more than the caller is ready to pay. `created` are the notes
    /// it makes, the one that pays its fee among them.
    pub(crate) async fn require_fee_within(
        &self,
        account: AccountId,
        created: &RawOutputNotes,
        maximum: Option<u64>,
    ) -> Result<()> {
        let Some(maximum) = maximum else { return Ok(()) };
        let paid: Vec<_> = created
            .iter()
            .filter(|note| is_fee(note))
            .flat_map(|note| note.assets().iter_fungible())
            .collect();
        let fee = paid.iter().map(|asset| asset.amount().as_u64()).sum();
        match paid.first().map(miden_client::asset::FungibleAsset::faucet_id) {
            Some(fee_faucet) if fee > maximum => {
                let token = self.token_of(fee_faucet).await?;
                Err(TransferError::FeeAboveMaximum { account, fee_faucet, fee, maximum, token }
                    .into())
            }
            _ => Ok(()),
        }
    }

    /// The faucet of the asset fees are paid in.
    pub(super) async fn fee_faucet(&self, client: &WalletClient) -> Result<AccountId, ClientError> {
        let header = client.get_latest_block_header().await?;
        let protocol = client.get_protocol_config(header.protocol_config_commitment()).await?;
        Ok(protocol.fee_asset_id().faucet_id())
    }

    pub(crate) async fn explain_execution(
        &self,
        account: AccountId,
        request: &TransactionRequest,
        error: ClientError,
    ) -> WalletError {
        let error = self.errors.execution(error);
        if !is_vault_shortage(&error) {
            return error;
        }
        // Amounts to be sent were compared with the vault before; what is short is the fee.
        match (self.fee(account, request).await, error) {
            // Where there is enough for any fee, a script of a note was short of something.
            (Some(fee), WalletError::Execution { source }) if fee.available < fee.at_most => {
                WalletError::InsufficientFee {
                    account,
                    fee_faucet: fee.faucet,
                    available: fee.available,
                    at_most: fee.at_most,
                    token: fee.token,
                    source,
                }
            }
            (_, error) => error,
        }
    }

    /// What is known of the fee of a transaction that could not pay it. How much it would have been is
    /// not: that is settled by the length of an execution that came to no end.
    async fn fee(&self, account: AccountId, request: &TransactionRequest) -> Option<Fee> {
        let client = self.client.lock().await;
        let header = client.get_latest_block_header().await.ok()?;
        let faucet = self.fee_faucet(&client).await.ok()?;
        let longest = TransactionFee::new(MAX_TX_EXECUTION_CYCLES).ok()?;
        let at_most = longest.compute_fee(header.fee_parameters()).ok()?.as_u64();
        let token = self.token_of(faucet).await.ok()?;
        let held = self.balance(account).await.ok()?.fungible;
        let held = held.iter().find(|asset| asset.faucet == faucet).map_or(0, |asset| asset.amount);
        let brought = request.incoming_assets().0.get(&faucet).copied().unwrap_or(0);
        let sent: u64 = request
            .expected_output_own_notes()
            .iter()
            .flat_map(|note| note.assets().iter_fungible())
            .filter(|asset| asset.faucet_id() == faucet)
            .map(|asset| asset.amount().as_u64())
            .sum();
        let paid = paid_for_swaps(request, faucet);
        let available = held.saturating_add(brought).saturating_sub(sent).saturating_sub(paid);
        Some(Fee { faucet, available, at_most, token })
    }
}

/// What a transaction pays in a faucet's asset for the swaps that it fills.
fn paid_for_swaps(request: &TransactionRequest, faucet: AccountId) -> u64 {
    let arguments = request.get_note_args();
    request
        .input_notes()
        .iter()
        .filter_map(|note| Some((note.id(), SwapTerms::of(note)?)))
        .filter_map(|(note, terms)| {
            let requested = terms.requested.as_fungible()?;
            let is_meant = requested.faucet_id() == faucet;
            let amount = match arguments.get(&note) {
                Some(arguments) => arguments[0].as_canonical_u64(),
                // Without an amount, a swap that can be filled in parts is cancelled.
                None if terms.is_partial => 0,
                None => requested.amount().as_u64(),
            };
            is_meant.then_some(amount)
        })
        .sum()
}
