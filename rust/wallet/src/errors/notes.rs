//! What can go wrong with notes that are to be consumed, or to be a file.

use miden_client::account::AccountId;
use miden_client::note::NoteId;
use thiserror::Error;

use super::{Cause, ErrorCode};
use crate::notes::screening::{NoteScriptBudget, UnverifiedReason};

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
    /// A note whose script exceeds what the wallet lets a script cost.
    #[error(
        "The script of note {note} exceeds the limit of {}. Dismiss the note, or raise the limit if you trust its sender.",
        limit(*reason, *budget)
    )]
    ScriptOverBudget {
        /// The note.
        note: NoteId,
        /// What the script exceeds.
        reason: UnverifiedReason,
        /// What it may cost.
        budget: NoteScriptBudget,
    },
    /// A token whose faucet runs code that exceeds what the wallet lets such code cost.
    #[error(
        "Faucet {faucet} runs code when its tokens move, and that code exceeds the limit of {}. Dismiss the note, or raise \
         the limit if you trust the faucet.",
        limit(*reason, *budget)
    )]
    CallbackOverBudget {
        /// The faucet.
        faucet: AccountId,
        /// What its code exceeds.
        reason: UnverifiedReason,
        /// What it may cost.
        budget: NoteScriptBudget,
    },
    /// Another run of code that is not standard has not ended.
    #[error("Another script still runs in this process. Try again when it has ended.")]
    ScriptsBusy,
    /// A note that a transaction would make, and that exists already.
    #[error(
        "The transaction was not made: note {note}, which it makes, exists already. Of two notes with one id only \
         one can be consumed, so the assets of the second would be lost. Nothing was submitted. If another note is \
         wanted, make it with another serial number."
    )]
    AlreadyExists {
        /// The note.
        note: NoteId,
    },
    /// A note that one transaction would make more than once.
    #[error(
        "The transaction was not made: it makes note {note} twice. Of two notes with one id only one can be \
         consumed, so the assets of the second would be lost. Nothing was submitted. Give each note its own serial \
         number."
    )]
    MadeTwice {
        /// The note.
        note: NoteId,
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
            Self::CallbackOverBudget { .. } => "token_callback_over_budget",
            Self::ScriptsBusy => "note_scripts_busy",
            Self::AlreadyExists { .. } => "note_already_exists",
            Self::MadeTwice { .. } => "note_made_twice",
            Self::Invalid { .. } => "note_invalid",
        }
    }
}

pub(super) fn limit(reason: UnverifiedReason, budget: NoteScriptBudget) -> String {
    if reason == UnverifiedReason::TooSlow {
        format!("{} ms", budget.time.as_millis())
    } else {
        format!("{} cycles", budget.cycles)
    }
}
