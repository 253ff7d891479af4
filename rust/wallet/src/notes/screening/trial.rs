//! One run of a note's script, to find out whether an account can consume the note.

use std::sync::Arc;

use miden_client::account::AccountId;
use miden_client::block::BlockNumber;
use miden_client::note::Note;
use miden_client::store::Store;
use miden_client::transaction::{InputNote, InputNotes, TransactionArgs};
use miden_client::vm::ExecutionError;
use miden_tx::{ExecutionOptions, TransactionExecutor, TransactionExecutorError};

use super::run_data::RunData;
use super::untrusted_runs::UntrustedRuns;
use crate::errors::{ErrorMapper, Result, WalletError};

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
    runs: &UntrustedRuns,
    store: Arc<dyn Store>,
    note: Note,
    account: AccountId,
) -> Result<Trial> {
    let options = runs.options()?;
    let work = async move || {
        let block = store.get_sync_height().await.map_err(ErrorMapper::store)?;
        let data = RunData::of(store);
        match executed(&data, block, note, account, options).await? {
            Trial::Refused if data.asked_the_network() => Ok(Trial::NeedsNetwork),
            trial => Ok(trial),
        }
    };
    runs.run(work).await?.unwrap_or(Ok(Trial::OutOfTime))
}

/// Runs the script of a note for an account within limits.
async fn executed(
    data: &RunData,
    block: BlockNumber,
    note: Note,
    account: AccountId,
    options: ExecutionOptions,
) -> Result<Trial> {
    let executor = TransactionExecutor::<'_, '_, _, ()>::new(data)
        .with_options(options)
        .map_err(WalletError::internal)?;
    let notes = InputNotes::new_unchecked(vec![InputNote::unauthenticated(note)]);
    let arguments = TransactionArgs::default();
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
