//! Account and note files, and notes to be delivered.

use miden_swift_wallet::{Wallet, parse_account_id, parse_note_id};

use super::payloads::{known, no_payload, read, written, written_secret};
use crate::codes::{
    WC_OPERATION_EXPORT_ACCOUNT, WC_OPERATION_EXPORT_NOTE, WC_OPERATION_GET_UNDELIVERED_NOTES,
    WC_OPERATION_IMPORT_ACCOUNT, WC_OPERATION_IMPORT_NOTE,
};
use crate::messages::{
    AccountFileReply, AccountReply, AccountRequest, ErrorMessage, ExportNoteRequest,
    ImportAccountRequest, ImportNoteRequest, ImportedNoteReply, NoteFileReply,
    UndeliveredNotesReply,
};

pub(super) async fn run(
    wallet: &Wallet,
    operation: u32,
    payload: &[u8],
) -> Result<Vec<u8>, ErrorMessage> {
    match operation {
        WC_OPERATION_IMPORT_ACCOUNT => {
            let request: ImportAccountRequest = read(payload)?;
            written::<AccountReply, _>(wallet.import_account(&request.file.0).await)
        }
        WC_OPERATION_EXPORT_ACCOUNT => {
            let request: AccountRequest = read(payload)?;
            let account = known(parse_account_id(&request.account_id))?;
            written_secret::<AccountFileReply, _>(wallet.export_account(account).await)
        }
        WC_OPERATION_EXPORT_NOTE => {
            let request: ExportNoteRequest = read(payload)?;
            let note = known(parse_note_id(&request.note_id))?;
            written::<NoteFileReply, _>(wallet.export_note(note, request.content.into()).await)
        }
        WC_OPERATION_IMPORT_NOTE => {
            let request: ImportNoteRequest = read(payload)?;
            written::<ImportedNoteReply, _>(wallet.import_note(&request.file).await)
        }
        WC_OPERATION_GET_UNDELIVERED_NOTES => {
            no_payload(payload)?;
            written::<UndeliveredNotesReply, _>(wallet.undelivered_notes().await)
        }
        _ => Err(ErrorMessage::invalid_parameter(format!("{operation} is not about a file."))),
    }
}
