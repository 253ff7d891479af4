//! What restored accounts did before, in another wallet.

use miden_swift_wallet::{
    AccountId, AccountPath, BackupFile, Derivation, Event, Happening, HistoryEntry, Mnemonic,
    MnemonicAccount, NewWallet, NoteFileContent, NoteId, NoteQuery, NoteType, Restoration,
    RestoreOutcome, Seed, SignatureScheme, TakenFromChain, Token, TransactionKind,
    TransactionQuery, TransactionState, Visibility, Wallet,
};

use crate::support::{self, World};

const PHRASE: &str = "legal winner thank year wave sausage worth useful legal winner thank yellow";

fn mnemonic() -> Mnemonic {
    Mnemonic::parse(PHRASE).expect("a mnemonic")
}

fn new_wallet(visibility: Visibility, index: u32) -> NewWallet {
    let account = MnemonicAccount { mnemonic: mnemonic(), index, derivation: Derivation::V1 };
    NewWallet { seed: Some(Seed::Mnemonic(account)), visibility, ..NewWallet::default() }
}

async fn restored(wallet: &Wallet) -> Vec<(AccountPath, RestoreOutcome)> {
    let restoration = Restoration {
        mnemonic: mnemonic(),
        gap_limit: 2,
        schemes: vec![SignatureScheme::EcdsaK256Keccak],
        derivations: vec![Derivation::V1],
    };
    let found = wallet.restore(restoration).await.expect("the network answers");
    found.into_iter().map(|found| (found.path, found.outcome)).collect()
}

async fn history(wallet: &Wallet) -> Vec<HistoryEntry> {
    let page = wallet.transactions(TransactionQuery::default(), None, 100).await.expect("a page");
    assert_eq!(page.next, None);
    page.entries
}

async fn events(wallet: &Wallet) -> Vec<Event> {
    wallet.events(None, 100).await.expect("events").events
}

async fn consumed(wallet: &Wallet, account: AccountId, note: NoteId) {
    wallet.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
    wallet.sync().await.expect("a sync");
}

/// Of how many notes of each transaction it is not known what they carried: those it consumed, and those it made.
fn unknowns(entries: &[HistoryEntry]) -> Vec<Option<(u32, u32)>> {
    let numbers =
        |taken: TakenFromChain| (taken.unknown_consumed_notes, taken.unknown_created_notes);
    entries.iter().map(|entry| entry.from_chain.map(numbers)).collect()
}

fn moved(entry: &HistoryEntry) -> (Vec<u64>, Vec<u64>) {
    let amounts = |assets: &miden_swift_wallet::Assets| {
        assets.fungible.iter().map(|asset| asset.amount).collect()
    };
    (amounts(&entry.assets_in), amounts(&entry.assets_out))
}

/// What both the wallet that made a transaction and the chain know of it.
fn shared(entry: &HistoryEntry) -> impl PartialEq + std::fmt::Debug + use<> {
    let entry = entry.clone();
    (
        (entry.transaction, entry.account, entry.kind, entry.state, entry.committed_at),
        (entry.created_notes, entry.fee),
    )
}

/// What an account did: it took in a public note, sent a public and a private one, and took in a private one.
struct Past {
    account: AccountId,
    friend: AccountId,
    private_out: NoteId,
    private_in: NoteId,
}

async fn lived(wallet: &Wallet, visibility: Visibility) -> Past {
    let friend = support::new_account(wallet).await;
    let account = wallet.create_wallet(new_wallet(visibility, 0)).await.expect("an account");
    let note = support::paid(wallet, account, Token::Tok, 10).await;
    consumed(wallet, account, note).await;
    let faucet = support::faucet(wallet, account, "TOK").await;
    support::pay(wallet, account, friend, faucet, 4, NoteType::Public).await;
    wallet.sync().await.expect("a sync");
    let private_out = support::pay(wallet, account, friend, faucet, 3, NoteType::Private).await;
    wallet.sync().await.expect("a sync");
    let minted = wallet
        .mint(account, Token::Tok, 2, NoteType::Private, |_| {})
        .await
        .expect("the faucet mints");
    wallet.sync().await.expect("a sync");
    consumed(wallet, account, minted.note).await;
    Past { account, friend, private_out, private_in: minted.note }
}

#[tokio::test]
async fn what_another_copy_of_an_account_does_comes_into_the_history() {
    let world = World::new();
    let (alice, bob) = (world.wallet("alice").await, world.wallet("bob").await);
    let new = || new_wallet(Visibility::Public, 0);
    let account = alice.create_wallet(new()).await.expect("an account");
    let first = support::paid(&alice, account, Token::Tok, 10).await;
    consumed(&alice, account, first).await;
    assert_eq!(restored(&bob).await.len(), 1);
    bob.sync().await.expect("a sync");
    assert_eq!(history(&bob).await.len(), 1);

    let second = support::paid(&alice, account, Token::Tok, 5).await;
    consumed(&alice, account, second).await;
    bob.sync().await.expect("a sync");
    let entries = history(&bob).await;
    assert_eq!(entries.len(), 2);
    assert!(entries.iter().map(shared).eq(history(&alice).await.iter().map(shared)));
    assert_eq!(support::held(&bob, account, "TOK").await, 15);
    // Its own are as they were, and are not asked for.
    let third = support::paid(&bob, account, Token::Tok, 2).await;
    consumed(&bob, account, third).await;
    let entries = history(&bob).await;
    assert_eq!((entries.len(), entries[0].from_chain), (3, None));
}

#[tokio::test]
async fn a_copy_of_a_store_that_is_open_tells_what_was_learned_of_the_chain() {
    let world = World::new();
    let (alice, bob) = (world.wallet("alice").await, world.wallet("bob").await);
    let account = alice.create_wallet(new_wallet(Visibility::Public, 0)).await.expect("an account");
    let note = support::paid(&alice, account, Token::Tok, 10).await;
    consumed(&alice, account, note).await;
    assert_eq!(restored(&bob).await.len(), 1);
    bob.sync().await.expect("a sync");
    let copy = Wallet::open_read_only(world.configuration("bob")).await.expect("a copy");
    let entries = history(&copy).await;
    assert_eq!(entries.len(), 1);
    assert!(entries[0].from_chain.is_some());
    assert!(entries.iter().map(shared).eq(history(&alice).await.iter().map(shared)));
}

#[tokio::test]
async fn a_transaction_has_the_time_of_its_block_and_not_of_the_sync() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    let account = support::new_account(&alice).await;
    let note = support::paid(&alice, account, Token::Tok, 10).await;
    alice.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
    world.advance(5, &[]).await;
    alice.sync().await.expect("a sync");
    let entry = history(&alice).await.remove(0);
    let TransactionState::Committed { block_number } = entry.state else {
        panic!("{:?}", entry.state)
    };
    let height = alice.info().await.expect("what it is").sync_height;
    // Blocks of the embedded chain are ten seconds apart.
    let noted = alice.notes(NoteQuery::default(), None, 10).await.expect("notes").entries.remove(0);
    let in_block = noted.block_number.expect("its block");
    let expected = noted.recorded_at + 10 * u64::from(block_number - in_block);
    assert!(height > block_number);
    assert_eq!(entry.committed_at, Some(expected));
}

#[tokio::test]
async fn a_restored_account_has_its_history() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    let past = lived(&alice, Visibility::Public).await;
    let made = history(&alice).await;
    assert_eq!(made.len(), 4);

    // At once, before the first sync: all of it but what private notes carry.
    let bob = world.wallet("bob").await;
    assert_eq!(restored(&bob).await.len(), 1);
    let entries = history(&bob).await;
    let told = |entries: &[HistoryEntry]| entries.iter().map(shared).collect::<Vec<_>>();
    assert!(told(&entries) == told(&made), "{entries:?}\n{made:?}");
    let kinds: Vec<_> = entries.iter().map(|entry| entry.kind).collect();
    let (taking, paying) = (TransactionKind::Consume, TransactionKind::Send);
    assert_eq!(kinds, [taking, paying, paying, taking]);
    assert_eq!(unknowns(&entries), [Some((1, 0)), Some((0, 1)), Some((0, 0)), Some((0, 0))]);
    let [private_in, private_out, paid, taken] = entries.as_slice() else { panic!() };
    assert_eq!(moved(private_in), (vec![], vec![]));
    assert_eq!(moved(private_out), (vec![], vec![]));
    assert_eq!(moved(paid), (vec![], vec![4]));
    assert_eq!(moved(taken), (vec![10], vec![]));
    assert_eq!(paid.counterparties, [past.friend]);
    assert_eq!(taken.counterparties, made[3].counterparties);
    assert_eq!(taken.consumed_notes, made[3].consumed_notes);
    assert_eq!(private_out.created_notes, [past.private_out]);
    assert!(private_in.consumed_notes.is_empty());
    for entry in &entries {
        assert_eq!(Some(entry.created_at), entry.committed_at, "{entry:?}");
    }

    // Nobody is told years later that it has just happened.
    bob.sync().await.expect("a sync");
    let happened = events(&bob).await;
    let of_transactions = |event: &&Event| {
        matches!(
            event.happening,
            Happening::TransactionCommitted { .. } | Happening::TransactionDiscarded { .. }
        )
    };
    assert_eq!(happened.iter().filter(of_transactions).count(), 0, "{happened:?}");

    // The same once more changes nothing, here and where they were made.
    let entries = history(&bob).await;
    for (wallet, before) in [(&bob, &entries), (&alice, &made)] {
        let found = restored(wallet).await;
        assert_eq!(found[0].1, RestoreOutcome::AlreadyThere);
        wallet.sync().await.expect("a sync");
        assert_eq!(&history(wallet).await, before);
    }

    // What it does from now on is as always, and comes on top.
    let note = support::paid(&bob, past.account, Token::Tok, 1).await;
    consumed(&bob, past.account, note).await;
    let after = history(&bob).await;
    assert_eq!(after.len(), 5);
    assert_eq!((after[0].from_chain, after[0].consumed_notes.as_slice()), (None, &[note][..]));
    assert_eq!(after[1..], entries[..]);
}

#[tokio::test]
async fn what_private_notes_carried_is_known_once_the_wallet_has_them() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    let past = lived(&alice, Visibility::Public).await;
    let bob = world.wallet("bob").await;
    restored(&bob).await;
    bob.sync().await.expect("a sync");
    assert_eq!(unknowns(&history(&bob).await)[1], Some((0, 1)));
    for note in [past.private_out, past.private_in] {
        let file = alice.export_note(note, NoteFileContent::DetailsWithProof).await;
        let file = file.expect("a file");
        bob.import_note(&file).await.expect("it is taken in");
    }
    bob.sync().await.expect("a sync");
    let entries = history(&bob).await;
    assert_eq!(unknowns(&entries), [Some((0, 0)); 4]);
    assert_eq!(moved(&entries[0]), (vec![2], vec![]));
    assert_eq!(moved(&entries[1]), (vec![], vec![3]));
    assert_eq!(entries[0].consumed_notes, [past.private_in]);
    assert_eq!(entries[1].counterparties, [past.friend]);
}

#[tokio::test]
async fn a_private_accounts_history_comes_after_its_file() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    let past = lived(&alice, Visibility::Private).await;
    let made = history(&alice).await;
    let bob = world.wallet("bob").await;
    assert_eq!(restored(&bob).await[0].1, RestoreOutcome::NeedsAccountFile);
    assert_eq!(history(&bob).await, []);
    let file = alice.export_account(past.account).await.expect("a file");
    bob.import_account(&file).await.expect("it is taken in");
    bob.sync().await.expect("a sync");
    let entries = history(&bob).await;
    let told = |entries: &[HistoryEntry]| entries.iter().map(shared).collect::<Vec<_>>();
    assert!(told(&entries) == told(&made), "{entries:?}\n{made:?}");
    assert_eq!(unknowns(&entries), [Some((1, 0)), Some((0, 1)), Some((0, 0)), Some((0, 0))]);
}

#[tokio::test]
async fn two_accounts_come_in_the_order_of_their_blocks_and_with_their_fees() {
    let world = World::with(true, 500);
    let alice = world.wallet("alice").await;
    let first = alice.create_wallet(new_wallet(Visibility::Public, 0)).await.expect("an account");
    let second = alice.create_wallet(new_wallet(Visibility::Public, 1)).await.expect("an account");
    for account in [first, second, first] {
        let note = support::paid(&alice, account, Token::Miden, 1_000_000).await;
        consumed(&alice, account, note).await;
    }
    let made = history(&alice).await;
    let bob = world.wallet("bob").await;
    assert_eq!(restored(&bob).await.len(), 2);
    // Which brings the names of tokens, too.
    bob.sync().await.expect("a sync");
    let entries = history(&bob).await;
    let accounts: Vec<_> = entries.iter().map(|entry| entry.account).collect();
    assert_eq!(accounts, [first, second, first]);
    for (entry, made) in entries.iter().zip(&made) {
        assert!(entry.fee.is_some(), "{entry:?}");
        assert!(shared(entry) == shared(made), "{entry:?}\n{made:?}");
    }
    // Pages of one go through all of it, and a filter by time is by the time of the block.
    let mut paged = Vec::new();
    let mut cursor = None;
    loop {
        let query = TransactionQuery::default();
        let page = bob.transactions(query, cursor.as_deref(), 1).await.expect("a page");
        paged.extend(page.entries);
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(paged, entries);
    let query = TransactionQuery {
        created_before: Some(entries[1].created_at),
        ..TransactionQuery::default()
    };
    let page = bob.transactions(query, None, 10).await.expect("a page");
    assert_eq!(page.entries, entries[2..]);
}

#[tokio::test]
async fn a_backup_has_what_came_from_the_chain() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    lived(&alice, Visibility::Public).await;
    let bob = world.wallet("bob").await;
    restored(&bob).await;
    bob.sync().await.expect("a sync");
    let entries = history(&bob).await;
    assert_eq!(entries.len(), 4);
    let path = world.folder.path().join("wallet.backup");
    let passphrase = zeroize::Zeroizing::new("correct horse battery staple".to_owned());
    bob.back_up(&path, passphrase.clone()).await.expect("a backup");
    let backup = BackupFile { path, passphrase };
    let carol = Wallet::restore_backup(world.configuration("carol"), backup).await;
    let carol = carol.expect("it is restored");
    assert_eq!(history(&carol).await, entries);
    carol.sync().await.expect("a sync");
    assert_eq!(history(&carol).await, entries);
}
