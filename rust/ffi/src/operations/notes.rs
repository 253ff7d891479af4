//! Notes: those that came in, note files, and notes to be delivered.

use miden_swift_runtime::Lane;
use miden_swift_wallet::{NoteId, parse_account_id, parse_note_id};

use super::job::Call;
use super::json::{NoReply, NoRequest};
use super::{Access, Commit, Operation, Properties, ReplyContent};
use crate::codes::{
    WC_OPERATION_DISMISS_NOTES, WC_OPERATION_EXPORT_NOTE, WC_OPERATION_GET_INPUT_NOTES,
    WC_OPERATION_GET_NETWORK_NOTE, WC_OPERATION_GET_NOTE_CONTENTS, WC_OPERATION_GET_RECEIVED_NOTES,
    WC_OPERATION_GET_UNDELIVERED_NOTES, WC_OPERATION_IMPORT_NOTE, WC_OPERATION_VERIFY_NOTES,
};
use crate::messages::{
    DismissNotesRequest, ErrorMessage, ExportNoteRequest, ImportNoteRequest, ImportedNoteReply,
    InputNotesReply, InputNotesRequest, NetworkNoteReply, NetworkNoteRequest, NoteContentsReply,
    NoteContentsRequest, NoteFileReply, ReceivedNotesReply, ReceivedNotesRequest,
    UndeliveredNotesReply, VerifyNotesRequest,
};

/// Lists the notes that came in and are not consumed.
pub(super) struct GetInputNotes;

impl Operation for GetInputNotes {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_GET_INPUT_NOTES,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadOnly,
        reply: ReplyContent::Public,
    };
    type Request = InputNotesRequest;
    type Reply = InputNotesReply;

    async fn run(call: &Call, request: InputNotesRequest) -> Result<InputNotesReply, ErrorMessage> {
        let account = request.account_id.as_deref().map(parse_account_id).transpose()?;
        Ok(call.wallet.input_notes(account).await?.into())
    }
}

/// Runs the scripts of notes, to find out which accounts can consume them.
pub(super) struct VerifyNotes;

impl Operation for VerifyNotes {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_VERIFY_NOTES,
        // Runs scripts that anybody may have sent: a caller that waits for that takes no other read's place.
        lane: Lane::Script,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = VerifyNotesRequest;
    type Reply = InputNotesReply;

    async fn run(
        call: &Call,
        request: VerifyNotesRequest,
    ) -> Result<InputNotesReply, ErrorMessage> {
        let notes = parse_note_ids(&request.note_ids)?;
        Ok(call.wallet.verify_notes(notes).await?.into())
    }
}

/// Hides notes permanently.
pub(super) struct DismissNotes;

impl Operation for DismissNotes {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_DISMISS_NOTES,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = DismissNotesRequest;
    type Reply = NoReply;

    async fn run(call: &Call, request: DismissNotesRequest) -> Result<NoReply, ErrorMessage> {
        call.wallet.dismiss_notes(parse_note_ids(&request.note_ids)?).await?;
        Ok(NoReply)
    }
}

/// Lists the notes that came in for an account.
pub(super) struct GetReceivedNotes;

impl Operation for GetReceivedNotes {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_GET_RECEIVED_NOTES,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadOnly,
        reply: ReplyContent::Public,
    };
    type Request = ReceivedNotesRequest;
    type Reply = ReceivedNotesReply;

    async fn run(
        call: &Call,
        request: ReceivedNotesRequest,
    ) -> Result<ReceivedNotesReply, ErrorMessage> {
        let account = parse_account_id(&request.account_id)?;
        Ok(call.wallet.received_notes(account, request.query()?).await?.into())
    }
}

/// Reads the script of a note and what the script is given.
pub(super) struct GetNoteContents;

impl Operation for GetNoteContents {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_GET_NOTE_CONTENTS,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadOnly,
        reply: ReplyContent::Public,
    };
    type Request = NoteContentsRequest;
    type Reply = NoteContentsReply;

    async fn run(
        call: &Call,
        request: NoteContentsRequest,
    ) -> Result<NoteContentsReply, ErrorMessage> {
        Ok(call.wallet.note_contents(request.note()?, request.with_code).await?.into())
    }
}

/// Exports a note as a note file.
pub(super) struct ExportNote;

impl Operation for ExportNote {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_EXPORT_NOTE,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadOnly,
        reply: ReplyContent::Public,
    };
    type Request = ExportNoteRequest;
    type Reply = NoteFileReply;

    async fn run(call: &Call, request: ExportNoteRequest) -> Result<NoteFileReply, ErrorMessage> {
        let note = parse_note_id(&request.note_id)?;
        Ok(call.wallet.export_note(note, request.content.into()).await?.into())
    }
}

/// Imports a note file.
pub(super) struct ImportNote;

impl Operation for ImportNote {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_IMPORT_NOTE,
        lane: Lane::Remote,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = ImportNoteRequest;
    type Reply = ImportedNoteReply;

    async fn run(
        call: &Call,
        request: ImportNoteRequest,
    ) -> Result<ImportedNoteReply, ErrorMessage> {
        Ok(call.wallet.import_note(&request.file).await?.into())
    }
}

/// Lists the private notes that are still to be delivered.
pub(super) struct GetUndeliveredNotes;

impl Operation for GetUndeliveredNotes {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_GET_UNDELIVERED_NOTES,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadOnly,
        reply: ReplyContent::Public,
    };
    type Request = NoRequest;
    type Reply = UndeliveredNotesReply;

    async fn run(call: &Call, _: NoRequest) -> Result<UndeliveredNotesReply, ErrorMessage> {
        Ok(call.wallet.undelivered_notes().await?.into())
    }
}

/// Asks what became of a note for a network account.
pub(super) struct GetNetworkNote;

impl Operation for GetNetworkNote {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_GET_NETWORK_NOTE,
        lane: Lane::Remote,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = NetworkNoteRequest;
    type Reply = NetworkNoteReply;

    async fn run(
        call: &Call,
        request: NetworkNoteRequest,
    ) -> Result<NetworkNoteReply, ErrorMessage> {
        let note = parse_note_id(&request.note_id)?;
        Ok(call.wallet.network_note(note).await?.into())
    }
}

fn parse_note_ids(ids: &[String]) -> miden_swift_wallet::Result<Vec<NoteId>> {
    ids.iter().map(|id| parse_note_id(id)).collect()
}
