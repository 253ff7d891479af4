//! What carries private notes between the wallets of an embedded chain.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use miden_client::block::BlockNumber;
use miden_client::note::{NoteDetails, NoteInclusionProof, NoteTag};
use miden_client::note_transport::{
    NoteInfo, NoteTransportCursor, NoteTransportError, TransportNote,
};
use miden_client::utils::DeserializationError;
use miden_client::{Deserializable, Serializable, Word};

use crate::errors::{Result, StoreError, WalletError};
use crate::notes::delivery::entries;
use crate::notes::delivery::{RawNoteTransport, RawPage};
use crate::store::private_files;

/// How the file begins. One without it has the notes as earlier versions wrote them.
const FORMAT: &[u8] = b"private notes 2\n";

/// The entries that were sent on a chain, each with its tag, in their order, kept beside it.
pub(super) struct EmbeddedTransport {
    entries: Mutex<Vec<(u32, Vec<u8>)>>,
    file: PathBuf,
    /// Tells one chain's notes from another's.
    nonce: u64,
}

impl EmbeddedTransport {
    pub(super) fn open(directory: &Path, genesis: Word) -> Result<Self> {
        let file = directory.join("notes.bin");
        let unusable =
            |source| WalletError::Store(StoreError::Unusable { path: file.clone(), source });
        let entries = match std::fs::read(&file) {
            Ok(bytes) => read(&bytes).map_err(|error| unusable(error.into()))?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(unusable(error.into())),
        };
        Ok(Self { entries: Mutex::new(entries), file, nonce: genesis[0].as_canonical_u64() })
    }

    /// Takes entries for a tag, each once.
    pub(super) fn carry(&self, tag: NoteTag, new: Vec<Vec<u8>>) -> Result<(), std::io::Error> {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let before = entries.len();
        for entry in new {
            let entry = (tag.as_u32(), entry);
            if !entries.contains(&entry) {
                entries.push(entry);
            }
        }
        if entries.len() == before {
            return Ok(());
        }
        let mut bytes = FORMAT.to_vec();
        entries.write_into(&mut bytes);
        private_files::write(&self.file, &bytes, || {}).inspect_err(|_| entries.truncate(before))
    }

    fn at(&self, sequence: usize) -> NoteTransportCursor {
        NoteTransportCursor { nonce: self.nonce, sequence: sequence as u64 }
    }

    /// How many notes lie before a cursor; none before one of another chain.
    fn position(&self, cursor: NoteTransportCursor, count: usize) -> usize {
        if cursor.nonce == self.nonce {
            usize::try_from(cursor.sequence).unwrap_or(count).min(count)
        } else {
            0
        }
    }
}

/// The entries of a file.
fn read(bytes: &[u8]) -> Result<Vec<(u32, Vec<u8>)>, DeserializationError> {
    if let Some(entries) = bytes.strip_prefix(FORMAT) {
        return Vec::read_from_bytes(entries);
    }
    let notes = Vec::<NoteInfo>::read_from_bytes(bytes)?;
    notes.iter().map(entry_of).collect()
}

/// The entry of a note as earlier versions wrote it.
fn entry_of(note: &NoteInfo) -> Result<(u32, Vec<u8>), DeserializationError> {
    let details = NoteDetails::read_from_bytes(&note.details_bytes)?;
    let tag = note.header.metadata().tag().as_u32();
    let block = note.block_hint.unwrap_or(BlockNumber::GENESIS);
    let note = TransportNote::new(note.header, details)
        .map_err(|error| DeserializationError::InvalidValue(error.to_string()))?;
    Ok((tag, entries::encode(note, block)))
}

#[async_trait]
impl RawNoteTransport for EmbeddedTransport {
    async fn send_note_with_proof(
        &self,
        note: TransportNote,
        inclusion_proof: NoteInclusionProof,
    ) -> Result<(), NoteTransportError> {
        let tag = note.header().metadata().tag();
        let entry = entries::encode(note, inclusion_proof.location().block_num());
        self.carry(tag, vec![entry]).map_err(|error| NoteTransportError::Network(error.to_string()))
    }

    async fn fetch_raw_page(
        &self,
        tags: &[NoteTag],
        cursor: Option<NoteTransportCursor>,
        sync_to: Option<NoteTransportCursor>,
    ) -> Result<RawPage, NoteTransportError> {
        let entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let count = entries.len();
        let from = cursor.map_or(0, |cursor| self.position(cursor, count));
        let to = sync_to.map_or(count, |cursor| self.position(cursor, count));
        let page = entries
            .get(from..to)
            .unwrap_or_default()
            .iter()
            .filter(|(tag, _)| tags.contains(&NoteTag::new(*tag)))
            .map(|(_, entry)| entry.clone())
            .collect();
        Ok(RawPage {
            entries: page,
            cursor: self.at(to.max(from)),
            has_more: false,
            sync_to: sync_to.unwrap_or_else(|| self.at(count)),
        })
    }
}

/// One that cannot be reached.
pub(super) struct UnreachableTransport;

fn unreachable() -> NoteTransportError {
    NoteTransportError::Connection("it is out of reach, as was asked for".into())
}

#[async_trait]
impl RawNoteTransport for UnreachableTransport {
    async fn send_note_with_proof(
        &self,
        _: TransportNote,
        _: NoteInclusionProof,
    ) -> Result<(), NoteTransportError> {
        Err(unreachable())
    }

    async fn fetch_raw_page(
        &self,
        _: &[NoteTag],
        _: Option<NoteTransportCursor>,
        _: Option<NoteTransportCursor>,
    ) -> Result<RawPage, NoteTransportError> {
        Err(unreachable())
    }
}

#[cfg(test)]
mod tests {
    use miden_client::asset::FungibleAsset;

    use super::*;
    use crate::ids::parse_account_id;
    use crate::test_wallet::payment_note;

    #[test]
    fn a_file_of_an_earlier_version_has_the_same_entries() {
        let folder = tempfile::tempdir().expect("a folder");
        let id = parse_account_id("0x550559ffb22381117072d0749fccd2").expect("an account id");
        let note = payment_note(id, FungibleAsset::new(id, 1).expect("an asset"), 1);
        let (header, details) = TransportNote::from(note.clone()).into_parts();
        let mut info = NoteInfo::new(header, details.to_bytes());
        info.block_hint = Some(BlockNumber::from(7));
        std::fs::write(folder.path().join("notes.bin"), vec![info].to_bytes()).expect("a file");

        let tag = note.metadata().tag();
        let entry = entries::encode(note.into(), BlockNumber::from(7));
        let open = || EmbeddedTransport::open(folder.path(), Word::default()).expect("it opens");
        let kept =
            |transport: &EmbeddedTransport| transport.entries.lock().expect("the entries").clone();
        let transport = open();
        assert_eq!(kept(&transport), [(tag.as_u32(), entry)]);
        // From here on the file is of this version.
        transport.carry(tag, vec![vec![1]]).expect("it is saved");
        assert_eq!(kept(&open()), kept(&transport));
    }
}
