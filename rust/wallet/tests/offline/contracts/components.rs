//! What components bring along: storage to be filled, a seed, authentication.

use miden_swift_wallet::{
    CodeKind, InitialContent, NewAccount, SlotContent, SlotQuery, Source, Visibility,
    parse_slot_name,
};

use super::{
    COUNTER, COUNTER_PATH, COUNTER_SLOT, INCREMENT, compiled, count, executed, new_counter,
    running, script, slot, word,
};
use crate::support::{self, World};

#[tokio::test]
async fn a_component_with_a_description_has_its_storage_filled() {
    let metadata = r#"
        name = "counter"
        description = "Counts."
        version = "1.0.0"

        [[storage.slots]]
        name = "miden::tutorials::counter"
        type = { key = "word", value = "word" }

        [[storage.slots]]
        name = "miden::tutorials::step"
        type = "word"
    "#;
    let package = compiled(&Source {
        metadata: Some(metadata.to_owned()),
        path: Some(COUNTER_PATH.to_owned()),
        ..Source::new(CodeKind::AccountComponent, COUNTER)
    });
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let components = || vec![package.clone()];
    let of_file = NewAccount {
        components: components(),
        initial_storage: Some(format!(
            "\"miden::tutorials::step\" = \"0x{}\"\n\"{COUNTER_SLOT}\" = [{{ key = \"0x{}\", value = \
             \"0x05{}\" }}]",
            "0".repeat(64),
            "0".repeat(64),
            "0".repeat(62),
        )),
        ..NewAccount::default()
    };
    let account = wallet.create_account(of_file).await.expect("an account");
    assert_eq!(count(&wallet, account).await, 5);

    let refused =
        async |new: NewAccount| wallet.create_account(new).await.expect_err("it is refused").kind();
    let new = || NewAccount { components: components(), ..NewAccount::default() };
    // A value that nobody gave.
    assert_eq!(refused(new()).await, "invalid_component");
    let error = wallet.create_account(new()).await.expect_err("a value is missing").to_string();
    assert!(error.contains("needs an initial value for miden::tutorials::step"), "{error}");
    let slots = |slots| NewAccount { slots, ..new() };
    let value = || InitialContent::Value(word([1; 4]));
    assert_eq!(
        refused(slots(vec![slot("miden::tutorials::other", value())])).await,
        "undeclared_slot"
    );
    let twice = slot("miden::tutorials::step", value());
    assert_eq!(refused(slots(vec![twice.clone(), twice])).await, "slot_named_twice");
    // Of two entries under one key, one would be lost.
    let twice =
        InitialContent::Map(vec![(word([1; 4]), word([2; 4])), (word([1; 4]), word([3; 4]))]);
    let twice = slots(vec![slot(COUNTER_SLOT, twice)]);
    let error = wallet.create_account(twice).await.expect_err("a key is there twice");
    let text = error.to_string();
    assert_eq!(error.kind(), "invalid_initial_storage", "{text} {:?}", error.causes());
    assert!(text.contains(COUNTER_SLOT) && text.contains(&word([1; 4]).to_hex()), "{text}");
    // A value for a map.
    let mixed = vec![slot(COUNTER_SLOT, value()), slot("miden::tutorials::step", value())];
    assert_eq!(refused(slots(mixed)).await, "invalid_component");
    let storage = |text: &str| NewAccount { initial_storage: Some(text.to_owned()), ..new() };
    assert_eq!(refused(storage("=")).await, "invalid_initial_storage");
    assert_eq!(refused(storage("\"a::b\" = \"1\"")).await, "undeclared_slot");
    assert_eq!(refused(NewAccount::default()).await, "no_components");
    let script = compiled(&Source::new(
        CodeKind::TransactionScript,
        "@transaction_script pub proc main push.1 drop end",
    ));
    let of_script = NewAccount { components: vec![script], ..NewAccount::default() };
    assert_eq!(refused(of_script).await, "invalid_component");
    let seed =
        NewAccount { seed: Some(vec![1; 31].into()), ..new_counter(Visibility::Public, false) };
    assert_eq!(refused(seed).await, "invalid_seed");
    assert_eq!(wallet.accounts().await.expect("accounts").len(), 1);
}

#[tokio::test]
async fn a_seed_gives_the_same_account_again() {
    let world = World::new();
    let new =
        || NewAccount { seed: Some(vec![7; 32].into()), ..new_counter(Visibility::Public, false) };
    let alice = world.wallet("alice").await;
    let account = alice.create_account(new()).await.expect("an account");
    let bob = world.wallet("bob").await;
    assert_eq!(bob.create_account(new()).await.expect("an account"), account);
    let error = bob.create_account(new()).await.expect_err("it is there");
    assert_eq!(error.kind(), "account_already_tracked");
}

#[tokio::test]
async fn a_component_that_decides_itself_needs_no_key() {
    let open = compiled(&Source {
        path: Some("open::contract".to_owned()),
        ..Source::new(
            CodeKind::AccountComponent,
            "use miden::protocol::native_account\n\n@auth_script\npub proc auth_open\n    \
             exec.native_account::incr_nonce drop\nend\n",
        )
    });
    let world = World::new();
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    let mut new = new_counter(Visibility::Public, false);
    new.components.push(open);
    let account = wallet.create_account(new.clone()).await.expect("an account");
    executed(&wallet, account, running(script(INCREMENT))).await;
    assert_eq!(count(&wallet, account).await, 42);
    let found = wallet.public_account(account, None).await.expect("it is found");
    assert_eq!(found.state.signing_key, None);
    // Somebody's key in the slot for keys does not make it that person's account: nobody asks for the key.
    let somebody = support::new_account(&wallet).await;
    let signed = wallet.sign_message(somebody, b"hello").await.expect("a signature");
    let key = signed.key_commitment().expect("a public key");
    let mut posing = new.clone();
    let name = "miden::standards::auth::singlesig::pub_key";
    posing.slots.push(slot(name, InitialContent::Value(key)));
    let account = wallet.create_account(posing).await.expect("an account");
    executed(&wallet, account, running(script(INCREMENT))).await;
    let name = Some(SlotQuery::Name(parse_slot_name(name).expect("a name")));
    let storage = wallet.storage(account, name, None).await.expect("the storage is read");
    assert_eq!(storage.slots[0].content, SlotContent::Value(key));
    let found = wallet.public_account(account, None).await.expect("it is found");
    assert_eq!(found.state.signing_key, None);
    new.public_key = Some(vec![2; 33]);
    let error = wallet.create_account(new).await.expect_err("a key for nothing");
    assert_eq!(error.kind(), "invalid_public_key");
}
