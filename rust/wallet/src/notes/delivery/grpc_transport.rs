//! A note transport service, over gRPC. It gives up in time.

use std::time::Duration;

use async_trait::async_trait;
use http::uri::PathAndQuery;
use miden_client::note::{NoteInclusionProof, NoteTag};
use miden_client::note_transport::generated::note_transport::{
    FetchNotesCursor, FetchNotesRequest, SendNoteWithProofRequest,
    TransportNote as TransportNoteMessage, note_transport_service_client,
};
use miden_client::note_transport::{NoteTransportCursor, NoteTransportError, TransportNote};
use miden_objects::prost::Message;
use tokio::sync::OnceCell;
use tonic::client::Grpc;
use tonic::transport::{Channel, ClientTlsConfig, Endpoint};
use tonic::{Code, Request, Status};
use tonic_prost::ProstCodec;

use crate::errors::innermost;
use crate::notes::delivery::{RawNoteTransport, RawPage};

/// How long one call may take. A sync waits for it, and so may a transaction behind the sync.
const CALL_TIMEOUT: Duration = Duration::from_secs(5);

const FETCH_NOTES: &str = "/miden.note_transport.v1.NoteTransportService/FetchNotes";

/// The response of `FetchNotes` whose notes stay bytes, which are the same on the wire: so each is decoded by itself.
#[derive(Clone, PartialEq, Message)]
#[prost(prost_path = "::miden_objects::prost")]
struct RawFetchNotesResponse {
    #[prost(bytes = "vec", repeated, tag = "1")]
    notes: Vec<Vec<u8>>,
    #[prost(message, optional, tag = "2")]
    cursor: Option<FetchNotesCursor>,
    #[prost(bool, tag = "3")]
    has_more: bool,
    #[prost(message, optional, tag = "4")]
    sync_to: Option<FetchNotesCursor>,
}

/// The largest page. A service that cuts pages by the number of notes, and not by bytes, would else keep all notes away.
const MAX_PAGE_BYTES: usize = 64 << 20;

/// A service that carries private notes.
pub(crate) struct GrpcNoteTransport {
    endpoint: String,
    channel: OnceCell<Channel>,
}

impl GrpcNoteTransport {
    /// Prepares the use of a service. Makes no connection: that happens with the first call.
    pub(crate) fn new(endpoint: String) -> Self {
        Self { endpoint, channel: OnceCell::new() }
    }

    async fn channel(&self) -> Result<Channel, NoteTransportError> {
        self.channel.get_or_try_init(|| connect(&self.endpoint)).await.cloned()
    }

    async fn send(
        &self,
        note: TransportNote,
        inclusion_proof: NoteInclusionProof,
    ) -> Result<(), NoteTransportError> {
        let id = note.header().id();
        let (header, details) = note.into_parts();
        let request = SendNoteWithProofRequest {
            inclusion_proof: Some((&id, &inclusion_proof).into()),
            note: Some(TransportNoteMessage {
                header: Some(header.into()),
                details: Some(details.into()),
            }),
        };
        let channel = self.channel().await?;
        let mut service = note_transport_service_client::NoteTransportServiceClient::new(channel);
        // Not tried again here: the next sync does.
        service
            .send_note_with_proof(Request::new(request))
            .await
            .map_err(|status| failed("Send note with proof", &status))?;
        Ok(())
    }

    async fn fetch(
        &self,
        tags: &[NoteTag],
        cursor: Option<NoteTransportCursor>,
        sync_to: Option<NoteTransportCursor>,
    ) -> Result<RawPage, NoteTransportError> {
        let tags = tags.iter().map(NoteTag::as_u32).collect();
        let request = FetchNotesRequest {
            tags,
            cursor: cursor.map(cursor_message),
            sync_to: sync_to.map(cursor_message),
        };
        let channel = self.channel().await?;
        let response = match fetch_notes(&channel, request.clone()).await {
            // A cursor of another database of the service.
            Err(status)
                if status.code() == Code::FailedPrecondition && request.cursor.is_some() =>
            {
                fetch_notes(&channel, FetchNotesRequest { cursor: None, ..request }).await
            }
            response => response,
        };
        let response = response.map_err(|status| failed("Fetch notes", &status))?;
        let position = |cursor: Option<FetchNotesCursor>, name| {
            let missing = || NoteTransportError::Network(format!("fetch response has no {name}"));
            let FetchNotesCursor { nonce, sequence } = cursor.ok_or_else(missing)?;
            Ok::<_, NoteTransportError>(NoteTransportCursor { nonce, sequence })
        };
        Ok(RawPage {
            entries: response.notes,
            cursor: position(response.cursor, "cursor")?,
            has_more: response.has_more,
            sync_to: position(response.sync_to, "sync_to")?,
        })
    }
}

async fn connect(endpoint: &str) -> Result<Channel, NoteTransportError> {
    let failed = |error: tonic::transport::Error| NoteTransportError::Connection(error.into());
    let endpoint = Endpoint::try_from(endpoint.to_owned()).map_err(failed)?.timeout(CALL_TIMEOUT);
    let tls = ClientTlsConfig::new().with_native_roots();
    endpoint.tls_config(tls).map_err(failed)?.connect().await.map_err(failed)
}

/// As the generated stub calls it, for another type of the response.
async fn fetch_notes(
    channel: &Channel,
    request: FetchNotesRequest,
) -> Result<RawFetchNotesResponse, Status> {
    let mut service = Grpc::new(channel.clone()).max_decoding_message_size(MAX_PAGE_BYTES);
    let not_ready =
        |error: tonic::transport::Error| Status::unknown(format!("Service was not ready: {error}"));
    service.ready().await.map_err(not_ready)?;
    let path = PathAndQuery::from_static(FETCH_NOTES);
    let response = service.unary(Request::new(request), path, ProstCodec::default()).await?;
    Ok(response.into_inner())
}

fn cursor_message(cursor: NoteTransportCursor) -> FetchNotesCursor {
    let NoteTransportCursor { nonce, sequence } = cursor;
    FetchNotesCursor { nonce, sequence }
}

fn failed(call: &str, status: &Status) -> NoteTransportError {
    NoteTransportError::Network(format!("{call} failed: {status:?}"))
}

/// The limit of the channel does not hold while it connects.
async fn within_time<T>(
    call: impl Future<Output = Result<T, NoteTransportError>>,
) -> Result<T, NoteTransportError> {
    tokio::time::timeout(CALL_TIMEOUT, call).await.unwrap_or_else(|_| {
        let seconds = CALL_TIMEOUT.as_secs();
        Err(NoteTransportError::Connection(format!("no answer within {seconds} seconds").into()))
    })
}

#[async_trait]
impl RawNoteTransport for GrpcNoteTransport {
    async fn send_note_with_proof(
        &self,
        note: TransportNote,
        inclusion_proof: NoteInclusionProof,
    ) -> Result<(), NoteTransportError> {
        within_time(self.send(note, inclusion_proof)).await
    }

    async fn fetch_raw_page(
        &self,
        tags: &[NoteTag],
        cursor: Option<NoteTransportCursor>,
        sync_to: Option<NoteTransportCursor>,
    ) -> Result<RawPage, NoteTransportError> {
        let page = within_time(self.fetch(tags, cursor, sync_to)).await;
        if let Err(error) = &page {
            // The client goes on without them, and logs what only its developers can read.
            let reason = innermost(error);
            tracing::warn!(%reason, "the note transport gives no private notes: a later sync asks again");
        }
        page
    }
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests;
