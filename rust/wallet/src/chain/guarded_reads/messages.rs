//! The node's messages that hold code of strangers. What may hold it stays bytes. As in the node's `rpc.proto`:
//! a field that is left out there is skipped here.

use miden_objects::prost::Message;
use miden_objects::prost::bytes::Bytes;
use miden_objects::proto::account::AccountId;
use miden_objects::proto::blockchain::BlockNumber;
use miden_objects::proto::note::{NoteId, NoteInclusionProof};
use miden_objects::proto::primitives::Word;

/// `GetNotesByIdRequest`.
#[derive(Clone, PartialEq, Message)]
#[prost(prost_path = "::miden_objects::prost")]
pub(super) struct NotesRequest {
    #[prost(message, repeated, tag = "1")]
    pub(super) note_ids: Vec<NoteId>,
}

/// `GetNotesByIdResponse`. Each entry is a [`CommittedNote`].
#[derive(Clone, PartialEq, Message)]
#[prost(prost_path = "::miden_objects::prost")]
pub(super) struct NotesAnswer {
    #[prost(bytes = "bytes", repeated, tag = "1")]
    pub(super) notes: Vec<Bytes>,
}

/// `CommittedNote`, of which the note is bytes.
#[derive(Clone, PartialEq, Message)]
#[prost(prost_path = "::miden_objects::prost")]
pub(super) struct CommittedNote {
    #[prost(bytes = "bytes", optional, tag = "1")]
    pub(super) note: Option<Bytes>,
    #[prost(message, optional, tag = "2")]
    pub(super) inclusion_proof: Option<NoteInclusionProof>,
}

/// `GetNoteScriptByRootRequest`.
#[derive(Clone, PartialEq, Message)]
#[prost(prost_path = "::miden_objects::prost")]
pub(super) struct ScriptRequest {
    #[prost(message, optional, tag = "1")]
    pub(super) root: Option<Word>,
}

/// `GetNoteScriptByRootResponse`.
#[derive(Clone, PartialEq, Message)]
#[prost(prost_path = "::miden_objects::prost")]
pub(super) struct ScriptAnswer {
    #[prost(bytes = "bytes", optional, tag = "1")]
    pub(super) script: Option<Bytes>,
}

/// `GetAccountRequest`.
#[derive(Clone, PartialEq, Message)]
#[prost(prost_path = "::miden_objects::prost")]
pub(super) struct AccountRequest {
    #[prost(message, optional, tag = "1")]
    pub(super) account_id: Option<AccountId>,
    #[prost(message, optional, tag = "2")]
    pub(super) block_num: Option<BlockNumber>,
    #[prost(message, optional, tag = "3")]
    pub(super) details: Option<AccountDetailRequest>,
}

/// `GetAccountRequest.AccountDetailRequest`, which asks for the code alone.
#[derive(Clone, PartialEq, Message)]
#[prost(prost_path = "::miden_objects::prost")]
pub(super) struct AccountDetailRequest {
    #[prost(message, optional, tag = "1")]
    pub(super) code_commitment: Option<Word>,
}

/// `GetAccountResponse`.
#[derive(Clone, PartialEq, Message)]
#[prost(prost_path = "::miden_objects::prost")]
pub(super) struct AccountAnswer {
    #[prost(message, optional, tag = "1")]
    pub(super) block_num: Option<BlockNumber>,
    #[prost(message, optional, tag = "3")]
    pub(super) details: Option<AccountDetails>,
}

/// `GetAccountResponse.AccountDetails`.
#[derive(Clone, PartialEq, Message)]
#[prost(prost_path = "::miden_objects::prost")]
pub(super) struct AccountDetails {
    #[prost(bytes = "bytes", optional, tag = "3")]
    pub(super) code: Option<Bytes>,
}
