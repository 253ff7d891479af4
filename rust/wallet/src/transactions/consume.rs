//! Consuming notes: what they carry moves into the account.

use std::collections::{BTreeMap, BTreeSet};

use miden_client::account::AccountId;
use miden_client::note::{Note, NoteId, P2idNoteStorage, P2ideNoteStorage, StandardNote};
use miden_client::store::{InputNoteRecord, NoteFilter};
use miden_client::transaction::TransactionId;

use crate::errors::{ErrorMapper, Result, WalletError};
use crate::transactions::SentTransaction;
use crate::wallet::Wallet;

impl Wallet {
    /// Consumes notes with an account, in one transaction: all of them or none.
    /// `before_submit` is called at the point of no return.
    ///
    /// # Errors
    /// [`WalletError::UnknownAccount`]; for a note [`WalletError::UnknownNote`],
    /// [`WalletError::NoteAlreadyConsumed`], [`WalletError::NoteBeingConsumed`],
    /// [`WalletError::NoteNotCommitted`], [`WalletError::NoteOfAnotherAccount`];
    /// [`WalletError::InsufficientFee`] and the other ways in which a transaction fails.
    pub async fn consume(
        &self,
        account: AccountId,
        notes: &[NoteId],
        before_submit: impl FnOnce(TransactionId),
    ) -> Result<SentTransaction> {
        if notes.is_empty() {
            return Err(WalletError::NoNotesNamed);
        }
        let mut named = BTreeSet::new();
        if let Some(note) = notes.iter().find(|note| !named.insert(**note)) {
            return Err(WalletError::NoteNamedTwice { note: *note });
        }
        let known = self.store.get_account_header(account).await.map_err(ErrorMapper::store)?;
        if known.is_none() {
            return Err(WalletError::UnknownAccount { account });
        }
        let (sent, _) = self
            .carry_out(
                account,
                async |wallet, _, builder| {
                    // Looked up when it is the account's turn: the transaction before may have
                    // consumed them.
                    let notes = wallet.notes_to_consume(account, notes).await?;
                    builder
                        .build_consume_notes(notes)
                        .map_err(|error| WalletError::Execution { source: error.into() })
                },
                before_submit,
            )
            .await?;
        Ok(sent)
    }

    async fn notes_to_consume(&self, account: AccountId, notes: &[NoteId]) -> Result<Vec<Note>> {
        let records = self.note_records(NoteFilter::List(notes.to_vec())).await?;
        let mut records: BTreeMap<NoteId, InputNoteRecord> = records
            .into_iter()
            .filter_map(|record| record.id().map(|note| (note, record)))
            .collect();
        notes
            .iter()
            .map(|note| {
                let record =
                    records.remove(note).ok_or(WalletError::UnknownNote { note: *note })?;
                let ready = ready_note(*note, record)?;
                match owners(&ready).as_slice() {
                    [owner, others @ ..] if *owner != account && !others.contains(&account) => {
                        let (note, owner) = (*note, *owner);
                        Err(WalletError::NoteOfAnotherAccount { note, owner, account })
                    }
                    _ => Ok(ready),
                }
            })
            .collect()
    }
}

fn ready_note(note: NoteId, record: InputNoteRecord) -> Result<Note> {
    if record.is_consumed() {
        Err(WalletError::NoteAlreadyConsumed { note })
    } else if record.is_processing() {
        Err(WalletError::NoteBeingConsumed { note })
    } else if record.is_committed() {
        record.try_into().map_err(WalletError::internal)
    } else if record.is_inclusion_pending() {
        Err(WalletError::NoteNotCommitted { note })
    } else {
        Err(WalletError::NoteInvalid { note })
    }
}

/// The accounts a payment is for: who is to have it, and after that who may take it back. Of any other
/// note nobody knows before its script has run, and there are none.
pub(crate) fn owners(note: &Note) -> Vec<AccountId> {
    let items = note.storage().items();
    match StandardNote::from_script_root(note.script().root()) {
        Some(StandardNote::P2ID) => {
            P2idNoteStorage::try_from(items).map_or_else(|_| Vec::new(), |it| vec![it.target()])
        }
        Some(StandardNote::P2IDE) => P2ideNoteStorage::try_from(items)
            .map_or_else(|_| Vec::new(), |it| vec![it.target(), it.reclaimer()]),
        _ => Vec::new(),
    }
}
