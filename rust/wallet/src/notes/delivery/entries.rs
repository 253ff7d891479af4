//! The entries of a note transport: private notes in the bytes that it carries. Anybody can send one to anybody.

use miden_client::block::BlockNumber;
use miden_client::note::{NoteDetails, NoteHeader, NoteId, NoteTag};
use miden_client::note_transport::generated::note_transport::FetchedNote;
use miden_client::note_transport::{NoteInfo, TransportNote};
use miden_client::utils::{Deserializable, DeserializationError, Serializable};
use miden_objects::prost::{DecodeError, Message};
use miden_objects::{ConversionError, DecodeMessageExt, proto};

use crate::errors::Cause;
use crate::foreign_code::{Bounds, Guard, guard, with_library_script};

/// The largest entry: what the transport service takes, 512,000 bytes for the details, and room for the header. The
/// chain takes public notes up to half of this.
const MAX_ENTRY_BYTES: usize = 512 << 10;

/// What an entry may have before it is decoded.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EntryLimits {
    /// Its bytes.
    pub(crate) bytes: usize,
    /// What else refuses them.
    pub(crate) guard: Guard,
}

impl Default for EntryLimits {
    fn default() -> Self {
        Self { bytes: MAX_ENTRY_BYTES, guard }
    }
}

/// Why an entry is refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EntryError {
    #[error("the private note has {bytes} bytes, and a note transport carries at most {limit}")]
    TooLarge { bytes: usize, limit: usize },
    #[error("the code of the private note is refused")]
    Code(#[source] Cause),
    #[error("the private note is not a message of a note transport")]
    Message(#[from] DecodeError),
    #[error("the private note cannot be read")]
    Note(#[from] ConversionError),
    #[error("the details of the private note cannot be read")]
    Details(#[from] DeserializationError),
    #[error("the private note has the tag {0}, which was not asked for")]
    UnrequestedTag(NoteTag),
}

/// The header of an entry, without the rest of it.
#[derive(Clone, PartialEq, Message)]
#[prost(prost_path = "::miden_objects::prost")]
struct EntryHeader {
    #[prost(message, optional, tag = "1")]
    header: Option<proto::note::NoteHeader>,
}

/// The entry of a note that is in a block.
#[cfg(feature = "embedded-chain")]
pub(crate) fn encode(note: TransportNote, block: BlockNumber) -> Vec<u8> {
    message(note, block).encode_to_vec()
}

/// Refuses a note whose entry is larger than what wallets take.
pub(crate) fn require_carried(note: TransportNote, limits: &EntryLimits) -> Result<(), EntryError> {
    // With the longest number of a block.
    require_size(message(note, BlockNumber::from(u32::MAX)).encoded_len(), limits)
}

fn message(note: TransportNote, block: BlockNumber) -> FetchedNote {
    let (header, details) = note.into_parts();
    FetchedNote {
        header: Some(header.into()),
        details: Some(details.into()),
        committed_in_block: Some(block.into()),
    }
}

fn require_size(bytes: usize, limits: &EntryLimits) -> Result<(), EntryError> {
    if bytes > limits.bytes {
        return Err(EntryError::TooLarge { bytes, limit: limits.bytes });
    }
    Ok(())
}

/// The note of an entry, as the client's own transport decodes it, if the client would take it. All limits hold before
/// anything is decoded.
pub(crate) fn decode(
    entry: &[u8],
    tags: &[NoteTag],
    limits: &EntryLimits,
) -> Result<NoteInfo, EntryError> {
    require_size(entry.len(), limits)?;
    (limits.guard)(entry, Bounds::NOTE).map_err(EntryError::Code)?;
    let mut note: NoteInfo = FetchedNote::decode(entry)?.decode_and_verify()?;
    let tag = note.header.metadata().tag();
    // The client refuses the whole page for one such note.
    if !tags.contains(&tag) {
        return Err(EntryError::UnrequestedTag(tag));
    }
    // It reads them again, and refuses the whole page if it cannot.
    let details = NoteDetails::read_from_bytes(&note.details_bytes)?;
    note.details_bytes = with_library_script(details).to_bytes();
    Ok(note)
}

/// The note that an entry says it is, if its header can be read and it is not too large.
pub(crate) fn note_id(entry: &[u8], limits: &EntryLimits) -> Option<NoteId> {
    require_size(entry.len(), limits).ok()?;
    let header: NoteHeader = EntryHeader::decode(entry).ok()?.header?.decode_and_verify().ok()?;
    Some(header.id())
}
