//! Accounts, scripts and notes with code of one's own.

use miden_swift_runtime::Lane;
use miden_swift_wallet::{Wallet, parse_note_id};

use super::payloads::{known, read, written};
use crate::codes::{
    WC_OPERATION_CREATE_ACCOUNT, WC_OPERATION_GET_NETWORK_NOTE, WC_OPERATION_GET_NOTE_CONTENTS,
    WC_OPERATION_GET_PROCEDURES, WC_OPERATION_GET_STORAGE, WC_OPERATION_RUN_PROGRAM,
};
use crate::messages::{
    AccountReply, CreateAccountRequest, ErrorMessage, NetworkNoteReply, NetworkNoteRequest,
    NoteContentsReply, NoteContentsRequest, ProceduresReply, ProceduresRequest, ProgramReply,
    ProgramRequest, StorageReply, StorageRequest,
};

/// The lane of an operation, where it is one of these.
pub(super) fn lane(operation: u32) -> Option<Lane> {
    match operation {
        WC_OPERATION_CREATE_ACCOUNT
        | WC_OPERATION_RUN_PROGRAM
        | WC_OPERATION_GET_STORAGE
        | WC_OPERATION_GET_PROCEDURES
        | WC_OPERATION_GET_NETWORK_NOTE => Some(Lane::Remote),
        WC_OPERATION_GET_NOTE_CONTENTS => Some(Lane::Quick),
        _ => None,
    }
}

pub(super) async fn run(
    wallet: &Wallet,
    operation: u32,
    payload: &[u8],
) -> Result<Vec<u8>, ErrorMessage> {
    match operation {
        WC_OPERATION_CREATE_ACCOUNT => {
            let request: CreateAccountRequest = read(payload)?;
            written::<AccountReply, _>(wallet.create_account(request.parsed()?).await)
        }
        WC_OPERATION_RUN_PROGRAM => {
            let request: ProgramRequest = read(payload)?;
            let (account, program) = known(request.parsed())?;
            written::<ProgramReply, _>(wallet.run_program(account, program).await)
        }
        WC_OPERATION_GET_STORAGE => {
            let request: StorageRequest = read(payload)?;
            let (account, slot, key) = known(request.parsed())?;
            written::<StorageReply, _>(wallet.storage(account, slot, key).await)
        }
        WC_OPERATION_GET_PROCEDURES => {
            let request: ProceduresRequest = read(payload)?;
            let (account, packages) = known(request.parsed())?;
            let found = wallet.account_procedures(account, packages, request.with_code).await;
            written::<ProceduresReply, _>(found)
        }
        WC_OPERATION_GET_NOTE_CONTENTS => {
            let request: NoteContentsRequest = read(payload)?;
            let note = known(request.note())?;
            written::<NoteContentsReply, _>(wallet.note_contents(note, request.with_code).await)
        }
        WC_OPERATION_GET_NETWORK_NOTE => {
            let request: NetworkNoteRequest = read(payload)?;
            let note = known(parse_note_id(&request.note_id))?;
            written::<NetworkNoteReply, _>(wallet.network_note(note).await)
        }
        _ => Err(ErrorMessage::invalid_parameter(format!("{operation} is not about a contract."))),
    }
}
