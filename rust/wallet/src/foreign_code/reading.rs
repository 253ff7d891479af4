//! Decodes values that somebody else may have made.

use miden_client::account::AccountFile;
use miden_client::note::NoteFile;
use miden_client::vm::Package;
use miden_objects::prost::Message;
use miden_objects::{DecodeMessageExt, proto};
use miden_protocol::utils::serde::{
    BudgetedReader, ByteReader, Deserializable, DeserializationError, SliceReader,
};
use thiserror::Error;

use super::error::ForeignCodeError;
use super::library_scripts::file_with_library_script;
use super::{Bounds, require_bounded};
use crate::errors::{Cause, Result, WalletError};

/// How many bytes a reader may ask for in advance, for each byte that there is. An element may take more memory than
/// bytes.
const BUDGET_PER_BYTE: usize = 16;

/// The same for packages: as many as Miden's reader of slices, which does not say whether anything is left.
const PACKAGE_BUDGET_PER_BYTE: usize = 64;

/// The largest note file, in bytes. The chain takes notes of a sixteenth of that.
pub(crate) const MAX_NOTE_FILE_BYTES: usize = 4 << 20;

/// The largest account file, in bytes.
pub(crate) const MAX_ACCOUNT_FILE_BYTES: usize = 64 << 20;

/// Why bytes are not a value.
#[derive(Debug, Error)]
pub(crate) enum Unreadable {
    /// Their code is not decoded.
    #[error(transparent)]
    Refused(#[from] ForeignCodeError),
    /// They do not decode.
    #[error(transparent)]
    Malformed(#[from] DeserializationError),
    /// There are more of them.
    #[error("bytes follow it")]
    Longer,
}

impl Unreadable {
    /// The error of the wallet: code that is too large has its own, and the caller says what the others are.
    pub(crate) fn into_error(self, invalid: impl FnOnce(Cause) -> WalletError) -> WalletError {
        match self {
            Self::Refused(ForeignCodeError::TooLarge { limit }) => {
                WalletError::CodeTooLarge { limit }
            }
            error => invalid(error.into()),
        }
    }
}

/// Reads a value that is all of the bytes. Code that takes too much memory, and lengths that bytes of this number cannot
/// have, are refused before anything is allocated for them.
pub(crate) fn read_whole<T: Deserializable>(bytes: &[u8]) -> Result<T, Unreadable> {
    read_within(bytes, BUDGET_PER_BYTE)
}

/// Reads a package, as [`read_whole`] does.
pub(crate) fn read_package(bytes: &[u8]) -> Result<Package, Unreadable> {
    read_within(bytes, PACKAGE_BUDGET_PER_BYTE)
}

/// Reads a note file (`.mno`).
///
/// # Errors
/// [`WalletError::InvalidNoteFile`], [`WalletError::CodeTooLarge`].
pub(crate) fn read_note_file(bytes: &[u8]) -> Result<NoteFile> {
    let invalid = |source| WalletError::InvalidNoteFile { source };
    require_length(bytes, MAX_NOTE_FILE_BYTES).map_err(invalid)?;
    require_bounded(bytes, Bounds::NOTE)
        .map_err(|error| Unreadable::from(error).into_error(invalid))?;
    let file = NoteFile::try_from_bytes(bytes).map_err(|error| invalid(error.into()))?;
    Ok(file_with_library_script(file))
}

/// Reads an account file (`.mac`).
///
/// # Errors
/// [`WalletError::InvalidAccountFile`], [`WalletError::CodeTooLarge`].
pub(crate) fn read_account_file(bytes: &[u8]) -> Result<AccountFile> {
    let invalid = |source| WalletError::InvalidAccountFile { source };
    require_length(bytes, MAX_ACCOUNT_FILE_BYTES).map_err(invalid)?;
    let file = proto::account_file::AccountFile::decode(bytes);
    let file = file.map_err(|error| invalid(error.into()))?;
    // Only the code: amounts of assets are numbers that others choose, and may look like the beginning of a forest.
    require_bounded(code_of(&file), Bounds::LARGEST)
        .map_err(|error| Unreadable::from(error).into_error(invalid))?;
    file.decode_and_verify().map_err(|error| invalid(error.into()))
}

/// The code in the message of an account file.
fn code_of(file: &proto::account_file::AccountFile) -> &[u8] {
    let version = file.version.as_ref();
    let account = version
        .and_then(|proto::account_file::account_file::Version::V1(file)| file.account.as_ref());
    let code = account.and_then(|account| account.code.as_ref()?.mast.as_ref());
    code.map_or(&[], |forest| &forest.encoded)
}

fn require_length(bytes: &[u8], most: usize) -> Result<(), Cause> {
    if bytes.len() > most {
        return Err(format!("it has {} bytes, and at most {most} are read", bytes.len()).into());
    }
    Ok(())
}

fn read_within<T: Deserializable>(bytes: &[u8], per_byte: usize) -> Result<T, Unreadable> {
    require_bounded(bytes, Bounds::LARGEST)?;
    let budget = bytes.len().saturating_mul(per_byte);
    let mut reader = BudgetedReader::new(SliceReader::new(bytes), budget);
    let value = T::read_from(&mut reader)?;
    if reader.has_more_bytes() { Err(Unreadable::Longer) } else { Ok(value) }
}
