//! A process that dies anywhere between execution and record loses nothing.
#![allow(clippy::large_futures, reason = "a test's thread has the room")]

use miden_client::account::AccountFile;

use super::*;
use crate::test_wallet::{open, open_on, paid, proven_consumption};
use crate::transactions::{DiscardReason, Token, TransactionState};
use crate::wallet::Wallet;
use crate::{AccountId, NewWallet, NoteId, Visibility};

/// A wallet with a note to consume, whose process can die.
struct World {
    folder: tempfile::TempDir,
    account: AccountId,
    note: NoteId,
}

impl World {
    async fn new(visibility: Visibility) -> (Self, Wallet) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let wallet = open(folder.path()).await;
        let new = NewWallet { visibility, ..NewWallet::default() };
        let account = wallet.create_wallet(new).await.expect("an account");
        let note = paid(&wallet, account, Token::Miden, 5).await;
        (Self { folder, account, note }, wallet)
    }

    /// Executes, proves and writes down the consumption of the note, and no more.
    async fn journaled(&self, wallet: &Wallet) -> (TransactionResult, ProvenTransaction) {
        let (executed, proven) = self.proven(wallet, self.note).await;
        wallet.journal.write(&executed, &proven, "").await.expect("it is written down");
        let info = wallet.info().await.expect("the wallet tells of itself");
        assert_eq!(info.unsettled_transactions, [executed.id()]);
        (executed, proven)
    }

    /// Executes and proves the consumption of a note.
    async fn proven(
        &self,
        wallet: &Wallet,
        note: NoteId,
    ) -> (TransactionResult, ProvenTransaction) {
        proven_consumption(wallet, self.account, note).await
    }

    /// What a person would see after the next start.
    async fn after_restart(&self, wallet: Wallet, transaction: TransactionId) -> TransactionState {
        drop(wallet);
        let wallet = open(self.folder.path()).await;
        wallet.sync().await.expect("a sync");
        wallet.sync().await.expect("another sync");
        assert!(wallet.journal.entries().await.expect("the journal").is_empty());
        let info = wallet.info().await.expect("the wallet tells of itself");
        assert!(info.unsettled_transactions.is_empty());
        let accounts = wallet.accounts().await.expect("accounts");
        assert!(accounts.iter().all(|account| !account.is_locked));
        let balance = wallet.balance(self.account).await.expect("a balance");
        assert_eq!(balance.fungible[0].amount, 5);
        // And it can go on from there.
        let note = paid(&wallet, self.account, Token::Tok, 1).await;
        wallet.consume(self.account, &[note], None, |_| {}).await.expect("it is consumed");
        wallet.transaction(transaction).await.expect("it is known").state
    }
}

fn is_committed(state: &TransactionState) -> bool {
    matches!(state, TransactionState::Committed { .. })
}

#[tokio::test]
async fn died_before_the_submission() {
    for visibility in [Visibility::Public, Visibility::Private] {
        let (world, wallet) = World::new(visibility).await;
        let (executed, _) = world.journaled(&wallet).await;
        let state = world.after_restart(wallet, executed.id()).await;
        assert!(is_committed(&state), "{visibility:?}: {state:?}");
    }
}

#[tokio::test]
async fn one_that_only_the_journal_has_is_pending() {
    let (world, wallet) = World::new(Visibility::Private).await;
    let (executed, _) = world.journaled(&wallet).await;
    let transaction = executed.id();
    for is_refused in [false, true] {
        if is_refused {
            wallet.journal.refuse(transaction).await.expect("it is renamed");
        }
        let report = wallet.transaction(transaction).await.expect("it is known");
        assert_eq!((report.account, report.state), (world.account, TransactionState::Pending));
    }
    // What does not tell whose it is.
    std::fs::write(wallet.journal.refused_path(transaction), b"damaged").expect("the file");
    let error = wallet.transaction(transaction).await.expect_err("nobody knows its account");
    assert_eq!(error.kind(), "journal_entry_unusable");
}

/// The same transaction has the same id if it is made again after a refusal.
#[tokio::test]
async fn of_a_refused_entry_and_a_new_one_the_new_one_is_kept_with_the_record() {
    let (world, wallet) = World::new(Visibility::Private).await;
    let (executed, proven) = world.proven(&wallet, world.note).await;
    let transaction = executed.id();
    wallet.journal.write(&executed, &proven, "older").await.expect("it is written down");
    wallet.journal.refuse(transaction).await.expect("it is renamed");
    wallet.journal.write(&executed, &proven, "newer").await.expect("it is written down");
    let newer = std::fs::read(wallet.journal.path(transaction)).expect("the entry");
    wallet.journal.keep_pending(transaction).await;
    assert_eq!(std::fs::read(wallet.journal.pending_path(transaction)).expect("it is kept"), newer);
    assert!(!wallet.journal.path(transaction).exists());
    assert!(!wallet.journal.refused_path(transaction).exists());
}

/// The same notes consumed from the same state are the same transaction.
#[tokio::test]
async fn one_that_was_discarded_and_is_made_again_is_not_taken_for_recorded() {
    let (world, wallet) = World::new(Visibility::Private).await;
    let (executed, _) = world.journaled(&wallet).await;
    let blocks = u32::from(crate::chain::expiration::EXPIRATION_BLOCKS) + 1;
    wallet.chain.as_ref().expect("a chain").advance(blocks).expect("blocks");
    wallet.sync().await.expect("a sync");
    let state = wallet.transaction(executed.id()).await.expect("it is known").state;
    assert!(matches!(state, TransactionState::Discarded { .. }), "{state:?}");

    let (again, _) = world.journaled(&wallet).await;
    assert_eq!(again.id(), executed.id());
    let state = wallet.transaction(again.id()).await.expect("it is known").state;
    assert_eq!(state, TransactionState::Pending);
    let state = world.after_restart(wallet, again.id()).await;
    assert!(is_committed(&state), "{state:?}");
}

#[tokio::test]
async fn died_after_the_submission() {
    for visibility in [Visibility::Public, Visibility::Private] {
        let (world, wallet) = World::new(visibility).await;
        let (executed, proven) = world.journaled(&wallet).await;
        let mut client = wallet.client.lock().await;
        client.submit_proven_transaction(proven, &executed).await.expect("it is taken");
        drop(client);
        let state = world.after_restart(wallet, executed.id()).await;
        assert!(is_committed(&state), "{visibility:?}: {state:?}");
    }
}

#[tokio::test]
async fn died_after_the_record() {
    for visibility in [Visibility::Public, Visibility::Private] {
        let (world, wallet) = World::new(visibility).await;
        let (executed, proven) = world.journaled(&wallet).await;
        let mut client = wallet.client.lock().await;
        let height =
            client.submit_proven_transaction(proven, &executed).await.expect("it is taken");
        client.apply_transaction(&executed, height).await.expect("it is recorded");
        drop(client);
        let state = world.after_restart(wallet, executed.id()).await;
        assert!(is_committed(&state), "{visibility:?}: {state:?}");
    }
}

#[tokio::test]
async fn one_that_follows_another_that_waits_for_its_block_is_not_dropped() {
    let (world, wallet) = World::new(Visibility::Private).await;
    wallet.consume(world.account, &[world.note], None, |_| {}).await.expect("it is consumed");
    wallet.sync().await.expect("a sync");
    let first_note = paid(&wallet, world.account, Token::Miden, 1).await;
    let second_note = paid(&wallet, world.account, Token::Miden, 1).await;

    // The first is recorded here and in no block yet; the second, on top of it, is only written down.
    let (first, first_proof) = world.proven(&wallet, first_note).await;
    let client = wallet.client.lock().await;
    client.apply_transaction(&first, first.block_num()).await.expect("it is recorded");
    drop(client);
    let (second, second_proof) = world.proven(&wallet, second_note).await;
    wallet.journal.write(&second, &second_proof, "").await.expect("it is written down");

    let client = wallet.exclusive_client().await.expect("the client");
    let (mut client, unsettled) = wallet.settle_journal(client, None).await.expect("it is settled");
    unsettled.require_none().expect("nothing is left");
    assert!(wallet.journal.entries().await.expect("the journal").is_empty());
    // Its proof is kept: nobody knows yet whether it was submitted.
    assert_eq!(wallet.journal.pending().await.expect("the journal"), [second.id()]);
    let state = wallet.transaction(second.id()).await.expect("it is known").state;
    assert_eq!(state, TransactionState::Pending);

    client.submit_proven_transaction(first_proof, &first).await.expect("it is taken");
    client.submit_proven_transaction(second_proof, &second).await.expect("it is taken");
    drop(client);
    wallet.sync().await.expect("a sync");
    for transaction in [first.id(), second.id()] {
        let state = wallet.transaction(transaction).await.expect("it is known").state;
        assert!(is_committed(&state), "{state:?}");
    }
    let accounts = wallet.accounts().await.expect("accounts");
    assert!(accounts.iter().all(|account| !account.is_locked));
    let balance = wallet.balance(world.account).await.expect("a balance");
    assert_eq!(balance.fungible[0].amount, 7);
}

#[tokio::test]
async fn one_that_expired_before_it_was_submitted_is_discarded() {
    let (world, wallet) = World::new(Visibility::Private).await;
    let (executed, _) = world.journaled(&wallet).await;
    let blocks = u32::from(crate::chain::expiration::EXPIRATION_BLOCKS) + 1;
    wallet.chain.as_ref().expect("a chain").advance(blocks).expect("blocks");
    drop(wallet);
    let wallet = open(world.folder.path()).await;
    let report = wallet.sync().await.expect("a sync");
    let discarded: Vec<_> =
        report.discarded_transactions.iter().map(|discarded| discarded.transaction).collect();
    assert_eq!(discarded, [executed.id()]);
    assert!(wallet.journal.entries().await.expect("the journal").is_empty());
    assert!(wallet.journal.pending().await.expect("the journal").is_empty());
    let state = wallet.transaction(executed.id()).await.expect("it is known").state;
    assert!(matches!(state, TransactionState::Discarded { .. }), "{state:?}");
    // The note is still there to be consumed.
    wallet.consume(world.account, &[world.note], None, |_| {}).await.expect("it is consumed");
}

/// The entry is submitted twice: by the process that died, and by the next one, which is refused
/// because the transaction has landed.
#[tokio::test]
async fn one_that_landed_long_ago_is_recorded_even_after_it_has_expired() {
    for visibility in [Visibility::Public, Visibility::Private] {
        let (world, wallet) = World::new(visibility).await;
        let (executed, proven) = world.journaled(&wallet).await;
        let mut client = wallet.client.lock().await;
        client.submit_proven_transaction(proven, &executed).await.expect("it is taken");
        drop(client);
        let blocks = u32::from(crate::chain::expiration::EXPIRATION_BLOCKS) + 1;
        wallet.chain.as_ref().expect("a chain").advance(blocks).expect("blocks");
        let state = world.after_restart(wallet, executed.id()).await;
        assert!(is_committed(&state), "{visibility:?}: {state:?}");
    }
}

/// The same account in two wallets, as on two devices. The list that has the other transaction is not signed.
#[tokio::test]
async fn one_that_another_device_was_faster_than_holds_up_nothing_and_is_dropped_later() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (chain, first) = (folder.path().join("chain"), folder.path().join("first"));
    let wallet = open_on(&chain, &first).await;
    let seeded = || NewWallet { seed: Some(vec![7; 32].into()), ..NewWallet::default() };
    let account = wallet.create_wallet(seeded()).await.expect("an account");
    let note = paid(&wallet, account, Token::Miden, 5).await;
    let other_note = paid(&wallet, account, Token::Miden, 2).await;
    let world = World { folder: tempfile::tempdir().expect("another folder"), account, note };
    let (executed, _) = world.journaled(&wallet).await;

    let other = open_on(&chain, &folder.path().join("second")).await;
    other.create_wallet(seeded()).await.expect("the same account");
    other.sync().await.expect("a sync");
    // With another note, or it would be the same transaction.
    let sent =
        other.consume(account, &[note, other_note], None, |_| {}).await.expect("they are consumed");
    assert_ne!(sent.transaction, executed.id());
    drop((wallet, other));

    let wallet = open_on(&chain, &first).await;
    wallet.sync().await.expect("a sync");
    wallet.sync().await.expect("another sync");
    assert!(wallet.journal.entries().await.expect("the journal").is_empty());
    let replaced = wallet.transaction(executed.id()).await.expect("it may be included");
    assert_eq!(replaced.state, TransactionState::Pending);
    let balance = wallet.balance(account).await.expect("a balance");
    assert_eq!(balance.fungible[0].amount, 7);
    let gone =
        wallet.consume(account, &[note], None, |_| {}).await.expect_err("the other one has it");
    assert_eq!(gone.kind(), "note_already_consumed");
    let note = paid(&wallet, account, Token::Miden, 1).await;
    wallet.consume(account, &[note], None, |_| {}).await.expect("the next call succeeds");

    let blocks = u32::from(crate::chain::expiration::EXPIRATION_BLOCKS) + 10;
    wallet.chain.as_ref().expect("a chain").advance(blocks).expect("blocks");
    wallet.sync().await.expect("a sync");
    wallet.sync().await.expect("another sync");
    let dropped = wallet.transaction(executed.id()).await.expect("it is known");
    let reason = DiscardReason::Superseded;
    assert_eq!(dropped.state, TransactionState::Discarded { reason });
}

#[tokio::test]
async fn an_entry_that_cannot_be_used_stops_its_account_alone_says_which_it_is_and_is_kept() {
    let (world, wallet) = World::new(Visibility::Private).await;
    let other = wallet.create_wallet(NewWallet::default()).await.expect("another account");
    let (executed, _) = world.journaled(&wallet).await;
    let file = wallet.journal.path(executed.id());
    let whole = std::fs::read(&file).expect("the entry");
    let refuses = async || {
        let consumed = wallet.consume(world.account, &[world.note], None, |_| {}).await;
        let error = consumed.map(drop).expect_err("it cannot be settled");
        assert_eq!(error.kind(), "journal_entry_unusable");
        assert!(error.to_string().contains(&file.display().to_string()), "{error}");
        assert!(!error.is_retryable());
        assert!(!error.to_string().contains("AccountId"), "{error}");
    };
    let damages: [&dyn Fn() -> Vec<u8>; 4] = [
        &|| whole[..whole.len() / 2].to_vec(),
        &|| [whole.as_slice(), b"more"].concat(),
        &|| with_body_of_form(&whole, 9),
        &|| flipped(&whole, whole.len() - 1),
    ];
    for damage in damages {
        std::fs::write(&file, damage()).expect("the file");
        wallet.sync().await.expect("a sync goes on");
        refuses().await;
        assert_eq!(std::fs::read(&file).expect("it is kept"), damage());
        let note = paid(&wallet, other, Token::Miden, 1).await;
        wallet.consume(other, &[note], None, |_| {}).await.expect("another account goes on");
    }
    // What does not tell whose it is may be anybody's.
    for damaged in [Vec::new(), vec![0; whole.len()], flipped(&whole, 0), flipped(&whole, 40)] {
        std::fs::write(&file, damaged).expect("the file");
        wallet.sync().await.expect("a sync goes on");
        refuses().await;
        let stopped = wallet.consume(other, &[world.note], None, |_| {}).await;
        let text = stopped.map(drop).expect_err("it may be its entry").to_string();
        assert!(text.contains("so no account makes transactions"), "{text}");
    }
    // A bit, wherever it is.
    for place in (0..whole.len()).step_by(997) {
        std::fs::write(&file, flipped(&whole, place)).expect("the file");
        refuses().await;
    }
    // An entry under the name of another.
    std::fs::remove_file(&file).expect("it is moved");
    let renamed = file.with_file_name(format!("0x{}.transaction", "1".repeat(64)));
    std::fs::write(&renamed, &whole).expect("the file");
    let consumed = wallet.consume(world.account, &[world.note], None, |_| {}).await;
    let error = consumed.map(drop).expect_err("it cannot be settled");
    assert_eq!(error.kind(), "journal_entry_unusable");
    std::fs::remove_file(&renamed).expect("it is moved back");

    std::fs::write(&file, &whole).expect("the whole of it");
    let state = world.after_restart(wallet, executed.id()).await;
    assert!(is_committed(&state), "{state:?}");
}

/// An entry with one bit turned over.
fn flipped(whole: &[u8], place: usize) -> Vec<u8> {
    let mut flipped = whole.to_vec();
    flipped[place] ^= 1;
    flipped
}

/// Where the header of an entry begins and ends.
fn header_of(entry: &[u8]) -> std::ops::Range<usize> {
    let length = u32::from_le_bytes(entry[8..12].try_into().expect("a number"));
    12..12 + usize::try_from(length).expect("a length")
}

/// An entry as a later version would write it: with a header, and another form of what follows.
fn with_body_of_form(entry: &[u8], form: u8) -> Vec<u8> {
    let range = header_of(entry);
    let mut header = entry[range.clone()].to_vec();
    header[0] = form;
    let digest: [u8; 32] = miden_protocol::crypto::hash::keccak::Keccak256::hash(&header).into();
    [&entry[..range.start], &header, &digest, &entry[range.end + 32..]].concat()
}

/// The blocks are passed meanwhile, which locks the account.
#[tokio::test]
async fn an_entry_that_is_whole_again_unlocks_its_account() {
    let (world, wallet) = World::new(Visibility::Private).await;
    let (executed, proven) = world.journaled(&wallet).await;
    let file = wallet.journal.path(executed.id());
    let whole = std::fs::read(&file).expect("the entry");
    let mut client = wallet.client.lock().await;
    client.submit_proven_transaction(proven, &executed).await.expect("it is taken");
    drop(client);
    std::fs::write(&file, flipped(&whole, whole.len() - 1)).expect("the file");
    wallet.sync().await.expect("a sync goes on");
    assert!(wallet.accounts().await.expect("accounts")[0].is_locked);

    std::fs::write(&file, &whole).expect("the whole of it");
    wallet.sync().await.expect("a sync");
    assert!(!wallet.accounts().await.expect("accounts")[0].is_locked);
    assert!(wallet.journal.entries().await.expect("the journal").is_empty());
    let note = paid(&wallet, world.account, Token::Tok, 1).await;
    wallet.consume(world.account, &[note], None, |_| {}).await.expect("it is consumed");
    let balance = wallet.balance(world.account).await.expect("a balance");
    assert!(balance.fungible.iter().any(|asset| asset.amount == 5), "{balance:?}");
}

#[tokio::test]
async fn entries_of_the_forms_before_are_settled() {
    let forms: [(&[u8], usize); 2] = [(b"MIDENTJ1", 32), (b"MIDENTJ2", 0)];
    for (magic, skipped) in forms {
        let (world, wallet) = World::new(Visibility::Private).await;
        let (executed, _) = world.journaled(&wallet).await;
        let file = wallet.journal.path(executed.id());
        let entry = std::fs::read(&file).expect("the entry");
        let after_header = &entry[header_of(&entry).end + 32..];
        std::fs::write(&file, [magic, &after_header[skipped..]].concat()).expect("the file");
        let state = world.after_restart(wallet, executed.id()).await;
        assert!(is_committed(&state), "{state:?}");
    }
}

/// Each is a submission, which a slow node may answer late.
#[tokio::test]
async fn a_transaction_settles_the_entries_of_its_own_account_alone() {
    let (world, wallet) = World::new(Visibility::Private).await;
    let other = wallet.create_wallet(NewWallet::default()).await.expect("another account");
    let note = paid(&wallet, other, Token::Miden, 1).await;
    let (executed, _) = world.journaled(&wallet).await;
    let (of_other, proven) = proven_consumption(&wallet, other, note).await;
    wallet.journal.write(&of_other, &proven, "").await.expect("it is written down");
    wallet.require_settled(other).await.expect("it is settled");
    let left: Vec<_> = wallet.journal.entries().await.expect("the journal");
    let left: Vec<_> = left.iter().filter_map(EntryFile::transaction).collect();
    assert_eq!(left, [executed.id()]);
}

/// A file of the state before it would be locked wherever it is taken in.
#[tokio::test]
async fn an_account_goes_out_in_the_state_after_what_is_left_to_be_settled() {
    let (world, wallet) = World::new(Visibility::Private).await;
    let (executed, _) = world.journaled(&wallet).await;
    let file = wallet.export_account(world.account).await.expect("a file");
    let file = AccountFile::try_from_bytes(&file).expect("an account file");
    let newest = executed.executed_transaction().final_account().to_commitment();
    assert_eq!(file.account().to_commitment(), newest);
    let state = world.after_restart(wallet, executed.id()).await;
    assert!(is_committed(&state), "{state:?}");
}

/// Who only reads is not kept from it; who would change something is told.
#[tokio::test]
async fn a_journal_that_cannot_be_read_stops_no_reads() {
    let (world, wallet) = World::new(Visibility::Private).await;
    let folder = wallet.journal.path(TransactionId::from_raw(miden_client::Word::default()));
    let folder = folder.parent().expect("a folder").to_owned();
    std::fs::write(&folder, b"no folder").expect("a file in its place");
    let info = wallet.info().await.expect("the wallet tells of itself");
    assert_eq!(info.default_account, Some(world.account));
    wallet.balance(world.account).await.expect("a balance");
    let error = wallet.consume(world.account, &[world.note], None, |_| {}).await;
    assert_eq!(error.map(drop).expect_err("it cannot be settled").kind(), "journal_not_read");
}

/// As on a full disk: the store cannot be written for a while.
#[tokio::test]
async fn an_entry_that_cannot_be_recorded_for_now_is_not_given_up() {
    let (world, wallet) = World::new(Visibility::Private).await;
    let (executed, _) = world.journaled(&wallet).await;
    let store = rusqlite::Connection::open(&wallet.store_path).expect("the store");
    store
        .execute_batch(
            "CREATE TRIGGER full BEFORE INSERT ON transactions
             BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END",
        )
        .expect("the disk is full");
    for _ in 0..2 {
        let error = wallet.sync().await.map(drop).expect_err("it cannot be recorded");
        assert_eq!(error.kind(), "not_recorded");
        assert!(error.causes().join(" ").contains("disk is full"), "{:?}", error.causes());
        assert_eq!(wallet.journal.entries().await.expect("the journal").len(), 1);
    }
    store.execute_batch("DROP TRIGGER full").expect("there is room");
    drop(store);
    let state = world.after_restart(wallet, executed.id()).await;
    assert!(is_committed(&state), "{state:?}");
}

#[tokio::test]
async fn an_entry_beside_another_store_is_not_submitted() {
    let (world, wallet) = World::new(Visibility::Private).await;
    let (executed, _) = world.journaled(&wallet).await;
    let entry = std::fs::read(wallet.journal.path(executed.id())).expect("the entry");

    let chain = world.folder.path().join("chain");
    let other = open_on(&chain, &world.folder.path().join("other")).await;
    let path = other.journal.path(executed.id());
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder");
    std::fs::write(&path, &entry).expect("the entry strays");
    other.sync().await.expect("a sync goes on");
    let error = other.require_settled(world.account).await.expect_err("it is of another store");
    assert_eq!(error.kind(), "journal_entry_unusable");
    assert!(error.causes()[0].contains(&world.account.to_string()), "{:?}", error.causes());
    assert!(path.exists());
    std::fs::remove_file(&path).expect("it is moved away");
    other.sync().await.expect("the next call succeeds");
    drop(other);

    let state = world.after_restart(wallet, executed.id()).await;
    assert!(is_committed(&state), "{state:?}");
}

#[tokio::test]
async fn half_an_entry_is_cleared_away_with_the_next_start() {
    let (world, wallet) = World::new(Visibility::Private).await;
    let (executed, _) = world.journaled(&wallet).await;
    let entry = wallet.journal.path(executed.id());
    let name = entry.file_name().expect("a name").to_string_lossy().into_owned();
    let half = entry.with_file_name(format!(".{name}.a1B2c3"));
    std::fs::write(&half, b"half").expect("the file");
    drop(wallet);
    let wallet = open(world.folder.path()).await;
    assert!(!half.exists() && entry.exists());
    let state = world.after_restart(wallet, executed.id()).await;
    assert!(is_committed(&state), "{state:?}");
}

/// As long as it is there, the next sync would submit it.
#[tokio::test]
async fn an_entry_that_cannot_be_written_nor_removed_leaves_the_outcome_unknown() {
    let (world, wallet) = World::new(Visibility::Private).await;
    let (executed, proven) = world.proven(&wallet, world.note).await;
    let in_the_way = wallet.journal.path(executed.id()).join("a folder");
    std::fs::create_dir_all(&in_the_way).expect("a folder in its place");
    let written = wallet.journal.write(&executed, &proven, "").await;
    let error = written.map(drop).expect_err("it cannot be written");
    assert_eq!(error.kind(), "submission_unknown");
}

#[cfg(unix)]
#[tokio::test]
async fn a_journal_that_cannot_be_written_means_that_nothing_is_submitted() {
    let (world, wallet) = World::new(Visibility::Private).await;
    // A file where the folder should be: that stops the super-user, too.
    let folder = world.folder.path().join("store.sqlite3.journal");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::write(&folder, b"in the way").expect("the file");
    let error = wallet
        .consume(world.account, &[world.note], None, |_| panic!("it is submitted"))
        .await
        .expect_err("it cannot be written down");
    assert_eq!(error.kind(), "journal_not_read");
    std::fs::remove_file(&folder).expect("it is moved away");
    // Read while it is empty, and not to be written when it comes to that.
    let hold = wallet.fail_points.hold(FailPoint::BeforeJournal);
    let notes = [world.note];
    let consuming = wallet.consume(world.account, &notes, None, |_| {});
    let blocking = async {
        hold.arrived().await;
        std::fs::write(&folder, b"in the way").expect("the file");
        hold.release();
    };
    let (consumed, ()) = tokio::join!(consuming, blocking);
    let error = consumed.expect_err("it cannot be written down");
    assert_eq!(error.kind(), "journal_not_written");
    assert!(error.to_string().starts_with("The transaction was not submitted, because"), "{error}");
    std::fs::remove_file(&folder).expect("it is moved away");
    wallet.consume(world.account, &notes, None, |_| {}).await.expect("the next call succeeds");
}
