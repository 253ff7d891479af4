//! Nodes that answer late, in part or never.

use std::path::PathBuf;

use http::{HeaderMap, HeaderValue, Response};
use miden_client::rpc::Endpoint;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

use super::*;
use crate::chain::network::grpc_node;
use crate::errors::{ErrorMapper, NodeError};

const LIMIT: Duration = Duration::from_millis(500);

/// How long a test waits before it fails: a call without a limit would never end.
const PATIENCE: Duration = Duration::from_mins(1);

/// The tip of the chain of a node with pages.
const TIP: u8 = 3;

/// What a node says to each of its requests.
#[derive(Debug, Clone, Copy)]
enum Answer {
    /// That it is too busy, and when to try again.
    RetryAfter(&'static str),
    /// The headers of a response, whose body never comes.
    HeadersAlone,
    /// That it has an internal error.
    InternalError,
    /// As many pages of a sync of notes, one for each block, and then headers alone.
    Pages(u8),
}

/// A node on this machine that is up until it is dropped.
struct BadNode {
    port: u16,
    server: JoinHandle<()>,
}

impl BadNode {
    async fn start(answer: Answer) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let server = tokio::spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                connections.spawn(serve(stream, answer));
            }
        });
        Self { port, server }
    }

    /// Closes the port and all connections.
    async fn stop(mut self) {
        self.server.abort();
        assert!((&mut self.server).await.is_err(), "it was still up");
    }

    fn endpoint(&self) -> Endpoint {
        endpoint("http", self.port)
    }
}

impl Drop for BadNode {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn serve(stream: TcpStream, answer: Answer) -> Result<(), h2::Error> {
    let mut connection = h2::server::handshake(stream).await?;
    let mut bodies = Vec::new();
    for block in 1.. {
        let Some(request) = connection.accept().await else {
            break;
        };
        let (_, mut respond) = request?;
        let mut response = Response::new(());
        *response.headers_mut() = headers(answer);
        let is_all = !matches!(answer, Answer::HeadersAlone | Answer::Pages(_));
        let mut body = respond.send_response(response, is_all)?;
        if matches!(answer, Answer::Pages(count) if block <= count) {
            body.send_data(page(block).into(), false)?;
            let mut trailers = HeaderMap::new();
            trailers.insert("grpc-status", HeaderValue::from_static("0"));
            body.send_trailers(trailers)?;
        }
        // Kept: a body that is dropped ends.
        bodies.push(body);
    }
    Ok(())
}

/// A page without notes that ends with a block, as gRPC frames it: the tip of the chain and the block are its fields.
fn page(block: u8) -> Vec<u8> {
    vec![0, 0, 0, 0, 12, 0x0a, 10, 0x0d, TIP, 0, 0, 0, 0x15, block, 0, 0, 0]
}

fn headers(answer: Answer) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert("content-type", HeaderValue::from_static("application/grpc"));
    match answer {
        Answer::RetryAfter(seconds) => {
            headers.insert("grpc-status", HeaderValue::from_static("8"));
            headers.insert("retry-after", HeaderValue::from_static(seconds));
        }
        Answer::InternalError => {
            headers.insert("grpc-status", HeaderValue::from_static("13"));
        }
        Answer::HeadersAlone | Answer::Pages(_) => {}
    }
    headers
}

fn endpoint(protocol: &str, port: u16) -> Endpoint {
    Endpoint::new(protocol.to_owned(), "127.0.0.1".to_owned(), Some(port))
}

/// How a call of the node at an address fails.
async fn failure(endpoint: &Endpoint) -> RpcError {
    let node = grpc_node(endpoint, LIMIT);
    let call = node.get_block_header_by_number(None, false);
    tokio::time::timeout(PATIENCE, call)
        .await
        .expect("the call ends")
        .expect_err("there is no answer")
}

fn expect_missed_deadline(error: &RpcError) {
    assert!(
        matches!(error, RpcError::RequestError { error_kind: GrpcError::DeadlineExceeded, .. }),
        "{error:?}"
    );
}

#[tokio::test]
async fn a_call_ends_although_the_node_requests_an_hours_pause_before_the_retry() {
    let node = BadNode::start(Answer::RetryAfter("3600")).await;
    expect_missed_deadline(&failure(&node.endpoint()).await);
}

#[tokio::test]
async fn a_call_ends_although_the_body_of_the_response_never_comes() {
    let node = BadNode::start(Answer::HeadersAlone).await;
    expect_missed_deadline(&failure(&node.endpoint()).await);
}

/// What comes of a sync of notes that a node answers so. It has one wait of its limit, and not one for each page.
async fn synced(answer: Answer) -> Result<Vec<SyncNotesBlock>, RpcError> {
    let node = BadNode::start(answer).await;
    let timed = grpc_node(&node.endpoint(), LIMIT);
    timed.set_rpc_limits(RpcLimits::default()).await;
    let tags = BTreeSet::from([NoteTag::new(1)]);
    let call = timed.sync_notes(BlockNumber::from(1), BlockNumber::from(u32::from(TIP)), &tags);
    tokio::time::timeout(LIMIT * 9, call).await.expect("the call ends")
}

#[tokio::test]
async fn a_paged_call_has_the_answer_of_all_pages() {
    assert!(synced(Answer::Pages(TIP)).await.expect("all pages come").is_empty());
}

#[tokio::test]
async fn a_paged_call_ends_within_one_limit_if_the_first_page_never_comes() {
    expect_missed_deadline(&synced(Answer::HeadersAlone).await.expect_err("there is no page"));
}

#[tokio::test]
async fn a_paged_call_ends_within_one_limit_if_a_later_page_never_comes() {
    let ended = synced(Answer::Pages(TIP - 1)).await;
    expect_missed_deadline(&ended.expect_err("the last page does not come"));
}

#[tokio::test]
async fn a_paged_call_may_take_long_as_a_whole_if_something_comes_in() {
    let limit = Duration::from_millis(50);
    let call = async {
        for _ in 0..120 {
            tokio::time::sleep(limit / 10).await;
        }
        Ok(())
    };
    progressing(limit, RpcEndpoint::SyncNotes, call).await.expect("it goes on");
}

#[tokio::test]
async fn a_paged_call_ends_although_something_else_comes_in_for_its_task() {
    let call = std::future::pending::<Result<(), RpcError>>();
    let elsewhere = async {
        for _ in 0..1000 {
            tokio::time::sleep(LIMIT / 10).await;
        }
    };
    tokio::select! {
        ended = progressing(LIMIT, RpcEndpoint::SyncNotes, call) => {
            expect_missed_deadline(&ended.expect_err("nothing comes"));
        }
        () = elsewhere => panic!("the call goes on"),
    }
}

#[tokio::test]
async fn a_call_ends_although_the_node_never_answers_the_tls_handshake() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    expect_missed_deadline(&failure(&endpoint("https", port)).await);
}

/// The kernel takes no more connections for a listener whose queue is full, and drops their packets.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_call_ends_although_the_address_swallows_packets() {
    let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
    socket.bind("127.0.0.1:0".parse().expect("an address")).expect("a port");
    let listener = socket.listen(1).expect("it listens");
    let address = listener.local_addr().expect("an address");
    let mut queue = Vec::new();
    while let Ok(connected) = tokio::time::timeout(LIMIT, TcpStream::connect(address)).await {
        queue.push(connected.expect("a connection"));
        assert!(queue.len() < 64, "the queue never fills");
    }
    expect_missed_deadline(&failure(&endpoint("http", address.port())).await);
}

#[tokio::test]
async fn a_submission_without_an_answer_in_time_has_an_unknown_outcome() {
    let call = std::future::pending::<Result<BlockNumber, RpcError>>();
    let ended = within(Duration::ZERO, RpcEndpoint::SubmitProvenTx, call).await;
    let error = ended.expect_err("there is no answer");
    assert!(error.is_indeterminate_submission(), "{error:?}");
}

#[tokio::test]
async fn a_node_that_answers_with_an_internal_error_is_not_called_unreachable() {
    let node = BadNode::start(Answer::InternalError).await;
    let endpoint = node.endpoint();
    let mapper = ErrorMapper { endpoint: endpoint.to_string(), store_path: PathBuf::new() };
    let error = mapper.node(failure(&endpoint).await);
    assert!(matches!(error, NodeError::Failed { .. }), "{error:?}");

    node.stop().await;
    let error = mapper.node(failure(&endpoint).await);
    assert!(matches!(error, NodeError::Unreachable { .. }), "{error:?}");
}
