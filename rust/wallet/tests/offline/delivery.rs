//! Private notes on their way to whom they are for.

use miden_swift_wallet::{
    AccountId, Network, NoteId, NoteTransport, NoteType, Token, Wallet, WalletConfiguration,
};

use crate::support::{self, World};

/// Alice, who has made a private note for Bob.
struct Sent {
    world: World,
    bob: Wallet,
    to: AccountId,
    note: NoteId,
}

impl Sent {
    async fn by(alice: impl FnOnce(&World) -> WalletConfiguration) -> (Self, Wallet) {
        let world = World::new();
        let alice = Wallet::open(alice(&world)).await.expect("the wallet opens");
        let from = support::new_account(&alice).await;
        let bob = world.wallet("bob").await;
        let to = support::new_account(&bob).await;
        let paid = support::paid(&alice, from, Token::Miden, 1_000).await;
        alice.consume(from, &[paid], None, |_| {}).await.expect("it is consumed");
        let faucet = alice.balance(from).await.expect("a balance").fungible[0].faucet;
        let note = support::pay(&alice, from, to, faucet, 400, NoteType::Private).await;
        (Self { world, bob, to, note }, alice)
    }

    async fn bob_has_it(&self) -> bool {
        self.bob.sync().await.expect("a sync");
        let notes = self.bob.input_notes(Some(self.to)).await.expect("notes");
        notes.iter().any(|note| note.note == self.note && note.consumable_by == [self.to])
    }
}

fn down(world: &World) -> WalletConfiguration {
    let mut configuration = world.configuration("alice");
    if let Network::Embedded { note_transport_is_down, .. } = &mut configuration.network {
        *note_transport_is_down = true;
    }
    configuration
}

async fn undelivered(wallet: &Wallet) -> Vec<(NoteId, bool)> {
    let notes = wallet.undelivered_notes().await.expect("notes");
    notes.iter().map(|note| (note.note, note.is_committed)).collect()
}

#[tokio::test]
async fn a_sync_delivers_what_is_in_a_block() {
    let (sent, alice) = Sent::by(|world| world.configuration("alice")).await;
    assert_eq!(undelivered(&alice).await, [(sent.note, false)]);
    assert!(!sent.bob_has_it().await);
    let report = alice.sync().await.expect("a sync");
    assert_eq!(report.delivered_notes, [sent.note]);
    assert!(undelivered(&alice).await.is_empty());
    assert!(sent.bob_has_it().await);
    sent.bob.consume(sent.to, &[sent.note], None, |_| {}).await.expect("it is consumed");
    // Once is enough.
    assert!(alice.sync().await.expect("a sync").delivered_notes.is_empty());
}

#[tokio::test]
async fn the_first_sync_of_a_wallet_has_what_the_transport_holds() {
    let (sent, alice) = Sent::by(|world| world.configuration("alice")).await;
    assert_eq!(alice.sync().await.expect("a sync").delivered_notes, [sent.note]);
    assert!(sent.bob_has_it().await);
}

#[tokio::test]
async fn what_cannot_be_delivered_waits_for_the_transport_and_for_the_next_process() {
    let (sent, alice) = Sent::by(down).await;
    for _ in 0..3 {
        assert!(alice.sync().await.expect("the chain is there").delivered_notes.is_empty());
    }
    assert_eq!(undelivered(&alice).await, [(sent.note, true)]);
    assert!(!sent.bob_has_it().await);
    drop(alice);

    let alice = sent.world.wallet("alice").await;
    assert_eq!(undelivered(&alice).await, [(sent.note, true)]);
    assert_eq!(alice.sync().await.expect("a sync").delivered_notes, [sent.note]);
    assert!(sent.bob_has_it().await);
}

#[tokio::test]
async fn a_process_that_dies_before_the_first_sync_loses_no_note() {
    let (sent, alice) = Sent::by(|world| world.configuration("alice")).await;
    drop(alice);
    let alice = sent.world.wallet("alice").await;
    assert_eq!(alice.sync().await.expect("a sync").delivered_notes, [sent.note]);
    assert!(sent.bob_has_it().await);
}

#[tokio::test]
async fn without_a_transport_nothing_is_sent_to_anybody() {
    let (sent, alice) = Sent::by(|world| WalletConfiguration {
        note_transport: NoteTransport::None,
        ..world.configuration("alice")
    })
    .await;
    assert!(alice.sync().await.expect("a sync").delivered_notes.is_empty());
    assert_eq!(undelivered(&alice).await, [(sent.note, true)]);
    assert!(!sent.bob_has_it().await);
}

#[tokio::test]
async fn public_notes_and_notes_to_oneself_are_not_delivered() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let from = support::new_account(&wallet).await;
    let other = support::new_account(&wallet).await;
    let paid = support::paid(&wallet, from, Token::Miden, 1_000).await;
    wallet.consume(from, &[paid], None, |_| {}).await.expect("it is consumed");
    let faucet = wallet.balance(from).await.expect("a balance").fungible[0].faucet;
    for note_type in [NoteType::Private, NoteType::Public] {
        support::pay(&wallet, from, other, faucet, 1, note_type).await;
    }
    assert!(undelivered(&wallet).await.is_empty());
    assert!(wallet.sync().await.expect("a sync").delivered_notes.is_empty());
}
