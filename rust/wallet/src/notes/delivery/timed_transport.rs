//! A note transport that gives up in time.

use std::time::Duration;

use async_trait::async_trait;
use miden_client::note::{NoteInclusionProof, NoteTag};
use miden_client::note_transport::grpc::GrpcNoteTransportClient;
use miden_client::note_transport::{
    NoteTransportClient, NoteTransportCursor, NoteTransportError, NoteTransportPage, TransportNote,
};

use crate::errors::innermost;

/// How long one call may take. A sync waits for it, and so may a transaction behind the sync.
const CALL_TIMEOUT: Duration = Duration::from_secs(5);

/// A service that carries private notes. The client's own limit does not hold while it connects.
pub(crate) struct TimedNoteTransport {
    client: GrpcNoteTransportClient,
}

impl TimedNoteTransport {
    /// Prepares the use of a service. Makes no connection: that happens with the first call.
    pub(crate) fn new(endpoint: String) -> Self {
        let milliseconds = u64::try_from(CALL_TIMEOUT.as_millis()).unwrap_or(u64::MAX);
        // A note that is not delivered is tried again with the next sync.
        let client = GrpcNoteTransportClient::new(endpoint, milliseconds).with_max_retries(0);
        Self { client }
    }
}

async fn within_time<T>(
    call: impl Future<Output = Result<T, NoteTransportError>>,
) -> Result<T, NoteTransportError> {
    tokio::time::timeout(CALL_TIMEOUT, call).await.unwrap_or_else(|_| {
        let seconds = CALL_TIMEOUT.as_secs();
        Err(NoteTransportError::Connection(format!("no answer within {seconds} seconds").into()))
    })
}

#[async_trait]
impl NoteTransportClient for TimedNoteTransport {
    async fn send_note_with_proof(
        &self,
        note: TransportNote,
        inclusion_proof: NoteInclusionProof,
    ) -> Result<(), NoteTransportError> {
        within_time(self.client.send_note_with_proof(note, inclusion_proof)).await
    }

    async fn fetch_notes_page(
        &self,
        tags: &[NoteTag],
        cursor: Option<NoteTransportCursor>,
        sync_to: Option<NoteTransportCursor>,
    ) -> Result<NoteTransportPage, NoteTransportError> {
        let page = within_time(self.client.fetch_notes_page(tags, cursor, sync_to)).await;
        if let Err(error) = &page {
            // The client goes on without them, and logs what only its developers can read.
            let reason = innermost(error);
            tracing::warn!(%reason, "the note transport gives no private notes: a later sync asks again");
        }
        page
    }
}
