//! Notes that a stranger sends to hold up a wallet.

use std::time::Duration;

use miden_swift_wallet::{
    AccountId, InputNote, LeftOutReason, NoteId, NoteScriptBudget, Payment, UnverifiedReason,
    Wallet, WalletConfiguration,
};

use super::{executed, making};
use crate::support::{self, World};

const ENDLESS: &str = "@note_script pub proc main push.1 while.true push.1 end end";
const HARMLESS: &str = "use miden::standards::wallets::basic
    @note_script pub proc main exec.basic::move_note_assets_to_account end";

/// No script runs by itself, and a run takes few cycles.
fn on_request(world: &World, name: &str) -> WalletConfiguration {
    let note_scripts =
        NoteScriptBudget { cycles: 1 << 18, total: Duration::ZERO, ..Default::default() };
    WalletConfiguration { note_scripts, ..world.configuration(name) }
}

/// Alice has sent Bob a payment, and a note with a script of her own.
struct Attack {
    world: World,
    bob: Wallet,
    to: AccountId,
    payment: NoteId,
    hostile: NoteId,
}

impl Attack {
    async fn with(script: &str) -> Self {
        let world = World::new();
        let alice = world.wallet("alice").await;
        let from = support::funded(&alice, 1_000, 0).await;
        let faucet = support::faucet(&alice, from, "MIDEN").await;
        let bob = Wallet::open(on_request(&world, "bob")).await.expect("it opens");
        let to = support::new_account(&bob).await;
        let hostile = executed(&alice, from, making(script, faucet, to, 1)).await[0];
        let (_, paid) = alice
            .send(from, vec![Payment::new(to, faucet, 5)], None, |_| {})
            .await
            .expect("it is paid");
        bob.sync().await.expect("a sync");
        Self { world, bob, to, payment: paid[0], hostile }
    }

    async fn listed(&self, note: NoteId) -> InputNote {
        let notes = self.bob.input_notes(Some(self.to)).await.expect("notes");
        notes.into_iter().find(|listed| listed.note == note).expect("it is listed")
    }
}

#[tokio::test]
async fn input_notes_with_an_endless_script_are_unverified_and_payments_beside_them_consumed() {
    let attack = Attack::with(ENDLESS).await;
    let (bob, to) = (&attack.bob, attack.to);
    let listed = attack.listed(attack.hostile).await;
    assert_eq!(listed.unverified, Some(UnverifiedReason::NotChecked));
    assert_eq!((listed.consumable_by, listed.left_out), (vec![], Some(LeftOutReason::Unverified)));

    let consumed = bob.consume_all(to, &[], None, |_| {}).await.expect("the payment is consumed");
    assert_eq!(consumed.consumed, [attack.payment]);
    assert_eq!(consumed.left_out, [(attack.hostile, LeftOutReason::Unverified)]);
    assert!(consumed.failures.is_empty(), "{:?}", consumed.failures);
}

#[tokio::test]
async fn a_note_verified_on_request_keeps_its_verdict_across_processes() {
    let Attack { world, bob, to, hostile, .. } = Attack::with(ENDLESS).await;
    let verified = bob.verify_notes(Some(vec![hostile])).await.expect("it is verified");
    assert_eq!(verified[0].unverified, Some(UnverifiedReason::TooManyCycles));
    drop(bob);
    let bob = Wallet::open(on_request(&world, "bob")).await.expect("it opens");
    let notes = bob.input_notes(Some(to)).await.expect("notes");
    let listed = notes.iter().find(|note| note.note == hostile).expect("it is listed");
    assert_eq!(listed.unverified, Some(UnverifiedReason::TooManyCycles));
}

#[tokio::test]
async fn consume_of_a_note_whose_script_exceeds_the_budget_is_refused() {
    let attack = Attack::with(ENDLESS).await;
    let consuming = attack.bob.consume(attack.to, &[attack.hostile], None, |_| {}).await;
    let error = consuming.expect_err("it never ends");
    assert_eq!(error.kind(), "note_script_over_budget");
    assert!(error.to_string().contains("262144 cycles"), "{error}");
}

#[tokio::test]
async fn a_dismissed_note_is_in_no_list_and_can_still_be_consumed_by_its_id() {
    let attack = Attack::with(HARMLESS).await;
    let (bob, to) = (&attack.bob, attack.to);
    bob.dismiss_notes(vec![attack.hostile]).await.expect("it is dismissed");
    let notes = bob.input_notes(None).await.expect("notes");
    assert_eq!(notes.iter().map(|note| note.note).collect::<Vec<_>>(), [attack.payment]);
    bob.sync().await.expect("a sync");
    let consumed = bob.consume_all(to, &[], None, |_| {}).await.expect("the payment is consumed");
    assert!(consumed.left_out.is_empty(), "{:?}", consumed.left_out);
    bob.consume(to, &[attack.hostile], None, |_| {}).await.expect("it is consumed");
    assert_eq!(support::held(bob, to, "MIDEN").await, 105);
}

#[tokio::test]
async fn dismissing_a_note_that_the_wallet_does_not_have_is_refused() {
    let attack = Attack::with(HARMLESS).await;
    let unknown = miden_swift_wallet::parse_note_id(&format!("0x{}", "01".repeat(32)));
    let dismissing = attack.bob.dismiss_notes(vec![unknown.expect("a note id")]).await;
    assert_eq!(dismissing.expect_err("there is none").kind(), "unknown_note");
}

#[tokio::test]
async fn a_verified_note_is_consumable_and_left_out_of_what_consumes_all() {
    let attack = Attack::with(HARMLESS).await;
    let (bob, to) = (&attack.bob, attack.to);
    bob.verify_notes(None).await.expect("it is verified");
    let listed = attack.listed(attack.hostile).await;
    assert_eq!((listed.unverified, listed.consumable_by), (None, vec![to]));
    let preview = bob.preview_consume_all(to, &[]).await.expect("a preview");
    assert_eq!(preview.left_out, [(attack.hostile, LeftOutReason::OtherScript)]);
    assert_eq!(preview.transaction.expect("the payment").consumed_notes, [attack.payment]);
}

#[tokio::test]
async fn a_sync_verifies_notes_in_the_background_if_the_budget_has_a_total() {
    let Attack { world, bob, to, hostile, .. } = Attack::with(HARMLESS).await;
    drop(bob);
    let bob = Wallet::open(world.configuration("bob")).await.expect("it opens");
    bob.sync().await.expect("a sync");
    // Takes its turn after the one in the background.
    bob.verify_notes(Some(vec![])).await.expect("nothing to verify");
    let notes = bob.input_notes(Some(to)).await.expect("notes");
    let listed = notes.iter().find(|note| note.note == hostile).expect("it is listed");
    assert_eq!((listed.unverified, &listed.consumable_by), (None, &vec![to]));
}
