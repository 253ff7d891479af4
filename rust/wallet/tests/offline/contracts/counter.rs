//! The counter of Miden's tutorials: made, called, read by others, and paid for.

use miden_swift_wallet::{
    CodeKind, CustomTransaction, Draft, InitialContent, NewAccount, NewWallet, Program, Script,
    SlotContent, SlotQuery, Source, Token, Visibility, parse_slot_name,
};

use super::{
    COPY_SLOT, COUNT_READER, COUNTER_SLOT, GET_COUNT, INCREMENT, call, compiled, count,
    counter_package, executed, new_counter, root, run, running, script, slot, word,
};
use crate::support::{self, World};

#[tokio::test]
async fn the_counter_of_the_tutorials_counts() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    for visibility in [Visibility::Public, Visibility::Private] {
        let account =
            wallet.create_account(new_counter(visibility, false)).await.expect("an account");
        // Before it is on the chain it can be asked already.
        assert_eq!(run(&wallet, Some(account), script(GET_COUNT)).await[..2], [41, 0]);
        // The first transaction makes the account, too.
        executed(&wallet, account, running(script(INCREMENT))).await;
        assert_eq!(count(&wallet, account).await, 42);
        assert!(
            !wallet
                .accounts()
                .await
                .expect("accounts")
                .iter()
                .any(|known| { known.account == account && (known.is_new || known.is_locked) })
        );
        // Again, and by the procedure's root alone.
        executed(&wallet, account, running(script(INCREMENT))).await;
        let increment = root(&counter_package(), "increment_count");
        executed(&wallet, account, running(call(increment, None, vec![]))).await;
        assert_eq!(count(&wallet, account).await, 44);
        assert_eq!(run(&wallet, Some(account), script(GET_COUNT)).await[..2], [44, 0]);
        let get = root(&counter_package(), "get_count");
        assert_eq!(run(&wallet, Some(account), call(get, None, vec![])).await[..2], [44, 0]);
    }
}

#[tokio::test]
async fn an_empty_transaction_deploys_a_new_account_and_no_other() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    let account =
        wallet.create_account(new_counter(Visibility::Public, false)).await.expect("an account");
    let empty = CustomTransaction::default;
    executed(&wallet, account, empty()).await;
    let bob = world.wallet("bob").await;
    bob.sync().await.expect("a sync");
    assert_eq!(count(&bob, account).await, 41);

    let again = Draft::Custom(Box::new(empty()));
    let refused = wallet.transact(account, &again, None, |_| panic!("submitted")).await;
    assert_eq!(refused.expect_err("it is refused").kind(), "nothing_to_do");
}

#[tokio::test]
async fn another_wallet_reads_the_count_of_a_public_account() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    let counter =
        alice.create_account(new_counter(Visibility::Public, false)).await.expect("an account");
    executed(&alice, counter, running(script(INCREMENT))).await;

    let bob = world.wallet("bob").await;
    bob.sync().await.expect("a sync");
    // From the network, by name, with and without a key, and by its place.
    assert_eq!(count(&bob, counter).await, 42);
    let whole = bob.storage(counter, None, None).await.expect("the storage is read");
    assert!(!whole.is_own);
    let own = alice.storage(counter, None, None).await.expect("the storage is read");
    assert_eq!(whole.slots, own.slots);
    let found = whole.slots.iter().find(|slot| slot.name.as_str() == COUNTER_SLOT);
    let place = SlotQuery::Index(found.expect("the slot is there").index);
    let by_place = bob.storage(counter, Some(place), None).await.expect("the storage is read");
    assert_eq!(by_place.slots[0].name.as_str(), COUNTER_SLOT);
    let SlotContent::Map { entries, .. } = &by_place.slots[0].content else { panic!("no map") };
    assert_eq!(entries, &Some(vec![(word([0; 4]), word([42, 0, 0, 0]))]));
    let name = || Some(SlotQuery::Name(parse_slot_name(COUNTER_SLOT).expect("a name")));
    let other = bob.storage(counter, name(), Some(word([7; 4]))).await.expect("it is read");
    let SlotContent::Map { entries, .. } = &other.slots[0].content else { panic!("no map") };
    assert_eq!(entries, &Some(vec![(word([7; 4]), word([0; 4]))]), "there is nothing under it");

    // By its procedure. The wallet needs no account for it.
    let get = root(&counter_package(), "get_count");
    let asked = call(get, Some(counter), vec![]);
    let program = Program {
        script: asked.clone(),
        script_argument: None,
        advice: vec![],
        foreign_accounts: vec![],
    };
    let never_synced = world.wallet("carol").await;
    never_synced.create_wallet(NewWallet::default()).await.expect("an account");
    let error = never_synced.run_program(None, program.clone()).await.expect_err("no block");
    assert_eq!(error.kind(), "not_synced");
    let own = Program { script: call(get, None, vec![]), ..program };
    let error = bob.run_program(None, own).await.expect_err("there is no account");
    assert_eq!(error.kind(), "no_account_to_run_on");
    assert_eq!(run(&bob, None, asked.clone()).await[..2], [42, 0]);
    support::new_account(&bob).await;
    assert_eq!(run(&bob, None, asked).await[..2], [42, 0]);

    // And by an account that copies it: the count reader of the tutorials.
    let reader = compiled(&Source {
        path: Some("count_reader::contract".to_owned()),
        ..Source::new(CodeKind::AccountComponent, COUNT_READER)
    });
    let copy = root(&reader, "copy_count");
    let account = bob
        .create_account(NewAccount {
            components: vec![reader],
            slots: vec![slot(COPY_SLOT, InitialContent::Value(word([0; 4])))],
            ..NewAccount::default()
        })
        .await
        .expect("an account");
    let mut arguments = vec![counter.suffix(), counter.prefix().as_felt()];
    arguments.extend(get.iter().copied());
    let mut transaction = running(call(copy, None, arguments));
    transaction.foreign_accounts = vec![counter];
    executed(&bob, account, transaction).await;
    let copied = SlotQuery::Name(parse_slot_name(COPY_SLOT).expect("a name"));
    let storage = bob.storage(account, Some(copied), None).await.expect("the storage is read");
    assert_eq!(storage.slots[0].content, SlotContent::Value(word([42, 0, 0, 0])));

    // A chain that was opened again keeps the newest state alone: a wallet that is behind catches up.
    world.advance(1, &[]).await;
    drop((alice, bob, never_synced));
    let bob = world.wallet("bob").await;
    assert_eq!(count(&bob, counter).await, 42);
    drop(bob);
    world.advance(1, &[]).await;
    let bob = world.wallet("bob").await;
    assert_eq!(run(&bob, None, call(get, Some(counter), vec![])).await[..2], [42, 0]);
    drop(bob);

    // So does one whose script reads an account that was not named: the virtual machine fetches it in the middle.
    world.advance(1, &[]).await;
    let bob = world.wallet("bob").await;
    let (prefix, suffix) = (counter.prefix().as_u64(), counter.suffix().as_canonical_u64());
    let zeros = "    push.0\n".repeat(16);
    let script = compiled(&Source::new(
        CodeKind::TransactionScript,
        format!(
            "use miden::protocol::tx\nuse miden::core::sys\n\n@transaction_script\npub proc main\n{zeros}    \
             push.{get} push.{prefix} push.{suffix}\n    exec.tx::execute_foreign_procedure\n    \
             exec.sys::truncate_stack\nend\n",
            get = get.to_hex()
        ),
    ));
    assert_eq!(run(&bob, None, Script::Package(Box::new(script))).await[..2], [42, 0]);
}

#[tokio::test]
async fn a_contract_pays_for_its_first_transaction_with_a_note_it_consumes() {
    let world = World::with(true, 500);
    let wallet = world.wallet("alice").await;
    let account =
        wallet.create_account(new_counter(Visibility::Public, true)).await.expect("an account");
    wallet.sync().await.expect("a sync");
    let error = wallet
        .transact(account, &Draft::Custom(Box::new(running(script(INCREMENT)))), None, |_| {})
        .await;
    assert_eq!(error.expect_err("there is nothing to pay with").kind(), "insufficient_fee");

    let note = support::paid(&wallet, account, Token::Miden, 1_000_000).await;
    let mut transaction = running(script(INCREMENT));
    transaction.notes = vec![(note, None)];
    let draft = Draft::Custom(Box::new(transaction.clone()));
    let preview = wallet.preview(account, &draft).await.expect("a preview");
    let fee = preview.fee.expect("there is a fee").amount;
    assert_eq!(preview.consumed_notes, [note]);
    let too_little = wallet
        .transact(account, &Draft::Custom(Box::new(transaction.clone())), Some(fee - 1), |_| {})
        .await;
    assert_eq!(too_little.expect_err("it costs more").kind(), "fee_above_maximum");
    assert_eq!(count(&wallet, account).await, 41, "nothing has happened");
    wallet
        .transact(account, &Draft::Custom(Box::new(transaction)), Some(fee), |_| {})
        .await
        .expect("it is made");
    wallet.sync().await.expect("a sync");
    assert_eq!(count(&wallet, account).await, 42);
    assert_eq!(support::held(&wallet, account, "MIDEN").await, 1_000_000 - fee);
}
