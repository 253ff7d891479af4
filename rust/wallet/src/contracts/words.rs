//! Words, field elements and slot names as they are passed on.

use miden_client::account::StorageSlotName;
use miden_client::{Felt, Word};

use crate::errors::{ContractError, Result};
use crate::ids::described;

/// Reads a word in hex, as `0x` and 64 digits.
///
/// # Errors
/// [`ContractError::InvalidWord`], saying what is wrong.
pub fn parse_word(text: &str) -> Result<Word> {
    Word::try_from(text).map_err(|error| {
        ContractError::InvalidWord { text: text.to_owned(), reason: described(&error) }.into()
    })
}

/// The field element of a number.
///
/// # Errors
/// [`ContractError::InvalidFelt`] where there is none: they end below 2^64.
pub fn parse_felt(number: u64) -> Result<Felt> {
    Felt::new(number).map_err(|_| ContractError::InvalidFelt { number }.into())
}

/// Reads the name of a storage slot, as `project::component::slot`.
///
/// # Errors
/// [`ContractError::InvalidSlotName`], saying what is wrong.
pub fn parse_slot_name(text: &str) -> Result<StorageSlotName> {
    StorageSlotName::new(text).map_err(|error| {
        ContractError::InvalidSlotName { text: text.to_owned(), reason: described(&error) }.into()
    })
}
