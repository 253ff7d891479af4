//! The notes that came in: which there are, and which are worth a look.

use miden_swift_wallet::{NoteId, Wallet, parse_account_id, parse_note_id};

use super::payloads::{known, read, written};
use crate::codes::{
    WC_OPERATION_DISMISS_NOTES, WC_OPERATION_GET_INPUT_NOTES, WC_OPERATION_VERIFY_NOTES,
};
use crate::messages::{
    DismissNotesRequest, ErrorMessage, InputNotesReply, InputNotesRequest, VerifyNotesRequest,
};

/// Whether an operation is one of these.
pub(super) fn has(operation: u32) -> bool {
    matches!(
        operation,
        WC_OPERATION_GET_INPUT_NOTES | WC_OPERATION_VERIFY_NOTES | WC_OPERATION_DISMISS_NOTES
    )
}

/// Carries out one of these.
pub(super) async fn run(
    wallet: &Wallet,
    operation: u32,
    payload: &[u8],
) -> Result<Vec<u8>, ErrorMessage> {
    match operation {
        WC_OPERATION_VERIFY_NOTES => {
            let VerifyNotesRequest { note_ids } = read(payload)?;
            let notes = known(note_ids.as_deref().map(parsed).transpose())?;
            written::<InputNotesReply, _>(wallet.verify_notes(notes).await)
        }
        WC_OPERATION_DISMISS_NOTES => {
            let DismissNotesRequest { note_ids } = read(payload)?;
            known(wallet.dismiss_notes(known(parsed(&note_ids))?).await)?;
            Ok(Vec::new())
        }
        _ => {
            let request: InputNotesRequest = read(payload)?;
            let account = request.account_id.as_deref().map(parse_account_id).transpose();
            written::<InputNotesReply, _>(wallet.input_notes(known(account)?).await)
        }
    }
}

fn parsed(ids: &[String]) -> miden_swift_wallet::Result<Vec<NoteId>> {
    ids.iter().map(|id| parse_note_id(id)).collect()
}
