//! What a note file says of its note.

use miden_client::account::AccountId;
use miden_client::note::{NoteAssets, NoteFile, NoteId, NoteRecipient, NoteType};

use crate::errors::Result;
use crate::foreign_code::read_note_file;
use crate::notes::screening::faucet_with_callbacks;
use crate::notes::terms::NoteTerms;
use crate::tokens::assets::{Assets, sorted_assets};

/// A note file (`.mno`), read without taking it in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteFileDescription {
    /// The note's id; `None` if the file does not tell it.
    pub note: Option<NoteId>,
    /// Who sent it, if the file tells.
    pub sender: Option<AccountId>,
    /// Whether all of it is on the chain or only a commitment, if the file tells.
    pub note_type: Option<NoteType>,
    /// What it carries, if the file tells. How amounts are shown is not told.
    pub assets: Option<Assets>,
    /// Whether it is a payment: consuming it runs no code but that of standard payments. `None` if the file does not tell.
    pub is_payment: Option<bool>,
}

impl NoteFileDescription {
    /// Reads the bytes of a note file. Runs nothing, and asks neither a store nor a node: what the file says is not checked.
    ///
    /// # Errors
    /// [`InvalidNoteFile`](crate::WalletError::InvalidNoteFile), [`crate::WalletError::CodeTooLarge`].
    pub fn of(bytes: &[u8]) -> Result<Self> {
        let file = read_note_file(bytes)?;
        Ok(match &file {
            NoteFile::NoteId(note) => Self { note: Some(*note), ..Self::of_content(None) },
            NoteFile::Committed { note, .. } => Self {
                note: Some(note.id()),
                sender: Some(note.metadata().sender()),
                note_type: Some(note.metadata().note_type()),
                ..Self::of_content(Some((note.assets(), note.recipient())))
            },
            NoteFile::ExpectedNote { details, .. } => {
                Self::of_content(Some((details.assets(), details.recipient())))
            }
        })
    }

    fn of_content(content: Option<(&NoteAssets, &NoteRecipient)>) -> Self {
        Self {
            note: None,
            sender: None,
            note_type: None,
            assets: content.map(|(assets, _)| {
                let (fungible, non_fungible) = sorted_assets(assets.iter());
                Assets { fungible, non_fungible }
            }),
            is_payment: content.map(|(assets, recipient)| {
                NoteTerms::of_script(recipient.script(), recipient.storage()).is_some()
                    && faucet_with_callbacks(assets.iter()).is_none()
            }),
        }
    }
}
