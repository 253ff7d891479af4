//! Accounts and notes that go from one wallet to another as files.

use miden_client::note::Note;
use miden_client::{Deserializable, Serializable};
use miden_swift_wallet::{
    AccountId, Draft, ErrorCode, NewWallet, NoteError, NoteFileContent, NoteFileDescription,
    NoteId, NoteType, Payment, Token, Visibility, Wallet, WalletError, parse_note_id,
};

use crate::refusals::refused;
use crate::support::{self, World};

/// A wallet whose account holds an amount.
async fn rich(world: &World, name: &str, visibility: Visibility) -> (Wallet, AccountId, AccountId) {
    let wallet = world.wallet(name).await;
    let new = NewWallet { visibility, ..NewWallet::default() };
    let account = wallet.create_wallet(new).await.expect("an account");
    let note = support::paid(&wallet, account, Token::Miden, 1_000).await;
    wallet.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
    wallet.sync().await.expect("a sync");
    let faucet = wallet.balance(account).await.expect("a balance").fungible[0].faucet;
    (wallet, account, faucet)
}

async fn send(
    wallet: &Wallet,
    from: AccountId,
    to: AccountId,
    faucet: AccountId,
    note_type: NoteType,
) -> NoteId {
    support::pay(wallet, from, to, faucet, 100, note_type).await
}

async fn held(wallet: &Wallet, account: AccountId) -> u64 {
    let balance = wallet.balance(account).await.expect("a balance");
    balance.fungible.first().map_or(0, |asset| asset.amount)
}

#[tokio::test]
async fn the_file_of_a_consumed_note_does_not_claim_that_it_is_not_on_the_chain() {
    let world = World::new();
    let (alice, from, faucet) = rich(&world, "alice", Visibility::Public).await;
    let own = support::new_account(&alice).await;
    let note = send(&alice, from, own, faucet, NoteType::Public).await;
    alice.sync().await.expect("a sync");
    alice.consume(own, &[note], None, |_| {}).await.expect("it is consumed");
    alice.sync().await.expect("a sync");
    let error = alice.export_note(note, NoteFileContent::DetailsWithProof).await;
    assert_eq!(error.expect_err("there is no proof").kind(), "note_proof_not_kept");
    alice.export_note(note, NoteFileContent::Details).await.expect("a file");
}

/// Alice, with tokens that she can send, and Bob, with an account for them.
struct Parties {
    alice: Wallet,
    from: AccountId,
    faucet: AccountId,
    bob: Wallet,
    to: AccountId,
}

impl Parties {
    async fn new(world: &World) -> Self {
        let (alice, from, faucet) = rich(world, "alice", Visibility::Public).await;
        let bob = world.wallet("bob").await;
        let to = support::new_account(&bob).await;
        Self { alice, from, faucet, bob, to }
    }
}

#[tokio::test]
async fn a_private_note_reaches_its_receiver_as_a_file() {
    let world = World::new();
    let Parties { alice, from, faucet, bob, to } = Parties::new(&world).await;
    bob.sync().await.expect("a sync");

    // Before it is known to be in a block, the details.
    let first = send(&alice, from, to, faucet, NoteType::Private).await;
    let early = alice.export_note(first, NoteFileContent::DetailsWithProof).await;
    assert!(
        matches!(early, Err(WalletError::Note(NoteError::NotCommitted { note })) if note == first)
    );
    let file = alice.export_note(first, NoteFileContent::Details).await.expect("a file");
    assert_eq!(bob.import_note(&file).await.expect("it is taken in").note, None);
    bob.sync().await.expect("a sync");
    // The chain has told the id meanwhile.
    assert_eq!(bob.import_note(&file).await.expect("it is there").note, Some(first));
    bob.consume(to, &[first], None, |_| {}).await.expect("it is consumed");
    assert_eq!(held(&bob, to).await, 100);

    // After that, with the proof.
    let second = send(&alice, from, to, faucet, NoteType::Private).await;
    alice.sync().await.expect("a sync");
    let file = alice.export_note(second, NoteFileContent::DetailsWithProof).await.expect("a file");
    assert_eq!(bob.import_note(&file).await.expect("it is taken in").note, Some(second));
    // Twice is once.
    bob.import_note(&file).await.expect("it is there");
    bob.sync().await.expect("a sync");
    bob.consume(to, &[second], None, |_| {}).await.expect("it is consumed");
    assert_eq!(held(&bob, to).await, 200);
}

#[tokio::test]
async fn a_note_that_came_in_can_be_handed_on() {
    let world = World::new();
    let Parties { alice, from, faucet, bob, to } = Parties::new(&world).await;
    let note = send(&alice, from, to, faucet, NoteType::Public).await;
    bob.sync().await.expect("a sync");
    let other = world.wallet("other").await;
    other.sync().await.expect("a sync");
    for content in
        [NoteFileContent::Id, NoteFileContent::Details, NoteFileContent::DetailsWithProof]
    {
        let file = bob.export_note(note, content).await.expect("a file");
        other.import_note(&file).await.expect("it is taken in");
        other.sync().await.expect("a sync");
        let notes = other.input_notes(None).await.expect("notes");
        assert_eq!(notes.iter().map(|found| found.note).collect::<Vec<_>>(), [note], "{content:?}");
    }
}

#[tokio::test]
async fn the_bytes_of_a_note_are_those_of_the_note_alone() {
    let world = World::new();
    let Parties { alice, from, faucet, bob, to } = Parties::new(&world).await;
    let note = send(&alice, from, to, faucet, NoteType::Public).await;
    bob.sync().await.expect("a sync");
    alice.sync().await.expect("a sync");
    let bytes = alice.export_note(note, NoteFileContent::Note).await.expect("bytes");
    assert_eq!(bob.export_note(note, NoteFileContent::Note).await.expect("bytes"), bytes);
    let read = Note::read_from_bytes(&bytes).expect("a note");
    assert_eq!((read.id(), read.to_bytes()), (note, bytes.clone()));
    assert!(NoteFileDescription::of(&bytes).is_err(), "it is no note file");
}

#[tokio::test]
async fn importing_a_consumed_note_by_its_id_reports_that_it_is_consumed() {
    let world = World::new();
    let Parties { alice, from, faucet, bob, to } = Parties::new(&world).await;
    let note = send(&alice, from, to, faucet, NoteType::Public).await;
    bob.sync().await.expect("a sync");
    let file = bob.export_note(note, NoteFileContent::Id).await.expect("a file");
    let other = world.wallet("other").await;
    other.sync().await.expect("a sync");
    assert!(!other.import_note(&file).await.expect("it is imported").is_consumed);

    bob.consume(to, &[note], None, |_| {}).await.expect("it is consumed");
    bob.sync().await.expect("a sync");
    let late = world.wallet("late").await;
    late.sync().await.expect("a sync");
    let imported = late.import_note(&file).await.expect("it is imported");
    assert!(imported.is_consumed && imported.note == Some(note), "{imported:?}");
}

#[tokio::test]
async fn a_note_file_is_described_without_taking_it_in() {
    let world = World::new();
    let Parties { alice, from, faucet, bob, to } = Parties::new(&world).await;
    let note = send(&alice, from, to, faucet, NoteType::Private).await;
    alice.sync().await.expect("a sync");
    let described = async |content| {
        let file = alice.export_note(note, content).await.expect("a file");
        NoteFileDescription::of(&file).expect("a note file")
    };
    let amounts = |description: &NoteFileDescription| {
        let assets = description.assets.as_ref();
        assets.map(|assets| (assets.fungible[0].faucet, assets.fungible[0].amount))
    };
    let id = described(NoteFileContent::Id).await;
    assert_eq!((id.note, id.sender, id.note_type, amounts(&id)), (Some(note), None, None, None));
    assert_eq!(id.is_payment, None);
    let details = described(NoteFileContent::Details).await;
    assert_eq!((details.note, details.sender, details.note_type), (None, None, None));
    assert_eq!((amounts(&details), details.is_payment), (Some((faucet, 100)), Some(true)));
    let all = described(NoteFileContent::DetailsWithProof).await;
    assert_eq!(
        (all.note, all.sender, all.note_type),
        (Some(note), Some(from), Some(NoteType::Private))
    );
    assert_eq!((amounts(&all), all.is_payment), (Some((faucet, 100)), Some(true)));
    let garbage = NoteFileDescription::of(b"no note");
    assert!(matches!(garbage, Err(WalletError::InvalidNoteFile { .. })), "{garbage:?}");
    assert!(bob.input_notes(None).await.expect("notes").is_empty());
}

#[tokio::test]
async fn what_is_no_note_or_not_there_is_an_error() {
    let world = World::new();
    let Parties { alice, from, faucet, bob, to } = Parties::new(&world).await;
    bob.sync().await.expect("a sync");
    let garbage = bob.import_note(b"no note").await;
    assert!(matches!(garbage, Err(WalletError::InvalidNoteFile { .. })), "{garbage:?}");

    let unknown = parse_note_id(&format!("0x{:064x}", 7)).expect("a note id");
    let missing = alice.export_note(unknown, NoteFileContent::Id).await;
    assert!(
        matches!(missing, Err(WalletError::Note(NoteError::Unknown { note })) if note == unknown)
    );

    // Of a private note the network has no more than the id.
    let private = send(&alice, from, to, faucet, NoteType::Private).await;
    let file = alice.export_note(private, NoteFileContent::Id).await.expect("a file");
    let incomplete = bob.import_note(&file).await;
    assert!(
        matches!(incomplete, Err(WalletError::Note(NoteError::NotOnChain { note, .. })) if note == private),
        "{incomplete:?}"
    );
    assert!(bob.input_notes(None).await.expect("notes").is_empty());
}

#[tokio::test]
async fn an_account_goes_on_in_another_wallet() {
    for visibility in [Visibility::Public, Visibility::Private] {
        let world = World::new();
        let (alice, account, _) = rich(&world, "alice", visibility).await;
        let file = alice.export_account(account).await.expect("a file");
        drop(alice);
        let bob = world.wallet("bob").await;
        assert_eq!(bob.import_account(&file).await.expect("it is taken in"), account);
        assert_eq!(held(&bob, account).await, 1_000);
        // With its key.
        let note = support::paid(&bob, account, Token::Miden, 5).await;
        bob.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
        assert_eq!(held(&bob, account).await, 1_005);
        let again = bob.import_account(&file).await;
        assert!(matches!(again, Err(WalletError::AccountAlreadyTracked { .. })), "{again:?}");
    }
}

#[tokio::test]
async fn the_newest_file_unlocks_an_account_that_went_on_elsewhere() {
    let world = World::new();
    let (alice, account, _) = rich(&world, "alice", Visibility::Private).await;
    let old = alice.export_account(account).await.expect("a file");
    let bob = world.wallet("bob").await;
    bob.import_account(&old).await.expect("it is taken in");

    let note = support::paid(&alice, account, Token::Miden, 5).await;
    alice.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
    alice.sync().await.expect("a sync");
    bob.sync().await.expect("a sync");
    assert!(bob.accounts().await.expect("accounts")[0].is_locked);
    // What it can be told of is told with that; nothing is made of it.
    let balance = bob.balance(account).await.expect("a balance");
    assert!(balance.is_locked && balance.fungible[0].amount == 1_000, "{balance:?}");
    let faucet = balance.fungible[0].faucet;
    let sentence = format!(
        "Account {account} is locked: another copy of it has made transactions, and the network has a newer \
         state of it than this wallet. Nothing can be sent or consumed with the older one, and what it holds \
         may be something else by now. Import its newest account file (.mac), from where that copy is."
    );
    let waiting = support::paid(&bob, account, Token::Miden, 1).await;
    // Also what the older state would not allow: that is not what is wrong.
    let drafts = [
        Draft::Send(vec![Payment::new(faucet, faucet, 1)]),
        Draft::Send(vec![Payment::new(faucet, faucet, 1_000_000)]),
        Draft::Consume(vec![waiting]),
        Draft::Burn { faucet, amount: 1 },
    ];
    for draft in &drafts {
        let error = bob.preview(account, draft).await.expect_err("it is locked");
        assert_eq!(error.to_string(), sentence);
        let sending = bob.transact(account, draft, None, |_| panic!("it is submitted"));
        refused(&bob, account, ErrorCode::AccountOperation, &sentence, sending).await;
    }
    let consuming = bob.consume_all(account, &[], None, |_| panic!("it is submitted"));
    refused(&bob, account, ErrorCode::AccountOperation, &sentence, consuming).await;

    let too_old = bob.import_account(&old).await;
    assert!(matches!(too_old, Err(WalletError::AccountLocked { .. })), "{too_old:?}");
    assert!(bob.accounts().await.expect("accounts")[0].is_locked);

    let new = alice.export_account(account).await.expect("a file");
    assert_eq!(bob.import_account(&new).await.expect("it is unlocked"), account);
    assert!(!bob.accounts().await.expect("accounts")[0].is_locked);
    assert_eq!(held(&bob, account).await, 1_005);
    assert!(!bob.balance(account).await.expect("a balance").is_locked);
    bob.consume(account, &[waiting], None, |_| {}).await.expect("it is consumed");
}

#[tokio::test]
async fn a_private_account_that_went_on_elsewhere_is_told_before_the_wallet_has_heard_of_it() {
    let world = World::new();
    let (alice, account, faucet) = rich(&world, "alice", Visibility::Private).await;
    let old = alice.export_account(account).await.expect("a file");
    let bob = world.wallet("bob").await;
    bob.import_account(&old).await.expect("it is taken in");
    bob.sync().await.expect("a sync");
    let payments = |amount| vec![Payment::new(faucet, faucet, amount)];
    alice.send(account, payments(1), None, |_| {}).await.expect("it is sent");
    alice.sync().await.expect("a sync");

    assert!(!bob.accounts().await.expect("accounts")[0].is_locked, "it has not synced");
    let error = bob.send(account, payments(2), None, |_| {}).await.expect_err("it is old");
    assert!(matches!(error, WalletError::AccountLocked { .. }), "{error:?}");
    // As the next sync says.
    bob.sync().await.expect("a sync");
    assert!(bob.accounts().await.expect("accounts")[0].is_locked);
    assert_eq!(held(&alice, account).await, 999);
}

#[tokio::test]
async fn an_account_that_is_not_there_has_no_file() {
    let world = World::new();
    let (_, account, _) = rich(&world, "alice", Visibility::Public).await;
    let bob = world.wallet("bob").await;
    let missing = bob.export_account(account).await;
    assert!(matches!(missing, Err(WalletError::UnknownAccount { .. })));
}
