//! How large a transaction is when it is submitted.

use miden_client::Serializable;
use miden_client::transaction::{RawOutputNote, TransactionInputs, TransactionResult};
use miden_objects::prost::Message;
use miden_objects::proto;

use crate::errors::{Result, TransferError};

/// The largest request that a node reads: the default of gRPC servers, which Miden's node keeps.
const MAX_REQUEST_BYTES: usize = 4 << 20;

/// Room for the proof, which has some 100 KiB, and for the fields of constant size.
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

/// The bytes of the request, with an upper bound for the proof: the inputs of the transaction, which are sent encrypted,
/// the notes that it makes, and the change of a public account.
fn submission_bytes(executed: &TransactionResult) -> usize {
    let inputs = TransactionInputs::from(executed).to_bytes().len();
    let notes: usize = executed.created_notes().iter().map(note_bytes).sum();
    let account = if executed.executed_transaction().account_id().is_public() {
        proto::account::AccountPatch::from(executed.account_patch()).encoded_len()
    } else {
        0
    };
    PROOF_BYTES.saturating_add(inputs).saturating_add(notes).saturating_add(account)
}

/// The bytes of a note in the request. Of a private note the request has only what is public of it.
fn note_bytes(note: &RawOutputNote) -> usize {
    // The tags and lengths around the message.
    const FRAME_BYTES: usize = 16;
    let attachments = match note {
        RawOutputNote::Full(note) if note.metadata().is_public() => {
            return FRAME_BYTES + proto::note::Note::from(note).encoded_len();
        }
        RawOutputNote::Full(note) => note.attachments(),
        RawOutputNote::Partial(note) => note.attachments(),
    };
    let metadata = proto::note::NoteMetadata::from(*note.metadata()).encoded_len();
    let details_commitment =
        proto::primitives::Word::from(note.details_commitment().as_word()).encoded_len();
    let attachments = proto::note::NoteAttachments::from(attachments).encoded_len();
    FRAME_BYTES + metadata + details_commitment + attachments
}

/// How many notes fit, if those of a transaction that is too large have about the same size.
fn fitting(notes: usize, bytes: usize) -> usize {
    let room = MAX_REQUEST_BYTES - PROOF_BYTES;
    let each = (bytes.saturating_sub(PROOF_BYTES) / notes.max(1)).max(1);
    (room / each).min(notes)
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests {
    use miden_client::asset::FungibleAsset;
    use miden_client::transaction::TransactionRequestBuilder;

    use super::*;
    use crate::test_wallet::{open, paid, payment_note};
    use crate::transactions::Token;
    use crate::{NewWallet, Visibility};

    #[tokio::test]
    async fn the_size_before_proving_is_that_of_the_request_but_for_the_proof() {
        for visibility in [Visibility::Public, Visibility::Private] {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let wallet = open(folder.path()).await;
            let new = NewWallet { visibility, ..NewWallet::default() };
            let account = wallet.create_wallet(new).await.expect("an account");
            let note = paid(&wallet, account, Token::Miden, 100).await;
            wallet.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
            let miden = wallet.balance(account).await.expect("a balance").fungible[0].faucet;
            let notes = (0..40).map(|number| {
                payment_note(account, FungibleAsset::new(miden, 1).expect("an asset"), number)
            });
            let request = TransactionRequestBuilder::new()
                .own_output_notes(notes.collect::<Vec<_>>())
                .build()
                .expect("a request");
            let client = wallet.client.lock().await;
            let executed = client.execute_transaction(account, request).await.expect("executed");
            let (proven, _) = wallet.prover.prove(&executed).await.expect("it is proven");
            let proof = proto::primitives::ExecutionProof::from(proven.proof()).encoded_len();
            let request = proto::transaction::ProvenTransaction::from(&proven).encoded_len()
                + TransactionInputs::from(&executed).to_bytes().len();
            let estimate = submission_bytes(&executed) - PROOF_BYTES;
            let sent = request - proof;
            assert!(estimate.abs_diff(sent) * 50 < sent, "{visibility:?}: {estimate} for {sent}");
        }
    }
}
