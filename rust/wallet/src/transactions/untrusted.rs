//! Executing a transaction that runs code of strangers: within the budget, and without the client, which everything else
//! waits for.
//!
//! The client has no limits but the protocol's (UPSTREAM(0.18): `ClientBuilder` sets 2^29 cycles), so what it does with a
//! request is done here with limits.

use std::num::NonZeroU16;
use std::sync::Arc;

use miden_client::ClientError;
use miden_client::account::{
    AccountComponentInterface, AccountComponentInterfaceExt, AccountId, PartialAccount,
};
use miden_client::block::BlockNumber;
use miden_client::note::{Note, NoteId, NoteRecipient};
use miden_client::store::{NoteFilter, Store};
use miden_client::transaction::{
    AccountInputs, ChainAnchor, ChainAnchorError, ExecutedTransaction, InputNote, InputNotes,
    TransactionArgs, TransactionRequest, TransactionRequestError, TransactionResult,
    TransactionScript, TransactionScriptTemplate,
};
use miden_client::vm::ExecutionError;
use miden_protocol::account::AccountCodeInterface;
use miden_protocol::{EMPTY_WORD, Word};
use miden_standards::account::auth::{FeeConversionInfo, commit_fee_conversion_info};
use miden_standards::tx_script::{ExpirationTransactionScript, SendNotesTransactionScript};
use miden_tx::{ExecutionOptions, TransactionExecutor, TransactionExecutorError};

use super::Requested;
use super::signing::Executed;
use crate::chain::client::WalletClient;
use crate::chain::expiration::EXPIRATION_BLOCKS;
use crate::errors::{ContractError, NoteError, Result, WalletError};
use crate::keys::signing::{Authenticator, Signatures};
use crate::notes::screening::{
    NetworkReads, RunData, StandardRule, UnverifiedReason, callback_faucet,
};
use crate::transactions::coordinator::Coordinator;

/// The code of strangers that a transaction runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UntrustedCode {
    /// The script of a note.
    Script(NoteId),
    /// What a faucet runs when its token moves.
    Callback(AccountId),
    /// The request itself: it is a stranger's, or has a script.
    Request,
}

impl UntrustedCode {
    /// What a request runs, or `None` if all of it is standard. A script can run code of others, whoever wrote it: what it
    /// calls is known only once it runs.
    pub(super) fn of(request: &Requested) -> Option<Self> {
        if request.is_of_stranger {
            return Some(Self::Request);
        }
        let made = || {
            let made = request.expected_output_own_notes();
            made.iter().find_map(callback_faucet).map(Self::Callback)
        };
        let template = request.script_template();
        let is_script = matches!(template, Some(TransactionScriptTemplate::CustomScript(_)));
        let notes = request.input_notes().iter().find_map(Self::in_note);
        notes.or_else(made).or(is_script.then_some(Self::Request))
    }

    fn in_note(note: &Note) -> Option<Self> {
        if let Some(faucet) = callback_faucet(note) {
            return Some(Self::Callback(faucet));
        }
        StandardRule::of(note).is_none().then(|| Self::Script(note.id()))
    }
}

impl Coordinator {
    /// Executes a transaction that runs code of strangers. Waits for other such runs of the process.
    pub(super) async fn execute_untrusted(
        &self,
        code: UntrustedCode,
        account: AccountId,
        request: Requested,
        anchor: ChainAnchor,
        signatures: Signatures,
    ) -> Result<Executed> {
        let Requested { request, is_of_stranger, .. } = request;
        let client = Arc::new(self.client_of_its_own().await?);
        let options = self.untrusted.options()?;
        let (store, node) = (self.store.clone(), self.node.clone());
        let preparing = Prepared::of(&client, &store, account, request, &anchor);
        // What the node is asked for here does not count, unless a stranger says what that is.
        let prepared = if is_of_stranger {
            let Ok(prepared) = tokio::time::timeout(self.untrusted.budget.time, preparing).await
            else {
                return Err(self.over_budget(code, UnverifiedReason::TooSlow));
            };
            prepared
        } else {
            preparing.await
        };
        let mut prepared = match prepared {
            Ok(prepared) => prepared,
            Err(error) => return Ok(Executed::Failed(Box::new(error))),
        };
        let authenticator = Arc::new(Authenticator::new(self.keys.keystore.clone()));
        authenticator.begin(signatures);
        let work = async move || {
            let known = std::mem::take(&mut prepared.foreign);
            let network = NetworkReads::new(client, node, known);
            let scripts = prepared.request.expected_output_recipients();
            let scripts = scripts.map(|recipient| recipient.script().clone());
            let data = RunData::of_transaction(store.clone(), network, anchor, scripts);
            let executed = prepared.execute(&store, &data, account, &authenticator, options).await;
            (executed, authenticator.end())
        };
        let Some((executed, outcome)) = self.untrusted.run(work).await? else {
            return Err(self.over_budget(code, UnverifiedReason::TooSlow));
        };
        if let Err(error) = &executed
            && exceeds_cycles(error)
        {
            return Err(self.over_budget(code, UnverifiedReason::TooManyCycles));
        }
        Executed::of(executed, outcome, account)
    }

    fn over_budget(&self, code: UntrustedCode, reason: UnverifiedReason) -> WalletError {
        let budget = self.untrusted.budget;
        match code {
            UntrustedCode::Script(note) => {
                NoteError::ScriptOverBudget { note, reason, budget }.into()
            }
            UntrustedCode::Callback(faucet) => {
                NoteError::CallbackOverBudget { faucet, reason, budget }.into()
            }
            UntrustedCode::Request => ContractError::RequestOverBudget { reason, budget }.into(),
        }
    }
}

/// What the virtual machine is given for a request.
struct Prepared {
    block: BlockNumber,
    notes: InputNotes<InputNote>,
    arguments: TransactionArgs,
    /// Accounts of others that the request names.
    foreign: Vec<AccountInputs>,
    request: TransactionRequest,
}

impl Prepared {
    async fn of(
        client: &WalletClient,
        store: &Arc<dyn Store>,
        account: AccountId,
        request: TransactionRequest,
        anchor: &ChainAnchor,
    ) -> Result<Self, ClientError> {
        client.validate_request(account, &request).await?;
        let record = store.get_minimal_partial_account(account).await?;
        let record = record.ok_or(ClientError::AccountDataNotFound(account))?;
        let interface = PartialAccount::try_from(record)?.code_interface();
        let header = anchor.header();
        let block = header.block_num();
        let foreign = request.foreign_accounts().values().cloned();
        let foreign = client.get_foreign_account_inputs(foreign, block).await?;
        let notes = input_notes(store, &request).await?;
        let mut arguments = TransactionArgs::new(request.advice_map().clone())
            .with_note_args(request.get_note_args());
        if let Some((script, argument)) = script_of(&request, &interface)? {
            arguments = arguments.with_tx_script_and_args(script, argument);
        }
        if let Some(argument) = request.auth_arg().filter(|argument| *argument != EMPTY_WORD) {
            arguments = arguments.with_auth_args(argument);
        } else if header.fee_parameters().verification_base_fee() != 0
            && has_single_signature(&interface)
        {
            // The fee is paid in the chain's own asset, as with every other transaction.
            let protocol = client.get_protocol_config(header.protocol_config_commitment()).await?;
            let fee = FeeConversionInfo::one_to_one(protocol.fee_asset_id().faucet_id());
            let (argument, preimage) = commit_fee_conversion_info(fee, EMPTY_WORD);
            arguments = arguments.with_auth_args(argument);
            arguments.extend_advice_map([(argument, preimage)]);
        }
        let recipients = request.expected_output_recipients().cloned().map(Box::new);
        arguments.extend_output_note_recipients(recipients);
        arguments.extend_merkle_store(request.merkle_store().inner_nodes());
        Ok(Self { block, notes, arguments, foreign, request })
    }

    async fn execute(
        self,
        store: &Arc<dyn Store>,
        data: &RunData,
        account: AccountId,
        authenticator: &Authenticator,
        options: ExecutionOptions,
    ) -> Result<TransactionResult, ClientError> {
        let recipients: Vec<&NoteRecipient> = self.request.expected_output_recipients().collect();
        let executed = TransactionExecutor::new(data)
            .with_options(options)?
            .with_authenticator(authenticator)
            .execute_transaction(account, self.block, self.notes, self.arguments)
            .await
            .map_err(|error| data.told(error))?;
        let missing = missing_recipients(&executed, &recipients);
        if !missing.is_empty() {
            return Err(ClientError::MissingOutputRecipients(missing));
        }
        let (expiration, sync_height) =
            (executed.expiration_block_num(), store.get_sync_height().await?);
        if expiration <= sync_height {
            return Err(
                ChainAnchorError::AnchoredTransactionExpired { expiration, sync_height }.into()
            );
        }
        TransactionResult::new(executed, self.request.expected_future_notes().cloned().collect())
    }
}

/// The notes that a request consumes, with the proofs of those that the store has proofs of.
async fn input_notes(
    store: &Arc<dyn Store>,
    request: &TransactionRequest,
) -> Result<InputNotes<InputNote>, ClientError> {
    let ids: Vec<NoteId> = request.input_note_ids().collect();
    let records = store.get_input_notes(NoteFilter::List(ids)).await?;
    let mut notes = Vec::new();
    for note in request.input_notes() {
        let record = records.iter().find(|record| record.id() == Some(note.id()));
        if let Some(spent) = record.filter(|record| record.is_consumed() || record.is_processing())
        {
            let commitment = spent.details_commitment();
            return Err(TransactionRequestError::InputNoteAlreadyConsumed(commitment).into());
        }
        notes.push(match record.filter(|record| record.is_authenticated()) {
            Some(record) => {
                record.clone().try_into().map_err(ClientError::NoteRecordConversionError)?
            }
            None => InputNote::unauthenticated(note.clone()),
        });
    }
    InputNotes::new(notes)
        .map_err(TransactionExecutorError::InvalidTransactionInputs)
        .map_err(Into::into)
}

/// Whether an account is authenticated by a component that reads what the fee is paid with.
fn has_single_signature(interface: &AccountCodeInterface) -> bool {
    let procedures: Vec<_> = interface.procedures().iter().copied().collect();
    AccountComponentInterface::from_procedures(&procedures)
        .iter()
        .any(|component| matches!(component, AccountComponentInterface::AuthSingleSig))
}

/// The script of a request with its argument.
fn script_of(
    request: &TransactionRequest,
    interface: &AccountCodeInterface,
) -> Result<Option<(TransactionScript, Word)>, TransactionRequestError> {
    let delta = NonZeroU16::new(EXPIRATION_BLOCKS);
    Ok(match (request.script_template(), delta) {
        (Some(TransactionScriptTemplate::CustomScript(script)), _) => {
            Some((script.clone(), request.script_arg().unwrap_or_default()))
        }
        (Some(TransactionScriptTemplate::SendNotes(notes)), Some(delta)) => {
            let script =
                SendNotesTransactionScript::with_expiration_delta(interface, notes, delta)?;
            Some((script.tx_script().clone(), script.tx_script_args()))
        }
        (None, Some(delta)) => {
            let script = ExpirationTransactionScript::new(delta);
            let argument = script.tx_script_args();
            Some((script.into(), argument))
        }
        (_, None) => None,
    })
}

/// The recipients that a transaction was to make notes for and did not.
fn missing_recipients(executed: &ExecutedTransaction, recipients: &[&NoteRecipient]) -> Vec<Word> {
    let made: Vec<Word> = executed
        .output_notes()
        .iter()
        .filter_map(|note| note.recipient().map(NoteRecipient::digest))
        .collect();
    recipients
        .iter()
        .map(|recipient| recipient.digest())
        .filter(|digest| !made.contains(digest))
        .collect()
}

/// Whether an execution has ended because of the limit of its cycles.
pub(crate) fn exceeds_cycles(error: &ClientError) -> bool {
    matches!(
        error,
        ClientError::TransactionExecutorError(
            TransactionExecutorError::TransactionProgramExecutionFailed(
                ExecutionError::CycleLimitExceeded(_)
            )
        )
    )
}
