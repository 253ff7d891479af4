//! What a note file says of its note.

use miden_client::account::AccountId;
use miden_client::note::{NoteFile, NoteId, NoteType};

use crate::balance::sorted_assets;
use crate::errors::{Result, WalletError};
use crate::signing::Assets;

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
}

impl NoteFileDescription {
    /// Reads the bytes of a note file. Runs nothing, and asks neither a store nor a node: what the file says is not checked.
    ///
    /// # Errors
    /// [`WalletError::InvalidNoteFile`].
    pub fn of(bytes: &[u8]) -> Result<Self> {
        let file = NoteFile::try_from_bytes(bytes)
            .map_err(|error| WalletError::InvalidNoteFile { source: error.into() })?;
        let assets = |assets: &miden_client::note::NoteAssets| {
            let (fungible, non_fungible) = sorted_assets(assets.iter());
            Assets { fungible, non_fungible }
        };
        Ok(match &file {
            NoteFile::NoteId(note) => {
                Self { note: Some(*note), sender: None, note_type: None, assets: None }
            }
            NoteFile::Committed { note, .. } => Self {
                note: Some(note.id()),
                sender: Some(note.metadata().sender()),
                note_type: Some(note.metadata().note_type()),
                assets: Some(assets(note.assets())),
            },
            NoteFile::ExpectedNote { details, .. } => Self {
                note: None,
                sender: None,
                note_type: None,
                assets: Some(assets(details.assets())),
            },
        })
    }
}
