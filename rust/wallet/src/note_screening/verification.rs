//! When the scripts of notes run: on request, and in the background after a sync.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex as SyncMutex, PoisonError};
use std::time::{Duration, Instant};

use miden_client::account::AccountId;
use miden_client::note::{Note, NoteId};
use miden_client::store::{InputNoteRecord, NoteFilter, Store};
use miden_client::transaction::TransactionArgs;
use tokio::sync::Mutex;
use tokio::task::AbortHandle;

use super::NoteScriptBudget;
use super::standard::StandardRule;
use super::trial::{self, Trial};
use super::verdicts::{UnverifiedReason, Verdicts};
use crate::errors::{ErrorMapper, NoteError, Result, WalletError};
use crate::executions::Executions;
use crate::wallet::StoreHold;

/// After how many runs the verdicts are written.
const RUNS_PER_WRITE: usize = 16;

/// Runs the scripts of a wallet's notes and keeps what came of it.
#[derive(Clone)]
pub(crate) struct NoteVerification {
    store: Arc<dyn Store>,
    executions: Executions,
    budget: NoteScriptBudget,
    /// Held during a verification and while a verdict changes: one script runs at a time.
    turn: Arc<Mutex<()>>,
    /// The verification that runs in the background.
    background: Arc<SyncMutex<Option<AbortHandle>>>,
}

impl NoteVerification {
    pub(crate) fn of(
        store: Arc<dyn Store>,
        executions: Executions,
        budget: NoteScriptBudget,
    ) -> Self {
        Self { store, executions, budget, turn: Arc::default(), background: Arc::default() }
    }

    /// Verifies what is due in the background, unless a verification is under way or that is turned off.
    pub(crate) async fn begin_in_background(&self, hold: StoreHold) {
        if self.budget.total.is_zero() {
            return;
        }
        let Ok(turn) = self.turn.clone().try_lock_owned() else { return };
        let Ok(work) = self.work(None).await else { return };
        if work.notes.is_empty() {
            return;
        }
        let verification = self.clone();
        let running = tokio::spawn(async move {
            // The store stays locked until its last user is gone.
            let _held = (hold, turn);
            let total = verification.budget.total;
            if let Err(error) = verification.run(work, Some(total)).await {
                tracing::warn!(%error, causes = ?error.causes(), "notes could not be verified");
            }
        });
        let mut background = self.background.lock().unwrap_or_else(PoisonError::into_inner);
        *background = Some(running.abort_handle());
    }

    /// Ends what runs in the background, at the latest after the script that runs now.
    pub(crate) fn stop(&self) {
        let mut background = self.background.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(running) = background.take() {
            running.abort();
        }
    }

    /// Runs the scripts of the named notes, or of those that are due.
    ///
    /// # Errors
    /// [`NoteError::Unknown`] for a note that is consumed or was never there, [`WalletError::Store`].
    pub(crate) async fn verify(&self, named: Option<&[NoteId]>) -> Result<()> {
        let _turn = self.turn.lock().await;
        let work = self.work(named).await?;
        self.run(work, None).await
    }

    /// Runs the scripts, for no longer than a time if there is one. The caller has the turn.
    async fn run(&self, work: Work, total: Option<Duration>) -> Result<()> {
        let Work { notes, accounts, block, known, mut verdicts } = work;
        let begun = Instant::now();
        let mut runs = 0;
        'notes: for note in notes {
            for account in &accounts {
                if total.is_some_and(|total| begun.elapsed() >= total) {
                    break 'notes;
                }
                let trial = self.trial(&note, *account, TransactionArgs::default()).await?;
                let goes_on = verdicts.entry(note.id()).note(*account, trial, block);
                runs += 1;
                if runs % RUNS_PER_WRITE == 0 {
                    verdicts.write(self.store.as_ref(), &known).await?;
                }
                if !goes_on {
                    break;
                }
            }
        }
        if runs == 0 { Ok(()) } else { verdicts.write(self.store.as_ref(), &known).await }
    }

    /// What a verification would do now.
    async fn work(&self, named: Option<&[NoteId]>) -> Result<Work> {
        let accounts = self.store.get_account_ids().await.map_err(ErrorMapper::store)?;
        let block = self.store.get_sync_height().await.map_err(ErrorMapper::store)?.as_u32();
        let records = self.unspent().await?;
        let known = ids_of(&records);
        require_known(&known, named.unwrap_or_default())?;
        let verdicts = Verdicts::read(self.store.as_ref()).await?;
        let mut notes: Vec<Note> = records.into_iter().filter_map(script_to_run).collect();
        match named {
            Some(named) => notes.retain(|note| named.contains(&note.id())),
            None => notes.retain(|note| verdicts.is_due(note.id(), &accounts, block)),
        }
        // Those that wait the longest come first, and those that never ran before them.
        notes.sort_by_key(|note| verdicts.checked_at(note.id()));
        Ok(Work { notes, accounts, block, known, verdicts })
    }

    /// Refuses a note whose script exceeds the budget for an account that is to consume it.
    pub(crate) async fn require_within_budget(
        &self,
        note: &Note,
        account: AccountId,
        arguments: &TransactionArgs,
    ) -> Result<()> {
        if StandardRule::of(note).is_some() {
            return Ok(());
        }
        let _turn = self.turn.lock().await;
        let reason = match self.trial(note, account, arguments.clone()).await? {
            Trial::OutOfCycles => UnverifiedReason::TooManyCycles,
            Trial::OutOfTime => UnverifiedReason::TooSlow,
            // The virtual machine says why, when the transaction is made.
            Trial::Consumable | Trial::Refused | Trial::NeedsNetwork => return Ok(()),
        };
        let NoteScriptBudget { cycles, time, .. } = self.budget;
        Err(WalletError::Note(NoteError::ScriptOverBudget {
            note: note.id(),
            reason,
            cycles,
            time,
        }))
    }

    /// Dismisses notes: lists and transactions that consume all notes leave them out from now on.
    pub(crate) async fn dismiss(&self, notes: &[NoteId]) -> Result<()> {
        let _turn = self.turn.lock().await;
        let known = ids_of(&self.unspent().await?);
        require_known(&known, notes)?;
        let mut verdicts = Verdicts::read(self.store.as_ref()).await?;
        for note in notes {
            verdicts.dismiss(*note);
        }
        verdicts.write(self.store.as_ref(), &known).await
    }

    async fn trial(
        &self,
        note: &Note,
        account: AccountId,
        arguments: TransactionArgs,
    ) -> Result<Trial> {
        let (store, note) = (self.store.clone(), note.clone());
        trial::run(&self.executions, store, note, account, arguments, self.budget).await
    }

    async fn unspent(&self) -> Result<Vec<InputNoteRecord>> {
        self.store.get_input_notes(NoteFilter::Unspent).await.map_err(ErrorMapper::store)
    }
}

/// The notes whose scripts are to run, and what that takes.
struct Work {
    notes: Vec<Note>,
    accounts: Vec<AccountId>,
    block: u32,
    /// All notes that are not consumed.
    known: BTreeSet<NoteId>,
    verdicts: Verdicts,
}

fn ids_of(records: &[InputNoteRecord]) -> BTreeSet<NoteId> {
    records.iter().filter_map(InputNoteRecord::id).collect()
}

fn require_known(known: &BTreeSet<NoteId>, notes: &[NoteId]) -> Result<()> {
    match notes.iter().find(|note| !known.contains(note)) {
        Some(note) => Err(WalletError::Note(NoteError::Unknown { note: *note })),
        None => Ok(()),
    }
}

/// The note of a record whose script has to run before anybody knows who can consume it.
fn script_to_run(record: InputNoteRecord) -> Option<Note> {
    if !record.is_committed() {
        return None;
    }
    let note: Note = record.try_into().ok()?;
    StandardRule::of(&note).is_none().then_some(note)
}
