//! A whole wallet in one file, and back.

use std::path::{Path, PathBuf};

use miden_swift_wallet::{
    AccountId, AccountSummary, BackupFile, Event, HistoryEntry, InputNote, KeySource, KeySummary,
    Network, NewWallet, NoteEntry, NoteQuery, NoteTransport, NoteType, SignatureScheme, Token,
    TransactionQuery, UndeliveredNote, Visibility, Wallet, WalletConfiguration, WalletError,
};

use crate::support::signer::{Desk, public_key};
use crate::support::{self, World};

const PASSPHRASE: &str = "correct horse battery staple";

/// All that a wallet shows of itself.
#[derive(Debug, PartialEq)]
struct Shown {
    accounts: Vec<AccountSummary>,
    default: Option<AccountId>,
    balances: Vec<String>,
    notes: Vec<InputNote>,
    undelivered: Vec<UndeliveredNote>,
    keys: Vec<KeySummary>,
    history: Vec<HistoryEntry>,
    all_notes: Vec<NoteEntry>,
    events: Vec<Event>,
    newest_event: String,
    height: u32,
    genesis: Option<String>,
}

async fn shown(wallet: &Wallet) -> Shown {
    let accounts = wallet.accounts().await.expect("accounts");
    let mut balances = Vec::new();
    for account in &accounts {
        balances.push(format!("{:?}", wallet.balance(account.account).await.expect("a balance")));
    }
    let mut notes = wallet.input_notes(None).await.expect("notes");
    notes.sort_by_key(|note| note.note.to_hex());
    let mut undelivered = wallet.undelivered_notes().await.expect("notes");
    undelivered.sort_by_key(|note| note.note.to_hex());
    let page = wallet.transactions(TransactionQuery::default(), None, 100).await.expect("a page");
    let all_notes = wallet.notes(NoteQuery::default(), None, 100).await.expect("a page").entries;
    let events = wallet.events(None, 100).await.expect("events");
    let info = wallet.info().await.expect("what it says of itself");
    Shown {
        accounts,
        default: info.default_account,
        balances,
        notes,
        undelivered,
        keys: wallet.keys().await.expect("keys"),
        history: page.entries,
        all_notes,
        events: events.events,
        newest_event: events.newest,
        height: info.sync_height,
        genesis: info.genesis_commitment.map(|word| word.to_hex()),
    }
}

fn file(path: &Path, passphrase: &str) -> BackupFile {
    BackupFile { path: path.to_owned(), passphrase: passphrase.to_owned().into() }
}

async fn backed_up(wallet: &Wallet, world: &World) -> PathBuf {
    let path = world.folder.path().join("wallet.backup");
    wallet.back_up(&path, PASSPHRASE.to_owned().into()).await.expect("a backup");
    path
}

/// Everything below a folder but the locks, which are there from the first attempt on, and what SQLite
/// has beside a store for as long as it pleases.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.expect("an entry").path();
        let name = path.display().to_string();
        if path.is_dir() {
            found.extend(files(&path));
        } else if !["lock", "-wal", "-shm"].iter().any(|end| name.ends_with(end)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[tokio::test]
async fn a_restored_wallet_equals_the_one_it_came_from() {
    let world = World::new();
    let bob = world.wallet("bob").await;
    let to = support::new_account(&bob).await;
    bob.sync().await.expect("a sync");
    let configuration =
        WalletConfiguration { note_transport: NoteTransport::None, ..world.configuration("alice") };
    let alice = Wallet::open(configuration).await.expect("it opens");
    let rich = support::funded(&alice, 1_000, 7).await;
    let new = NewWallet {
        visibility: Visibility::Private,
        scheme: SignatureScheme::Falcon512Poseidon2,
        ..NewWallet::default()
    };
    let hidden = alice.create_wallet(new).await.expect("an account");
    let note = support::paid(&alice, hidden, Token::Miden, 50).await;
    alice.consume(hidden, &[note], None, |_| {}).await.expect("it is consumed");
    alice.rename_account(rich, Some("Savings")).await.expect("a name");
    alice.rename_account(hidden, Some("Zoë's")).await.expect("a name");
    alice.set_default_account(hidden).await.expect("the default");
    // One note waits to be consumed, and one to be delivered.
    let waiting = support::paid(&alice, hidden, Token::Tok, 3).await;
    let faucet = support::faucet(&alice, rich, "MIDEN").await;
    let private = support::pay(&alice, rich, to, faucet, 20, NoteType::Private).await;
    alice.sync().await.expect("a sync");

    let before = shown(&alice).await;
    let path = world.folder.path().join("wallet.backup");
    let made = alice.back_up(&path, PASSPHRASE.to_owned().into()).await.expect("a backup");
    assert_eq!((made.account_count, made.key_count), (2, 2));
    assert_eq!((made.transaction_count, made.sync_height), (before.history.len(), before.height));
    assert_eq!(made.bytes, std::fs::metadata(&path).expect("the file").len());
    assert_eq!(shown(&alice).await, before, "a backup changes nothing");
    assert_eq!(before.undelivered.len(), 1);
    drop(alice);

    let target = WalletConfiguration {
        keys: KeySource::Passphrase("another one".to_owned().into()),
        ..world.configuration("restored")
    };
    let restored = Wallet::restore_backup(target, file(&path, PASSPHRASE)).await.expect("a wallet");
    assert_eq!(shown(&restored).await, before);

    // Its keys sign, of a private account too, and what was on its way arrives.
    restored.sync().await.expect("a sync");
    assert_eq!(restored.undelivered_notes().await.expect("notes"), []);
    restored.consume(hidden, &[waiting], None, |_| {}).await.expect("it is consumed");
    support::pay(&restored, rich, to, faucet, 5, NoteType::Public).await;
    restored.sync().await.expect("a sync");
    assert_eq!(support::held(&restored, hidden, "TOK").await, 3);
    bob.sync().await.expect("a sync");
    bob.consume(to, &[private], None, |_| {}).await.expect("it has arrived");
    assert_eq!(support::held(&bob, to, "MIDEN").await, 20);
    let accounts = restored.accounts().await.expect("accounts");
    assert!(accounts.iter().all(|account| !account.is_locked));
}

/// The events after a cursor, or the reason why there are none.
async fn after(wallet: &Wallet, cursor: &str) -> Result<Vec<Event>, String> {
    let page = wallet.events(Some(cursor), 100).await;
    page.map(|page| page.events).map_err(|error| format!("{}: {error}", error.kind()))
}

#[tokio::test]
async fn events_and_pages_go_on_after_a_restoring_and_cursors_of_what_came_after_are_told_apart() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    let account = support::funded(&alice, 1_000, 0).await;
    // Several in a second: their order is the index's alone.
    let faucet = support::faucet(&alice, account, "MIDEN").await;
    for amount in 1..=3 {
        support::pay(&alice, account, faucet, faucet, amount, NoteType::Public).await;
    }
    alice.sync().await.expect("a sync");
    let first = alice.transactions(TransactionQuery::default(), None, 1).await.expect("a page");
    let first_notes = alice.notes(NoteQuery::default(), None, 1).await.expect("a page");
    let (page_cursor, note_cursor) = (first.next.expect("more"), first_notes.next.expect("more"));
    let early = alice.events(None, 2).await.expect("events").events[1].cursor.clone();
    let rest = after(&alice, &early).await.expect("events");
    let at_backup = rest.last().expect("an event").cursor.clone();
    let mut before = shown(&alice).await;
    let mut path = backed_up(&alice, &world).await;

    // The wallet of the backup goes on by itself.
    let note = support::paid(&alice, account, Token::Miden, 5).await;
    let alices = after(&alice, &at_backup).await.expect("events");
    assert!(!alices.is_empty());
    let too_late = alices.last().expect("an event").cursor.clone();

    for name in ["restored", "restored-again"] {
        let restored = Wallet::restore_backup(world.configuration(name), file(&path, PASSPHRASE));
        let restored = restored.await.expect("a wallet");
        assert_eq!(shown(&restored).await, before);
        let query = TransactionQuery::default;
        let page = restored.transactions(query(), Some(&page_cursor), 100).await.expect("a page");
        assert_eq!(page.entries, before.history[1..]);
        restored.notes(NoteQuery::default(), Some(&note_cursor), 1).await.expect("a page");
        let known: Vec<_> = before.events.iter().skip(2).cloned().collect();
        assert_eq!(after(&restored, &early).await.expect("events"), known);
        let refused = after(&restored, &too_late).await.expect_err("it is of the other wallet");
        assert!(refused.starts_with("invalid_cursor"), "{refused}");
        assert!(refused.contains("after the backup"), "{refused}");

        // Its own events are others than those of the wallet the backup is of.
        support::paid(&restored, account, Token::Miden, 1).await;
        let new = after(&restored, &before.newest_event).await.expect("events");
        assert!(!new.is_empty());
        assert!(after(&restored, &at_backup).await.expect("events").ends_with(&new));
        let cursor = &new.last().expect("an event").cursor;
        assert_eq!(after(&restored, cursor).await, Ok(Vec::new()));
        assert!(after(&alice, cursor).await.is_err(), "they are not alice's");
        assert!(
            restored
                .notes(NoteQuery::default(), None, 100)
                .await
                .expect("a page")
                .entries
                .iter()
                .any(|entry| entry.note == note),
            "what came after the backup is found"
        );
        path = world.folder.path().join(format!("{name}.backup"));
        restored.back_up(&path, PASSPHRASE.to_owned().into()).await.expect("a backup");
        before = shown(&restored).await;
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_backup_is_for_its_owner_alone_and_leaves_nothing_beside_it() {
    use std::os::unix::fs::PermissionsExt;
    let world = World::new();
    let alice = world.wallet("alice").await;
    support::new_account(&alice).await;
    // Whose file is there from its first use on.
    alice.events(None, 1).await.expect("the history");
    let before = files(world.folder.path()).len();
    let path = world.folder.path().join("wallet.backup");
    std::fs::write(&path, "an older one").expect("a file");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).expect("its mode");
    backed_up(&alice, &world).await;
    let mode = std::fs::metadata(&path).expect("the file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(files(world.folder.path()).len(), before + 1);

    let nowhere = world.folder.path().join("nowhere/wallet.backup");
    let refused = alice.back_up(&nowhere, PASSPHRASE.to_owned().into()).await;
    assert_eq!(refused.expect_err("there is no folder").kind(), "backup_file_unusable");
    let empty = alice.back_up(&path, String::new().into()).await.expect_err("no passphrase");
    assert_eq!(empty.kind(), "file_passphrase_empty");
    assert_eq!(files(world.folder.path()).len(), before + 1);
}

#[tokio::test]
async fn what_cannot_be_restored_says_why_and_changes_nothing() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    support::funded(&alice, 10, 0).await;
    let path = backed_up(&alice, &world).await;
    let whole = std::fs::read(&path).expect("the backup");
    let target = world.configuration("target");
    let folder = world.folder.path().join("target");

    let other = world.folder.path().join("other.backup");
    let line_end = whole.iter().position(|byte| *byte == b'\n').expect("a line");
    let line = String::from_utf8(whole[..line_end].to_vec()).expect("a text");
    let newer = line.replace("\"version\":2", "\"version\":3");
    assert_ne!(line, newer);
    let newer = [newer.as_bytes(), &whole[line_end..]].concat();
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 4;
    for (content, passphrase, kind) in [
        (&whole, "wrong horse", "wrong_file_passphrase"),
        (&whole, "", "wrong_file_passphrase"),
        (&newer, PASSPHRASE, "sealed_file_of_another_version"),
        (&damaged, PASSPHRASE, "sealed_file_damaged"),
        (&whole[..whole.len() - 1].to_vec(), PASSPHRASE, "sealed_file_damaged"),
        (&b"no backup at all".to_vec(), PASSPHRASE, "invalid_sealed_file"),
        (&Vec::new(), PASSPHRASE, "invalid_sealed_file"),
    ] {
        std::fs::write(&other, content).expect("a file");
        let result = Wallet::restore_backup(target.clone(), file(&other, passphrase)).await;
        let error = result.map(drop).expect_err(kind);
        assert_eq!(error.kind(), kind, "{error}");
        assert_eq!(files(&folder), Vec::<PathBuf>::new(), "{kind}");
    }
    let missing = Wallet::restore_backup(target.clone(), file(&folder, PASSPHRASE)).await;
    assert_eq!(missing.map(drop).expect_err("it is a folder").kind(), "backup_file_unusable");

    // Another network: by its name, and of the same name another chain.
    let devnet = WalletConfiguration { network: Network::Devnet, ..target.clone() };
    let another = World::new();
    for configuration in [devnet, another.configuration("target")] {
        let store = configuration.store_path.clone();
        let result = Wallet::restore_backup(configuration, file(&path, PASSPHRASE)).await;
        let error = result.map(drop).expect_err("another network");
        assert_eq!(error.kind(), "backup_of_another_network", "{error}");
        assert_eq!(files(store.parent().expect("its folder")), Vec::<PathBuf>::new());
    }

    // The keystore there is under another passphrase.
    let keys = |text: &str| KeySource::Passphrase(text.to_owned().into());
    let keystore = WalletConfiguration { keys: keys("mine"), ..target.clone() };
    drop(Wallet::open(keystore.clone()).await.expect("an empty wallet"));
    let before = files(&folder);
    let wrong = WalletConfiguration { keys: keys("not mine"), ..keystore.clone() };
    let result = Wallet::restore_backup(wrong, file(&path, PASSPHRASE)).await;
    assert_eq!(result.map(drop).expect_err("another passphrase").kind(), "wrong_passphrase");
    assert_eq!(files(&folder), before);

    // And after all that it works, also where there is an empty wallet.
    let restored = Wallet::restore_backup(keystore, file(&path, PASSPHRASE)).await;
    assert_eq!(shown(&restored.expect("a wallet")).await, shown(&alice).await);
}

#[tokio::test]
async fn a_wallet_with_something_to_lose_is_left_as_it_is() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    support::new_account(&alice).await;
    let path = backed_up(&alice, &world).await;
    let bob = world.wallet("bob").await;
    let account = support::new_account(&bob).await;
    let open = Wallet::restore_backup(world.configuration("bob"), file(&path, PASSPHRASE)).await;
    assert_eq!(open.map(drop).expect_err("it is open").kind(), "store_in_use");
    let before = shown(&bob).await;
    drop(bob);
    let refused = Wallet::restore_backup(world.configuration("bob"), file(&path, PASSPHRASE)).await;
    let error = refused.map(drop).expect_err("it is not empty");
    assert_eq!(error.kind(), "wallet_not_empty");
    assert!(error.to_string().contains("it has accounts"), "{error}");
    let bob = world.wallet("bob").await;
    assert_eq!(shown(&bob).await, before);
    bob.sign_message(account, b"hello").await.expect("its key is there");
}

#[tokio::test]
async fn keys_of_a_signer_stay_with_the_signer() {
    let world = World::new();
    let seed = [7; 32];
    let scheme = SignatureScheme::EcdsaK256Keccak;
    let (_desk, keys) = Desk::new();
    let alice = world.wallet_with("alice", keys).await;
    let public_key = Some(public_key(seed, scheme).await);
    let new = NewWallet { public_key, scheme, ..NewWallet::default() };
    let account = alice.create_wallet(new).await.expect("an account");
    let path = backed_up(&alice, &world).await;

    let unsupported = |result: miden_swift_wallet::Result<Wallet>| {
        let error = result.map(drop).expect_err("the keys do not fit");
        assert!(matches!(error, WalletError::Unsupported { .. }), "{error}");
        assert_eq!(files(&world.folder.path().join("target")), Vec::<PathBuf>::new());
    };
    let target = world.configuration("target");
    unsupported(Wallet::restore_backup(target.clone(), file(&path, PASSPHRASE)).await);

    let (mut desk, keys) = Desk::new();
    let with_signer = WalletConfiguration { keys, ..target };
    let restored = Wallet::restore_backup(with_signer.clone(), file(&path, PASSPHRASE)).await;
    let restored = restored.expect("a wallet");
    let (signed, question) = tokio::join!(restored.sign_message(account, b"hello"), async {
        desk.asked().await.sign(seed).await
    });
    signed.expect("a signature");
    assert_eq!(question.account, account);

    let bob = world.wallet("bob").await;
    support::new_account(&bob).await;
    let path = backed_up(&bob, &world).await;
    let (_desk, keys) = Desk::new();
    let with_signer = WalletConfiguration { keys, ..world.configuration("another") };
    let refused = Wallet::restore_backup(with_signer, file(&path, PASSPHRASE)).await;
    let error = refused.map(drop).expect_err("secret keys");
    assert!(matches!(error, WalletError::Unsupported { .. }), "{error}");
}
