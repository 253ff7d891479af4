//! Panics at each stage of a transaction: some poison the wallet, and it is opened again.

use super::*;
use crate::wallet::Wallet;

/// What every call of the wallet says.
async fn kinds_of_every_call(
    wallet: &Wallet,
    account: AccountId,
    note: NoteId,
) -> Vec<&'static str> {
    let faucet = wallet.chain.as_ref().expect("a chain").faucet_id(Token::Miden);
    let kind = |error: WalletError| error.kind();
    vec![
        wallet.require_sound().map_err(kind).expect_err("reads"),
        wallet.sync().await.map_err(kind).expect_err("a sync"),
        wallet.create_wallet(NewWallet::default()).await.map_err(kind).expect_err("an account"),
        wallet
            .consume(account, &[note], None, |_| {})
            .await
            .map_err(kind)
            .expect_err("a consumption"),
        wallet
            .send(account, vec![Payment::new(account, faucet, 1)], None, |_| {})
            .await
            .map_err(kind)
            .expect_err("a payment"),
        wallet.consume_all(account, &[], None, |_| {}).await.map_err(kind).expect_err("all notes"),
        wallet
            .preview(account, &Draft::Consume(vec![note]))
            .await
            .map_err(kind)
            .expect_err("a preview"),
    ]
}

#[tokio::test]
async fn a_panic_between_journal_and_record_poisons_the_wallet_until_it_is_opened_again() {
    for visibility in [Visibility::Public, Visibility::Private] {
        for point in ["after-journal", "after-submit", "after-apply"] {
            LocalSet::new().run_until(poisoned_and_opened_again(visibility, point)).await;
        }
    }
}

async fn poisoned_and_opened_again(visibility: Visibility, point: &str) {
    let World { _folder: folder, wallet } = World::new().await;
    let world = World { _folder: folder, wallet };
    let account = world.account(visibility).await;
    let other = world.account(Visibility::Private).await;
    let note = paid(&world.wallet, account, Token::Miden, 5).await;
    let others = paid(&world.wallet, other, Token::Miden, 7).await;
    // Wants to set out after the other one has panicked on its way.
    let proof = world.wallet.fail_points.hold(FailPoint::BeforeJournal);
    let waiting = world.consume(other, others);
    proof.arrived().await;

    world.wallet.fail_at(&format!("{point}:panic")).expect("a place");
    let panicked = world.consume(account, note).await.expect_err("it panics");
    assert!(panicked.is_panic());
    proof.release();
    let refused = waiting.await.expect("no panic").expect_err("the wallet is poisoned");
    assert_eq!(refused.kind(), "wallet_poisoned", "{point}");
    let entry = world.wallet.journal.entries().await.expect("the journal").pop().expect("an entry");
    let transaction = entry.transaction().expect("its name says it");
    let error = world.wallet.require_sound().expect_err("it is poisoned");
    assert_eq!(
        error.to_string(),
        format!(
            "Something unexpected went wrong inside the wallet while transaction {transaction} was \
             on its way to the network and into the store. Close the wallet and open it again: its \
             next sync finds out what became of the transaction."
        )
    );
    assert_eq!(error.transaction(), Some(transaction));
    for kind in kinds_of_every_call(&world.wallet, account, note).await {
        assert_eq!(kind, "wallet_poisoned", "{point}");
    }

    let World { _folder: folder, wallet } = world;
    drop(Rc::into_inner(wallet).expect("nothing else has it"));
    let wallet = Rc::new(open(folder.path()).await);
    let world = World { _folder: folder, wallet };
    world.wallet.sync().await.expect("a sync");
    world.wallet.sync().await.expect("another one");
    assert!(world.wallet.journal.entries().await.expect("the journal").is_empty());
    let state = world.state(transaction).await;
    assert!(matches!(state, TransactionState::Committed { .. }), "{point}: {state:?}");
    assert_eq!(world.held(account).await, 5);
    world.consume(other, others).await.expect("no panic").expect("the next call succeeds");
    world.expect_sound().await;
}

#[tokio::test]
async fn a_panic_while_settling_poisons_the_wallet_as_well() {
    for point in ["settle-before-submit", "settle-after-submit", "settle-after-apply"] {
        LocalSet::new().run_until(poisoned_while_settling(point)).await;
    }
}

async fn poisoned_while_settling(point: &'static str) {
    let World { _folder: folder, wallet } = World::new().await;
    let account = {
        let new = NewWallet { visibility: Visibility::Private, ..NewWallet::default() };
        wallet.create_wallet(new).await.expect("an account")
    };
    let note = paid(&wallet, account, Token::Miden, 5).await;
    wallet.fail_at("after-journal:panic").expect("a place");
    let panics = wallet.clone();
    let panicked = spawn_local(async move { panics.consume(account, &[note], None, |_| {}).await });
    assert!(panicked.await.expect_err("it panics").is_panic());
    drop(Rc::into_inner(wallet).expect("nothing else has it"));

    let wallet = Rc::new(open(folder.path()).await);
    wallet.fail_at(&format!("{point}:panic")).expect("a place");
    let panics = wallet.clone();
    let panicked = spawn_local(async move { panics.sync().await });
    assert!(panicked.await.expect_err("it panics").is_panic(), "{point}");
    assert_eq!(wallet.sync().await.expect_err("it is poisoned").kind(), "wallet_poisoned");
    drop(Rc::into_inner(wallet).expect("nothing else has it"));

    let wallet = open(folder.path()).await;
    wallet.sync().await.expect("a sync");
    wallet.sync().await.expect("another one");
    assert_eq!(wallet.balance(account).await.expect("a balance").fungible[0].amount, 5, "{point}");
    let accounts = wallet.accounts().await.expect("accounts");
    assert!(!accounts[0].is_locked, "{point}");
}

#[tokio::test]
async fn a_panic_anywhere_else_leaves_the_wallet_usable() {
    LocalSet::new()
        .run_until(async {
            let world = World::new().await;
            let account = world.account(Visibility::Private).await;
            let note = paid(&world.wallet, account, Token::Miden, 5).await;
            let chain = world.wallet.chain.clone().expect("a chain");
            for point in ["before-journal", "during-journal"] {
                world.wallet.fail_at(&format!("{point}:panic")).expect("a place");
                // The journal is written on another thread.
                match world.consume(account, note).await {
                    Err(panicked) => assert!(panicked.is_panic(), "{point}"),
                    Ok(failed) => {
                        assert_eq!(failed.expect_err("it panics").kind(), "internal", "{point}");
                    }
                }
                assert_eq!(world.held(account).await, 0);
                assert!(world.wallet.journal.entries().await.expect("the journal").is_empty());
            }
            for point in ["before-sync", "during-sync", "after-sync"] {
                chain.advance(1).expect("a block, for the sync to fetch");
                world.wallet.fail_at(&format!("{point}:panic")).expect("a place");
                let wallet = world.wallet.clone();
                let panicked = spawn_local(async move { wallet.sync().await }).await;
                assert!(panicked.expect_err("it panics").is_panic(), "{point}");
                world.wallet.sync().await.expect("the next one succeeds");
            }
            for point in ["before-key", "after-key"] {
                world.wallet.fail_at(&format!("{point}:panic")).expect("a place");
                let wallet = world.wallet.clone();
                let seeded = NewWallet { seed: Some(vec![7; 32].into()), ..NewWallet::default() };
                let panicked = spawn_local(async move { wallet.create_wallet(seeded).await }).await;
                assert!(panicked.expect_err("it panics").is_panic(), "{point}");
            }
            let seeded = NewWallet { seed: Some(vec![7; 32].into()), ..NewWallet::default() };
            world.wallet.create_wallet(seeded).await.expect("the same account, once more");
            world.consume(account, note).await.expect("no panic").expect("it is consumed");
            world.wallet.sync().await.expect("a sync");
            assert_eq!(world.held(account).await, 5);
            world.expect_sound().await;
        })
        .await;
}
