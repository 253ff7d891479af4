//! What a wallet keeps about delivered notes, on an embedded chain.

use super::*;
use crate::test_wallet::{open_on, paid};
use crate::transactions::{Payment, Token};
use crate::{AccountId, NewWallet, NoteType};

/// A wallet that has made a private note for an account of another one, which has synced neither.
struct World {
    _folder: tempfile::TempDir,
    alice: Wallet,
    bob: Wallet,
    receiver: AccountId,
    note: NoteId,
}

impl World {
    async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let chain = folder.path().join("chain");
        let alice = open_on(&chain, &folder.path().join("alice")).await;
        let bob = open_on(&chain, &folder.path().join("bob")).await;
        let receiver = bob.create_wallet(NewWallet::default()).await.expect("an account");
        let sender = alice.create_wallet(NewWallet::default()).await.expect("an account");
        let funds = paid(&alice, sender, Token::Miden, 10).await;
        alice.consume(sender, &[funds], None, |_| {}).await.expect("it is consumed");
        let faucet = alice.chain.as_ref().expect("a chain").faucet_id(Token::Miden);
        let payment = Payment { note_type: NoteType::Private, ..Payment::new(receiver, faucet, 5) };
        let (_, notes) = alice.send(sender, vec![payment], None, |_| {}).await.expect("it is sent");
        Self { _folder: folder, alice, bob, receiver, note: notes[0] }
    }

    async fn kept(&self) -> Vec<String> {
        let kept = self.alice.kept_delivered_notes().await.expect("the setting");
        kept.expect("it is there").into_iter().collect()
    }
}

#[tokio::test]
async fn a_delivered_note_is_forgotten_once_it_is_consumed() {
    let world = World::new().await;
    let World { alice, bob, receiver, note, .. } = &world;
    alice.sync().await.expect("a sync");
    assert_eq!(world.kept().await, [note.to_hex()]);
    bob.sync().await.expect("a sync");
    bob.consume(*receiver, &[*note], None, |_| {}).await.expect("it is consumed");
    alice.sync().await.expect("a sync");
    assert!(world.kept().await.is_empty());
}

#[tokio::test]
async fn marks_of_an_earlier_version_are_taken_over() {
    let world = World::new().await;
    let alice = &world.alice;
    let earlier = |note: &str| format!("{EARLIER_PREFIX}{note}");
    let gone = format!("0x{}", "1".repeat(64));
    for note in [&world.note.to_hex(), &gone] {
        alice
            .store
            .set_setting(SettingScope::User, earlier(note), Vec::new())
            .await
            .expect("it is set");
    }
    // A sync of this version has left its own setting.
    let own = DELIVERED_SETTING.to_owned();
    alice.store.remove_setting(SettingScope::User, own).await.expect("it is removed");
    assert!(alice.undelivered_notes().await.expect("notes").is_empty());
    assert!(alice.sync().await.expect("a sync").delivered_notes.is_empty());
    assert_eq!(world.kept().await, [world.note.to_hex()]);
    let left = alice.delivered_by_earlier_versions().await.expect("settings");
    assert!(left.is_empty(), "{left:?}");
}
