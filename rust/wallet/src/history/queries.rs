//! Which transactions and notes are asked for.

use miden_client::account::AccountId;
use miden_client::note::NoteType;

use super::note_rows::{NoteDirection, NoteState};
use super::stored::TransactionKind;
use crate::transactions::swaps::NoteKind;

/// Which transactions are asked for: those of which all is true that is said here.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TransactionQuery {
    /// Those of this account.
    pub account: Option<AccountId>,
    /// Those that have come so far.
    pub stage: Option<TransactionStage>,
    /// Those of this kind.
    pub kind: Option<TransactionKind>,
    /// Those made at this time or later, in seconds since 1970.
    pub created_from: Option<u64>,
    /// Those made before this time, in seconds since 1970.
    pub created_before: Option<u64>,
    /// Those made for the request with this reference. One that consumes all notes has several.
    pub reference: Option<String>,
}

/// How far a transaction has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransactionStage {
    /// In no block yet.
    Pending,
    /// In a block.
    Committed,
    /// Given up.
    Discarded,
}

/// Which notes are asked for: those of which all is true that is said here.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NoteQuery {
    /// Those for this account of the wallet, consumed by it or made by it.
    pub account: Option<AccountId>,
    /// Those that came in, or those that were made.
    pub direction: Option<NoteDirection>,
    /// Those that have come so far.
    pub state: Option<NoteState>,
    /// Those that are public, or those that are private.
    pub note_type: Option<NoteType>,
    /// Those of this kind.
    pub kind: Option<NoteKind>,
    /// Those the wallet learned of at this time or later, in seconds since 1970.
    pub recorded_from: Option<u64>,
    /// Those the wallet learned of before this time, in seconds since 1970.
    pub recorded_before: Option<u64>,
    /// Those in this block or a later one.
    pub block_from: Option<u32>,
    /// Those in a block before this one.
    pub block_before: Option<u32>,
}
