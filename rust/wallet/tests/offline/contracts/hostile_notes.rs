//! Notes that a stranger sends to hold up a wallet.

use std::cell::RefCell;
use std::time::Duration;

use miden_swift_wallet::{
    AccountId, CodeKind, CustomNote, CustomTransaction, Draft, InitialContent, InputNote,
    LeftOutReason, NewAccount, NoteId, NoteScriptBudget, NoteType, Payment, Source,
    UnverifiedReason, Visibility, Wallet, WalletConfiguration,
};

use super::{call, compiled, counter_package, executed, felt, new_counter, root, running, slot};
use crate::support::{self, World};

const ENDLESS: &str = include_str!("../../../../../Tests/Contracts/endless.masm");
const PRINTING: &str = include_str!("../../../../../Tests/Contracts/printing.masm");
const HASHING: &str = include_str!("../../../../../Tests/Contracts/hashing.masm");
const CALLBACK_FAUCET: &str = include_str!("../../../../../Tests/Contracts/callback_faucet.masm");
const HARMLESS: &str = "use miden::standards::wallets::basic
    @note_script pub proc main exec.basic::move_note_assets_to_account end";

fn budget(cycles: u32, time: Duration) -> NoteScriptBudget {
    NoteScriptBudget { cycles, time }
}

fn small() -> NoteScriptBudget {
    budget(1 << 18, Duration::from_mins(1))
}

fn configuration(world: &World, name: &str, note_scripts: NoteScriptBudget) -> WalletConfiguration {
    WalletConfiguration { note_scripts, ..world.configuration(name) }
}

/// A public note with a script, whose storage names an account, and which carries 100 base units.
fn note(script: &str, faucet: AccountId, to: AccountId) -> CustomNote {
    CustomNote {
        script: Box::new(compiled(&Source::new(CodeKind::NoteScript, script))),
        storage: vec![to.suffix(), to.prefix().as_felt()],
        recipient: Some(to),
        fungible: vec![(faucet, 100)],
        note_type: NoteType::Public,
    }
}

fn creating(note: CustomNote) -> CustomTransaction {
    CustomTransaction { created: vec![note], ..CustomTransaction::default() }
}

/// Alice has sent Bob a payment.
struct Attack {
    world: World,
    alice: Wallet,
    from: AccountId,
    faucet: AccountId,
    bob: Wallet,
    to: AccountId,
    payment: NoteId,
}

impl Attack {
    async fn begun(budget: NoteScriptBudget) -> Self {
        let world = World::new();
        let alice = world.wallet("alice").await;
        let from = support::funded(&alice, 1_000, 0).await;
        let faucet = support::faucet(&alice, from, "MIDEN").await;
        let bob = Wallet::open(configuration(&world, "bob", budget)).await.expect("it opens");
        let to = support::new_account(&bob).await;
        let (_, paid) = alice
            .send(from, vec![Payment::new(to, faucet, 5)], None, |_| {})
            .await
            .expect("it is paid");
        Self { world, alice, from, faucet, bob, to, payment: paid[0] }
    }

    /// The same, with a note whose script Alice wrote.
    async fn with(script: &str, budget: NoteScriptBudget) -> (Self, NoteId) {
        let attack = Self::begun(budget).await;
        let hostile = attack.sends(script).await;
        attack.bob.sync().await.expect("a sync");
        (attack, hostile)
    }

    async fn sends(&self, script: &str) -> NoteId {
        executed(&self.alice, self.from, creating(note(script, self.faucet, self.to))).await[0]
    }

    /// Pays with a token whose faucet runs code without an end when an account takes it.
    async fn pays_with_callback(&self) -> (NoteId, AccountId) {
        let package = compiled(&Source {
            path: Some("hostile::callback_faucet".to_owned()),
            ..Source::new(CodeKind::AccountComponent, CALLBACK_FAUCET)
        });
        let callback = "miden::protocol::faucet::callback::on_before_asset_added_to_account";
        let content = InitialContent::Value(root(&package, "on_before_asset_added_to_account"));
        let pay = root(&package, "::pay");
        let faucet = self
            .alice
            .create_account(NewAccount {
                components: vec![package],
                basic_wallet: true,
                slots: vec![slot(callback, content)],
                visibility: Visibility::Public,
                ..NewAccount::default()
            })
            .await
            .expect("a faucet");
        let tag = self.bob.followed_tags().await.expect("the tags")[0].tag;
        let mut arguments = vec![self.to.suffix(), self.to.prefix().as_felt()];
        arguments.extend([u64::from(tag), 1, 1, 2, 3, 4].map(felt));
        executed(&self.alice, faucet, running(call(pay, None, arguments))).await;
        self.bob.sync().await.expect("a sync");
        let notes = self.bob.input_notes(None).await.expect("notes");
        let paid = notes.iter().find(|note| note.callback_faucet.is_some());
        (paid.expect("the payment is there").note, faucet)
    }

    async fn listed(&self, note: NoteId) -> InputNote {
        let notes = self.bob.input_notes(Some(self.to)).await.expect("notes");
        notes.into_iter().find(|listed| listed.note == note).expect("it is listed")
    }

    async fn refusal(&self, note: NoteId, kind: &str) -> String {
        let consuming = self.bob.consume(self.to, &[note], None, |_| {}).await;
        let error = consuming.expect_err("it exceeds the budget");
        assert_eq!(error.kind(), kind, "{error}");
        error.to_string()
    }
}

#[tokio::test]
async fn no_code_of_a_stranger_runs_by_itself() {
    let attack = Attack::begun(small()).await;
    let (bob, to) = (&attack.bob, attack.to);
    let mut hostile = Vec::new();
    for script in [ENDLESS, PRINTING, HASHING, HARMLESS] {
        hostile.push((attack.sends(script).await, LeftOutReason::Unverified));
    }
    hostile.push((attack.pays_with_callback().await.0, LeftOutReason::AssetCallbacks));

    for _ in 0..3 {
        bob.sync().await.expect("a sync");
    }
    bob.balance(to).await.expect("a balance");
    let preview = bob.preview_consume_all(to, &[]).await.expect("a preview");
    assert_eq!(preview.transaction.expect("the payment").consumed_notes, [attack.payment]);
    let consumed = bob.consume_all(to, &[], None, |_| {}).await.expect("the payment is consumed");
    assert_eq!(consumed.consumed, [attack.payment]);
    assert!(consumed.failures.is_empty(), "{:?}", consumed.failures);
    let mut left_out = consumed.left_out;
    left_out.sort_unstable_by_key(|(note, _)| *note);
    hostile.sort_unstable_by_key(|(note, _)| *note);
    assert_eq!(left_out, hostile);
    bob.sync().await.expect("a sync");
    assert_eq!(bob.untrusted_runs(), 0);
}

#[tokio::test]
async fn input_notes_with_an_endless_script_are_unverified() {
    let (attack, hostile) = Attack::with(ENDLESS, small()).await;
    let listed = attack.listed(hostile).await;
    assert_eq!(listed.unverified, Some(UnverifiedReason::NotChecked));
    assert_eq!((listed.consumable_by, listed.left_out), (vec![], Some(LeftOutReason::Unverified)));
}

#[tokio::test]
async fn a_payment_in_a_token_with_callbacks_names_its_faucet_and_stays_within_the_budget() {
    let attack = Attack::begun(small()).await;
    let (paid, faucet) = attack.pays_with_callback().await;
    let listed = attack.listed(paid).await;
    assert_eq!(listed.callback_faucet, Some(faucet));
    assert_eq!(listed.unverified, Some(UnverifiedReason::NotChecked));
    assert_eq!(listed.left_out, Some(LeftOutReason::AssetCallbacks));
    assert!(listed.consumable_by.is_empty());
    let refusal = attack.refusal(paid, "token_callback_over_budget").await;
    assert!(refusal.contains(&format!("Faucet {faucet} runs code")), "{refusal}");
    attack.bob.consume(attack.to, &[attack.payment], None, |_| {}).await.expect("the other one");
}

#[tokio::test]
async fn a_note_verified_on_request_keeps_its_verdict_across_processes() {
    let (Attack { world, bob, to, .. }, hostile) = Attack::with(ENDLESS, small()).await;
    let verified = bob.verify_notes(vec![hostile]).await.expect("it is verified");
    assert_eq!(verified[0].unverified, Some(UnverifiedReason::TooManyCycles));
    assert_eq!(bob.untrusted_runs(), 1);
    drop(bob);
    let bob = Wallet::open(configuration(&world, "bob", small())).await.expect("it opens");
    let notes = bob.input_notes(Some(to)).await.expect("notes");
    let listed = notes.iter().find(|note| note.note == hostile).expect("it is listed");
    assert_eq!(listed.unverified, Some(UnverifiedReason::TooManyCycles));
}

#[tokio::test]
async fn consume_of_a_note_whose_script_exceeds_the_cycles_is_refused_and_the_wallet_goes_on() {
    let (attack, hostile) = Attack::with(ENDLESS, small()).await;
    assert!(attack.refusal(hostile, "note_script_over_budget").await.contains("262144 cycles"));
    let (bob, to) = (&attack.bob, attack.to);
    bob.preview(to, &Draft::Consume(vec![hostile])).await.expect_err("the same");
    bob.consume(to, &[attack.payment], None, |_| {}).await.expect("the payment is consumed");
    assert_eq!(support::held(bob, to, "MIDEN").await, 5);
}

#[tokio::test]
async fn consume_of_a_note_whose_script_exceeds_the_time_is_refused() {
    let slow = budget(1 << 24, Duration::from_millis(1));
    let (attack, hostile) = Attack::with(ENDLESS, slow).await;
    assert!(attack.refusal(hostile, "note_script_over_budget").await.contains("1 ms"));
    let verified = attack.bob.verify_notes(vec![hostile]).await.expect("it is verified");
    assert_eq!(verified[0].unverified, Some(UnverifiedReason::TooSlow));
}

#[tokio::test]
async fn a_note_within_the_budget_is_consumed_by_its_id() {
    let (attack, hostile) = Attack::with(HARMLESS, small()).await;
    let (bob, to) = (&attack.bob, attack.to);
    bob.consume(to, &[hostile, attack.payment], None, |_| {}).await.expect("it is consumed");
    bob.sync().await.expect("a sync");
    assert_eq!(support::held(bob, to, "MIDEN").await, 105);
}

#[tokio::test]
async fn a_script_that_reads_another_account_first_stays_within_the_budget() {
    let attack = Attack::begun(small()).await;
    let counter = attack.alice.create_account(new_counter(Visibility::Public, true)).await;
    let counter = counter.expect("a counter");
    let get_count = root(&counter_package(), "get_count");
    // The account is on the chain once it has made a transaction.
    executed(
        &attack.alice,
        counter,
        running(call(root(&counter_package(), "increment_count"), None, vec![])),
    )
    .await;
    let script = format!(
        "use miden::protocol::tx
        @note_script pub proc main
            padw padw padw push.0.0.0
            push.{get_count} push.{} push.{}
            exec.tx::execute_foreign_procedure
            dropw dropw dropw dropw
            push.1 while.true push.1 end
        end",
        counter.prefix().as_felt(),
        counter.suffix(),
    );
    // Alice's own client runs it when it records the transaction: without the account it would not end.
    let hostile = attack.sends(&script).await;
    attack.bob.sync().await.expect("a sync");
    let verified = attack.bob.verify_notes(vec![hostile]).await.expect("it is verified");
    assert_eq!(verified[0].unverified, Some(UnverifiedReason::NeedsNetwork));
    assert!(attack.refusal(hostile, "note_script_over_budget").await.contains("262144 cycles"));
}

#[tokio::test]
async fn a_note_that_a_transaction_makes_does_not_run_when_the_transaction_is_recorded() {
    let (attack, hostile) = Attack::with(HARMLESS, small()).await;
    let (bob, to) = (&attack.bob, attack.to);
    let endless = note(ENDLESS, attack.faucet, to);
    let transaction = CustomTransaction { notes: vec![(hostile, None)], ..creating(endless) };
    let made = executed(bob, to, transaction).await;
    let listed = attack.listed(made[0]).await;
    assert_eq!(listed.unverified, Some(UnverifiedReason::NotChecked));
    assert_eq!(bob.untrusted_runs(), 1);
}

#[tokio::test]
async fn dismissing_does_not_wait_for_a_script_that_runs() {
    let long = budget(1 << 25, Duration::from_mins(1));
    let (attack, hostile) = Attack::with(ENDLESS, long).await;
    let done = RefCell::new(Vec::new());
    tokio::join!(
        async {
            attack.bob.verify_notes(vec![hostile]).await.expect("it is verified");
            done.borrow_mut().push("verified");
        },
        async {
            attack.bob.dismiss_notes(vec![attack.payment]).await.expect("it is dismissed");
            done.borrow_mut().push("dismissed");
        }
    );
    assert_eq!(*done.borrow(), ["dismissed", "verified"]);
}

#[tokio::test]
async fn a_note_with_the_tag_of_no_account_is_unverified_and_consumed_by_its_id() {
    let attack = Attack::begun(small()).await;
    let (bob, to) = (&attack.bob, attack.to);
    bob.follow_tag(0).await.expect("the tag of notes for no account");
    let untagged = CustomNote { recipient: None, ..note(HARMLESS, attack.faucet, to) };
    let hostile = executed(&attack.alice, attack.from, creating(untagged)).await[0];
    bob.sync().await.expect("a sync");
    let listed = attack.listed(hostile).await;
    assert_eq!(listed.unverified, Some(UnverifiedReason::NotChecked));
    let verified = bob.verify_notes(vec![hostile]).await.expect("it is verified");
    assert_eq!(verified[0].consumable_by, [to]);
    bob.consume(to, &[hostile], None, |_| {}).await.expect("it is consumed");
}

#[tokio::test]
async fn a_dismissed_note_is_in_no_list_and_can_still_be_consumed_by_its_id() {
    let (attack, hostile) = Attack::with(HARMLESS, small()).await;
    let (bob, to) = (&attack.bob, attack.to);
    bob.dismiss_notes(vec![hostile]).await.expect("it is dismissed");
    let notes = bob.input_notes(None).await.expect("notes");
    assert_eq!(notes.iter().map(|note| note.note).collect::<Vec<_>>(), [attack.payment]);
    bob.sync().await.expect("a sync");
    let consumed = bob.consume_all(to, &[], None, |_| {}).await.expect("the payment is consumed");
    assert!(consumed.left_out.is_empty(), "{:?}", consumed.left_out);
    bob.consume(to, &[hostile], None, |_| {}).await.expect("it is consumed");
    assert_eq!(support::held(bob, to, "MIDEN").await, 105);
}

#[tokio::test]
async fn verifying_and_dismissing_a_note_that_the_wallet_does_not_have_is_refused() {
    let attack = Attack::begun(small()).await;
    let unknown = miden_swift_wallet::parse_note_id(&format!("0x{}", "01".repeat(32)));
    let unknown = vec![unknown.expect("a note id")];
    let dismissing = attack.bob.dismiss_notes(unknown.clone()).await;
    assert_eq!(dismissing.expect_err("there is none").kind(), "unknown_note");
    let verifying = attack.bob.verify_notes(unknown).await;
    assert_eq!(verifying.expect_err("there is none").kind(), "unknown_note");
}

#[tokio::test]
async fn a_verified_note_is_consumable_and_left_out_of_what_consumes_all() {
    let (attack, hostile) = Attack::with(HARMLESS, small()).await;
    let (bob, to) = (&attack.bob, attack.to);
    bob.verify_notes(vec![hostile]).await.expect("it is verified");
    let listed = attack.listed(hostile).await;
    assert_eq!((listed.unverified, listed.consumable_by), (None, vec![to]));
    let preview = bob.preview_consume_all(to, &[]).await.expect("a preview");
    assert_eq!(preview.left_out, [(hostile, LeftOutReason::OtherScript)]);
    assert_eq!(preview.transaction.expect("the payment").consumed_notes, [attack.payment]);
}
