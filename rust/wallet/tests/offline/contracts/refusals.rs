//! What cannot be carried out.

use miden_swift_wallet::{
    CodeKind, CustomNote, CustomTransaction, Draft, NoteType, Script, SlotQuery, Source,
    Visibility, parse_note_id, parse_slot_name, parse_word,
};

use super::{
    GUESS, INCREMENT, call, compiled, count, counter_package, felt, new_counter, root, running,
    script, word,
};
use crate::support::World;

#[tokio::test]
async fn what_cannot_be_carried_out_says_why_and_changes_nothing() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let account =
        wallet.create_account(new_counter(Visibility::Public, false)).await.expect("an account");
    wallet.sync().await.expect("a sync");
    let refused = async |custom: CustomTransaction| {
        let result = wallet
            .transact(account, &Draft::Custom(Box::new(custom)), None, |_| panic!("submitted"))
            .await;
        result.expect_err("it is refused").kind()
    };
    let guess = Box::new(compiled(&Source::new(CodeKind::NoteScript, GUESS)));
    let note = || CustomNote {
        script: guess.clone(),
        storage: vec![],
        recipient: None,
        fungible: vec![],
        note_type: NoteType::Public,
    };
    let making = |created| CustomTransaction { created, ..CustomTransaction::default() };
    let both = CustomTransaction { created: vec![note()], ..running(script(INCREMENT)) };
    assert_eq!(refused(both).await, "script_and_notes");
    assert_eq!(refused(running(Script::Package(guess.clone()))).await, "not_a_script");
    let counter = Box::new(counter_package());
    assert_eq!(
        refused(making(vec![CustomNote { script: counter, ..note() }])).await,
        "not_a_script"
    );
    let long = CustomNote { storage: vec![felt(1); 1_025], ..note() };
    assert_eq!(refused(making(vec![long])).await, "invalid_note");
    let increment = root(&counter_package(), "increment_count");
    let many = vec![felt(1); 17];
    assert_eq!(refused(running(call(increment, None, many))).await, "too_many_arguments");
    let own = running(call(increment, Some(account), vec![]));
    assert_eq!(refused(own).await, "own_account_as_foreign");
    let unknown = parse_note_id(&format!("0x{:064x}", 42)).expect("a note id");
    let consuming =
        CustomTransaction { notes: vec![(unknown, None)], ..CustomTransaction::default() };
    assert_eq!(refused(consuming).await, "unknown_note");
    // A procedure the account does not have.
    let stranger = parse_word(&format!("0x01{}", "0".repeat(62))).expect("a word");
    assert_eq!(refused(running(call(stranger, None, vec![]))).await, "execution");
    assert_eq!(count(&wallet, account).await, 41);
    assert!(wallet.accounts().await.expect("accounts")[0].is_new);

    // What is asked of a storage that is not there.
    let asked = async |account, slot: Option<SlotQuery>, key| {
        wallet.storage(account, slot, key).await.expect_err("there is none").kind()
    };
    assert_eq!(asked(account, Some(SlotQuery::Index(200)), None).await, "no_such_slot");
    let other = SlotQuery::Name(parse_slot_name("a::b").expect("a name"));
    assert_eq!(asked(account, Some(other), None).await, "no_such_slot");
    let scheme = SlotQuery::Name(
        parse_slot_name("miden::standards::auth::singlesig::scheme").expect("a name"),
    );
    assert_eq!(asked(account, Some(scheme), Some(word([0; 4]))).await, "slot_is_no_map");
    let bob = world.wallet("bob").await;
    let new = bob.create_account(new_counter(Visibility::Public, false)).await.expect("an account");
    assert_eq!(asked(new, None, None).await, "account_not_on_chain");
    let private =
        bob.create_account(new_counter(Visibility::Private, false)).await.expect("an account");
    assert_eq!(asked(private, None, None).await, "account_not_public");
    let error = wallet.network_note(unknown).await.expect_err("nobody drives accounts here");
    assert_eq!(error.kind(), "unsupported");
}
