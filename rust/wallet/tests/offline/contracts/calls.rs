//! Calls of procedures: their arguments and results, in runs that change nothing and in transactions.

use std::time::Duration;

use miden_swift_wallet::{
    AccountId, CodeKind, CustomTransaction, Draft, Felt, InitialContent, InitialSlot, MAX_CALLS,
    NewAccount, NoteScriptBudget, Package, Program, Script, SentTransaction, Source, Token,
    TransactionOptions, Visibility, Wallet, WalletConfiguration, WalletError,
};

use super::{COUNTER_SLOT, call, compiled, felt, root, run, running, slot, word};
use crate::support::{self, World};

const ADDER: &str = include_str!("../../../../../Tests/Contracts/adder.masm");

pub(super) fn adder() -> Package {
    let path = Some("adder::contract".to_owned());
    compiled(&Source { path, ..Source::new(CodeKind::AccountComponent, ADDER) })
}

/// The slot of the adder, with a count of 40.
pub(super) fn count_slot() -> InitialSlot {
    slot(COUNTER_SLOT, InitialContent::Map(vec![(word([0; 4]), word([40, 0, 0, 0]))]))
}

pub(super) async fn new_adder(wallet: &Wallet) -> AccountId {
    let new = NewAccount {
        components: vec![adder()],
        slots: vec![count_slot()],
        visibility: Visibility::Public,
        ..NewAccount::default()
    };
    wallet.create_account(new).await.expect("an account")
}

pub(super) fn called(name: &str, foreign: Option<AccountId>, arguments: &[u64]) -> Script {
    let arguments = arguments.iter().map(|number| felt(*number)).collect();
    call(root(&adder(), name), foreign, arguments)
}

pub(super) fn draft(script: Script) -> Draft {
    Draft::Custom(Box::new(running(script)))
}

pub(super) fn program(script: Script) -> Program {
    Program { script, script_argument: None, advice: vec![], foreign_accounts: vec![] }
}

/// What a call in a transaction leaves on the stack.
pub(super) async fn stack(
    wallet: &Wallet,
    account: AccountId,
    custom: CustomTransaction,
) -> Vec<u64> {
    let made = wallet.transact(account, &Draft::Custom(Box::new(custom)), None, |_| {}).await;
    let (sent, _) = made.expect("it is carried out");
    wallet.sync().await.expect("a sync");
    let [stack] = sent.stacks.as_slice() else { panic!("{sent:?}") };
    stack.iter().map(Felt::as_canonical_u64).collect()
}

/// Calls in one transaction: the name of a procedure of the adder, whose it is if not the account's own, and arguments.
pub(super) fn together(calls: &[(&str, Option<AccountId>, &[u64])]) -> CustomTransaction {
    let scripts = calls.iter().map(|(name, foreign, given)| called(name, *foreign, given));
    let calls = scripts.flat_map(|script| match script {
        Script::Calls(calls) => calls,
        Script::Package(_) => vec![],
    });
    running(Script::Calls(calls.collect()))
}

async fn made(
    wallet: &Wallet,
    account: AccountId,
    custom: CustomTransaction,
    options: TransactionOptions,
) -> Result<SentTransaction, WalletError> {
    let draft = Draft::Custom(Box::new(custom));
    let (sent, _) = wallet.transact(account, &draft, options, |_| {}).await?;
    wallet.sync().await.expect("a sync");
    Ok(sent)
}

/// The first elements that each call has left on the stack.
fn first_two(sent: &SentTransaction) -> Vec<[u64; 2]> {
    sent.stacks.iter().map(|stack| [0, 1].map(|place| stack[place].as_canonical_u64())).collect()
}

fn padded(numbers: &[u64]) -> Vec<u64> {
    let mut stack = numbers.to_vec();
    stack.resize(16, 0);
    stack
}

#[tokio::test]
async fn a_call_gets_its_arguments_and_zeros_in_a_run_and_in_a_transaction() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    let account = new_adder(&wallet).await;
    let all: Vec<u64> = (1..=16).collect();
    let mut swapped = all.clone();
    swapped.swap(0, 1);
    for (arguments, results) in [
        (vec![], padded(&[])),
        (vec![7, 8], padded(&[8, 7])),
        (vec![0, 18_446_744_069_414_584_320], padded(&[18_446_744_069_414_584_320])),
        (all, swapped),
    ] {
        // Twice: the second time the script is there already.
        for _ in 0..2 {
            let script = called("swapped", None, &arguments);
            assert_eq!(run(&wallet, Some(account), script).await, results);
        }
    }
    let made = stack(&wallet, account, running(called("add", None, &[2]))).await;
    assert_eq!(made, padded(&[42]), "the result is that of the transaction");
    assert_eq!(run(&wallet, Some(account), called("add", None, &[1])).await, padded(&[43]));
    let made = stack(&wallet, account, running(called("add", None, &[1]))).await;
    assert_eq!(made, padded(&[43]), "the run before has changed nothing");
}

#[tokio::test]
async fn a_call_with_a_note_consumed_in_the_same_transaction_has_its_result() {
    let world = World::with(true, 500);
    let wallet = world.wallet("alice").await;
    let new = NewAccount {
        components: vec![adder()],
        slots: vec![count_slot()],
        basic_wallet: true,
        ..NewAccount::default()
    };
    let account = wallet.create_account(new).await.expect("an account");
    let note = support::paid(&wallet, account, Token::Miden, 1_000_000).await;
    let mut transaction = running(called("add", None, &[2]));
    transaction.notes = vec![(note, None)];
    assert_eq!(stack(&wallet, account, transaction).await, padded(&[42]));
}

#[tokio::test]
async fn calls_in_one_transaction_see_what_those_before_them_have_changed() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    let account = new_adder(&wallet).await;
    let calls: [(&str, Option<AccountId>, &[u64]); 3] =
        [("add", None, &[2]), ("swapped", None, &[7, 8]), ("add", None, &[1])];
    let tried = wallet.preview(account, &Draft::Custom(Box::new(together(&calls)))).await;
    assert!(tried.is_ok(), "{tried:?}");
    // Twice: the second time the script is there already.
    for count in [42, 45] {
        let sent = made(&wallet, account, together(&calls), TransactionOptions::default()).await;
        let sent = sent.expect("it is carried out");
        assert_eq!(first_two(&sent), [[count, 0], [8, 7], [count + 1, 0]]);
    }
    // A run has the result of the last one.
    let script = together(&[("add", None, &[2]), ("add", None, &[3])]).script.expect("a script");
    assert_eq!(run(&wallet, Some(account), script).await, padded(&[51]));
    assert_eq!(run(&wallet, Some(account), called("add", None, &[0])).await, padded(&[46]));
}

#[tokio::test]
async fn as_many_calls_as_there_may_be_are_one_transaction_and_more_are_refused() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    let account = new_adder(&wallet).await;
    let all: Vec<u64> = (1..=16).collect();
    let swapped: (&str, Option<AccountId>, &[u64]) = ("swapped", None, &all);
    let mut calls = vec![swapped; MAX_CALLS - 1];
    calls.push(("add", None, &[2]));
    let sent = made(&wallet, account, together(&calls), TransactionOptions::default()).await;
    let found = first_two(&sent.expect("it is carried out"));
    assert_eq!(found[..MAX_CALLS - 1], vec![[2, 1]; MAX_CALLS - 1]);
    assert_eq!(found[MAX_CALLS - 1..], [[42, 0]]);

    calls.push(("add", None, &[2]));
    let too_long = [0; 17];
    let cases = [
        (together(&calls), "too_many_calls"),
        (together(&[("add", None, &[1]), ("add", None, &too_long)]), "too_many_arguments"),
        (together(&[]), "nothing_to_do"),
        (
            CustomTransaction {
                advice: vec![(word([1; 4]), vec![felt(1)]), (word([1; 4]), vec![felt(2)])],
                ..together(&[("add", None, &[1])])
            },
            "advice_named_twice",
        ),
    ];
    for (custom, kind) in cases {
        let refused = made(&wallet, account, custom, TransactionOptions::default()).await;
        assert_eq!(refused.expect_err("it is refused").kind(), kind);
    }
}

#[tokio::test]
async fn calls_with_a_note_consumed_and_of_another_account_are_one_transaction() {
    let world = World::with(true, 500);
    let alice = world.wallet("alice").await;
    let new = || NewAccount {
        components: vec![adder()],
        slots: vec![count_slot()],
        basic_wallet: true,
        ..NewAccount::default()
    };
    let public = NewAccount { visibility: Visibility::Public, ..new() };
    let theirs = alice.create_account(public).await.expect("an account");
    let note = support::paid(&alice, theirs, Token::Miden, 1_000_000).await;
    let first = CustomTransaction { notes: vec![(note, None)], ..together(&[("add", None, &[2])]) };
    made(&alice, theirs, first, TransactionOptions::default()).await.expect("it is carried out");

    let bob = world.wallet("bob").await;
    let own = bob.create_account(new()).await.expect("an account");
    let note = support::paid(&bob, own, Token::Miden, 1_000_000).await;
    let calls = together(&[
        ("swapped", Some(theirs), &[7, 8]),
        ("add", None, &[2]),
        ("swapped", Some(theirs), &[5, 6]),
    ]);
    let custom = CustomTransaction { notes: vec![(note, None)], ..calls };
    let sent =
        made(&bob, own, custom, TransactionOptions::default()).await.expect("it is carried out");
    assert_eq!(first_two(&sent), [[8, 7], [42, 0], [6, 5]]);

    // What a private account of somebody else does, nobody knows.
    let private = alice
        .create_account(NewAccount { visibility: Visibility::Private, ..new() })
        .await
        .expect("an account");
    let custom = together(&[("add", None, &[1]), ("swapped", Some(private), &[7, 8])]);
    let refused = made(&bob, own, custom, TransactionOptions::default()).await;
    let refused = refused.expect_err("it is private");
    assert_eq!(refused.kind(), "account_not_public");
    assert!(refused.to_string().contains(&private.to_hex()), "{refused}");

    // An account that is not the one of the transaction is read, and not changed.
    let custom = together(&[("add", None, &[1]), ("add", Some(theirs), &[7])]);
    let refused = made(&bob, own, custom, TransactionOptions::default()).await;
    assert_eq!(refused.expect_err("it cannot change it").failed_call(), Some(1));
}

#[tokio::test]
async fn calls_that_change_nothing_together_are_refused() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    let account = new_adder(&wallet).await;
    stack(&wallet, account, running(called("add", None, &[2]))).await;
    let twice = together(&[("swapped", None, &[7, 8]), ("swapped", None, &[7, 8])]);
    let none = together(&[("add", None, &[0]), ("swapped", None, &[7, 8])]);
    for custom in [twice, none] {
        let refused = made(&wallet, account, custom, TransactionOptions::default()).await;
        let refused = refused.expect_err("it changes nothing");
        assert_eq!(refused.kind(), "changes_nothing");
        assert!(refused.to_string().contains("use simulate"), "{refused}");
    }
}

#[tokio::test]
async fn the_error_of_several_calls_says_which_has_failed() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    alice.sync().await.expect("a sync");
    let account = new_adder(&alice).await;
    stack(&alice, account, running(called("add", None, &[2]))).await;
    let bob = world.wallet("bob").await;
    bob.sync().await.expect("a sync");
    let own = new_adder(&bob).await;
    stack(&bob, own, running(called("add", None, &[2]))).await;

    let good: (&str, Option<AccountId>, &[u64]) = ("add", None, &[1]);
    let bad: (&str, Option<AccountId>, &[u64]) = ("add_a_little", None, &[101]);
    let theirs = ("add_a_little", Some(account), bad.2);
    let cases = [
        (vec![bad, good], 0, own),
        (vec![good, bad], 1, own),
        (vec![good, good, good, bad, good], 3, own),
        (vec![good, theirs, good], 1, account),
    ];
    for (calls, place, of) in cases {
        let (count, custom) = (calls.len(), together(&calls));
        let draft = Draft::Custom(Box::new(custom.clone()));
        let previewed = bob.preview(own, &draft).await.expect_err("it fails");
        let error = made(&bob, own, custom, TransactionOptions::default()).await;
        for error in [previewed, error.expect_err("it fails")] {
            assert_eq!((error.kind(), error.failed_call()), ("call_failed", Some(place)));
            assert!(error.assertion_code().is_some());
            let text = error.to_string();
            assert!(text.contains(&format!("Call {} of {count} failed", place + 1)), "{text}");
            assert!(text.contains(&of.to_hex()), "{text}");
        }
    }
    assert_eq!(run(&bob, Some(own), called("add", None, &[0])).await, padded(&[42]));
}

#[tokio::test]
async fn a_failure_that_is_of_no_call_is_blamed_on_none() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    let account = new_adder(&wallet).await;
    stack(&wallet, account, running(called("add", None, &[2]))).await;
    // All calls are made, and the whole is refused.
    let custom = together(&[("swapped", None, &[7, 8]), ("swapped", None, &[7, 8])]);
    let refused = made(&wallet, account, custom, TransactionOptions::default()).await;
    let refused = refused.expect_err("it has no effects");
    assert_eq!((refused.kind(), refused.failed_call()), ("changes_nothing", None));
}

#[tokio::test]
async fn several_calls_with_one_reference_are_made_once_and_others_are_another_request() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    let account = new_adder(&wallet).await;
    let options = || TransactionOptions {
        reference: Some("order 7".to_owned()),
        ..TransactionOptions::default()
    };
    let calls = |by: u64| together(&[("add", None, &[2]), ("add", None, &[by])]);
    let first = made(&wallet, account, calls(3), options()).await.expect("it is carried out");
    let second = made(&wallet, account, calls(3), options()).await.expect("it was carried out");
    assert_eq!(first.transaction, second.transaction);
    assert_eq!((first_two(&first), second.stacks), (vec![[42, 0], [45, 0]], vec![]));
    let other = made(&wallet, account, calls(4), options()).await;
    assert_eq!(other.expect_err("another request").kind(), "reference_used");
}

#[tokio::test]
async fn a_call_of_another_account_has_the_same_result_in_a_run_and_in_a_transaction() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    alice.sync().await.expect("a sync");
    let theirs = new_adder(&alice).await;
    stack(&alice, theirs, running(called("add", None, &[2]))).await;

    let bob = world.wallet("bob").await;
    bob.sync().await.expect("a sync");
    let own = new_adder(&bob).await;
    stack(&bob, own, running(called("add", None, &[1]))).await;
    let swapped: (&str, Option<AccountId>, &[u64]) = ("swapped", Some(theirs), &[7, 8]);
    let view = called(swapped.0, swapped.1, swapped.2);
    assert_eq!(run(&bob, Some(own), view).await, padded(&[8, 7]));
    let calls = together(&[swapped, ("add", None, &[1])]);
    let sent = made(&bob, own, calls, TransactionOptions::default()).await.expect("it is made");
    assert_eq!(first_two(&sent), [[8, 7], [42, 0]]);
}

#[tokio::test]
async fn a_call_that_changes_nothing_is_refused() {
    for fee in [0, 500] {
        let world = World::with(true, fee);
        let wallet = world.wallet("alice").await;
        wallet.sync().await.expect("a sync");
        let new = NewAccount {
            components: vec![adder()],
            slots: vec![count_slot()],
            basic_wallet: true,
            ..NewAccount::default()
        };
        let account = wallet.create_account(new).await.expect("an account");
        let note = support::paid(&wallet, account, Token::Miden, 1_000_000).await;
        let mut first = running(called("add", None, &[2]));
        first.notes = vec![(note, None)];
        stack(&wallet, account, first).await;

        let held = support::held(&wallet, account, "MIDEN").await;
        let nothing = draft(called("swapped", None, &[7, 8]));
        let error = wallet.preview(account, &nothing).await.expect_err("nothing changes");
        assert_eq!(error.kind(), "changes_nothing");
        let error = wallet.transact(account, &nothing, None, |_| {}).await;
        let error = error.expect_err("it changes nothing");
        assert_eq!(error.kind(), "changes_nothing");
        assert!(error.to_string().contains("use simulate"), "{error}");
        assert_eq!(support::held(&wallet, account, "MIDEN").await, held, "no fee was paid");

        let something = draft(called("add", None, &[1]));
        let preview = wallet.preview(account, &something).await.expect("a preview");
        assert_eq!(preview.changed_slots, [COUNTER_SLOT]);
        let made = wallet.transact(account, &something, None, |_| {}).await;
        let (sent, _) = made.expect("it changes the count");
        assert_eq!(sent.stacks[0][0].as_canonical_u64(), 43);
    }
}

#[tokio::test]
async fn a_call_of_a_new_account_that_changes_nothing_is_refused() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    let account = new_adder(&wallet).await;
    for script in [called("swapped", None, &[7, 8]), called("add", None, &[0])] {
        let nothing = draft(script);
        let previewed = wallet.preview(account, &nothing).await;
        assert_eq!(previewed.expect_err("nothing changes").kind(), "changes_nothing");
        let made = wallet.transact(account, &nothing, None, |_| {}).await;
        assert_eq!(made.expect_err("nothing changes").kind(), "changes_nothing");
    }
    let something = draft(called("add", None, &[2]));
    wallet.preview(account, &something).await.expect("a preview");
    let made = wallet.transact(account, &something, None, |_| {}).await;
    let (sent, _) = made.expect("it changes the count");
    assert_eq!(sent.stacks[0][0].as_canonical_u64(), 42);
}

#[tokio::test]
async fn a_call_that_changes_nothing_of_an_account_that_cannot_pay_is_refused_as_such() {
    let world = World::with(true, 500);
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    let account = new_adder(&wallet).await;
    for (name, arguments, kind) in [
        ("swapped", &[7, 8][..], "changes_nothing"),
        ("add", &[0], "changes_nothing"),
        ("add", &[1], "insufficient_fee"),
    ] {
        let draft = draft(called(name, None, arguments));
        let previewed = wallet.preview(account, &draft).await.expect_err("it is refused");
        let made = wallet.transact(account, &draft, None, |_| {}).await;
        for error in [previewed, made.expect_err("it is refused")] {
            assert_eq!(error.kind(), kind, "{name} {arguments:?}: {error}");
        }
    }
}

#[tokio::test]
async fn a_call_that_issues_tokens_into_the_vault_changes_something() {
    const ISSUER: &str = "
use miden::core::sys
use miden::protocol::active_account
use miden::protocol::faucet
use miden::protocol::native_account
use miden::standards::assets::fungible_asset

@account_procedure
pub proc issue
    push.100 exec.active_account::get_id exec.fungible_asset::create
    dupw.1 dupw.1 exec.faucet::mint
    exec.native_account::add_asset dropw exec.sys::truncate_stack
end
";
    let world = World::new();
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    let component = compiled(&Source::new(CodeKind::AccountComponent, ISSUER));
    let issue = root(&component, "issue");
    let new = NewAccount { components: vec![component], ..NewAccount::default() };
    let account = wallet.create_account(new).await.expect("an account");
    for held in [100, 200] {
        let draft = draft(call(issue, None, vec![]));
        let preview = wallet.preview(account, &draft).await.expect("a preview");
        assert_eq!(preview.remaining.first().map(|amount| amount.amount), Some(held));
        wallet.transact(account, &draft, None, |_| {}).await.expect("it is carried out");
        wallet.sync().await.expect("a sync");
    }
}

#[tokio::test]
async fn an_assertion_that_fails_is_known_by_its_code_in_own_and_in_foreign_code() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    alice.sync().await.expect("a sync");
    let account = new_adder(&alice).await;
    let code = adder()
        .interface()
        .expect("an interface")
        .errors
        .iter()
        .find(|error| error.message == "the step is too large")
        .expect("the message is there")
        .code
        .clone();
    let code_of = |error: WalletError| error.assertion_code().map(|code| code.to_string());
    assert_eq!(run(&alice, Some(account), called("add_a_little", None, &[2])).await[0], 42);
    let too_large = |foreign| program(called("add_a_little", foreign, &[101]));
    let error = alice.run_program(Some(account), too_large(None)).await.expect_err("too large");
    assert_eq!(code_of(error), Some(code.clone()));
    let made = draft(called("add_a_little", None, &[101]));
    let error = alice.transact(account, &made, None, |_| {}).await.expect_err("too large");
    assert_eq!(code_of(error), Some(code.clone()));
    stack(&alice, account, running(called("add", None, &[2]))).await;

    let bob = world.wallet("bob").await;
    bob.sync().await.expect("a sync");
    support::new_account(&bob).await;
    let error = bob.run_program(None, too_large(Some(account))).await.expect_err("too large");
    assert_eq!(code_of(error), Some(code.clone()));
}

#[tokio::test]
async fn every_instruction_with_an_error_code_tells_it_if_it_fails() {
    const FAILING: &str = "
const ERR_ASSERT = \"it is zero\"
const ERR_ASSERTZ = \"it is not zero\"
const ERR_ASSERT_EQ = \"they are not the same\"
const ERR_U32 = \"it is too large\"
const ERR_TREE = \"it is not in the tree\"

@account_procedure
pub proc assert_one
    push.0 assert.err=ERR_ASSERT
end

@account_procedure
pub proc assert_zero
    push.1 assertz.err=ERR_ASSERTZ
end

@account_procedure
pub proc assert_same
    push.1 push.2 assert_eq.err=ERR_ASSERT_EQ
end

@account_procedure
pub proc assert_u32
    push.4294967296 u32assert.err=ERR_U32 drop
end

@account_procedure
pub proc assert_in_tree
    padw padw mtree_merge push.0 push.1 push.4 push.3 push.2 push.1 mtree_verify.err=ERR_TREE
    dropw drop drop dropw
end
";
    let world = World::new();
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    let component = compiled(&Source::new(CodeKind::AccountComponent, FAILING));
    let new = NewAccount { components: vec![component.clone()], ..NewAccount::default() };
    let account = wallet.create_account(new).await.expect("an account");
    let errors = component.interface().expect("an interface").errors;
    for (procedure, message) in [
        ("assert_one", "it is zero"),
        ("assert_zero", "it is not zero"),
        ("assert_same", "they are not the same"),
        ("assert_u32", "it is too large"),
        ("assert_in_tree", "it is not in the tree"),
    ] {
        let script = call(root(&component, procedure), None, vec![]);
        let error = wallet.run_program(Some(account), program(script)).await;
        let code = error.expect_err("it fails").assertion_code().expect("it has a code");
        let told = errors.iter().find(|error| error.code == code.to_string());
        assert_eq!(told.map(|error| error.message.as_str()), Some(message), "{procedure}");
    }
}

#[tokio::test]
async fn the_result_of_a_call_is_not_there_if_it_was_made_before_with_the_same_reference() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    let account = new_adder(&wallet).await;
    let options = || TransactionOptions {
        reference: Some("order 7".to_owned()),
        ..TransactionOptions::default()
    };
    let draft = draft(called("add", None, &[2]));
    let (first, _) =
        wallet.transact(account, &draft, options(), |_| {}).await.expect("it is carried out");
    let (second, _) =
        wallet.transact(account, &draft, options(), |_| {}).await.expect("it was carried out");
    assert_eq!(first.transaction, second.transaction);
    assert_eq!((first.stacks.len(), second.stacks.len()), (1, 0));
}

#[tokio::test]
async fn code_of_a_stranger_that_does_not_end_is_given_up() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    alice.sync().await.expect("a sync");
    let theirs = new_adder(&alice).await;
    stack(&alice, theirs, running(called("add", None, &[2]))).await;

    let budget = NoteScriptBudget { cycles: 1 << 18, time: Duration::from_mins(1) };
    let configuration = WalletConfiguration { note_scripts: budget, ..world.configuration("bob") };
    let bob = Wallet::open(configuration).await.expect("a wallet");
    bob.sync().await.expect("a sync");
    support::new_account(&bob).await;
    let endless = program(called("without_end", Some(theirs), &[]));
    let error = bob.run_program(None, endless).await.expect_err("it has no end");
    assert_eq!(error.kind(), "call_over_budget");
    assert!(error.to_string().contains("262144 cycles"), "{error}");
    assert_eq!(run(&bob, None, called("swapped", Some(theirs), &[7, 8])).await, padded(&[8, 7]));
}

#[tokio::test]
async fn own_code_and_code_that_it_calls_stay_within_the_budget() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    alice.sync().await.expect("a sync");
    let theirs = new_adder(&alice).await;
    stack(&alice, theirs, running(called("add", None, &[2]))).await;

    let budget = NoteScriptBudget { cycles: 1 << 18, time: Duration::from_mins(1) };
    let configuration = WalletConfiguration { note_scripts: budget, ..world.configuration("bob") };
    let bob = Wallet::open(configuration).await.expect("a wallet");
    bob.sync().await.expect("a sync");
    let own = new_adder(&bob).await;
    let (prefix, suffix) = (theirs.prefix().as_felt(), theirs.suffix());
    let code = format!(
        "use miden::core::sys\nuse miden::protocol::tx\n\n@transaction_script\npub proc main\n    \
         padw padw padw padw push.{} push.{} push.{}\n    \
         exec.tx::execute_foreign_procedure exec.sys::truncate_stack\nend\n",
        root(&adder(), "without_end").to_hex(),
        prefix.as_canonical_u64(),
        suffix.as_canonical_u64(),
    );
    let code = compiled(&Source::new(CodeKind::TransactionScript, &code));
    for script in [called("without_end", None, &[]), Script::Package(Box::new(code))] {
        let error = bob.run_program(Some(own), program(script.clone())).await;
        assert_eq!(error.expect_err("it has no end").kind(), "call_over_budget");
        let endless = draft(script);
        let error = bob.preview(own, &endless).await.expect_err("it has no end");
        assert_eq!(error.kind(), "request_over_budget");
        let error = bob.transact(own, &endless, None, |_| panic!("it is submitted")).await;
        assert_eq!(error.expect_err("it has no end").kind(), "request_over_budget");
    }
    assert_eq!(stack(&bob, own, running(called("add", None, &[2]))).await, padded(&[42]));
}

#[tokio::test]
async fn a_compiled_script_gets_its_argument_and_zeros_in_a_run() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    support::new_account(&wallet).await;
    let code = "@transaction_script\npub proc main(a: felt, b: felt) -> felt\n    swap sub\nend\n";
    let script =
        Script::Package(Box::new(compiled(&Source::new(CodeKind::TransactionScript, code))));
    let given = |argument| Program { script_argument: argument, ..program(script.clone()) };
    let given_word = given(Some(word([7, 2, 3, 4])));
    let stack = wallet.run_program(None, given_word).await.expect("it runs");
    let stack: Vec<u64> = stack.iter().map(Felt::as_canonical_u64).collect();
    assert_eq!(stack, padded(&[5, 3, 4]));
    let stack = wallet.run_program(None, given(None)).await.expect("it runs");
    assert!(stack.iter().all(|felt| *felt == Felt::ZERO));
}
