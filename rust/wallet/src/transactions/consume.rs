//! Consuming notes: what they carry moves into the account.

use std::collections::{BTreeMap, BTreeSet};

use miden_client::account::AccountId;
use miden_client::note::{Note, NoteId};
use miden_client::store::{InputNoteRecord, NoteFilter};
use miden_client::transaction::TransactionId;
use miden_protocol::MAX_INPUT_NOTES_PER_TX;

use super::consumable::ready_note;
use super::{Draft, SentTransaction, TransactionOptions};
use crate::errors::{ErrorMapper, NoteError, Result, SwapError, TransferError, WalletError};
use crate::notes::terms::NoteTerms;
use crate::reader::Reader;
use crate::transactions::swaps::NoteKind;
use crate::wallet::Wallet;

impl Reader {
    /// Refuses lists of notes that can never be consumed.
    pub(crate) async fn check_notes(&self, account: AccountId, notes: &[NoteId]) -> Result<()> {
        if notes.is_empty() {
            return Err(WalletError::Note(NoteError::NoneNamed));
        }
        if notes.len() > MAX_INPUT_NOTES_PER_TX {
            let (count, most) = (notes.len(), MAX_INPUT_NOTES_PER_TX);
            return Err(TransferError::TooManyNotes { count, most }.into());
        }
        let mut named = BTreeSet::new();
        if let Some(note) = notes.iter().find(|note| !named.insert(**note)) {
            return Err(WalletError::Note(NoteError::NamedTwice { note: *note }));
        }
        self.require_account(account).await
    }

    /// The notes to consume, if the account can.
    pub(crate) async fn notes_to_consume(
        &self,
        account: AccountId,
        notes: &[NoteId],
    ) -> Result<Vec<Note>> {
        // What is executed refers to this block.
        let now = self.store.get_sync_height().await.map_err(ErrorMapper::store)?.as_u32();
        let records = self.note_records(NoteFilter::List(notes.to_vec())).await?;
        let mut records: BTreeMap<NoteId, InputNoteRecord> = records
            .into_iter()
            .filter_map(|record| record.id().map(|note| (note, record)))
            .collect();
        notes
            .iter()
            .map(|note| {
                let record = records
                    .remove(note)
                    .ok_or(WalletError::Note(NoteError::Unknown { note: *note }))?;
                let ready = ready_note(*note, record)?;
                require_terms(&ready, account, now)?;
                Ok(ready)
            })
            .collect()
    }
}

impl Wallet {
    /// Consumes notes with an account, in one transaction: all of them or none. A payment that can be
    /// taken back is taken back by consuming it. `before_submit` is called at the point of no return.
    ///
    /// The options may limit the fee, name who makes the proof, and give the request a reference.
    ///
    /// # Errors
    /// [`WalletError::UnknownAccount`], [`WalletError::Transfer`]; for a note
    /// [`NoteError::Unknown`], [`NoteError::AlreadyConsumed`],
    /// [`NoteError::BeingConsumed`], [`NoteError::NotCommitted`],
    /// [`NoteError::OfAnotherAccount`], [`SwapError::NoteIsSwap`]; [`WalletError::InsufficientFee`] and the other ways in
    /// which a transaction fails.
    pub async fn consume(
        &self,
        account: AccountId,
        notes: &[NoteId],
        options: impl Into<TransactionOptions>,
        before_submit: impl FnOnce(TransactionId),
    ) -> Result<SentTransaction> {
        let draft = Draft::Consume(notes.to_vec());
        let (sent, _) =
            self.carry_out_draft(account, &draft, options, Box::new(before_submit)).await?;
        Ok(sent)
    }
}

/// Refuses a swap, a payment to another account, and one whose time has not come. The virtual machine would
/// only say that an assertion failed.
fn require_terms(note: &Note, account: AccountId, now: u32) -> Result<()> {
    match require_kind(note, account)? {
        Some(height) if height > now => {
            let note = note.id();
            Err(TransferError::NoteNotYetConsumable { note, account, height, now }.into())
        }
        _ => Ok(()),
    }
}

/// Refuses a swap and a payment to another account. Returns the block from which on the account can consume a
/// payment.
pub(super) fn require_kind(note: &Note, account: AccountId) -> Result<Option<u32>> {
    if NoteKind::of(note.script().root()).is_swap() {
        return Err(SwapError::NoteIsSwap { note: note.id() }.into());
    }
    let Some(terms) = NoteTerms::of(note) else { return Ok(None) };
    terms.opens_for(account).map(Some).ok_or_else(|| {
        WalletError::Note(NoteError::OfAnotherAccount {
            note: note.id(),
            owner: terms.recipient,
            account,
        })
    })
}
