//! One run of a note's script, to find out whether an account can consume the note.

use std::sync::Arc;

use miden_client::account::AccountId;
use miden_client::note::Note;
use miden_client::store::Store;
use miden_client::transaction::{InputNote, InputNotes, TransactionArgs};
use miden_client::vm::ExecutionError;
use miden_protocol::{MAX_TX_EXECUTION_CYCLES, MIN_TX_EXECUTION_CYCLES};
use miden_tx::{ExecutionOptions, TransactionExecutor, TransactionExecutorError};

use super::NoteScriptBudget;
use super::trial_data::TrialData;
use crate::errors::{ErrorMapper, Result, WalletError};
use crate::executions::Executions;

/// What a run showed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trial {
    /// The account can consume the note.
    Consumable,
    /// The script refused the account, as things are.
    Refused,
    /// The script ran for more cycles than it may.
    OutOfCycles,
    /// The script ran for longer than it may.
    OutOfTime,
    /// The script reads what only the network knows.
    NeedsNetwork,
}

/// Runs the script of a note for an account, at the block the wallet has synced to. Nothing is signed.
pub(super) async fn run(
    executions: &Executions,
    store: Arc<dyn Store>,
    note: Note,
    account: AccountId,
    arguments: TransactionArgs,
    budget: NoteScriptBudget,
) -> Result<Trial> {
    let cycles = budget.cycles;
    let work =
        executions.run(async move || executed(store, note, account, arguments, cycles).await);
    match tokio::time::timeout(budget.time, work).await {
        Ok(trial) => trial?,
        Err(_) => Ok(Trial::OutOfTime),
    }
}

async fn executed(
    store: Arc<dyn Store>,
    note: Note,
    account: AccountId,
    arguments: TransactionArgs,
    cycles: u32,
) -> Result<Trial> {
    let block = store.get_sync_height().await.map_err(ErrorMapper::store)?;
    let options = ExecutionOptions::new(
        Some(cycles.clamp(MIN_TX_EXECUTION_CYCLES, MAX_TX_EXECUTION_CYCLES)),
        MIN_TX_EXECUTION_CYCLES,
        ExecutionOptions::DEFAULT_CORE_TRACE_FRAGMENT_SIZE,
    )
    .map_err(WalletError::internal)?;
    let data = TrialData::of(store);
    let executor = TransactionExecutor::<'_, '_, _, ()>::new(&data)
        .with_options(options)
        .map_err(WalletError::internal)?;
    let notes = InputNotes::new_unchecked(vec![InputNote::unauthenticated(note)]);
    match executor.execute_transaction(account, block, notes, arguments).await {
        // Signing comes last: by then the script has run to its end.
        Ok(_)
        | Err(
            TransactionExecutorError::MissingAuthenticator
            | TransactionExecutorError::Unauthorized(_),
        ) => Ok(Trial::Consumable),
        Err(TransactionExecutorError::TransactionProgramExecutionFailed(
            ExecutionError::CycleLimitExceeded(_),
        )) => Ok(Trial::OutOfCycles),
        Err(_) if data.asked_the_network() => Ok(Trial::NeedsNetwork),
        Err(
            error @ (TransactionExecutorError::FetchTransactionInputsFailed(_)
            | TransactionExecutorError::InvalidTransactionInputs(_)),
        ) => Err(WalletError::internal(error)),
        Err(error) => {
            tracing::debug!(%account, %error, "the script of a note refuses an account");
            Ok(Trial::Refused)
        }
    }
}
