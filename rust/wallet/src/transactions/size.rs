//! How large a transaction is when it is submitted.

use miden_client::Serializable;
use miden_client::transaction::{TransactionInputs, TransactionResult};

use crate::errors::{Result, TransferError};

/// The largest request that a node reads: the default of gRPC servers, which Miden's node keeps.
const MAX_REQUEST_BYTES: usize = 4 << 20;

/// Room for the proof and for what is around each part. A proof has some 100 KiB.
const PROOF_BYTES: usize = 256 << 10;

/// Refuses a transaction that is too large to submit. Its proof would take minutes and be of no use.
pub(super) fn require_submittable(executed: &TransactionResult) -> Result<()> {
    let bytes = submission_bytes(executed);
    if bytes <= MAX_REQUEST_BYTES {
        return Ok(());
    }
    let consumed = usize::from(executed.consumed_notes().num_notes());
    let notes = consumed.max(executed.created_notes().num_notes());
    Err(TransferError::TransactionTooLarge {
        bytes,
        limit: MAX_REQUEST_BYTES,
        notes,
        fitting: fitting(notes, bytes),
    }
    .into())
}

/// At least the bytes of the request, whose encoding takes more: what the transaction was executed with, which goes along encrypted, and what is public.
fn submission_bytes(executed: &TransactionResult) -> usize {
    let inputs = TransactionInputs::from(executed).to_bytes().len();
    let notes: usize = executed.created_notes().iter().map(|note| note.to_bytes().len()).sum();
    let account = if executed.executed_transaction().account_id().is_public() {
        executed.account_patch().to_bytes().len()
    } else {
        0
    };
    PROOF_BYTES.saturating_add(inputs).saturating_add(notes).saturating_add(account)
}

/// How many notes fit, if those of a transaction that is too large have about the same size. The encoding of a request
/// made 6.5 MB of 4.8, and some parts do not shrink with the notes.
fn fitting(notes: usize, bytes: usize) -> usize {
    let room = (MAX_REQUEST_BYTES - PROOF_BYTES) / 10 * 6;
    let each = (bytes.saturating_sub(PROOF_BYTES) / notes.max(1)).max(1);
    (room / each).min(notes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_notes_fit_than_there_are() {
        let fitting = fitting(150, 4_792_741);
        assert!((60..97).contains(&fitting), "{fitting}");
    }
}
