//! What transactions cost: the fee, whether it can be paid, and whether it may be that much.

use miden_client::ClientError;
use miden_client::account::AccountId;
use miden_client::transaction::{ChainAnchor, TransactionRequest};
use miden_protocol::MAX_TX_EXECUTION_CYCLES;
use miden_protocol::transaction::{ExecutedTransaction, RawOutputNotes, TransactionFee};

use super::Requested;
use crate::blocking_tasks::run_blocking;
use crate::chain::base_fee::header_with_base_fee;
use crate::chain::client::WalletClient;
use crate::errors::{
    ContractError, FeeShortage, Result, TransferError, WalletError, is_of_no_change,
    is_vault_shortage,
};
use crate::keys::account_secret::SignatureScheme;
use crate::transactions::coordinator::Coordinator;
use crate::transactions::fee_note;
use crate::transactions::swaps::SwapTerms;

impl Coordinator {
    /// Refuses a transaction whose fee is more than the caller is ready to pay. `created` are the notes
    /// it makes, the one that pays its fee among them.
    pub(crate) async fn require_fee_within(
        &self,
        account: AccountId,
        created: &RawOutputNotes,
        maximum: Option<u64>,
    ) -> Result<()> {
        let Some(maximum) = maximum else { return Ok(()) };
        let (Some(paid), _) = fee_note::told_apart(created) else { return Ok(()) };
        let (fee_faucet, fee) = (paid.faucet_id(), paid.amount().as_u64());
        if fee <= maximum {
            return Ok(());
        }
        let token = self.token_of(fee_faucet).await?;
        Err(TransferError::FeeAboveMaximum { account, fee_faucet, fee, maximum, token }.into())
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
        request: &Requested,
        error: ClientError,
    ) -> WalletError {
        let named = request.foreign_accounts().keys().copied();
        let error = self.explain_reading(named, error).await;
        if request.makes_calls && is_of_no_change(&error) {
            return ContractError::ChangesNothing { account, source: Some(error.into()) }.into();
        }
        if !is_vault_shortage(&error) {
            return error;
        }
        if self.changes_nothing(account, request).await == Some(true) {
            return ContractError::ChangesNothing { account, source: Some(error.into()) }.into();
        }
        // Amounts to be sent were compared with the vault before; what is short is the fee.
        match (self.fee_shortage(account, request).await, error) {
            // Where there is enough for any fee, a script of a note was short of something.
            (Some((fee_faucet, shortage)), WalletError::Execution { source })
                if shortage.available() < shortage.fee.unwrap_or(shortage.at_most) =>
            {
                WalletError::InsufficientFee {
                    account,
                    fee_faucet,
                    shortage: Box::new(shortage),
                    source,
                }
            }
            (_, error) => error,
        }
    }

    /// Whether a transaction that cannot pay its fee makes calls that would change nothing, where that can be found out. It is
    /// tried out at a block that charges nothing.
    async fn changes_nothing(&self, account: AccountId, request: &Requested) -> Option<bool> {
        if !request.makes_calls {
            return None;
        }
        let client = self.client().await.ok()?;
        let anchor = client.chain_anchor_for_request(request).await.ok()?;
        let free = with_base_fee(&anchor, 0)?;
        match self.summary_at(client, account, request.clone(), Some(free)).await.ok()? {
            Ok(trial) => Some(self.require_change(account, request, &trial.effects).await.is_err()),
            Err(error) => Some(is_of_no_change(&self.errors.execution(*error))),
        }
    }

    /// What is known of the fee of a transaction that could not pay it, and the faucet of its asset.
    async fn fee_shortage(
        &self,
        account: AccountId,
        request: &Requested,
    ) -> Option<(AccountId, FeeShortage)> {
        let client = self.client().await.ok()?;
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
        let whole = sent.saturating_add(paid_for_swaps(request, faucet));
        drop(client);
        let fee = self.fee_by_trial(account, request).await;
        Some((faucet, FeeShortage { fee, at_most, held, brought, taken: whole, token }))
    }

    /// The fee of a transaction that cannot pay it, where it can be found out. It is the block's base fee times
    /// a number, which comes of the length of the execution and not of the base fee. So the transaction is tried
    /// out at a block that is the newest one but for a base fee of 1, and pays that number; where there is not
    /// even as much, at one that charges nothing. There are no such blocks, and nobody takes what is made so.
    async fn fee_by_trial(&self, account: AccountId, request: &Requested) -> Option<u64> {
        let client = self.client().await.ok()?;
        let anchor = client.chain_anchor_for_request(request).await.ok()?;
        let base_fee = anchor.header().fee_parameters().verification_base_fee();
        let least = with_base_fee(&anchor, 1)?;
        let tried = self.summary_at(client, account, request.clone(), Some(least)).await.ok()?;
        let number = if let Ok(trial) = tried {
            trial.summary.fee.map_or(0, |fee| fee.amount)
        } else {
            let free = with_base_fee(&anchor, 0)?;
            let executed = self.executed_at(account, request.clone(), free).await?;
            number_of_free(&executed, self.scheme_of(account).await?)?
        };
        number.checked_mul(u64::from(base_fee))
    }

    /// How an account signs, where the wallet has its key.
    async fn scheme_of(&self, account: AccountId) -> Option<SignatureScheme> {
        let key = self.key_of(account).await.ok()?;
        let keystore = self.keys.keystore.clone();
        let key = run_blocking(move || keystore.public_key(key)).await.ok()??;
        Some(SignatureScheme::of(&key))
    }
}

/// The number a transaction would pay that was executed where nothing is charged, if it is certain.
///
/// The kernel does not count the cycles. In the epilogue, before the account signs, it takes those there were and
/// adds what it estimates for the rest. The free execution tells how many there were when the epilogue began, and
/// how long that was; what is estimated is known. As only the power of two counts, that is mostly enough.
fn number_of_free(executed: &ExecutedTransaction, scheme: SignatureScheme) -> Option<u64> {
    // From `miden-standards`: for the note with the fee, and for what comes after the signature.
    const NOTE: usize = 8_192;
    const REST: usize = 4_096;
    const REST_OF_A_NOTE: usize = 512;
    // What is estimated for a signature, and what it takes at least.
    let (estimate, signature) = match scheme {
        SignatureScheme::EcdsaK256Keccak => (8_000, 3_000),
        SignatureScheme::Falcon512Poseidon2 => (80_000, 70_000),
    };
    let taken = executed.measurements();
    let before = taken.prologue + taken.notes_processing + taken.tx_script_processing;
    let notes = executed.output_notes().num_notes() + 1;
    let least = before + NOTE + REST + REST_OF_A_NOTE * notes + estimate;
    let most = least + taken.epilogue.saturating_sub(signature);
    let number = |cycles: usize| {
        let fee = TransactionFee::new(u32::try_from(cycles).ok()?).ok()?;
        Some(u64::from(fee.log_verification_cycles()))
    };
    number(least).filter(|least| number(most) == Some(*least))
}

/// The same block with another base fee.
fn with_base_fee(anchor: &ChainAnchor, base_fee: u32) -> Option<ChainAnchor> {
    let (header, chain) = anchor.clone().into_parts();
    ChainAnchor::new(header_with_base_fee(&header, base_fee), chain).ok()
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
