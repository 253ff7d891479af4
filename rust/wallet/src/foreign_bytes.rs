//! Values of Miden's types in bytes that somebody else may have made.

use miden_protocol::utils::serde::{
    BudgetedReader, ByteReader, Deserializable, DeserializationError, SliceReader,
};
use thiserror::Error;

/// Why bytes are not a value.
#[derive(Debug, Error)]
pub(crate) enum Unreadable {
    /// They do not decode.
    #[error(transparent)]
    Malformed(#[from] DeserializationError),
    /// There are more of them.
    #[error("bytes follow it")]
    Longer,
}

/// Reads a value that is all of the bytes. Lengths that bytes of this number cannot have are refused before anything is
/// allocated for them.
pub(crate) fn read_whole<T: Deserializable>(bytes: &[u8]) -> Result<T, Unreadable> {
    // An element may take more memory than bytes.
    let budget = bytes.len().saturating_mul(16);
    let mut reader = BudgetedReader::new(SliceReader::new(bytes), budget);
    let value = T::read_from(&mut reader)?;
    if reader.has_more_bytes() { Err(Unreadable::Longer) } else { Ok(value) }
}
