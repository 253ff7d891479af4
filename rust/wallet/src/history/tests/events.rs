//! What the history tells as it happens.

use super::*;

#[tokio::test]
async fn events_tell_what_happens_in_its_order_and_go_on_where_a_reader_was() {
    let (world, wallet) = World::new().await;
    wallet.sync().await.expect("a sync");
    let wallet = world.reopened(wallet).await;
    let told = happenings(&wallet).await;
    let place = |wanted: &dyn Fn(&Happening) -> bool| {
        let found: Vec<_> =
            told.iter().enumerate().filter(|(_, event)| wanted(event)).map(|(at, _)| at).collect();
        assert_eq!(found.len(), 1, "{told:?}");
        found[0]
    };
    let arrived = place(&|it| matches!(it, Happening::NoteArrived { note } if *note == world.note));
    let committed = place(&|it| {
        matches!(it, Happening::TransactionCommitted { transaction, account, .. }
            if *transaction == world.consumed && *account == world.account)
    });
    let sent = place(
        &|it| matches!(it, Happening::TransactionCommitted { transaction, .. } if *transaction == world.sent.0),
    );
    let consumed =
        place(&|it| matches!(it, Happening::NoteConsumed { note } if *note == world.note));
    assert!(arrived < committed && arrived < consumed && committed != sent, "{told:?}");
    assert!(matches!(told.last(), Some(Happening::Synced { .. })));

    // From page to page, each with a wallet of its own: a reader that is restarted after each event.
    let mut wallet = wallet;
    let mut after = None;
    let mut again = Vec::new();
    loop {
        let page = wallet.events(after.as_deref(), 1).await.expect("events");
        let Some(event) = page.events.into_iter().next() else { break };
        again.push(event.happening);
        after = Some(event.cursor);
        wallet = world.reopened(wallet).await;
    }
    assert_eq!(again, told);
    let newest = wallet.events(None, 1).await.expect("events").newest;
    assert_eq!(after, Some(newest));
}

#[tokio::test]
async fn a_transaction_that_is_given_up_is_told_with_its_reason() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wallet = open(folder.path()).await;
    let account = new_account(&wallet).await;
    let note = paid(&wallet, account, Token::Miden, 5).await;
    let (executed, block) = executed(&wallet, account, note).await;
    let client = wallet.client().await.expect("the client");
    client.apply_transaction(&executed, block).await.expect("it is recorded");
    drop(client);
    wallet.record(Occurrence { transactions: vec![executed.id()], ..Occurrence::default() }).await;
    let blocks = u32::from(crate::chain::expiration::EXPIRATION_BLOCKS) + 2;
    wallet.chain.as_ref().expect("a chain").advance(blocks).expect("blocks");
    wallet.sync().await.expect("a sync");
    let entry = all(&wallet).await.remove(0);
    assert!(matches!(entry.state, TransactionState::Discarded { .. }), "{entry:?}");
    let told = happenings(&wallet).await;
    let discarded = told.iter().filter(|it| matches!(it, Happening::TransactionDiscarded { .. }));
    assert_eq!(discarded.count(), 1, "{told:?}");
    let consumed = told.iter().filter(|it| matches!(it, Happening::NoteConsumed { .. }));
    assert_eq!(consumed.count(), 0, "{told:?}");
}

/// Executes the consumption of a note, and submits nothing.
async fn executed(
    wallet: &Wallet,
    account: AccountId,
    note: NoteId,
) -> (miden_client::transaction::TransactionResult, miden_client::block::BlockNumber) {
    use miden_client::store::NoteFilter;
    use miden_client::transaction::TransactionRequestBuilder;
    let records = wallet.note_records(NoteFilter::List(vec![note])).await.expect("notes");
    let notes = records.into_iter().map(|note| note.try_into().expect("a note")).collect();
    let request = TransactionRequestBuilder::new()
        .expiration_delta(crate::chain::expiration::EXPIRATION_BLOCKS)
        .build_consume_notes(notes)
        .expect("a request");
    let client = wallet.client().await.expect("the client");
    let executed = client.execute_transaction(account, request).await.expect("it is executed");
    let block = executed.block_num();
    (executed, block)
}

#[tokio::test]
async fn a_private_account_that_is_behind_is_told_once() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (chain, first) = (folder.path().join("chain"), folder.path().join("first"));
    let wallet = open_on(&chain, &first).await;
    let seeded = || NewWallet {
        seed: Some(vec![7; 32].into()),
        visibility: Visibility::Private,
        ..NewWallet::default()
    };
    let account = wallet.create_wallet(seeded()).await.expect("an account");
    let other = open_on(&chain, &folder.path().join("second")).await;
    other.create_wallet(seeded()).await.expect("the same account");
    let note = paid(&other, account, Token::Miden, 5).await;
    other.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
    for _ in 0..2 {
        wallet.sync().await.expect("a sync");
        let told = happenings(&wallet).await;
        let locked = told.iter().filter(|it| **it == Happening::AccountLocked { account }).count();
        assert_eq!(locked, 1, "{told:?}");
    }
}
