//! Notes with a script of one's own.

use std::pin::pin;

use miden_swift_wallet::{
    AccountId, CodeKind, CustomNote, CustomTransaction, Draft, NoteFileContent, NoteType, Source,
    Wallet, Word,
};

use super::{GUESS, compiled, executed, felt, word};
use crate::support::{self, World};

/// Alice, who has money, and Bob, who is to get notes.
struct Scene {
    alice: Wallet,
    from: AccountId,
    faucet: AccountId,
    bob: Wallet,
    to: AccountId,
}

impl Scene {
    async fn new(world: &World) -> Self {
        let alice = world.wallet("alice").await;
        let from = support::funded(&alice, 1_000, 0).await;
        let faucet = support::faucet(&alice, from, "MIDEN").await;
        let bob = world.wallet("bob").await;
        let to = support::new_account(&bob).await;
        bob.sync().await.expect("a sync");
        Self { alice, from, faucet, bob, to }
    }
}

#[tokio::test]
async fn a_note_with_a_script_is_consumed_with_its_argument() {
    let world = World::new();
    let Scene { alice, from, faucet, bob, to } = Scene::new(&world).await;
    let guess = Box::new(compiled(&Source::new(CodeKind::NoteScript, GUESS)));
    let note = |recipient, note_type| CustomNote {
        script: guess.clone(),
        storage: vec![felt(7)],
        recipient,
        fungible: vec![(faucet, 100)],
        note_type,
    };
    let making = CustomTransaction {
        created: vec![note(Some(to), NoteType::Public), note(None, NoteType::Private)],
        ..CustomTransaction::default()
    };
    let notes = executed(&alice, from, making).await;
    assert_eq!(support::held(&alice, from, "MIDEN").await, 800);

    // A sync takes in what could be consumed without an argument. These are handed over: of the public one
    // its id is enough.
    for (note, content) in
        [(notes[0], NoteFileContent::Id), (notes[1], NoteFileContent::DetailsWithProof)]
    {
        let file = alice.export_note(note, content).await.expect("a file");
        bob.import_note(&file).await.expect("it is taken in");
    }
    bob.sync().await.expect("a sync");
    let consuming = |argument: Option<Word>| CustomTransaction {
        notes: notes.iter().map(|note| (*note, argument)).collect(),
        ..CustomTransaction::default()
    };
    for wrong in [None, Some(word([8, 0, 0, 0]))] {
        let error =
            bob.transact(to, &Draft::Custom(Box::new(consuming(wrong))), None, |_| {}).await;
        let error = error.expect_err("that is not the number");
        assert_eq!(error.kind(), "execution");
        let said = error.causes().join(" ");
        // The texts of assertions do not go over the chain with a script.
        assert!(said.contains("assertion failed"), "{said}");
    }
    executed(&bob, to, consuming(Some(word([7, 0, 0, 0])))).await;
    assert_eq!(support::held(&bob, to, "MIDEN").await, 200);
}

/// A note whose script takes a good part of a second.
const SLOW: &str = "
use miden::standards::wallets::basic as basic_wallet

@note_script
pub proc main
    dropw
    push.2000000
    dup neq.0
    while.true
        sub.1
        dup neq.0
    end
    drop
    exec.basic_wallet::move_note_assets_to_account
end
";

/// Waits for `work`, and counts how many reads are answered meanwhile.
async fn reads_during<T>(
    wallet: &Wallet,
    account: AccountId,
    work: impl Future<Output = T>,
) -> (T, u32) {
    let mut work = pin!(work);
    let mut reads = 0;
    loop {
        tokio::select! {
            biased;
            done = &mut work => return (done, reads),
            balance = wallet.balance(account) => {
                balance.expect("it is told");
                reads += 1;
            }
        }
    }
}

/// To see who can consume a note its script is run, and anybody can write one.
#[tokio::test]
async fn while_a_notes_script_runs_reads_are_answered() {
    let world = World::new();
    let Scene { alice, from, faucet, bob, to } = Scene::new(&world).await;
    let note = CustomNote {
        script: Box::new(compiled(&Source::new(CodeKind::NoteScript, SLOW))),
        storage: vec![],
        recipient: Some(to),
        fungible: vec![(faucet, 100)],
        note_type: NoteType::Public,
    };
    let making = CustomTransaction { created: vec![note], ..CustomTransaction::default() };
    let notes = executed(&alice, from, making).await;

    bob.sync().await.expect("a sync");
    let (found, reads) = reads_during(&bob, to, bob.input_notes(Some(to))).await;
    assert_eq!(found.expect("they are read")[0].consumable_by, [to]);
    // As many as are answered while the store is asked for this and that are far fewer.
    assert!(reads > 50, "{reads} while the notes were read");
    bob.consume(to, &notes, None, |_| {}).await.expect("it is consumed");
    assert_eq!(support::held(&bob, to, "MIDEN").await, 100);
}
