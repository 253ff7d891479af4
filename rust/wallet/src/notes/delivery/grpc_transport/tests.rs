//! A service on this machine that hands out pages, over gRPC.

use http::{HeaderMap, HeaderValue, Response};
use miden_client::asset::FungibleAsset;
use miden_client::block::BlockNumber;
use miden_client::note_transport::NoteTransportClient;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

use super::*;
use crate::ids::parse_account_id;
use crate::notes::delivery::GuardedTransport;
use crate::notes::delivery::entries::{self, EntryLimits};
use crate::test_wallet::payment_note;

/// The status of a cursor of another database, as gRPC numbers it.
const FAILED_PRECONDITION: &str = "9";

/// A service that is up until it is dropped. Each connection has the answers from the first one on.
struct Service {
    port: u16,
    server: JoinHandle<()>,
}

/// A response, or the status of a call that fails.
type Answer = Result<RawFetchNotesResponse, &'static str>;

impl Service {
    async fn start(answers: Vec<Answer>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let server = tokio::spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                connections.spawn(serve(stream, answers.clone()));
            }
        });
        Self { port, server }
    }

    fn transport(&self) -> GuardedTransport {
        let transport = GrpcNoteTransport::new(format!("http://127.0.0.1:{}", self.port));
        GuardedTransport::new(std::sync::Arc::new(transport), EntryLimits::default())
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn serve(stream: TcpStream, answers: Vec<Answer>) -> Result<(), h2::Error> {
    let mut connection = h2::server::handshake(stream).await?;
    let mut answers = answers.into_iter();
    while let Some(request) = connection.accept().await {
        let (request, mut respond) = request?;
        assert_eq!(request.uri().path(), FETCH_NOTES);
        let mut response = Response::new(());
        let headers = response.headers_mut();
        headers.insert("content-type", HeaderValue::from_static("application/grpc"));
        match answers.next().expect("an answer") {
            Ok(page) => {
                let mut body = respond.send_response(response, false)?;
                let message = page.encode_to_vec();
                let length = u32::try_from(message.len()).expect("a small message");
                let mut frame = vec![0];
                frame.extend(length.to_be_bytes());
                frame.extend(message);
                body.send_data(frame.into(), false)?;
                let mut trailers = HeaderMap::new();
                trailers.insert("grpc-status", HeaderValue::from_static("0"));
                body.send_trailers(trailers)?;
            }
            Err(status) => {
                headers.insert("grpc-status", HeaderValue::from_static(status));
                respond.send_response(response, true)?;
            }
        }
    }
    Ok(())
}

fn page(notes: Vec<Vec<u8>>) -> RawFetchNotesResponse {
    let at = |sequence| Some(FetchNotesCursor { nonce: 1, sequence });
    RawFetchNotesResponse { notes, cursor: at(3), has_more: true, sync_to: at(5) }
}

#[tokio::test]
async fn an_entry_of_a_service_that_cannot_be_read_is_dropped_alone() {
    let account = parse_account_id("0x550559ffb22381117072d0749fccd2").expect("an account id");
    let asset = FungibleAsset::new(account, 1).expect("an asset");
    let notes = [1, 2].map(|number| payment_note(account, asset, number));
    let [first, last] =
        notes.clone().map(|note| entries::encode(note.into(), BlockNumber::from(7)));
    let answer = page(vec![first, b"not a message".to_vec(), last]);
    let service = Service::start(vec![Ok(answer)]).await;

    let transport = service.transport();
    let tags = [notes[0].metadata().tag()];
    let page = transport.fetch_notes_page(&tags, None, None).await.expect("a page");
    let ids: Vec<_> = page.notes.iter().map(|note| note.header.id()).collect();
    assert_eq!(ids, notes.map(|note| note.id()));
    assert!(page.notes.iter().all(|note| note.block_hint == Some(BlockNumber::from(7))));
    assert_eq!(page.cursor, NoteTransportCursor { nonce: 1, sequence: 3 });
    assert_eq!(page.sync_to, NoteTransportCursor { nonce: 1, sequence: 5 });
    assert!(page.has_more);
    transport.end_sync();
    assert_eq!(transport.take_refused(), 1);
}

#[tokio::test]
async fn a_cursor_of_another_database_is_given_up_once() {
    let answers = vec![Err(FAILED_PRECONDITION), Ok(page(Vec::new())), Err(FAILED_PRECONDITION)];
    let service = Service::start(answers).await;
    let transport = service.transport();
    let cursor = Some(NoteTransportCursor { nonce: 2, sequence: 9 });
    let page = transport.fetch_notes_page(&[], cursor, None).await.expect("a page");
    assert_eq!(page.cursor.nonce, 1);
    // Without a cursor there is nothing to give up.
    assert!(transport.fetch_notes_page(&[], None, None).await.is_err());
}

#[tokio::test]
async fn a_response_without_a_cursor_is_an_error() {
    let whole = page(Vec::new());
    let answers = vec![
        Ok(RawFetchNotesResponse { cursor: None, ..whole.clone() }),
        Ok(RawFetchNotesResponse { sync_to: None, ..whole }),
    ];
    let service = Service::start(answers).await;
    let transport = service.transport();
    for _ in 0..2 {
        let page = transport.fetch_notes_page(&[], None, None).await;
        assert!(matches!(page, Err(NoteTransportError::Network(_))));
    }
}
