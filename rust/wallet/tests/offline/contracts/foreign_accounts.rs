//! Accounts that code reads besides the one that runs it, and that cannot be read.

use miden_swift_wallet::{
    AccountId, CodeKind, CustomNote, CustomTransaction, Draft, NewAccount, NoteType, Package,
    Script, Source, Visibility, Wallet, WalletError, Word, parse_account_id,
};

use super::calls::{adder, called, count_slot, draft, new_adder, program, stack, together};
use super::{COUNTER_SLOT, call, compiled, executed, root, run, running};
use crate::support::{self, World};

/// A public account that no chain has.
const NOWHERE: &str = "0x5401ef36815e47d14b651e8e968153";

/// What a run that changes nothing, and then a transaction, fail with.
async fn failures(wallet: &Wallet, account: AccountId, script: Script) -> [WalletError; 2] {
    let ran = wallet.run_program(Some(account), program(script.clone())).await;
    let made = wallet.transact(account, &draft(script), None, |_| panic!("submitted")).await;
    [ran.expect_err("it fails"), made.expect_err("it fails")]
}

fn assert_names(error: &WalletError, kind: &str, account: AccountId, advice: &str) {
    let text = error.to_string();
    assert_eq!(error.kind(), kind, "{text} {:?}", error.causes());
    assert!(text.contains(&account.to_hex()) && text.contains(advice), "{text}");
}

/// A script that calls a procedure of an account which nobody has named.
fn reading(account: AccountId) -> Script {
    let (prefix, suffix) = (account.prefix().as_felt(), account.suffix());
    let code = format!(
        "use miden::core::sys\nuse miden::protocol::tx\n\n@transaction_script\npub proc main\n    \
         padw padw padw padw push.{} push.{} push.{}\n    \
         exec.tx::execute_foreign_procedure exec.sys::truncate_stack\nend\n",
        root(&adder(), "swapped").to_hex(),
        prefix.as_canonical_u64(),
        suffix.as_canonical_u64(),
    );
    Script::Package(Box::new(compiled(&Source::new(CodeKind::TransactionScript, code))))
}

async fn new_private(wallet: &Wallet) -> AccountId {
    let new = NewAccount {
        components: vec![adder()],
        slots: vec![count_slot()],
        visibility: Visibility::Private,
        ..NewAccount::default()
    };
    wallet.create_account(new).await.expect("an account")
}

#[tokio::test]
async fn a_wallet_without_an_account_views_a_public_account_as_one_with_an_account_does() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    alice.sync().await.expect("a sync");
    let theirs = new_adder(&alice).await;
    stack(&alice, theirs, running(called("add", None, &[2]))).await;
    let bob = world.wallet("bob").await;
    bob.sync().await.expect("a sync");
    let own = new_adder(&bob).await;
    let carol = world.wallet("carol").await;
    carol.sync().await.expect("a sync");

    for script in [called("swapped", Some(theirs), &[7, 8]), reading(theirs)] {
        let found = run(&carol, None, script.clone()).await;
        assert_eq!(found, run(&bob, Some(own), script).await);
    }
    // What would change it fails for both.
    let change = program(called("add", Some(theirs), &[1]));
    let failed = carol.run_program(None, change.clone()).await.expect_err("it would change it");
    let expected = bob.run_program(Some(own), change).await.expect_err("it would change it");
    assert_eq!(failed.to_string(), expected.to_string());
    assert!(carol.accounts().await.expect("a list").is_empty());
}

#[tokio::test]
async fn an_own_account_that_is_not_on_the_chain_is_named_with_what_to_do_if_another_calls_it() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    let account = new_adder(&wallet).await;
    for other in [new_adder(&wallet).await, new_private(&wallet).await] {
        let calls = together(&[("add", None, &[1]), ("swapped", Some(other), &[7, 8])]);
        for error in failures(&wallet, account, calls.script.expect("a script")).await {
            assert_names(&error, "account_not_on_chain", other, "its first transaction deploys it");
        }
    }
}

#[tokio::test]
async fn an_account_that_does_not_exist_is_named_if_a_procedure_of_it_is_called() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    let account = new_adder(&wallet).await;
    stack(&wallet, account, running(called("add", None, &[2]))).await;
    let nowhere = parse_account_id(NOWHERE).expect("an account id");
    for error in failures(&wallet, account, called("swapped", Some(nowhere), &[7, 8])).await {
        assert_names(&error, "account_not_on_chain", nowhere, "is not on the chain");
    }
}

#[tokio::test]
async fn an_account_that_code_reads_is_named_with_what_to_do_if_it_is_private_or_missing() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    let account = new_adder(&wallet).await;
    stack(&wallet, account, running(called("add", None, &[2]))).await;
    let private = new_private(&wallet).await;
    let undeployed = new_adder(&wallet).await;
    let nowhere = parse_account_id(NOWHERE).expect("an account id");
    for (other, kind, advice) in [
        (private, "account_not_public", "name it as a foreign account"),
        (undeployed, "account_not_on_chain", "its first transaction deploys it"),
        (nowhere, "account_not_on_chain", "is not on the chain"),
    ] {
        for error in failures(&wallet, account, reading(other)).await {
            assert_names(&error, kind, other, advice);
        }
    }
}

#[tokio::test]
async fn a_procedure_of_another_account_that_changes_it_is_refused_with_the_rule() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    let (own, other) = (new_adder(&wallet).await, new_adder(&wallet).await);
    for account in [own, other] {
        stack(&wallet, account, running(called("add", None, &[2]))).await;
    }
    let changing = root(&adder(), "add").to_hex();
    for error in failures(&wallet, own, called("add", Some(other), &[3])).await {
        assert_names(&error, "execution", other, "Procedures of other accounts can only read");
        assert!(error.to_string().contains(&changing), "{error}");
        assert_eq!((error.assertion_code(), error.failed_call()), (None, Some(0)));
    }
    let calls = together(&[("add", None, &[1]), ("add", Some(other), &[3])]);
    let script = draft(calls.script.expect("a script"));
    let error = wallet.transact(own, &script, None, |_| panic!("submitted")).await;
    let error = error.expect_err("it fails");
    assert_names(&error, "call_failed", other, "Procedures of other accounts can only read");
    assert_eq!(error.failed_call(), Some(1));
}

#[tokio::test]
async fn a_call_that_ends_otherwise_than_by_an_assertion_is_named_with_the_reason() {
    const DIVIDING: &str = "@account_procedure\npub proc divide\n    push.1 push.0 div drop\nend\n";
    let world = World::new();
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    let component = compiled(&Source::new(CodeKind::AccountComponent, DIVIDING));
    let divide = root(&component, "divide");
    let new = NewAccount { components: vec![component], ..NewAccount::default() };
    let account = wallet.create_account(new).await.expect("an account");
    for error in failures(&wallet, account, call(divide, None, vec![])).await {
        assert_names(&error, "execution", account, "division by zero");
        assert!(error.to_string().contains(&divide.to_hex()), "{error}");
    }
}

#[tokio::test]
async fn a_run_that_calls_a_procedure_as_one_of_an_account_without_it_names_the_procedure() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    let account = support::new_account(&wallet).await;
    let code = format!(
        "use miden::core::sys\nuse miden::protocol::native_account\n\n\
         const SLOT = word(\"{COUNTER_SLOT}\")\n\n@transaction_script\npub proc main\n    \
         padw push.SLOT[0..2] exec.native_account::set_item exec.sys::truncate_stack\nend\n"
    );
    let script = compiled(&Source::new(CodeKind::TransactionScript, code));
    let program = program(Script::Package(Box::new(script)));
    let error = wallet.run_program(Some(account), program).await.expect_err("it has no such slot");
    let text = error.to_string();
    assert_eq!(error.kind(), "execution", "{text} {:?}", error.causes());
    assert!(!text.contains("transaction"), "{text} {:?}", error.causes());
    assert!(text.contains("the account does not have it"), "{text} {:?}", error.causes());
}

#[tokio::test]
async fn a_note_that_fails_before_a_call_is_named_and_the_call_is_not() {
    const FAILING: &str = "@note_script\npub proc main\n    push.0 assert\nend\n";
    const HARMLESS: &str = "@note_script\npub proc main\n    push.1 assert\nend\n";
    let world = World::new();
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    let account = new_adder(&wallet).await;
    stack(&wallet, account, running(called("add", None, &[2]))).await;
    let note = |script| CustomNote {
        script: Box::new(compiled(&Source::new(CodeKind::NoteScript, script))),
        storage: vec![],
        recipient: Some(account),
        fungible: vec![],
        note_type: NoteType::Public,
    };
    let sender = support::new_account(&wallet).await;
    let created = vec![note(HARMLESS), note(FAILING)];
    let sent =
        executed(&wallet, sender, CustomTransaction { created, ..CustomTransaction::default() });
    let notes = sent.await;
    wallet.sync().await.expect("a sync");
    for calls in [&[("add", None, &[1_u64][..])][..], &[("add", None, &[1]), ("add", None, &[1])]] {
        let mut custom = together(calls);
        custom.notes = notes.iter().map(|note| (*note, None)).collect();
        let custom = Draft::Custom(Box::new(custom));
        let error = wallet.transact(account, &custom, None, |_| panic!("submitted")).await;
        let error = error.expect_err("a note fails");
        let text = error.to_string();
        assert_eq!(error.kind(), "execution", "{text} {:?}", error.causes());
        assert!(text.contains(&notes[1].to_hex()), "{text}");
        assert_eq!((error.failed_call(), error.assertion_code()), (None, None));
    }
}

/// An account on the chain with the procedures of the adder and with ones that fail.
async fn new_failing(wallet: &Wallet) -> (AccountId, Package) {
    const FAILING: &str = "const ERR_OLD = \"the rate is too old\"\n\n\
                           @account_procedure\npub proc old\n    push.0 assert.err=ERR_OLD\nend\n\n\
                           @account_procedure\npub proc bare\n    push.7 drop push.0 assert\nend\n";
    let failing = compiled(&Source::new(CodeKind::AccountComponent, FAILING));
    let new = NewAccount {
        components: vec![adder(), failing.clone()],
        slots: vec![count_slot()],
        visibility: Visibility::Public,
        ..NewAccount::default()
    };
    let account = wallet.create_account(new).await.expect("an account");
    stack(wallet, account, running(called("add", None, &[2]))).await;
    (account, failing)
}

/// An account with a procedure that calls one of another account with 101, and what else it has.
async fn new_asking(
    wallet: &Wallet,
    other: AccountId,
    procedure: Word,
    more: Vec<Package>,
) -> (AccountId, Word) {
    let (prefix, suffix) = (other.prefix().as_felt(), other.suffix());
    let code = format!(
        "use miden::core::sys\nuse miden::protocol::tx\n\n@account_procedure\npub proc ask\n    \
         padw padw padw padw drop push.101 push.{} push.{} push.{}\n    \
         exec.tx::execute_foreign_procedure exec.sys::truncate_stack\nend\n",
        procedure.to_hex(),
        prefix.as_canonical_u64(),
        suffix.as_canonical_u64(),
    );
    let asking = compiled(&Source::new(CodeKind::AccountComponent, code));
    let ask = root(&asking, "ask");
    let slots = if more.is_empty() { vec![] } else { vec![count_slot()] };
    let components = [vec![asking], more].concat();
    let new = NewAccount { components, slots, ..NewAccount::default() };
    (wallet.create_account(new).await.expect("an account"), ask)
}

#[tokio::test]
async fn an_assertion_in_foreign_code_that_own_code_calls_is_named_with_its_account_and_procedure()
{
    let world = World::new();
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    let (other, failing) = new_failing(&wallet).await;
    for (name, says) in [("old", "with the error code"), ("bare", "without a message")] {
        let inner = root(&failing, name);
        let (own, ask) = new_asking(&wallet, other, inner, vec![]).await;
        for error in failures(&wallet, own, call(ask, None, vec![])).await {
            assert_names(&error, "execution", other, says);
            let text = error.to_string();
            assert!(text.contains(&inner.to_hex()) && !text.contains(&own.to_hex()), "{text}");
            assert_eq!(error.assertion_code() == Some(0), name == "bare", "{text}");
            assert!(!error.causes().concat().contains(&other.to_hex()), "{:?}", error.causes());
        }
    }
}

#[tokio::test]
async fn an_assertion_in_code_that_accounts_share_is_named_with_all_of_them() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    let (other, _) = new_failing(&wallet).await;
    let inner = root(&adder(), "add_a_little");
    let (own, ask) = new_asking(&wallet, other, inner, vec![adder()]).await;
    for error in failures(&wallet, own, call(ask, None, vec![])).await {
        assert_names(&error, "execution", other, &inner.to_hex());
        assert!(error.to_string().contains(&own.to_hex()), "{error}");
    }
}

#[tokio::test]
async fn an_assertion_without_a_message_in_a_script_is_told_as_one_of_the_script() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    let account = support::new_account(&wallet).await;
    let code = "@transaction_script\npub proc main\n    push.0 assert\nend\n";
    let script = compiled(&Source::new(CodeKind::TransactionScript, code));
    for error in failures(&wallet, account, Script::Package(Box::new(script))).await {
        let text = error.to_string();
        assert!(text.starts_with("An assertion without a message failed in the script"), "{text}");
        assert_eq!((error.kind(), error.assertion_code()), ("execution", Some(0)));
    }
}
