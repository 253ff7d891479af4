//! Runs the scripts of notes that the user names, and keeps what came of it.

use std::collections::BTreeSet;
use std::sync::Arc;

use miden_client::note::{Note, NoteId};
use miden_client::store::{InputNoteRecord, NoteFilter, Store};
use tokio::sync::Mutex;

use super::standard::StandardRule;
use super::trial;
use super::untrusted_runs::UntrustedRuns;
use super::verdicts::{Verdict, Verdicts};
use crate::errors::{ErrorMapper, NoteError, Result, WalletError};

/// Verifies and dismisses a wallet's notes.
#[derive(Clone)]
pub(crate) struct NoteVerification {
    store: Arc<dyn Store>,
    runs: UntrustedRuns,
    /// Held while a verdict is read, changed and written, and not during a run.
    changes: Arc<Mutex<()>>,
}

impl NoteVerification {
    pub(crate) fn of(store: Arc<dyn Store>, runs: UntrustedRuns) -> Self {
        Self { store, runs, changes: Arc::default() }
    }

    /// Runs the scripts of notes for each account of the wallet.
    ///
    /// # Errors
    /// [`NoteError::Unknown`] for a note that is consumed or was never there, [`WalletError::Store`].
    pub(crate) async fn verify(&self, notes: &[NoteId]) -> Result<()> {
        let accounts = self.store.get_account_ids().await.map_err(ErrorMapper::store)?;
        let records = self.unspent().await?;
        require_known(&ids_of(&records), notes)?;
        let named = records.into_iter().filter_map(script_to_run);
        for note in named.filter(|note| notes.contains(&note.id())) {
            let mut verdict = Verdict::default();
            for account in &accounts {
                let trial =
                    trial::run(&self.runs, self.store.clone(), note.clone(), *account).await?;
                if !verdict.record_run(*account, trial) {
                    break;
                }
            }
            self.change(|verdicts| verdicts.set(note.id(), verdict)).await?;
        }
        Ok(())
    }

    /// Dismisses notes: lists and transactions that consume all notes leave them out from now on.
    pub(crate) async fn dismiss(&self, notes: &[NoteId]) -> Result<()> {
        require_known(&ids_of(&self.unspent().await?), notes)?;
        self.change(|verdicts| notes.iter().for_each(|note| verdicts.dismiss(*note))).await
    }

    async fn change(&self, change: impl FnOnce(&mut Verdicts)) -> Result<()> {
        let _changing = self.changes.lock().await;
        let mut verdicts = Verdicts::read(self.store.as_ref()).await?;
        change(&mut verdicts);
        verdicts.write(self.store.as_ref(), &ids_of(&self.unspent().await?)).await
    }

    async fn unspent(&self) -> Result<Vec<InputNoteRecord>> {
        self.store.get_input_notes(NoteFilter::Unspent).await.map_err(ErrorMapper::store)
    }
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

/// The note of a record whose script has to run before it is known which accounts can consume it.
fn script_to_run(record: InputNoteRecord) -> Option<Note> {
    if !record.is_committed() {
        return None;
    }
    let note: Note = record.try_into().ok()?;
    StandardRule::of(&note).is_none().then_some(note)
}
