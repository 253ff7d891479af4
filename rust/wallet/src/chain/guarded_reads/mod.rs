//! The reads of a node that may bring code of strangers. The client decodes an answer as it comes. Here the answer
//! stays bytes until the guard has passed it.

mod messages;
#[cfg(all(test, feature = "embedded-chain"))]
mod tests;

use std::collections::BTreeSet;
use std::time::Duration;

use http::uri::PathAndQuery;
use miden_client::Word;
use miden_client::account::AccountCode;
use miden_client::block::BlockNumber;
use miden_client::note::{
    NoteAttachments, NoteId, NoteInclusionProof, NoteMetadata, NoteScript, NoteScriptRoot,
    NoteType, PartialNoteMetadata,
};
use miden_client::rpc::domain::account::GetAccountRequest;
use miden_client::rpc::domain::note::FetchedNote;
use miden_client::rpc::{
    AcceptHeaderContext, AccountStateAt, Endpoint, GrpcError, RpcEndpoint, RpcError,
};
use miden_objects::DecodeMessageExt;
use miden_objects::prost::Message;
use miden_objects::prost::bytes::Bytes;
use miden_objects::proto;
use tokio::sync::OnceCell;
use tonic::client::Grpc;
use tonic::metadata::AsciiMetadataValue;
use tonic::transport::{Channel, ClientTlsConfig};
use tonic::{Code, Request, Status};
use tonic_prost::ProstCodec;
use tracing::warn;

use self::messages::{
    AccountAnswer, AccountDetailRequest, AccountRequest, CommittedNote, NotesAnswer, NotesRequest,
    ScriptAnswer, ScriptRequest,
};
use crate::CLIENT_VERSION;
use crate::foreign_code::{Bounds, Guard, guard, library_script, note_with_library_script};

const NOTES: &str = "/miden.node.v1.NodeService/GetNotesById";
const SCRIPT: &str = "/miden.node.v1.NodeService/GetNoteScriptByRoot";
const ACCOUNT: &str = "/miden.node.v1.NodeService/GetAccount";

/// The largest answer in bytes, as the client has it.
const MAX_ANSWER_BYTES: usize = 4 * 1024 * 1024 * 115 / 100;

/// How often a call is made again that the node was too busy for, and the pause before it if the node names none. As
/// the client has it.
const MAX_RETRIES: u32 = 4;
const RETRY_PAUSE: Duration = Duration::from_millis(100);

/// How many bytes of memory the code of the notes of one call may take together. Standard scripts do not count.
const MOST_MEMORY: u64 = 64 << 20;

/// What was decoded of several answers.
struct Decoded {
    notes: Vec<FetchedNote>,
    /// How many bytes of memory their code takes.
    memory: u64,
}

/// A node's notes, note scripts and account code, each decoded only if the guard passes its bytes.
pub(crate) struct GuardedReads {
    endpoint: String,
    timeout: Duration,
    guard: Guard,
    channel: OnceCell<Channel>,
}

impl GuardedReads {
    /// Reads of the node at an address. Makes no connection: that happens with the first call. A call fails if the
    /// node does not begin its answer within `timeout`.
    pub(crate) fn new(endpoint: &Endpoint, timeout: Duration) -> Self {
        Self::guarded_by(endpoint, timeout, guard)
    }

    fn guarded_by(endpoint: &Endpoint, timeout: Duration, guard: Guard) -> Self {
        Self { endpoint: endpoint.to_string(), timeout, guard, channel: OnceCell::new() }
    }

    /// The notes that the node has of these, in calls for `at_a_time` of them. One that the guard refuses is left out
    /// with a warning, as if the node did not have it.
    ///
    /// # Errors
    /// The call's failure, and an answer that cannot be read or has a note that was not asked for.
    pub(crate) async fn notes(
        &self,
        genesis: Option<Word>,
        ids: &[NoteId],
        at_a_time: u32,
    ) -> Result<Vec<FetchedNote>, RpcError> {
        let at_a_time = usize::try_from(at_a_time).unwrap_or(usize::MAX).max(1);
        let mut decoded = Decoded { notes: Vec::with_capacity(ids.len()), memory: 0 };
        // The next ones last.
        let mut left: Vec<&[NoteId]> = ids.chunks(at_a_time).rev().collect();
        while let Some(ids) = left.pop() {
            let request = NotesRequest { note_ids: ids.iter().map(Into::into).collect() };
            match self.call(RpcEndpoint::GetNotesById, NOTES, genesis, request).await {
                Ok(answer) => self.decode_notes(ids, answer, &mut decoded)?,
                Err(error) if is_too_large(&error) => {
                    if let [id] = ids {
                        warn!(note = %id, "a public note is left out: it is too large");
                    } else {
                        let (first, second) = ids.split_at(ids.len() / 2);
                        left.extend([second, first]);
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Ok(decoded.notes)
    }

    fn decode_notes(
        &self,
        ids: &[NoteId],
        answer: NotesAnswer,
        decoded: &mut Decoded,
    ) -> Result<(), RpcError> {
        if answer.notes.len() > ids.len() {
            return Err(RpcError::InvalidResponse(format!(
                "the node sent {} notes, and {} were asked for",
                answer.notes.len(),
                ids.len()
            )));
        }
        let wanted: BTreeSet<NoteId> = ids.iter().copied().collect();
        let require_wanted = |note: NoteId| {
            if wanted.contains(&note) {
                return Ok(());
            }
            Err(RpcError::InvalidResponse(format!("note {note} was not asked for")))
        };
        for bytes in answer.notes {
            let committed: CommittedNote = read(bytes)?;
            let proof = committed.inclusion_proof.ok_or_else(|| missing("inclusion_proof"))?;
            let (claimed, proof) = proof.decode_and_verify()?;
            require_wanted(claimed)?;
            let note = committed.note.ok_or_else(|| missing("note"))?;
            let memory = match (self.guard)(&note, Bounds::NOTE) {
                Ok(memory) => memory,
                Err(error) => {
                    warn!(note = %claimed, %error, "a public note is left out: its code is refused");
                    continue;
                }
            };
            let note = fetched(claimed, read(note)?, proof)?;
            // Its content makes its id, whatever the node calls it.
            require_wanted(note.id())?;
            if has_own_script(&note) {
                decoded.memory = decoded.memory.saturating_add(memory);
                if decoded.memory > MOST_MEMORY {
                    warn!(note = %claimed, "a public note is left out: so many have code of their own");
                    continue;
                }
            }
            decoded.notes.push(note);
        }
        Ok(())
    }

    /// The script of a root, if the node has it.
    ///
    /// # Errors
    /// The call's failure, an answer that cannot be read, another script, and one that the guard refuses: the node has
    /// it, and a caller must not take it for unknown.
    pub(crate) async fn note_script(
        &self,
        genesis: Option<Word>,
        root: Word,
    ) -> Result<Option<NoteScript>, RpcError> {
        if let Some(script) = library_script(NoteScriptRoot::from_raw(root)) {
            return Ok(Some(script));
        }
        let request = ScriptRequest { root: Some(root.into()) };
        let answer: ScriptAnswer =
            self.call(RpcEndpoint::GetNoteScriptByRoot, SCRIPT, genesis, request).await?;
        let Some(bytes) = answer.script else {
            return Ok(None);
        };
        self.require_admitted(&bytes, Bounds::NOTE, || format!("the note script {root}"))?;
        let script: proto::note::NoteScript = read(bytes)?;
        let script: NoteScript = script.decode_and_verify()?;
        if Word::from(script.root()) != root {
            return Err(RpcError::InvalidResponse(format!(
                "the node sent another note script than {root}"
            )));
        }
        Ok(Some(script))
    }

    /// A request for an account at one block that has the account's code: a node omits code that a request has. One for
    /// a private account comes back as it is, because its answer has no code.
    ///
    /// # Errors
    /// The call's failure, an answer that cannot be read, and code that the guard refuses.
    pub(crate) async fn with_account_code(
        &self,
        genesis: Option<Word>,
        mut request: GetAccountRequest,
    ) -> Result<GetAccountRequest, RpcError> {
        if !request.account_id.is_public() {
            return Ok(request);
        }
        let known = request.known_code.as_ref().map(AccountCode::commitment).unwrap_or_default();
        let block = match request.at {
            AccountStateAt::Block(block) => Some(block.into()),
            AccountStateAt::ChainTip => None,
        };
        let code = AccountRequest {
            account_id: Some(request.account_id.into()),
            block_num: block,
            details: Some(AccountDetailRequest { code_commitment: Some(known.into()) }),
        };
        let answer: AccountAnswer =
            self.call(RpcEndpoint::GetAccount, ACCOUNT, genesis, code).await?;
        if let Some(bytes) = answer.details.and_then(|details| details.code) {
            let account = request.account_id;
            self.require_admitted(&bytes, Bounds::LARGEST, || {
                format!("the code of account {account}")
            })?;
            let code: proto::account::AccountCode = read(bytes)?;
            request.known_code = Some(code.decode_and_verify()?);
        }
        // Else the account may have other code by the time of the next call.
        if let AccountStateAt::ChainTip = request.at {
            let block = answer.block_num.ok_or_else(|| missing("block_num"))?;
            request.at = AccountStateAt::Block(BlockNumber::from(block.block_num));
        }
        Ok(request)
    }

    fn require_admitted(
        &self,
        bytes: &[u8],
        bounds: Bounds,
        what: impl FnOnce() -> String,
    ) -> Result<(), RpcError> {
        (self.guard)(bytes, bounds)
            .map(drop)
            .map_err(|error| RpcError::InvalidResponse(format!("{} is refused: {error}", what())))
    }

    /// Makes a call with the header that the client sends, and again as often as the client does.
    async fn call<Q, A>(
        &self,
        endpoint: RpcEndpoint,
        method: &'static str,
        genesis: Option<Word>,
        message: Q,
    ) -> Result<A, RpcError>
    where
        Q: Message + Clone + 'static,
        A: Message + Default + 'static,
    {
        let channel = self.channel.get_or_try_init(|| self.connect()).await?;
        let accept = accept(genesis)?;
        let mut retries = 0;
        loop {
            let mut request = Request::new(message.clone());
            request.metadata_mut().insert("accept", accept.clone());
            match unary(channel.clone(), method, request).await {
                Ok(answer) => return Ok(answer),
                Err(status) if retries < MAX_RETRIES && is_transient(&status) => {
                    retries += 1;
                    tokio::time::sleep(pause(&status)).await;
                }
                Err(status) => {
                    let context = AcceptHeaderContext {
                        client_version: CLIENT_VERSION.to_owned(),
                        genesis_commitment: genesis
                            .map_or_else(|| "none".to_owned(), |genesis| genesis.to_hex()),
                    };
                    return Err(RpcError::from_grpc_error_with_context(endpoint, status, context));
                }
            }
        }
    }

    /// As the client connects.
    async fn connect(&self) -> Result<Channel, RpcError> {
        let failed = |error: tonic::transport::Error| RpcError::ConnectionError(error.into());
        let endpoint = tonic::transport::Endpoint::try_from(self.endpoint.clone())
            .map_err(failed)?
            .timeout(self.timeout);
        endpoint
            .tls_config(ClientTlsConfig::new().with_native_roots())
            .map_err(failed)?
            .connect()
            .await
            .map_err(failed)
    }
}

/// The header by which a node tells clients of other networks and versions apart.
fn accept(genesis: Option<Word>) -> Result<AsciiMetadataValue, RpcError> {
    let mut accept = format!("application/vnd.miden; version={CLIENT_VERSION}");
    if let Some(genesis) = genesis {
        accept = format!("{accept}; genesis={}", genesis.to_hex());
    }
    AsciiMetadataValue::try_from(accept).map_err(|error| RpcError::ConnectionError(error.into()))
}

async fn unary<Q, A>(
    channel: Channel,
    method: &'static str,
    request: Request<Q>,
) -> Result<A, Status>
where
    Q: Message + 'static,
    A: Message + Default + 'static,
{
    let mut grpc = Grpc::new(channel).max_decoding_message_size(MAX_ANSWER_BYTES);
    grpc.ready()
        .await
        .map_err(|error| Status::unknown(format!("the connection is not ready: {error}")))?;
    let codec = ProstCodec::<Q, A>::default();
    Ok(grpc.unary(request, PathAndQuery::from_static(method), codec).await?.into_inner())
}

/// Reads may be repeated.
fn is_transient(status: &Status) -> bool {
    matches!(status.code(), Code::ResourceExhausted | Code::Unavailable)
}

fn pause(status: &Status) -> Duration {
    let named = status.metadata().get("retry-after").and_then(|seconds| seconds.to_str().ok());
    match named.and_then(|seconds| seconds.parse().ok()) {
        None | Some(0) => RETRY_PAUSE,
        Some(seconds) => Duration::from_secs(seconds),
    }
}

/// A note as the client has it. Its bytes have passed the guard.
fn fetched(
    id: NoteId,
    note: proto::note::Note,
    proof: NoteInclusionProof,
) -> Result<FetchedNote, RpcError> {
    let metadata = note.metadata.ok_or_else(|| missing("note.metadata"))?;
    let metadata: PartialNoteMetadata = metadata.decode_and_verify()?;
    match (metadata.note_type(), note.note_details.is_some()) {
        (NoteType::Public, true) => {
            Ok(FetchedNote::Public(note_with_library_script(note.decode_and_verify()?), proof))
        }
        (NoteType::Private, false) => {
            let attachments = note.note_attachments.ok_or_else(|| missing("note_attachments"))?;
            let attachments: NoteAttachments = attachments.decode_and_verify()?;
            let metadata = NoteMetadata::new(metadata, &attachments);
            Ok(FetchedNote::Private(id, metadata, attachments, proof))
        }
        (NoteType::Public, false) => Err(missing("note.note_details")),
        (NoteType::Private, true) => Err(RpcError::DeserializationError(format!(
            "the private note {id} came with its details"
        ))),
    }
}

/// Whether a note has a script that is not the library's.
fn has_own_script(note: &FetchedNote) -> bool {
    match note {
        FetchedNote::Public(note, _) => library_script(note.script().root()).is_none(),
        FetchedNote::Private(..) => false,
    }
}

/// Whether a call failed because its answer has more bytes than are read, or than the node sends.
fn is_too_large(error: &RpcError) -> bool {
    let RpcError::RequestError { error_kind, .. } = error else { return false };
    matches!(error_kind, GrpcError::OutOfRange | GrpcError::ResourceExhausted)
}

/// A message of bytes.
fn read<M: Message + Default>(bytes: Bytes) -> Result<M, RpcError> {
    M::decode(bytes).map_err(|error| RpcError::DeserializationError(error.to_string()))
}

fn missing(field: &str) -> RpcError {
    RpcError::DeserializationError(format!("the field {field} is missing"))
}
