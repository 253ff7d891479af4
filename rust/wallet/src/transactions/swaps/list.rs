//! The swaps that are open, as far as the wallet knows.

use std::collections::{BTreeMap, BTreeSet};

use miden_client::account::AccountId;
use miden_client::note::{Note, NoteId, NoteMetadata, NoteType};
use miden_client::store::NoteFilter;

use super::terms::{SwapDescription, SwapTerms, terms_of};
use crate::errors::{ErrorMapper, Result};
use crate::notes::input_notes::{InputNoteStage, stage};
use crate::pending::Pending;
use crate::reader::Reader;
use crate::tokens::assets::Assets;

/// A swap that nobody has filled yet, or not to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedSwap {
    /// Its note. Of a swap that was filled in part, the note with what is left.
    pub note: NoteId,
    /// Who made the note.
    pub sender: Option<AccountId>,
    /// Whether all of the note is on the chain or only a commitment.
    pub note_type: NoteType,
    /// How far the note has come.
    pub stage: InputNoteStage,
    /// The account of this wallet that made the swap, and can take it back.
    pub own: Option<AccountId>,
    /// What it offers, and for what.
    pub terms: SwapDescription,
}

impl Reader {
    /// The swaps that are open: those of this wallet's accounts, and those of others that it has seen.
    /// Reads the store alone, so what others have filled since the last sync is among them.
    ///
    /// # Errors
    /// [`crate::WalletError::Store`].
    pub fn swaps(&self) -> Pending<'_, Result<Vec<ListedSwap>>> {
        Box::pin(async move {
            let own: BTreeSet<AccountId> = self
                .store
                .get_account_ids()
                .await
                .map_err(ErrorMapper::store)?
                .into_iter()
                .collect();
            let mut listed = BTreeMap::new();
            let made = self
                .store
                .get_output_notes(NoteFilter::Unspent)
                .await
                .map_err(ErrorMapper::store)?;
            for record in made {
                let stage = match record.inclusion_proof() {
                    Some(_) => InputNoteStage::Committed,
                    None => InputNoteStage::Expected,
                };
                let metadata = *record.metadata();
                let Ok(note) = Note::try_from(record) else { continue };
                let Some(terms) = SwapTerms::of(&note) else { continue };
                let swap = self.listed_swap(note.id(), Some(&metadata), stage, &terms, &own);
                listed.insert(note.id(), swap.await?);
            }
            // What is known of a note that came in holds: it may be consumed by now.
            let named = NoteFilter::List(listed.keys().copied().collect());
            for record in self.note_records(named).await? {
                if let Some(note) = record.id().filter(|_| stage(&record).is_none()) {
                    listed.remove(&note);
                }
            }
            for record in self.note_records(NoteFilter::Unspent).await? {
                let Some((note, stage)) = record.id().zip(stage(&record)) else { continue };
                let Some(terms) = terms_of(&record) else { continue };
                let swap = self.listed_swap(note, record.metadata(), stage, &terms, &own);
                listed.insert(note, swap.await?);
            }
            Ok(listed.into_values().collect())
        })
    }

    async fn listed_swap(
        &self,
        note: NoteId,
        metadata: Option<&NoteMetadata>,
        stage: InputNoteStage,
        terms: &SwapTerms,
        own: &BTreeSet<AccountId>,
    ) -> Result<ListedSwap> {
        let sender = metadata.map(NoteMetadata::sender);
        // Who makes a note with what is left of a swap is not who made the swap.
        let creator = terms.creator.or(sender);
        Ok(ListedSwap {
            note,
            sender,
            note_type: metadata.map_or(NoteType::Private, NoteMetadata::note_type),
            stage,
            own: creator.filter(|creator| own.contains(creator)),
            terms: self.described_swap(terms).await?,
        })
    }

    /// The terms of a swap, with what is known of their tokens.
    pub(crate) async fn described_swap(&self, terms: &SwapTerms) -> Result<SwapDescription> {
        let (fungible, non_fungible) = self.described_assets([&terms.offered].into_iter()).await?;
        let offered = Assets { fungible, non_fungible };
        let (fungible, non_fungible) =
            self.described_assets([&terms.requested].into_iter()).await?;
        let requested = Assets { fungible, non_fungible };
        Ok(SwapDescription {
            offered,
            requested,
            creator: terms.creator,
            payback_type: terms.payback_type,
            is_partial: terms.is_partial,
            minimum_fill: terms.minimum_fill,
        })
    }
}
