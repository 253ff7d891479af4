//! What can go wrong with notes that are to be consumed, or to be a file.

use miden_client::account::AccountId;
use miden_client::note::NoteId;
use thiserror::Error;

use super::{Cause, ErrorCode};
use crate::note_screening::{NoteScriptBudget, UnverifiedReason};

/// What is wrong with notes.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NoteError {
    /// A list of notes without a note.
    #[error("No notes were named: give at least one note id to consume.")]
    NoneNamed,
    /// The same note named more than once.
    #[error("Note {note} was named more than once.")]
    NamedTwice {
        /// The note.
        note: NoteId,
    },
    /// A note this wallet does not know.
    #[error("Note {note} is not in this wallet. If it was sent recently, sync and try again.")]
    Unknown {
        /// The note.
        note: NoteId,
    },
    /// A note that was consumed before.
    #[error("Note {note} has already been consumed.")]
    AlreadyConsumed {
        /// The note.
        note: NoteId,
    },
    /// A note that a transaction on its way consumes.
    #[error("Note {note} is being consumed by a transaction that has not been committed yet.")]
    BeingConsumed {
        /// The note.
        note: NoteId,
    },
    /// A note the network has not confirmed yet.
    #[error("Note {note} is not on the chain yet. Sync and try again.")]
    NotCommitted {
        /// The note.
        note: NoteId,
    },
    /// A consumed note that is to be exported with its proof.
    #[error(
        "Note {note} has been consumed, and this wallet no longer has the proof that it is on the chain. Export it \
         with its details only."
    )]
    ProofNotKept {
        /// The note.
        note: NoteId,
    },
    /// A note the network does not have, or of which it has a commitment alone.
    #[error(
        "The network has no note {note} with its details. If it is private, a file with its details \
         is needed."
    )]
    NotOnChain {
        /// The note.
        note: NoteId,
        /// What the node said.
        #[source]
        source: Cause,
    },
    /// A note of which this wallet has not all that a file needs.
    #[error("Not enough of note {note} is known to put it into such a file. Sync and try again.")]
    DetailsUnknown {
        /// The note.
        note: NoteId,
        /// What is missing.
        #[source]
        source: Cause,
    },
    /// A note that another account is to consume.
    #[error("Note {note} is for account {owner}, and account {account} cannot consume it.")]
    OfAnotherAccount {
        /// The note.
        note: NoteId,
        /// The account the note is for.
        owner: AccountId,
        /// The account that was to consume it.
        account: AccountId,
    },
    /// A note that runs code which exceeds what the wallet lets such code cost.
    #[error("{}", over_budget(note, *faucet, *reason, *budget))]
    ScriptOverBudget {
        /// The note.
        note: NoteId,
        /// The faucet whose code it is, unless it is the note's script.
        faucet: Option<AccountId>,
        /// What the code exceeds.
        reason: UnverifiedReason,
        /// What it may cost.
        budget: NoteScriptBudget,
    },
    /// A note whose proof of inclusion does not hold.
    #[error("Note {note} cannot be consumed: its proof of inclusion is not valid.")]
    Invalid {
        /// The note.
        note: NoteId,
    },
}

impl NoteError {
    /// The class of the error, as the ABI numbers it.
    pub(super) fn code(&self) -> ErrorCode {
        match self {
            Self::NoneNamed | Self::NamedTwice { .. } => ErrorCode::InvalidParameter,
            _ => ErrorCode::NoteOperation,
        }
    }

    /// A stable name of the error, for programs.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::NoneNamed => "no_notes_named",
            Self::NamedTwice { .. } => "note_named_twice",
            Self::Unknown { .. } => "unknown_note",
            Self::AlreadyConsumed { .. } => "note_already_consumed",
            Self::BeingConsumed { .. } => "note_being_consumed",
            Self::NotCommitted { .. } => "note_not_committed",
            Self::ProofNotKept { .. } => "note_proof_not_kept",
            Self::NotOnChain { .. } => "note_not_on_chain",
            Self::DetailsUnknown { .. } => "note_details_unknown",
            Self::OfAnotherAccount { .. } => "note_of_another_account",
            Self::ScriptOverBudget { .. } => "note_script_over_budget",
            Self::Invalid { .. } => "note_invalid",
        }
    }
}

fn over_budget(
    note: &NoteId,
    faucet: Option<AccountId>,
    reason: UnverifiedReason,
    budget: NoteScriptBudget,
) -> String {
    let limit = if reason == UnverifiedReason::TooSlow {
        format!("{} ms", budget.time.as_millis())
    } else {
        format!("{} cycles", budget.cycles)
    };
    let code = match faucet {
        Some(faucet) => {
            format!("Faucet {faucet} runs code when the tokens of note {note} move, and that code")
        }
        None => format!("The script of note {note}"),
    };
    format!(
        "{code} exceeds the limit of {limit}. Dismiss the note, or raise the limit if you trust its sender."
    )
}
