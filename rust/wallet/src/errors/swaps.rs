//! What can go wrong with a swap.

use miden_client::account::AccountId;
use miden_client::note::NoteId;
use thiserror::Error;

use super::ErrorCode;

/// What is wrong with a swap.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SwapError {
    /// Terms that cannot be.
    #[error("There cannot be such a swap: {reason}.")]
    InvalidSwap {
        /// What is wrong with it.
        reason: String,
    },
    /// A note that is no swap.
    #[error("Note {note} is not a swap.")]
    NotASwap {
        /// The note.
        note: NoteId,
    },
    /// A swap that was to be consumed as if it were a payment.
    #[error(
        "Note {note} is a swap: who consumes it pays for what it carries. Fill it to take the offer, or \
         cancel it where it is your own."
    )]
    NoteIsSwap {
        /// The note.
        note: NoteId,
    },
    /// An amount with which a swap cannot be filled.
    #[error("Swap {note} cannot be filled so: {reason}.")]
    InvalidFill {
        /// The note.
        note: NoteId,
        /// What is wrong with it.
        reason: String,
    },
    /// A swap that another account made.
    #[error("Swap {note} was made by account {creator}, and account {account} cannot cancel it.")]
    SwapOfAnotherAccount {
        /// The note.
        note: NoteId,
        /// The account that made it.
        creator: AccountId,
        /// The account that was to cancel it.
        account: AccountId,
    },
    /// A swap of the kind that has no way back, without what it takes to fill it oneself.
    #[error(
        "Swap {note} has no way back of its own: account {account} gets back what it offers by filling it \
         itself, and has not what it requests. What it pays comes back to it. A partial swap can always \
         be cancelled."
    )]
    NoWayBack {
        /// The note.
        note: NoteId,
        /// The account that made it.
        account: AccountId,
    },
}

impl SwapError {
    /// The class of the error, as the ABI numbers it.
    pub(super) fn code(&self) -> ErrorCode {
        match self {
            Self::InvalidSwap { .. } | Self::InvalidFill { .. } => ErrorCode::InvalidParameter,
            Self::NotASwap { .. } | Self::NoteIsSwap { .. } | Self::SwapOfAnotherAccount { .. } => {
                ErrorCode::NoteOperation
            }
            Self::NoWayBack { .. } => ErrorCode::TransactionSubmission,
        }
    }

    /// A stable name of the error, for programs.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::InvalidSwap { .. } => "invalid_swap",
            Self::NotASwap { .. } => "not_a_swap",
            Self::NoteIsSwap { .. } => "note_is_swap",
            Self::InvalidFill { .. } => "invalid_fill",
            Self::SwapOfAnotherAccount { .. } => "swap_of_another_account",
            Self::NoWayBack { .. } => "no_way_back",
        }
    }
}
