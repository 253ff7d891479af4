use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use miden_client::asset::FungibleAsset;
use miden_client::note::{Note, NoteAttachments};
use miden_client::rpc::{Endpoint, NodeRpcClient};
use miden_client::store::input_note_states::{
    NoteSubmissionData, ProcessingUnauthenticatedNoteState,
};
use miden_client::store::{InputNoteRecord, NoteFilter};
use miden_client::transaction::TransactionId;
use miden_client::{Serializable, Word};
use rusqlite::Connection;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};

use super::*;
use crate::chain::client::client_of;
use crate::chain::network::grpc_node;
use crate::contracts::{CodeKind, Compilation, CustomNote, Source, compile};
use crate::ids::parse_account_id;
use crate::wallet::Wallet;
use crate::{AccountId, NewWallet, NoteType, test_wallet};

const ENDLESS: &str = "@note_script pub proc main push.1 while.true push.1 end end";

/// A transport with some pages.
struct Pages(Vec<Vec<Note>>);

#[async_trait]
impl NoteTransportClient for Pages {
    async fn send_note_with_proof(
        &self,
        _: TransportNote,
        _: NoteInclusionProof,
    ) -> Result<(), NoteTransportError> {
        Ok(())
    }

    async fn fetch_notes_page(
        &self,
        _: &[NoteTag],
        cursor: Option<NoteTransportCursor>,
        _: Option<NoteTransportCursor>,
    ) -> Result<NoteTransportPage, NoteTransportError> {
        let info = |note: &Note| {
            let (header, details) = TransportNote::from(note.clone()).into_parts();
            NoteInfo::new(header, details.to_bytes())
        };
        let at = |sequence| NoteTransportCursor { nonce: 1, sequence };
        let sequence = cursor.map_or(0, |cursor| cursor.sequence);
        let notes = &self.0[usize::try_from(sequence).expect("a page")];
        let last = self.0.len() as u64;
        Ok(NoteTransportPage {
            notes: notes.iter().map(info).collect(),
            cursor: at(sequence + 1),
            has_more: sequence + 1 < last,
            sync_to: at(last),
        })
    }
}

fn endless_note(client: &mut WalletClient, account: AccountId) -> Note {
    let compiled = compile(&Source::new(CodeKind::NoteScript, ENDLESS)).expect("it compiles");
    let Compilation::Compiled(script, _) = compiled else { panic!("{compiled:?}") };
    let note = CustomNote {
        script,
        storage: vec![],
        recipient: Some(account),
        fungible: vec![],
        note_type: NoteType::Private,
    };
    note.note(account, client.rng()).expect("a note")
}

/// A wallet that has synced, and an account of it.
async fn synced_wallet() -> (TempDir, Wallet, AccountId) {
    let folder = tempfile::tempdir().expect("a folder");
    let wallet = test_wallet::open(folder.path()).await;
    let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
    wallet.sync().await.expect("a sync");
    (folder, wallet, account)
}

fn transport_of(wallet: &Wallet, notes: &[Note]) -> HoldingTransport {
    HoldingTransport::new(Arc::new(Pages(vec![notes.to_vec()])), wallet.store.clone())
}

fn tags_of(notes: &[Note]) -> Vec<NoteTag> {
    notes.iter().map(|note| note.metadata().tag()).collect()
}

/// Has the transport bring notes, which are held back.
async fn hold(wallet: &Wallet, notes: &[Note]) {
    let page = transport_of(wallet, notes).fetch_notes_page(&tags_of(notes), None, None).await;
    assert!(page.expect("a page").notes.is_empty());
}

async fn held_notes(wallet: &Wallet) -> Vec<String> {
    let held = read(wallet.store.as_ref()).await.expect("the held notes");
    held.into_iter().map(|held| held.note).collect()
}

fn ids(notes: &[Note]) -> Vec<String> {
    notes.iter().map(|note| note.id().to_hex()).collect()
}

async fn endless_notes<const COUNT: usize>(wallet: &Wallet, account: AccountId) -> [Note; COUNT] {
    let mut client = wallet.client().await.expect("the client");
    std::array::from_fn(|_| endless_note(&mut client, account))
}

/// Lets a statement on the store fail as SQLite does, until the trigger is dropped.
fn failing_store(wallet: &Wallet, statement: &str, text: &str) -> Connection {
    let store = Connection::open(&wallet.store_path).expect("the store");
    let trigger = format!(
        "CREATE TRIGGER failing BEFORE {statement} BEGIN SELECT RAISE(ABORT, '{text}'); END"
    );
    store.execute_batch(&trigger).expect("a trigger");
    store
}

fn repair(store: &Connection) {
    store.execute_batch("DROP TRIGGER failing").expect("the trigger is dropped");
}

/// A note that a transaction of the wallet consumes right now: it cannot be imported.
async fn consume(wallet: &Wallet, note: &Note, account: AccountId) {
    let state = ProcessingUnauthenticatedNoteState {
        metadata: *note.metadata(),
        after_block_num: BlockNumber::GENESIS,
        submission_data: NoteSubmissionData {
            submitted_at: None,
            consumer_account: account,
            consumer_transaction: TransactionId::from_raw(Word::default()),
        },
    };
    let details = NoteDetails::from(note.clone());
    let record = InputNoteRecord::new(details, NoteAttachments::empty(), Some(1), state.into());
    wallet.store.upsert_input_notes(&[record]).await.expect("it is stored");
}

/// A node at an address where nobody listens.
async fn absent_node() -> Arc<dyn NodeRpcClient> {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    drop(listener);
    let endpoint = Endpoint::new("http".to_owned(), "127.0.0.1".to_owned(), Some(port));
    Arc::new(grpc_node(&endpoint, Duration::from_secs(10)))
}

/// Counts what this module says at the level of warnings.
#[derive(Clone, Default)]
struct Warnings(Arc<AtomicUsize>);

impl<S: tracing::Subscriber> Layer<S> for Warnings {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        let metadata = event.metadata();
        if *metadata.level() == tracing::Level::WARN && metadata.target().ends_with("held_notes") {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
}

#[tokio::test]
async fn notes_with_other_scripts_are_held_back_and_imported_without_running_them() {
    let (_folder, wallet, account) = synced_wallet().await;
    let mut client = wallet.client().await.expect("the client");
    let hostile = endless_note(&mut client, account);
    let faucet = parse_account_id("0x550559ffb22381117072d0749fccd2").expect("an account id");
    let asset = FungibleAsset::new(faucet, 1).expect("an asset");
    let payment = test_wallet::payment_note(account, asset, 1);
    let notes = [hostile.clone(), payment.clone()];
    let transport = transport_of(&wallet, &notes);

    // The client refuses what it did not ask for.
    let page = transport.fetch_notes_page(&[], None, None).await.expect("a page");
    assert_eq!(page.notes.len(), 2);
    assert!(held_notes(&wallet).await.is_empty());

    for _ in 0..2 {
        let page = transport.fetch_notes_page(&tags_of(&notes), None, None).await.expect("a page");
        let passed: Vec<_> = page.notes.iter().map(|note| note.header.id()).collect();
        assert_eq!(passed, [payment.id()]);
    }
    assert_eq!(held_notes(&wallet).await, [hostile.id().to_hex()]);

    assert_eq!(wallet.import_held_notes(&mut client).await, [hostile.id()]);
    assert!(held_notes(&wallet).await.is_empty());
    let expected = wallet.store.get_input_notes(NoteFilter::Expected).await.expect("notes");
    let commitments: Vec<_> = expected.iter().map(InputNoteRecord::details_commitment).collect();
    assert_eq!(commitments, [hostile.details_commitment()]);
}

#[tokio::test]
async fn pages_of_notes_that_are_held_back_lead_on_to_the_next_page() {
    let (_folder, wallet, account) = synced_wallet().await;
    let notes: [Note; 2] = endless_notes(&wallet, account).await;
    let faucet = parse_account_id("0x550559ffb22381117072d0749fccd2").expect("an account id");
    let asset = FungibleAsset::new(faucet, 1).expect("an asset");
    let payments = [1, 2].map(|number| test_wallet::payment_note(account, asset, number));
    let [first, second] = notes.clone().map(|note| vec![note]);
    let pages = vec![first, second, vec![payments[0].clone()], vec![payments[1].clone()]];
    let transport = HoldingTransport::new(Arc::new(Pages(pages)), wallet.store.clone());

    // The client would refuse a page that has no notes and is not the last one.
    let tags = tags_of(&notes);
    let page = transport.fetch_notes_page(&tags, None, None).await.expect("a page");
    assert_eq!(page.notes[0].header.id(), payments[0].id());
    assert_eq!((page.cursor.sequence, page.has_more), (3, true));
    assert_eq!(held_notes(&wallet).await, ids(&notes));
    let page = transport.fetch_notes_page(&tags, Some(page.cursor), Some(page.sync_to)).await;
    let page = page.expect("a page");
    assert_eq!(page.notes[0].header.id(), payments[1].id());
    assert_eq!((page.cursor.sequence, page.has_more), (4, false));
}

#[tokio::test]
async fn a_payment_of_an_asset_with_callbacks_is_held_back() {
    let (_folder, wallet, account) = synced_wallet().await;
    // As the id of the other tests, with the flag.
    let faucet = parse_account_id("0x550559ffb22381317072d0749fccd2").expect("an account id");
    assert!(faucet.asset_callback_flag().is_enabled());
    let asset = FungibleAsset::new(faucet, 1).expect("an asset");
    let note = test_wallet::payment_note(account, asset, 1);
    hold(&wallet, std::slice::from_ref(&note)).await;

    let mut client = wallet.client().await.expect("the client");
    assert_eq!(wallet.import_held_notes(&mut client).await, [note.id()]);
}

#[tokio::test]
async fn a_store_that_fails_keeps_notes_for_the_next_sync() {
    for text in ["database is locked", "database or disk is full"] {
        let (_folder, wallet, account) = synced_wallet().await;
        let notes: [Note; 2] = endless_notes(&wallet, account).await;
        hold(&wallet, &notes).await;

        let store = failing_store(&wallet, "INSERT ON input_notes", text);
        let report = wallet.sync().await.expect("a sync");
        assert!(report.new_notes.is_empty(), "{text}");
        assert_eq!(held_notes(&wallet).await, ids(&notes), "{text}");
        repair(&store);

        let report = wallet.sync().await.expect("a sync");
        let mut expected = notes.map(|note| note.id());
        expected.sort_unstable();
        assert_eq!(report.new_notes, expected, "{text}");
        assert!(held_notes(&wallet).await.is_empty(), "{text}");
    }
}

#[tokio::test]
async fn imported_notes_are_reported_once_although_the_disk_was_full_after_the_import() {
    let (_folder, wallet, account) = synced_wallet().await;
    let notes: [Note; 1] = endless_notes(&wallet, account).await;
    hold(&wallet, &notes).await;

    let store = failing_store(&wallet, "DELETE ON settings", "database or disk is full");
    let mut client = wallet.client().await.expect("the client");
    assert!(wallet.import_held_notes(&mut client).await.is_empty());
    assert_eq!(held_notes(&wallet).await, ids(&notes));
    repair(&store);

    assert_eq!(wallet.import_held_notes(&mut client).await, [notes[0].id()]);
    assert!(wallet.import_held_notes(&mut client).await.is_empty());
}

#[tokio::test]
async fn a_node_that_fails_after_a_note_was_refused_keeps_the_other_notes() {
    let (_folder, wallet, account) = synced_wallet().await;
    let notes: [Note; 2] = endless_notes(&wallet, account).await;
    consume(&wallet, &notes[1], account).await;
    hold(&wallet, &notes).await;

    // The first call refuses the second note without the node, the second call fails at the node.
    let node = absent_node().await;
    let mut cut_off = client_of(&node, &wallet.store, None, None).await.expect("a client");
    assert!(wallet.import_held_notes(&mut cut_off).await.is_empty());
    assert_eq!(held_notes(&wallet).await, ids(&notes));

    let mut client = wallet.client().await.expect("the client");
    assert_eq!(wallet.import_held_notes(&mut client).await, [notes[0].id()]);
    assert!(held_notes(&wallet).await.is_empty());
}

#[tokio::test]
async fn notes_that_cannot_be_imported_are_dropped_alone_and_not_reported() {
    let (_folder, wallet, account) = synced_wallet().await;
    let notes: [Note; 5] = endless_notes(&wallet, account).await;
    consume(&wallet, &notes[3], account).await;
    hold(&wallet, &notes).await;
    let mut held = read(wallet.store.as_ref()).await.expect("the held notes");
    "AAAA".clone_into(&mut held[1].file);
    write(wallet.store.as_ref(), &held).await.expect("it is written");

    let mut client = wallet.client().await.expect("the client");
    let imported = wallet.import_held_notes(&mut client).await;
    assert_eq!(imported, [notes[0].id(), notes[2].id(), notes[4].id()]);
    assert!(held_notes(&wallet).await.is_empty());
    let expected = wallet.store.get_input_notes(NoteFilter::Expected).await.expect("notes");
    assert_eq!(expected.len(), 3);
}

#[tokio::test]
async fn a_setting_that_cannot_be_read_is_kept_as_it_is() {
    let (_folder, wallet, account) = synced_wallet().await;
    let notes: [Note; 1] = endless_notes(&wallet, account).await;
    let (scope, key) = (SettingScope::User, SETTING.to_owned());
    let damaged = b"[{\"note\":".to_vec();
    wallet.store.set_setting(scope, key.clone(), damaged.clone()).await.expect("it is written");

    let page = transport_of(&wallet, &notes).fetch_notes_page(&tags_of(&notes), None, None).await;
    assert!(page.is_err());
    let mut client = wallet.client().await.expect("the client");
    assert!(wallet.import_held_notes(&mut client).await.is_empty());
    let kept = wallet.store.get_setting(scope, key).await.expect("it is read");
    assert_eq!(kept, Some(damaged));
}

#[tokio::test]
async fn a_page_whose_notes_cannot_be_kept_fails_with_a_warning() {
    let (_folder, wallet, account) = synced_wallet().await;
    let notes: [Note; 1] = endless_notes(&wallet, account).await;
    let transport = transport_of(&wallet, &notes);
    let warnings = Warnings::default();
    let subscriber = tracing_subscriber::registry().with(warnings.clone());
    let _logs = tracing::subscriber::set_default(subscriber);

    let store = failing_store(&wallet, "INSERT ON settings", "database or disk is full");
    assert!(transport.fetch_notes_page(&tags_of(&notes), None, None).await.is_err());
    assert_eq!(warnings.0.load(Ordering::Relaxed), 1);
    repair(&store);

    assert!(transport.fetch_notes_page(&tags_of(&notes), None, None).await.is_ok());
    assert_eq!(held_notes(&wallet).await, ids(&notes));
    assert_eq!(warnings.0.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn a_held_note_that_the_guard_refuses_is_dropped_alone() {
    // As an earlier version held it, which had no guard.
    static REFUSED: OnceLock<Vec<u8>> = OnceLock::new();
    let (_folder, wallet, account) = synced_wallet().await;
    let notes: [Note; 3] = endless_notes(&wallet, account).await;
    hold(&wallet, &notes).await;
    let held = read(wallet.store.as_ref()).await.expect("the held notes");
    REFUSED.get_or_init(|| STANDARD.decode(&held[1].file).expect("a file"));

    let mut client = wallet.client().await.expect("the client");
    let mut imported = Vec::new();
    let guard: Guard = |bytes, _| {
        let exceeds = REFUSED.get().is_some_and(|refused| refused == bytes);
        if exceeds { Err("it exceeds the limit".into()) } else { Ok(0) }
    };
    import_all(wallet.store.as_ref(), &mut client, guard, &mut imported).await.expect("it ends");
    assert_eq!(imported, [notes[0].id(), notes[2].id()]);
    assert!(held_notes(&wallet).await.is_empty());
}

#[test]
fn of_too_many_held_notes_the_oldest_are_dropped() {
    let note = |name: &str| HeldNote { note: name.to_owned(), file: "f".repeat(10) };
    let mut held = vec![note("a"), note("b"), note("c")];
    drop_oldest(&mut held, 30);
    assert_eq!(held.len(), 3);
    drop_oldest(&mut held, 25);
    assert_eq!(held, [note("b"), note("c")]);
    drop_oldest(&mut held, 0);
    assert!(held.is_empty());
}

#[test]
fn held_notes_are_imported_within_the_memory_of_their_code_and_at_least_one() {
    let held: Vec<HeldNote> = (0..120)
        .map(|number: u32| {
            let note = NoteId::from_raw(Word::from([number, 0, 0, 0]));
            let file = STANDARD.encode(NoteFile::NoteId(note).to_bytes());
            HeldNote { note: note.to_hex(), file }
        })
        .collect();
    let count = |guard| next_files(&mut held.clone(), guard).len();
    assert_eq!(count(|_, _| Ok(0)), NOTES_AT_A_TIME);
    assert_eq!(count(|_, _| Ok(MEMORY_AT_A_TIME / 3)), 3);
    assert_eq!(count(|_, _| Ok(MEMORY_AT_A_TIME / 3 + 1)), 3);
    assert_eq!(count(|_, _| Ok(MEMORY_AT_A_TIME)), 1);
}

#[test]
fn held_notes_that_cannot_be_read_are_taken_out_among_the_others() {
    let note = NoteId::from_raw(Word::from([1_u32, 0, 0, 0]));
    let readable =
        HeldNote { note: note.to_hex(), file: STANDARD.encode(NoteFile::NoteId(note).to_bytes()) };
    let unreadable = |file: &str| HeldNote { note: note.to_hex(), file: file.to_owned() };
    let mut held =
        vec![unreadable("no base64"), readable.clone(), unreadable("bm90ZQ=="), readable.clone()];
    let files = next_files(&mut held, |_, _| Ok(0));
    assert_eq!(files, [NoteFile::NoteId(note), NoteFile::NoteId(note)]);
    assert_eq!(held, [readable.clone(), readable]);

    let mut refused = held.clone();
    assert!(next_files(&mut refused, |_, _| Err("refused".into())).is_empty());
    assert!(refused.is_empty());
}
