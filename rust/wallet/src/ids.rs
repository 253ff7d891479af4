//! Ids as people write them.

use miden_client::Word;
use miden_client::account::AccountId;
use miden_client::note::{NoteId, Nullifier};
use miden_client::transaction::TransactionId;
use miden_protocol::errors::AccountIdError;

use crate::errors::{Result, TransferError, WalletError};

/// Reads an account id in hex, as `0x` and 30 digits.
///
/// # Errors
/// [`WalletError::InvalidAccountId`], saying what is wrong.
pub fn parse_account_id(text: &str) -> Result<AccountId> {
    AccountId::from_hex(text).map_err(|error| WalletError::InvalidAccountId {
        text: text.to_owned(),
        reason: match &error {
            AccountIdError::AccountIdHexParseError(_) => described(&error),
            // A bit here or there that is always the same in an id. Which one helps nobody.
            _ => "no account has these digits, so one of them is probably mistyped".to_owned(),
        },
    })
}

/// Reads a note id in hex, as `0x` and 64 digits.
///
/// # Errors
/// [`WalletError::InvalidNoteId`], saying what is wrong.
pub fn parse_note_id(text: &str) -> Result<NoteId> {
    Word::try_from(text).map(NoteId::from_raw).map_err(|error| WalletError::InvalidNoteId {
        text: text.to_owned(),
        reason: described(&error),
    })
}

/// Reads a nullifier in hex, as `0x` and 64 digits.
///
/// # Errors
/// [`WalletError::InvalidNoteId`], saying what is wrong.
pub fn parse_nullifier(text: &str) -> Result<Nullifier> {
    Nullifier::from_hex(text).map_err(|error| WalletError::InvalidNoteId {
        text: text.to_owned(),
        reason: described(&error),
    })
}

/// Reads a transaction id in hex, as `0x` and 64 digits.
///
/// # Errors
/// [`WalletError::InvalidTransactionId`], saying what is wrong.
pub fn parse_transaction_id(text: &str) -> Result<TransactionId> {
    Word::try_from(text).map(TransactionId::from_raw).map_err(|error| {
        WalletError::InvalidTransactionId { text: text.to_owned(), reason: described(&error) }
    })
}

/// Reads what identifies a unique asset among those of its faucet, as `0x` and 64 digits.
///
/// # Errors
/// [`TransferError::InvalidAsset`], saying what is wrong.
pub fn parse_asset(text: &str) -> Result<Word> {
    Word::try_from(text).map_err(|error| {
        TransferError::InvalidAsset { text: text.to_owned(), reason: described(&error) }.into()
    })
}

/// The error and what lies below it, as one clause.
pub(crate) fn described(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        next = cause.source();
    }
    text
}
