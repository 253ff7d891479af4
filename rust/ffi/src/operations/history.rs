//! The history: transactions, notes and events in pages.

use miden_swift_runtime::Lane;
use miden_swift_wallet::parse_note_id;

use super::job::Call;
use super::{Access, Commit, Operation, Properties, ReplyContent};
use crate::codes::{
    WC_OPERATION_GET_EVENTS, WC_OPERATION_GET_NOTE, WC_OPERATION_GET_NOTES,
    WC_OPERATION_GET_TRANSACTIONS,
};
use crate::messages::{
    ErrorMessage, EventsReply, EventsRequest, NoteEntryMessage, NoteRequest, NotesReply,
    NotesRequest, TransactionsReply, TransactionsRequest,
};

/// Reads a page of transactions, newest first.
pub(super) struct GetTransactions;

impl Operation for GetTransactions {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_GET_TRANSACTIONS,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadOnly,
        reply: ReplyContent::Public,
    };
    type Request = TransactionsRequest;
    type Reply = TransactionsReply;

    async fn run(
        call: &Call,
        request: TransactionsRequest,
    ) -> Result<TransactionsReply, ErrorMessage> {
        let (after, limit) = (request.after.clone(), request.limit);
        let query = request.query()?;
        Ok(call.wallet.transactions(query, after.as_deref(), limit).await?.into())
    }
}

/// Reads a page of notes that came in or were made, newest first.
pub(super) struct GetNotes;

impl Operation for GetNotes {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_GET_NOTES,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadOnly,
        reply: ReplyContent::Public,
    };
    type Request = NotesRequest;
    type Reply = NotesReply;

    async fn run(call: &Call, request: NotesRequest) -> Result<NotesReply, ErrorMessage> {
        let (after, limit) = (request.after.clone(), request.limit);
        let query = request.query()?;
        Ok(call.wallet.notes(query, after.as_deref(), limit).await?.into())
    }
}

/// Reads one note.
pub(super) struct GetNote;

impl Operation for GetNote {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_GET_NOTE,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadOnly,
        reply: ReplyContent::Public,
    };
    type Request = NoteRequest;
    type Reply = NoteEntryMessage;

    async fn run(call: &Call, request: NoteRequest) -> Result<NoteEntryMessage, ErrorMessage> {
        let note = parse_note_id(&request.note_id)?;
        Ok(call.wallet.note(note).await?.into())
    }
}

/// Reads what has happened after a cursor, in its order.
pub(super) struct GetEvents;

impl Operation for GetEvents {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_GET_EVENTS,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = EventsRequest;
    type Reply = EventsReply;

    async fn run(call: &Call, request: EventsRequest) -> Result<EventsReply, ErrorMessage> {
        Ok(call.wallet.events(request.after.as_deref(), request.limit).await?.into())
    }
}
