//! Note files (`.mno`): what somebody else needs to consume a note.

use miden_client::ClientError;
use miden_client::note::{Note, NoteFile, NoteId, NoteMetadata, NoteSyncHint};
use miden_client::store::{
    InputNoteRecord, NoteExportType, NoteFilter, NoteRecordError, OutputNoteRecord,
};
use miden_client::utils::Serializable;

use crate::errors::{ErrorMapper, NoteError, Result, WalletError};
use crate::foreign_code::read_note_file;
use crate::pending::Pending;
use crate::transactions::coordinator::Coordinator;

/// How much of a note a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NoteFileContent {
    /// Its id alone: enough for a public note, whose details the network has.
    Id,
    /// Its details, by which the receiver finds it on the chain. For notes that are not in a block
    /// yet, too.
    Details,
    /// All of it, with the proof that it is in a block.
    #[default]
    DetailsWithProof,
    /// The note alone, as SDKs write a `Note`. This is no note file.
    Note,
}

/// A note that came in from a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImportedNote {
    /// The note's id; `None` where the file does not tell it, and the next syncs find it out.
    pub note: Option<NoteId>,
    /// Whether it is consumed already. It is in the history alone then.
    pub is_consumed: bool,
}

impl Coordinator {
    /// Takes in a note from a note file (`.mno`), as the published client writes it. Asks the node
    /// for what the file does not have.
    ///
    /// # Errors
    /// [`WalletError::InvalidNoteFile`], [`crate::WalletError::CodeTooLarge`], [`NoteError::BeingConsumed`],
    /// [`NoteError::NotOnChain`], what a failed call of the node means, [`WalletError::Store`].
    pub fn import_note<'a>(&'a self, file: &'a [u8]) -> Pending<'a, Result<ImportedNote>> {
        Box::pin(async move {
            let file = read_note_file(file)?;
            let note = match &file {
                NoteFile::NoteId(note) => Some(*note),
                NoteFile::Committed { note, .. } => Some(note.id()),
                NoteFile::ExpectedNote { .. } => None,
            };
            let commitment = match &file {
                NoteFile::ExpectedNote { details, .. } => Some(details.commitment()),
                _ => None,
            };
            let mut client = self.exclusive_client().await?;
            self.refuse_note_on_its_way(&file).await?;
            client.import_notes(&[file]).await.map_err(|error| match (error, note) {
                // The one sentence for "there is none" and "there is only its commitment".
                (
                    error @ (ClientError::NoteNotFoundOnChain(_) | ClientError::NoteImportError(_)),
                    Some(note),
                ) => WalletError::Note(NoteError::NotOnChain { note, source: error.into() }),
                (error, _) => self.errors.client(error),
            })?;
            self.history.mark_stale();
            drop(client);
            self.learn_tokens().await;
            // The import looks for the note on the chain, which has the rest of it.
            let note = match commitment {
                Some(commitment) => {
                    let filter = NoteFilter::DetailsCommitments(vec![commitment]);
                    self.note_records(filter).await?.iter().find_map(InputNoteRecord::id)
                }
                None => note,
            };
            let is_consumed = match note {
                Some(note) => {
                    let records = self.note_records(NoteFilter::List(vec![note])).await?;
                    records.iter().any(InputNoteRecord::is_consumed)
                }
                None => false,
            };
            Ok(ImportedNote { note, is_consumed })
        })
    }

    /// The client refuses these too, with a text instead of an error of their own.
    async fn refuse_note_on_its_way(&self, file: &NoteFile) -> Result<()> {
        let filter = match file {
            NoteFile::NoteId(note) => NoteFilter::List(vec![*note]),
            NoteFile::Committed { note, .. } => {
                NoteFilter::DetailsCommitments(vec![note.details_commitment()])
            }
            NoteFile::ExpectedNote { details, .. } => {
                NoteFilter::DetailsCommitments(vec![details.commitment()])
            }
        };
        let known = self.note_records(filter).await?;
        match known.iter().find(|record| record.is_processing()).and_then(InputNoteRecord::id) {
            Some(note) => Err(WalletError::Note(NoteError::BeingConsumed { note })),
            None => Ok(()),
        }
    }

    /// A note as a note file (`.mno`): one that this wallet made, or one that came in. Reads the store
    /// alone.
    ///
    /// # Errors
    /// [`NoteError::Unknown`], [`NoteError::NotCommitted`] where there is no proof yet, [`NoteError::ProofNotKept`],
    /// [`NoteError::DetailsUnknown`], [`WalletError::Store`].
    pub fn export_note(
        &self,
        note: NoteId,
        content: NoteFileContent,
    ) -> Pending<'_, Result<Vec<u8>>> {
        Box::pin(async move {
            let made = self
                .store
                .get_output_notes(NoteFilter::List(vec![note]))
                .await
                .map_err(ErrorMapper::store)?;
            if let Some(record) = made.into_iter().next() {
                if content == NoteFileContent::Note {
                    return bytes_of_note(note, record);
                }
                return Ok(file_of_made_note(note, record, content)?.to_bytes());
            }
            let came_in = self.note_records(NoteFilter::List(vec![note])).await?;
            let record =
                came_in.into_iter().next().ok_or(WalletError::Note(NoteError::Unknown { note }))?;
            if content == NoteFileContent::Note {
                return bytes_of_note(note, record);
            }
            Ok(file_of_note_that_came_in(note, record, content)?.to_bytes())
        })
    }
}

/// The bytes of a note, which is not a note file.
fn bytes_of_note(
    note: NoteId,
    record: impl TryInto<Note, Error = NoteRecordError>,
) -> Result<Vec<u8>> {
    let whole = record.try_into().map_err(|error| {
        WalletError::Note(NoteError::DetailsUnknown { note, source: error.into() })
    })?;
    Ok(whole.to_bytes())
}

fn file_of_made_note(
    note: NoteId,
    record: OutputNoteRecord,
    content: NoteFileContent,
) -> Result<NoteFile> {
    let kind = match content {
        NoteFileContent::Id => NoteExportType::NoteId,
        NoteFileContent::Details => NoteExportType::NoteDetails,
        NoteFileContent::DetailsWithProof | NoteFileContent::Note
            if record.inclusion_proof().is_none() =>
        {
            return Err(without_proof(note, record.is_consumed()));
        }
        NoteFileContent::DetailsWithProof | NoteFileContent::Note => NoteExportType::NoteWithProof,
    };
    record.into_note_file(&kind).map_err(|error| {
        WalletError::Note(NoteError::DetailsUnknown { note, source: error.into() })
    })
}

fn file_of_note_that_came_in(
    note: NoteId,
    record: InputNoteRecord,
    content: NoteFileContent,
) -> Result<NoteFile> {
    match content {
        NoteFileContent::Id => Ok(NoteFile::NoteId(note)),
        NoteFileContent::Details => {
            let tag = record.metadata().map(NoteMetadata::tag).ok_or_else(|| {
                let source = "what the network says of it is not known yet".into();
                WalletError::Note(NoteError::DetailsUnknown { note, source })
            })?;
            // It is looked for in the blocks after this one.
            let after_block = record
                .inclusion_proof()
                .map_or(0, |proof| proof.location().block_num().as_u32().saturating_sub(1));
            Ok(NoteFile::ExpectedNote {
                details: record.details().clone(),
                sync_hint: NoteSyncHint::new(after_block.into(), tag),
            })
        }
        NoteFileContent::DetailsWithProof | NoteFileContent::Note => {
            let proof = record
                .inclusion_proof()
                .cloned()
                .ok_or_else(|| without_proof(note, record.is_consumed()))?;
            let note = record.try_into().map_err(|error: NoteRecordError| {
                WalletError::Note(NoteError::DetailsUnknown { note, source: error.into() })
            })?;
            Ok(NoteFile::Committed { note, proof })
        }
    }
}

/// Why there is no proof that a note is in a block: it is not there yet, or the client dropped the proof.
fn without_proof(note: NoteId, is_consumed: bool) -> WalletError {
    WalletError::Note(if is_consumed {
        NoteError::ProofNotKept { note }
    } else {
        NoteError::NotCommitted { note }
    })
}
