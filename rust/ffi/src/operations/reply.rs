//! What a request ends in.

use miden_swift_runtime::Outcome;
use zeroize::Zeroizing;

use super::commit::{CommitState, Committed};
use crate::bytes;
use crate::messages::ErrorMessage;

/// What a request ends in: a code and a message.
pub(crate) struct Reply {
    pub(crate) code: i32,
    /// Wiped where they never reach the caller.
    pub(crate) bytes: Zeroizing<Vec<u8>>,
    /// Whether the caller's bytes are wiped when it gives them back.
    pub(crate) is_secret: bool,
}

impl Reply {
    /// The bytes, for the caller.
    pub(crate) fn given(mut self) -> (*mut u8, usize) {
        if self.is_secret {
            bytes::give_secret(self.bytes)
        } else {
            bytes::give(std::mem::take(&mut *self.bytes))
        }
    }
}

impl From<ErrorMessage> for Reply {
    fn from(error: ErrorMessage) -> Self {
        Self { code: error.code, bytes: error.to_json().into(), is_secret: false }
    }
}

/// What the caller is told of an outcome.
pub(crate) fn reply(outcome: Outcome<Reply>, commit: &CommitState) -> Reply {
    match outcome {
        Outcome::Finished(reply) => reply,
        Outcome::Panicked(panic) => match commit.transaction() {
            Some(transaction) => ErrorMessage::panicked_after_submission(transaction, panic).into(),
            None => ErrorMessage::panicked(panic).into(),
        },
        Outcome::Cancelled => ErrorMessage::cancelled().into(),
        Outcome::TimedOut { will_complete: false } => ErrorMessage::timed_out().into(),
        Outcome::TimedOut { will_complete: true } => match commit.transaction() {
            Some(transaction) => ErrorMessage::timed_out_after_submission(transaction).into(),
            None => ErrorMessage::timed_out_while_writing().into(),
        },
        Outcome::Closed => match commit.get() {
            Some(Committed::Transaction(transaction)) => {
                ErrorMessage::closed_after_submission(transaction).into()
            }
            Some(Committed::Write) => ErrorMessage::closed_while_writing().into(),
            None => ErrorMessage::closed().into(),
        },
    }
}
