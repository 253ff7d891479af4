//! The notes that came in and have not been consumed.

use std::collections::BTreeMap;

use miden_client::account::AccountId;
use miden_client::note::{Note, NoteId, NoteMetadata, NoteType};
use miden_client::store::{InputNoteRecord, NoteFilter};

use crate::errors::{ErrorMapper, Result, WalletError};
use crate::notes::screening::{Holdings, LeftOutReason, NoteConsumers, UnverifiedReason, Verdicts};
use crate::pending::Pending;
use crate::reader::Reader;
use crate::tokens::assets::{FungibleAmount, NonFungibleItem};
use crate::transactions::swaps::{NoteKind, SwapDescription, terms_of};
use crate::wallet::Wallet;

/// How far a note has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputNoteStage {
    /// Known, but not seen on the chain yet.
    Expected,
    /// On the chain and free to be consumed.
    Committed,
    /// Consumed by a transaction of this wallet that has not been committed yet.
    Processing,
}

/// A note that came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputNote {
    /// The note's id; notes of which too little is known to tell it are left out.
    pub note: NoteId,
    /// Who sent it.
    pub sender: Option<AccountId>,
    /// Whether all of it is on the chain or only a commitment.
    pub note_type: NoteType,
    /// How far it has come.
    pub stage: InputNoteStage,
    /// Whether its proof of inclusion was checked against a block header.
    pub is_authenticated: bool,
    /// What its script is.
    pub kind: NoteKind,
    /// What it offers and for what, where it is a swap.
    pub swap: Option<SwapDescription>,
    /// Its fungible assets.
    pub fungible: Vec<FungibleAmount>,
    /// Its non-fungible assets.
    pub non_fungible: Vec<NonFungibleItem>,
    /// The accounts of this wallet that can consume it now: of a swap, those that can fill all of it or
    /// cancel it.
    pub consumable_by: Vec<AccountId>,
    /// The block from which on it can be consumed, where nobody can yet.
    pub consumable_after_block: Option<u32>,
    /// The faucet whose code runs when an account takes what the note carries, if there is one.
    pub callback_faucet: Option<AccountId>,
    /// Why it is not known which accounts can consume it, if that is so: its script has not run, or may not.
    pub unverified: Option<UnverifiedReason>,
    /// Why a transaction that consumes all notes leaves it out, if it does although it may be consumable.
    pub left_out: Option<LeftOutReason>,
}

impl Reader {
    /// The notes that came in and have not been consumed or dismissed, for one account or for all. Reads the store and
    /// runs no script: [`Wallet::verify_notes`] does.
    ///
    /// # Errors
    /// [`WalletError::UnknownAccount`], [`WalletError::Store`].
    pub fn input_notes(&self, account: Option<AccountId>) -> Pending<'_, Result<Vec<InputNote>>> {
        Box::pin(async move {
            if let Some(account) = account {
                self.require_account(account).await?;
            }
            let records = self
                .store
                .get_input_notes(NoteFilter::Unspent)
                .await
                .map_err(ErrorMapper::store)?;
            let own = self.store.get_account_ids().await.map_err(ErrorMapper::store)?;
            let asked = account.as_ref().map_or(&own[..], std::slice::from_ref);
            let verdicts = Verdicts::read(self.store.as_ref()).await?;
            let block = self.store.get_sync_height().await.map_err(ErrorMapper::store)?.as_u32();
            let mut consumers = self.consumers(&records, asked, &own, &verdicts).await?;
            let mut notes = Vec::new();
            for record in &records {
                let Some((note, stage)) = record.id().zip(stage(record)) else { continue };
                if verdicts.is_dismissed(note) {
                    continue;
                }
                let consumers = consumers.remove(&note).unwrap_or_default();
                let concerned = !consumers.is_empty() || record.consumer_account() == account;
                if account.is_some() && !concerned {
                    continue;
                }
                // What an account of this wallet sent and none may take back did not come in.
                let sender = record.metadata().map(NoteMetadata::sender);
                let is_own = sender.is_some_and(|sender| own.contains(&sender));
                if is_own && consumers.is_empty() && stage != InputNoteStage::Processing {
                    continue;
                }
                notes.push(self.described_note(record, note, stage, &consumers, block).await?);
            }
            Ok(notes)
        })
    }

    /// The notes that a transaction of an account that consumes all of them takes, and those it leaves out although the
    /// account may be able to consume them.
    pub(crate) fn notes_to_consume_together(
        &self,
        account: AccountId,
    ) -> Pending<'_, Result<SortedNotes>> {
        Box::pin(async move {
            let records = self.note_records(NoteFilter::Committed).await?;
            let verdicts = Verdicts::read(self.store.as_ref()).await?;
            let own = self.store.get_account_ids().await.map_err(ErrorMapper::store)?;
            let mut consumers = self.consumers(&records, &[account], &own, &verdicts).await?;
            let block = self.store.get_sync_height().await.map_err(ErrorMapper::store)?.as_u32();
            let (mut taken, mut left_out) = (Vec::new(), Vec::new());
            for record in records {
                let Some(id) = record.id().filter(|note| !verdicts.is_dismissed(*note)) else {
                    continue;
                };
                let consumers = consumers.remove(&id).unwrap_or_default();
                match consumers.left_out(block) {
                    Some(reason) => left_out.push((id, reason)),
                    None if consumers.at(block).next().is_some() => {
                        taken.push(record.try_into().map_err(WalletError::internal)?);
                    }
                    None => {}
                }
            }
            Ok(SortedNotes { taken, left_out })
        })
    }

    /// Which of the accounts can consume which note. `own` are all accounts of the wallet.
    async fn consumers(
        &self,
        records: &[InputNoteRecord],
        accounts: &[AccountId],
        own: &[AccountId],
        verdicts: &Verdicts,
    ) -> Result<BTreeMap<NoteId, NoteConsumers>> {
        let mut holdings = Holdings::of(self.store.as_ref());
        let mut consumers = BTreeMap::new();
        for record in records.iter().filter(|record| !record.is_processing()) {
            let Ok(note) = record.clone().try_into() else { continue };
            let note: Note = note;
            let found = NoteConsumers::of(&note, accounts, own, verdicts, &mut holdings).await?;
            consumers.insert(note.id(), found);
        }
        Ok(consumers)
    }

    async fn described_note(
        &self,
        record: &InputNoteRecord,
        note: NoteId,
        stage: InputNoteStage,
        consumers: &NoteConsumers,
        block: u32,
    ) -> Result<InputNote> {
        let (fungible, non_fungible) = self.described_assets(record.assets().iter()).await?;
        let is_ready = stage == InputNoteStage::Committed;
        Ok(InputNote {
            note,
            sender: record.metadata().map(NoteMetadata::sender),
            note_type: record.metadata().map_or(NoteType::Private, NoteMetadata::note_type),
            stage,
            is_authenticated: record.is_authenticated(),
            kind: NoteKind::of(record.details().script().root()),
            swap: match terms_of(record) {
                Some(terms) => Some(self.described_swap(&terms).await?),
                None => None,
            },
            fungible,
            non_fungible,
            consumable_by: if is_ready { consumers.at(block).collect() } else { Vec::new() },
            consumable_after_block: consumers.waits_for(block),
            callback_faucet: consumers.callback_faucet,
            unverified: consumers.unverified.filter(|_| is_ready),
            left_out: consumers.left_out(block).filter(|_| is_ready),
        })
    }
}

impl Wallet {
    /// Runs the scripts of notes, to find out which accounts can consume them. Returns these notes, without those that
    /// are dismissed.
    ///
    /// Each run is limited by [`crate::NoteScriptBudget`]. The verdicts are kept.
    ///
    /// # Errors
    /// [`NoteError::Unknown`](crate::NoteError::Unknown), [`WalletError::Store`].
    pub fn verify_notes(&self, notes: Vec<NoteId>) -> Pending<'_, Result<Vec<InputNote>>> {
        Box::pin(async move {
            self.verification.verify(&notes).await?;
            let mut listed = self.input_notes(None).await?;
            listed.retain(|note| notes.contains(&note.note));
            Ok(listed)
        })
    }

    /// Dismisses notes for good: lists of notes and transactions that consume all of them leave them out. Each can still
    /// be consumed by its id.
    ///
    /// # Errors
    /// [`NoteError::Unknown`](crate::NoteError::Unknown), [`WalletError::Store`].
    pub fn dismiss_notes(&self, notes: Vec<NoteId>) -> Pending<'_, Result<()>> {
        Box::pin(async move { self.verification.dismiss(&notes).await })
    }
}

/// The notes of an account, as a transaction that consumes all of them sees them.
pub(crate) struct SortedNotes {
    /// Those it consumes.
    pub(crate) taken: Vec<Note>,
    /// Those it leaves out although the account may be able to consume them.
    pub(crate) left_out: Vec<(NoteId, LeftOutReason)>,
}

/// The stage of a note that is not consumed, or `None` where it never will be.
pub(crate) fn stage(record: &InputNoteRecord) -> Option<InputNoteStage> {
    if record.is_processing() {
        Some(InputNoteStage::Processing)
    } else if record.is_committed() {
        Some(InputNoteStage::Committed)
    } else if record.is_inclusion_pending() {
        Some(InputNoteStage::Expected)
    } else {
        None
    }
}
