//! The main job, with real proofs: be paid, see it, consume it.

use crate::support::{self, World};
use miden_client::account::AccountType;
use miden_client::keystore::{FilesystemKeyStore, Keystore};
use miden_swift_wallet::{
    AccountSecret, NewWallet, NoteType, Payment, SignatureScheme, Token, TransactionState,
    Visibility,
};

#[tokio::test]
async fn a_wallet_is_paid_and_consumes_with_real_proofs() {
    let world = World::with(false, 500);
    let wallet = world.wallet("alice").await;
    let account = support::new_account(&wallet).await;

    let note = support::paid(&wallet, account, Token::Miden, 5_000_000).await;
    let notes = wallet.input_notes(Some(account)).await.expect("notes");
    assert_eq!(notes.len(), 1);
    assert_eq!(notes[0].note, note);
    assert_eq!(notes[0].consumable_by, [account]);
    assert_eq!(notes[0].fungible[0].amount, 5_000_000);
    assert!(wallet.balance(account).await.expect("a balance").fungible.is_empty());

    let sent = wallet.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
    wallet.sync().await.expect("a sync");
    let balance = wallet.balance(account).await.expect("a balance");
    let held = &balance.fungible[0];
    // A fee was paid out of what came in.
    assert!(held.amount > 4_900_000 && held.amount < 5_000_000, "{}", held.amount);
    let token = held.token.as_ref().expect("the token is known");
    assert_eq!((token.symbol.as_str(), token.decimals), ("MIDEN", 6));
    let report = wallet.transaction(sent.transaction).await.expect("it is known");
    assert!(matches!(report.state, TransactionState::Committed { .. }), "{report:?}");
    assert!(wallet.input_notes(None).await.expect("notes").is_empty());
}

#[tokio::test]
async fn private_accounts_and_falcon_keys_do_the_same() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    for scheme in [SignatureScheme::EcdsaK256Keccak, SignatureScheme::Falcon512Poseidon2] {
        for visibility in [Visibility::Public, Visibility::Private] {
            let new = NewWallet { scheme, visibility, ..NewWallet::default() };
            let account = wallet.create_wallet(new).await.expect("an account");
            let note = support::paid(&wallet, account, Token::Tok, 7).await;
            wallet.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
            wallet.sync().await.expect("a sync");
            let balance = wallet.balance(account).await.expect("a balance");
            assert_eq!(balance.fungible[0].amount, 7, "{scheme:?} {visibility:?}");
        }
    }
    let accounts = wallet.accounts().await.expect("accounts");
    assert_eq!(accounts.len(), 4);
    assert!(accounts.iter().all(|account| !account.is_locked && account.nonce == 1));
}

#[tokio::test]
async fn what_one_wallet_sends_another_receives() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    let bob = world.wallet("bob").await;
    let from = support::new_account(&alice).await;
    let to = support::new_account(&bob).await;
    let note = support::paid(&alice, from, Token::Miden, 1_000).await;
    alice.consume(from, &[note], None, |_| {}).await.expect("it is consumed");
    let faucet = alice.balance(from).await.expect("a balance").fungible[0].faucet;

    let payments = vec![Payment::new(to, faucet, 400)];
    let (_, notes) = alice.send(from, payments, None, |_| {}).await.expect("it is sent");
    bob.sync().await.expect("a sync");
    bob.consume(to, &notes, None, |_| {}).await.expect("it is consumed");
    assert_eq!(bob.balance(to).await.expect("a balance").fungible[0].amount, 400);
    assert_eq!(alice.balance(from).await.expect("a balance").fungible[0].amount, 600);
}

#[tokio::test]
async fn a_private_note_of_the_faucet_is_handed_over() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let account = support::new_account(&wallet).await;
    wallet.sync().await.expect("a sync");
    let minted = wallet
        .mint(account, Token::Miden, 3, NoteType::Private, |_| {})
        .await
        .expect("the faucet mints");
    let expected = wallet.input_notes(None).await.expect("notes");
    assert!(expected.iter().all(|note| note.consumable_by.is_empty()), "{expected:?}");
    wallet.sync().await.expect("a sync");
    let notes = wallet.input_notes(Some(account)).await.expect("notes");
    assert_eq!((notes[0].note, notes[0].note_type), (minted.note, NoteType::Private));
    assert_eq!(notes[0].consumable_by, [account]);
    wallet.consume(account, &[minted.note], None, |_| {}).await.expect("it is consumed");
    assert_eq!(wallet.balance(account).await.expect("a balance").fungible[0].amount, 3);
}

#[tokio::test]
async fn transactions_of_one_account_take_turns() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let account = support::new_account(&wallet).await;
    let first = support::paid(&wallet, account, Token::Miden, 1).await;
    let second = support::paid(&wallet, account, Token::Miden, 2).await;
    let (first_notes, second_notes) = ([first], [second]);
    let (one, two) = tokio::join!(
        wallet.consume(account, &first_notes, None, |_| {}),
        wallet.consume(account, &second_notes, None, |_| {}),
    );
    one.expect("the first is consumed");
    two.expect("the second is consumed");
    assert_eq!(wallet.balance(account).await.expect("a balance").fungible[0].amount, 3);
}

#[tokio::test]
async fn the_next_process_meets_the_same_chain() {
    let world = World::new();
    let (account, note, height) = {
        let wallet = world.wallet("alice").await;
        let account = support::new_account(&wallet).await;
        let note = support::paid(&wallet, account, Token::Miden, 9).await;
        let height = wallet.info().await.expect("info").sync_height;
        (account, note, height)
    };
    // Everything was dropped: what is met now was read from the files.
    let wallet = world.wallet("alice").await;
    assert_eq!(wallet.sync().await.expect("a sync").block_number, height);
    wallet.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
    support::paid(&wallet, account, Token::Tok, 1).await;
    assert_eq!(wallet.balance(account).await.expect("a balance").fungible[0].amount, 9);
}

#[tokio::test]
async fn a_wallet_of_before_goes_on_with_its_keys() {
    let world = World::new();
    let seed = [9; 32];
    let account = {
        let wallet = world.wallet("alice").await;
        let new = NewWallet { seed: Some(seed.to_vec().into()), ..NewWallet::default() };
        wallet.create_wallet(new).await.expect("an account")
    };
    // Its keystore as the earlier version wrote it, and with the same store.
    let folder = world.configuration("alice").keystore_path;
    std::fs::remove_dir_all(&folder).expect("it can be removed");
    let scheme = SignatureScheme::EcdsaK256Keccak;
    let secret = AccountSecret::derive(&seed, scheme, AccountType::Public).expect("the key");
    let old = FilesystemKeyStore::new(folder.clone()).expect("a keystore");
    old.add_key(&secret.key, account).await.expect("it is added");

    let wallet = world.wallet("alice").await;
    let note = support::paid(&wallet, account, Token::Miden, 9).await;
    wallet.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
    assert!(!folder.join("key_index.json").exists());
}
