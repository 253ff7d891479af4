//! Reads of a node on this machine that has an answer for each of its methods.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use http::{HeaderMap, HeaderValue, Response};
use miden_client::account::AccountId;
use miden_client::assembly::CodeBuilder;
use miden_client::asset::FungibleAsset;
use miden_client::note::standards::StandardNote;
use miden_client::note::{Note, NoteAssets, NoteRecipient, NoteStorage};
use miden_client::rpc::{GrpcClient, NodeRpcClient, RpcLimits};
use miden_client::store::{InputNoteRecord, NoteFilter};
use miden_client::testing::account_id::{
    ACCOUNT_ID_PRIVATE_SENDER, ACCOUNT_ID_PUBLIC_FUNGIBLE_FAUCET,
};
use miden_protocol::crypto::merkle::SparseMerklePath;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

use super::*;
use crate::NewWallet;
use crate::chain::client::client_of;
use crate::chain::embedded::NodeTraits;
use crate::chain::timed_node::TimedNode;
use crate::errors::Cause;
use crate::test_wallet::{open, open_on, payment_note};
use crate::transactions::Token;

const TIMEOUT: Duration = Duration::from_secs(10);

/// The tip of the node's chain.
const TIP: u32 = 7;

/// What the node is asked, by method and `accept` header, in order.
type Requests = Arc<Mutex<Vec<(String, String)>>>;

/// A node that is up until it is dropped. It refuses a method that it has no answer for.
struct Node {
    port: u16,
    requests: Requests,
    server: JoinHandle<()>,
}

/// The answer to the message of a request, or the number of a failure.
type Answer = Box<dyn Fn(&[u8]) -> Result<Vec<u8>, &'static str> + Send + Sync>;

impl Node {
    /// A node whose answers are the same for all messages.
    async fn start(answers: impl IntoIterator<Item = (&'static str, Vec<u8>)>) -> Self {
        let always = |answer: Vec<u8>| -> Answer { Box::new(move |_| Ok(answer.clone())) };
        Self::answering(answers.into_iter().map(|(method, answer)| (method, always(answer)))).await
    }

    async fn answering(answers: impl IntoIterator<Item = (&'static str, Answer)>) -> Self {
        let answers: Arc<BTreeMap<_, _>> = Arc::new(answers.into_iter().collect());
        let requests = Requests::default();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let asked = requests.clone();
        let server = tokio::spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                connections.spawn(serve(stream, answers.clone(), asked.clone()));
            }
        });
        Self { port, requests, server }
    }

    fn endpoint(&self) -> Endpoint {
        Endpoint::new("http".to_owned(), "127.0.0.1".to_owned(), Some(self.port))
    }

    fn reads(&self, guard: Guard) -> GuardedReads {
        GuardedReads::guarded_by(&self.endpoint(), TIMEOUT, guard)
    }

    fn requests(&self) -> Vec<(String, String)> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn serve(
    stream: TcpStream,
    answers: Arc<BTreeMap<&'static str, Answer>>,
    requests: Requests,
) -> Result<(), h2::Error> {
    let mut connection = h2::server::handshake(stream).await?;
    while let Some(request) = connection.accept().await {
        let (mut request, mut respond) = request?;
        let method = request.uri().path().to_owned();
        let accept = request.headers().get("accept").and_then(|value| value.to_str().ok());
        let asked = (method.clone(), accept.unwrap_or_default().to_owned());
        requests.lock().unwrap_or_else(PoisonError::into_inner).push(asked);

        let mut response = Response::new(());
        let headers = response.headers_mut();
        headers.insert("content-type", HeaderValue::from_static("application/grpc"));
        let mut message = Vec::new();
        while let Some(part) = request.body_mut().data().await {
            message.extend_from_slice(&part?);
        }
        // Behind the head of its frame.
        let answer = answers.get(method.as_str()).map_or(Err("12"), |answer| answer(&message[5..]));
        let answer = match answer {
            Ok(answer) => answer,
            Err(status) => {
                headers.insert("grpc-status", HeaderValue::from_static(status));
                respond.send_response(response, true)?;
                continue;
            }
        };
        let mut body = respond.send_response(response, false)?;
        let length = u32::try_from(answer.len()).expect("a short answer");
        let mut frame = vec![0];
        frame.extend(length.to_be_bytes());
        frame.extend(answer);
        body.send_data(frame.into(), false)?;
        let mut trailers = HeaderMap::new();
        trailers.insert("grpc-status", HeaderValue::from_static("0"));
        body.send_trailers(trailers)?;
    }
    Ok(())
}

fn sender() -> AccountId {
    AccountId::try_from(ACCOUNT_ID_PRIVATE_SENDER).expect("an id")
}

fn payment(number: u32) -> Note {
    let faucet = AccountId::try_from(ACCOUNT_ID_PUBLIC_FUNGIBLE_FAUCET).expect("an id");
    payment_note(sender(), FungibleAsset::new(faucet, 5).expect("an asset"), number)
}

/// A note with a script that takes more memory than that of a payment.
fn long_note(number: u32) -> Note {
    let storage = NoteStorage::new(Vec::new()).expect("no items");
    let code = format!("@note_script\npub proc main\n{}end\n", "    push.1 drop\n".repeat(64));
    let script = CodeBuilder::new().compile_note_script(code).expect("it is compiled");
    let recipient = NoteRecipient::new(Word::from([number, 0, 0, 1]), script, storage);
    let metadata = PartialNoteMetadata::new(sender(), NoteType::Public);
    Note::new(NoteAssets::new(Vec::new()).expect("no assets"), metadata, recipient)
}

/// The bytes that a node sends for a note.
fn entry(note: &Note) -> Bytes {
    let path = SparseMerklePath::from_parts(0, Vec::new()).expect("a path");
    let proof = NoteInclusionProof::new(BlockNumber::from(1), 0, path).expect("a proof");
    let committed = CommittedNote {
        note: Some(proto::note::Note::from(note).encode_to_vec().into()),
        inclusion_proof: Some((&note.id(), &proof).into()),
    };
    committed.encode_to_vec().into()
}

fn notes_answer(notes: impl IntoIterator<Item = Bytes>) -> (&'static str, Vec<u8>) {
    (NOTES, NotesAnswer { notes: notes.into_iter().collect() }.encode_to_vec())
}

fn script_answer(script: &NoteScript) -> (&'static str, Vec<u8>) {
    let script = proto::note::NoteScript::from(script).encode_to_vec().into();
    (SCRIPT, ScriptAnswer { script: Some(script) }.encode_to_vec())
}

fn account_answer(code: Option<&AccountCode>) -> (&'static str, Vec<u8>) {
    let code = code.map(|code| proto::account::AccountCode::from(code).encode_to_vec().into());
    let answer = AccountAnswer {
        block_num: Some(proto::blockchain::BlockNumber { block_num: TIP }),
        details: Some(super::messages::AccountDetails { code }),
    };
    (ACCOUNT, answer.encode_to_vec())
}

fn ids(notes: &[FetchedNote]) -> Vec<NoteId> {
    notes.iter().map(FetchedNote::id).collect()
}

const ADMIT_ALL: Guard = |_, _| Ok(0);

const ADMIT_NONE: Guard = |_, _| Err("it is over the bound".into());

/// The bound is the memory of the payments.
fn admit_payments(bytes: &[u8], bounds: Bounds) -> Result<u64, Cause> {
    let payment = proto::note::Note::from(&payment(1)).encode_to_vec();
    let memory = guard(&payment, bounds)?;
    guard(bytes, Bounds { memory, ..bounds })
}

#[tokio::test]
async fn of_three_notes_the_one_that_the_guard_refuses_is_left_out() {
    let notes = [payment(1), long_note(1), payment(2)];
    let wanted = notes.each_ref().map(Note::id);
    let node = Node::start([notes_answer(notes.iter().map(entry))]).await;

    let all = node.reads(ADMIT_ALL).notes(None, &wanted, 100).await.expect("an answer");
    assert_eq!(ids(&all), wanted);
    let passed = node.reads(admit_payments).notes(None, &wanted, 100).await.expect("an answer");
    assert_eq!(ids(&passed), [wanted[0], wanted[2]]);
}

/// A node that has these notes, and fails if more than so many are asked for.
async fn node_of_at_most(most: usize, failure: &'static str, notes: &[Note]) -> Node {
    let notes: BTreeMap<Vec<u8>, Bytes> =
        notes.iter().map(|note| (id_message(note.id()), entry(note))).collect();
    let answer = move |message: &[u8]| {
        let request = NotesRequest::decode(message).expect("a request");
        if request.note_ids.len() > most {
            return Err(failure);
        }
        let found = request.note_ids.iter().filter_map(|id| notes.get(&id.encode_to_vec()));
        Ok(notes_answer(found.cloned()).1)
    };
    Node::answering([(NOTES, Box::new(answer) as Answer)]).await
}

fn id_message(note: NoteId) -> Vec<u8> {
    proto::note::NoteId::from(&note).encode_to_vec()
}

#[tokio::test]
async fn notes_whose_answer_is_too_large_are_asked_for_in_halves() {
    let notes: Vec<Note> = (1..=7).map(payment).collect();
    let wanted: Vec<NoteId> = notes.iter().map(Note::id).collect();
    // As a connection says it, and as a node does.
    for failure in ["11", "8"] {
        let node = node_of_at_most(2, failure, &notes).await;
        let read = node.reads(ADMIT_ALL).notes(None, &wanted, 100).await.expect("answers");
        assert_eq!(ids(&read), wanted, "{failure}");
    }
    let node = node_of_at_most(0, "11", &notes).await;
    let read = node.reads(ADMIT_ALL).notes(None, &wanted, 100).await.expect("answers");
    assert!(read.is_empty(), "a note that is too large alone is left out");
}

#[tokio::test]
async fn notes_with_code_of_their_own_are_left_out_beyond_what_they_may_take_together() {
    const HALF: Guard = |_, _| Ok(MOST_MEMORY / 2);
    let notes = [long_note(1), payment(1), long_note(2), payment(2), long_note(3), payment(3)];
    let wanted = notes.each_ref().map(Note::id);
    let node = Node::start([notes_answer(notes.iter().map(entry))]).await;
    let read = node.reads(HALF).notes(None, &wanted, 100).await.expect("an answer");
    assert_eq!(ids(&read), [wanted[0], wanted[1], wanted[2], wanted[3], wanted[5]]);
}

#[tokio::test]
async fn the_guard_of_a_wallet_passes_the_notes_of_this_library() {
    let notes = [payment(1), long_note(1)];
    let wanted = notes.each_ref().map(Note::id);
    let node = Node::start([notes_answer(notes.iter().map(entry))]).await;
    let reads = GuardedReads::new(&node.endpoint(), TIMEOUT);
    assert_eq!(ids(&reads.notes(None, &wanted, 100).await.expect("an answer")), wanted);
}

#[tokio::test]
async fn an_answer_with_a_note_that_cannot_be_read_is_an_error() {
    let unreadable = payment(1);
    let mut committed = CommittedNote::decode(entry(&unreadable)).expect("an entry");
    committed.note = Some(Bytes::from_static(&[0xff; 16]));
    let entries = [entry(&payment(2)), committed.encode_to_vec().into()];
    let node = Node::start([notes_answer(entries)]).await;
    let wanted = [unreadable.id(), payment(2).id()];
    let answer = node.reads(ADMIT_ALL).notes(None, &wanted, 100).await;
    assert!(matches!(answer, Err(RpcError::DeserializationError(_))));
}

#[tokio::test]
async fn a_note_that_was_not_asked_for_is_an_error() {
    let node = Node::start([notes_answer([entry(&payment(1))])]).await;
    let answer = node.reads(ADMIT_ALL).notes(None, &[payment(2).id()], 100).await;
    assert!(matches!(answer, Err(RpcError::InvalidResponse(_))));
}

#[tokio::test]
async fn more_notes_than_were_asked_for_are_an_error() {
    let entries = [entry(&payment(1)), entry(&payment(1))];
    let node = Node::start([notes_answer(entries)]).await;
    let answer = node.reads(ADMIT_ALL).notes(None, &[payment(1).id()], 100).await;
    assert!(matches!(answer, Err(RpcError::InvalidResponse(_))));
}

#[tokio::test]
async fn a_note_script_that_the_guard_refuses_is_an_error_and_not_unknown() {
    let script = long_note(1).script().clone();
    let root = Word::from(script.root());
    let node = Node::start([script_answer(&script)]).await;
    let read = node.reads(ADMIT_ALL).note_script(None, root).await.expect("an answer");
    assert_eq!(read.map(|script| script.root()), Some(script.root()));
    let refused = node.reads(ADMIT_NONE).note_script(None, root).await.expect_err("it is refused");
    let expected = format!("the note script {root} is refused: it is over the bound");
    assert!(refused.to_string().contains(&expected), "{refused}");
}

#[tokio::test]
async fn another_note_script_than_the_one_of_the_root_is_an_error() {
    let node = Node::start([script_answer(&StandardNote::P2ID.script())]).await;
    let root = Word::from([1u32, 2, 3, 4]);
    let answer = node.reads(ADMIT_ALL).note_script(None, root).await;
    assert!(matches!(answer, Err(RpcError::InvalidResponse(_))));
}

#[tokio::test]
async fn a_note_script_that_the_node_does_not_have_is_none() {
    let node = Node::start([(SCRIPT, Vec::new())]).await;
    let root = Word::from([1u32, 2, 3, 4]);
    let answer = node.reads(ADMIT_NONE).note_script(None, root).await.expect("an answer");
    assert!(answer.is_none());
    let own = Word::from(StandardNote::SWAP.script_root());
    let script = node.reads(ADMIT_NONE).note_script(None, own).await.expect("an answer");
    assert!(script.is_some(), "the library has it");
    assert_eq!(node.requests().len(), 1);
}

fn request() -> GetAccountRequest {
    let faucet = AccountId::try_from(ACCOUNT_ID_PUBLIC_FUNGIBLE_FAUCET).expect("an id");
    GetAccountRequest::new(faucet)
}

#[tokio::test]
async fn a_request_for_a_public_account_has_its_code_and_the_block_of_it() {
    let code = AccountCode::mock();
    let node = Node::start([account_answer(Some(&code))]).await;
    let request =
        node.reads(ADMIT_ALL).with_account_code(None, request()).await.expect("it passes");
    assert_eq!(request.known_code.map(|code| code.commitment()), Some(code.commitment()));
    assert!(matches!(request.at, AccountStateAt::Block(block) if block.as_u32() == TIP));
}

#[tokio::test]
async fn a_request_keeps_the_code_that_the_node_does_not_send_again() {
    let code = AccountCode::mock();
    let node = Node::start([account_answer(None)]).await;
    let request = request().with_known_code(Some(code.clone()));
    let request = node.reads(ADMIT_NONE).with_account_code(None, request).await.expect("it passes");
    assert_eq!(request.known_code.map(|code| code.commitment()), Some(code.commitment()));
}

#[tokio::test]
async fn account_code_that_the_guard_refuses_is_an_error() {
    let node = Node::start([account_answer(Some(&AccountCode::mock()))]).await;
    let refused = node.reads(ADMIT_NONE).with_account_code(None, request()).await;
    let refused = refused.expect_err("it is refused").to_string();
    assert!(refused.contains("is refused: it is over the bound"), "{refused}");
}

#[tokio::test]
async fn a_request_for_a_private_account_comes_back_without_a_call() {
    let node = Node::start([]).await;
    let request = GetAccountRequest::new(sender());
    let request =
        node.reads(ADMIT_NONE).with_account_code(None, request).await.expect("no call is made");
    assert!(request.known_code.is_none());
    assert_eq!(node.requests(), []);
}

#[tokio::test]
async fn guarded_reads_send_the_accept_header_of_the_client() {
    let node = Node::start([(SCRIPT, Vec::new())]).await;
    let genesis = Word::from([1u32, 2, 3, 4]);
    for genesis in [None, Some(genesis)] {
        let client = GrpcClient::new(&node.endpoint(), 10_000);
        if let Some(genesis) = genesis {
            client.set_genesis_commitment(genesis).await.expect("it is set");
        }
        let root = Word::from([1u32, 2, 3, 4]);
        client.get_note_script_by_root(root).await.expect("an answer");
        node.reads(ADMIT_ALL).note_script(genesis, root).await.expect("an answer");
    }
    let requests = node.requests();
    assert_eq!(requests.len(), 4);
    assert_eq!(requests[0], requests[1], "without a genesis");
    assert_eq!(requests[2], requests[3], "with a genesis");
    assert_ne!(requests[0], requests[2]);
}

#[tokio::test]
async fn a_node_takes_notes_and_scripts_from_its_guarded_reads() {
    let notes = [payment(1), long_note(1)];
    let wanted = notes.each_ref().map(Note::id);
    let script = long_note(1).script().clone();
    let answers = [notes_answer(notes.iter().map(entry)), script_answer(&script)];
    let server = Node::start(answers).await;
    let client = Arc::new(GrpcClient::new(&server.endpoint(), 10_000));
    client.set_rpc_limits(RpcLimits::default()).await;
    let node = TimedNode::new(client, TIMEOUT).with_guarded_reads(server.reads(admit_payments));
    assert_eq!(ids(&node.get_notes_by_id(&wanted).await.expect("an answer")), [wanted[0]]);
    let refusing = TimedNode::new(Arc::new(GrpcClient::new(&server.endpoint(), 10_000)), TIMEOUT)
        .with_guarded_reads(server.reads(ADMIT_NONE));
    refusing.get_note_script_by_root(script.root().into()).await.expect_err("it is refused");
}

#[tokio::test]
async fn a_sync_goes_on_if_a_public_note_is_left_out() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let seeded = || NewWallet { seed: Some([3u8; 32].to_vec().into()), ..NewWallet::default() };
    let first = open(&folder.path().join("first")).await;
    let account = first.create_wallet(seeded()).await.expect("an account");
    let mut notes = Vec::new();
    for amount in [5, 6, 7] {
        let minted = first.mint(account, Token::Tok, amount, crate::NoteType::Public, |_| {}).await;
        notes.push(minted.expect("the faucet mints").note);
    }
    let chain = folder.path().join("first").join("chain");
    let second = open_on(&chain, &folder.path().join("second")).await;
    second.create_wallet(seeded()).await.expect("the account");

    let withholding = NodeTraits { withholds: Some(notes[1]), ..NodeTraits::default() };
    let node = second.chain.clone().expect("a chain").node(withholding);
    let mut client = client_of(&node, &second.store, Some(&second.keys.authenticator), None)
        .await
        .expect("a client");
    let before = second.info().await.expect("its state").sync_height;
    client.sync_state().await.expect("the sync goes on");
    assert!(second.info().await.expect("its state").sync_height > before);
    let records = second.note_records(NoteFilter::All).await.expect("notes");
    let here: BTreeSet<NoteId> = records.iter().filter_map(InputNoteRecord::id).collect();
    assert_eq!(here, BTreeSet::from([notes[0], notes[2]]));
}
