//! Public notes that were for an account before it came into the wallet.
//!
//! A sync asks for the notes from the block on that the wallet stands at. An account that comes in when the
//! wallet has synced, restored, taken in from a file or with its key, or made once more of its mnemonic, may
//! have been paid before: what waits for it is looked for from the first block on, once, by the sync after.
//! Private notes need none of this: a note transport is asked for all that it has with a new tag.

use std::collections::BTreeSet;

use miden_client::account::AccountId;
use miden_client::block::BlockNumber;
use miden_client::note::{Note, NoteFile, NoteId, NoteTag};
use miden_client::rpc::NoteContentFetch;
use miden_client::rpc::domain::note::FetchedNote;
use miden_client::store::{NoteFilter, SettingScope};

use crate::accounts::pending_scans::scan_key;
use crate::errors::{ErrorMapper, Result};
use crate::history::Occurrence;
use crate::notes::terms::NoteTerms;
use crate::pending::Pending;
use crate::transactions::coordinator::Coordinator;

/// What the settings begin with that mark the accounts whose earlier notes are still to be looked for.
const MARK_SETTING: &str = "account_with_earlier_notes/";

/// How many notes are taken in at a time.
const NOTES_AT_A_TIME: usize = 100;

impl Coordinator {
    /// Says that an account may have been paid before it is taken in, which happens next. The client is held,
    /// so that no sync comes between.
    pub(crate) async fn expect_earlier_notes(&self, account: AccountId) -> Result<()> {
        let height = self.store.get_sync_height().await.map_err(ErrorMapper::store)?;
        if height == BlockNumber::GENESIS {
            // The first sync asks for all there are.
            return Ok(());
        }
        let stored = self
            .store
            .set_setting(SettingScope::User, scan_key(MARK_SETTING, account), vec![1])
            .await;
        stored.map_err(ErrorMapper::store)
    }

    /// Looks for the notes of accounts that were marked, and takes in those that wait for an account of the
    /// wallet. A failure is logged and no more: the next sync tries again.
    pub(crate) fn find_earlier_notes(&self) -> Pending<'_, Vec<NoteId>> {
        Box::pin(async move {
            match self.try_to_find_earlier_notes().await {
                Ok(found) => found,
                Err(error) => {
                    let causes = error.causes();
                    tracing::warn!(%error, ?causes, "earlier notes of an account are not known yet");
                    Vec::new()
                }
            }
        })
    }

    async fn try_to_find_earlier_notes(&self) -> Result<Vec<NoteId>> {
        let accounts = self.pending_scans(MARK_SETTING).await?;
        if accounts.is_empty() {
            return Ok(Vec::new());
        }
        let tags = accounts.iter().map(|account| NoteTag::with_account_target(*account)).collect();
        let notes = self.waiting_notes(&tags).await?;
        let found = if notes.is_empty() { Vec::new() } else { self.take_in_notes(notes).await? };
        for account in accounts {
            let removed = self
                .store
                .remove_setting(SettingScope::User, scan_key(MARK_SETTING, account))
                .await;
            removed.map_err(ErrorMapper::store)?;
        }
        tracing::info!(count = found.len(), "notes that waited for accounts that came in");
        Ok(found)
    }

    /// The public notes with these tags that nobody has consumed and the wallet does not have, up to the block that
    /// it stands at.
    async fn waiting_notes(&self, tags: &BTreeSet<NoteTag>) -> Result<Vec<Note>> {
        let height = self.store.get_sync_height().await.map_err(ErrorMapper::store)?;
        let content = NoteContentFetch::AttachmentsOnly;
        let blocks =
            self.node.sync_notes_with_content(BlockNumber::GENESIS, height, tags, content).await;
        let blocks = self.node_answered(blocks).await?;
        let public = blocks
            .iter()
            .flat_map(|block| block.notes.values())
            .filter(|note| note.metadata.is_public())
            .map(|note| note.note_id);
        let mut wanted: BTreeSet<NoteId> = public.collect();
        let known = self.note_records(NoteFilter::List(wanted.iter().copied().collect())).await?;
        for record in known {
            if let Some(note) = record.id() {
                wanted.remove(&note);
            }
        }
        let wanted: Vec<NoteId> = wanted.into_iter().collect();
        let mut notes = Vec::new();
        for wanted in wanted.chunks(NOTES_AT_A_TIME) {
            let fetched = self.node.get_notes_by_id(wanted).await;
            for note in self.node_answered(fetched).await? {
                if let FetchedNote::Public(note, _) = note {
                    notes.push(note);
                }
            }
        }
        if notes.is_empty() {
            return Ok(notes);
        }
        let nullifiers = notes.iter().map(Note::nullifier).collect();
        let consumed =
            self.node.get_nullifier_commit_heights(nullifiers, BlockNumber::GENESIS).await;
        let consumed = self.node_answered(consumed).await?;
        notes.retain(|note| !matches!(consumed.get(&note.nullifier()), Some(Some(_))));
        Ok(notes)
    }

    /// Takes in those notes that may be for an account of the wallet: others may have the same tag.
    async fn take_in_notes(&self, notes: Vec<Note>) -> Result<Vec<NoteId>> {
        let own = self.store.get_account_ids().await.map_err(ErrorMapper::store)?;
        let may_be_own = |note: &&Note| match NoteTerms::of(note) {
            Some(terms) => own.iter().any(|account| terms.opens_for(*account).is_some()),
            None => true,
        };
        let relevant: Vec<NoteId> = notes.iter().filter(may_be_own).map(Note::id).collect();
        let mut client = self.exclusive_client().await?;
        for notes in relevant.chunks(NOTES_AT_A_TIME) {
            let files: Vec<NoteFile> = notes.iter().copied().map(NoteFile::NoteId).collect();
            client.import_notes(&files).await.map_err(|error| self.errors.client(error))?;
        }
        drop(client);
        self.record(Occurrence { notes: relevant.clone(), ..Occurrence::default() }).await;
        Ok(relevant)
    }
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests;
