//! Notes with a script of one's own.

use std::pin::pin;
use std::time::Duration;

use miden_swift_wallet::{
    AccountId, CodeKind, CustomNote, CustomTransaction, Draft, FungibleAmount, NoteFileContent,
    NoteScriptBudget, NoteType, Source, TransactionQuery, Wallet, WalletConfiguration, Word,
    decode_value, encode_value,
};
use serde_json::json;

use super::{GUESS, RIDDLE, compiled, executed, felt, making, word};
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

/// A note whose script takes from whoever consumes it, by a note that looks as if it paid the fee of the transaction.
fn taking(stolen: &[(AccountId, u64)]) -> String {
    let moves: Vec<_> = stolen
        .iter()
        .map(|(faucet, amount)| {
            let prefix = faucet.prefix().as_felt().as_canonical_u64();
            let suffix = faucet.suffix().as_canonical_u64();
            format!(
                "push.0 push.{amount} push.{prefix} push.{suffix}
                exec.fungible_asset::create
                call.basic_wallet::move_asset_to_note
                dropw dropw dropw dropw"
            )
        })
        .collect();
    let moves = moves.join("\n");
    format!(
        "use miden::standards::notes::tx_fee
        use miden::standards::assets::fungible_asset
        use miden::standards::wallets::basic as basic_wallet

        @note_script
        pub proc main
            exec.basic_wallet::move_note_assets_to_account
            push.1.2.3.4 exec.tx_fee::create_output_note drop
            {moves}
        end"
    )
}

/// What is said beforehand and afterwards of a transaction that consumes a note which takes 700 TOK, and before that a base
/// unit of MIDEN where that is wanted. Each as what goes out, and the fee.
async fn told_of_taking(
    base_fee: u32,
    also_miden: bool,
) -> [(Vec<(String, u64)>, Option<String>); 2] {
    let world = World::with(true, base_fee);
    let alice = world.wallet("alice").await;
    let from = support::funded(&alice, 1_000_000, 0).await;
    let bob = world.wallet("bob").await;
    let to = support::funded(&bob, 1_000_000, 700).await;
    let (miden, tok) =
        (support::faucet(&bob, to, "MIDEN").await, support::faucet(&bob, to, "TOK").await);
    let taken = [(miden, 1), (tok, 700)];
    let script = taking(if also_miden { &taken } else { &taken[1..] });
    let note = CustomNote {
        script: Box::new(compiled(&Source::new(CodeKind::NoteScript, &script))),
        storage: vec![],
        recipient: Some(to),
        fungible: vec![(miden, 2)],
        note_type: NoteType::Public,
    };
    let making = CustomTransaction { created: vec![note], ..CustomTransaction::default() };
    let notes = executed(&alice, from, making).await;
    bob.sync().await.expect("a sync");

    let preview = bob.preview(to, &Draft::Consume(notes.clone())).await.expect("a preview");
    assert_eq!(preview.created_notes.len(), usize::from(!preview.assets_out.fungible.is_empty()));
    bob.consume(to, &notes, None, |_| {}).await.expect("it is consumed");
    let page = bob.transactions(TransactionQuery::default(), None, 1).await;
    let entry = page.expect("the history").entries.remove(0);
    assert_eq!(entry.created_notes.len(), preview.created_notes.len());
    [(preview.assets_out, preview.fee), (entry.assets_out, entry.fee)].map(|(out, fee)| {
        let symbol = |amount: &FungibleAmount| amount.token.as_ref().expect("known").symbol.clone();
        let mut out: Vec<_> =
            out.fungible.iter().map(|amount| (symbol(amount), amount.amount)).collect();
        out.sort_unstable();
        (out, fee.as_ref().map(symbol))
    })
}

#[tokio::test]
async fn what_a_note_takes_is_no_fee_though_it_looks_like_one() {
    let (miden, tok) = ("MIDEN".to_owned(), "TOK".to_owned());
    let both = vec![(miden.clone(), 1), (tok.clone(), 700)];
    let one = vec![(tok.clone(), 700)];
    for told in told_of_taking(500, false).await {
        assert_eq!(told, (one.clone(), Some(miden.clone())));
    }
    for told in told_of_taking(500, true).await {
        assert_eq!(told, (both.clone(), Some(miden.clone())));
    }
    for told in told_of_taking(0, true).await {
        assert_eq!(told, (both.clone(), None));
    }
    // Where nothing is charged nothing tells one from a fee, and it is told as one, with all that it is.
    for told in told_of_taking(0, false).await {
        assert_eq!(told, (Vec::new(), Some(tok.clone())));
    }
}

/// A note whose script takes a good part of a second.
const SLOW: &str = include_str!("../../../../../Tests/Contracts/slow.masm");

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

#[tokio::test]
async fn reads_are_answered_while_the_script_of_a_note_runs() {
    let world = World::new();
    let Scene { alice, from, faucet, bob, to } = Scene::new(&world).await;
    drop(bob);
    let (cycles, time) = (1 << 29, Duration::from_mins(1));
    let note_scripts = NoteScriptBudget { cycles, time };
    let configuration = WalletConfiguration { note_scripts, ..world.configuration("bob") };
    let bob = Wallet::open(configuration).await.expect("it opens");
    let notes = executed(&alice, from, making(SLOW, faucet, to, 1)).await;

    bob.sync().await.expect("a sync");
    let (found, reads) = reads_during(&bob, to, bob.verify_notes(notes.clone())).await;
    assert_eq!(found.expect("they are verified")[0].consumable_by, [to]);
    // As many as are answered while the store is asked for this and that are far fewer.
    assert!(reads > 50, "{reads} while the note was verified");
    bob.consume(to, &notes, None, |_| {}).await.expect("it is consumed");
    assert_eq!(support::held(&bob, to, "MIDEN").await, 100);
}

#[tokio::test]
async fn a_script_reads_the_storage_of_its_note_by_the_type_that_its_package_exports() {
    let world = World::new();
    let Scene { alice, from, faucet, bob, to } = Scene::new(&world).await;
    let package = compiled(&Source::new(CodeKind::NoteScript, RIDDLE));
    let interface = package.interface().expect("it is described");
    let riddle = interface.types.iter().find(|named| named.name == "Riddle").expect("the type");
    let json = json!({ "target": to.to_hex(), "number": (7_u64 << 32) + 3, "is_open": true });
    let value = serde_json::from_value(json.clone()).expect("a value");
    let note = CustomNote {
        script: Box::new(package.clone()),
        storage: encode_value(&riddle.value_type, &value).expect("it fits"),
        recipient: Some(to),
        fungible: vec![(faucet, 100)],
        note_type: NoteType::Public,
    };
    assert_eq!(note.storage.len(), 5);
    let making = CustomTransaction { created: vec![note], ..CustomTransaction::default() };
    let note = executed(&alice, from, making).await[0];
    let file = alice.export_note(note, NoteFileContent::Id).await.expect("a file");
    bob.import_note(&file).await.expect("it is taken in");
    bob.sync().await.expect("a sync");

    let contents = bob.note_contents(note, false).await.expect("it is known");
    let read = decode_value(&riddle.value_type, &contents.storage).expect("a value");
    assert_eq!(serde_json::to_value(read).expect("JSON"), json);
    let description = package.interface().expect("it is described");
    assert_eq!(description.procedures[0].root, contents.script_root.to_hex());

    let solving = |number: [u64; 4]| CustomTransaction {
        notes: vec![(note, Some(word(number)))],
        ..CustomTransaction::default()
    };
    for wrong in [[7, 3, 0, 0], [3, 0, 0, 0]] {
        let draft = Draft::Custom(Box::new(solving(wrong)));
        bob.transact(to, &draft, None, |_| {}).await.expect_err("that is not the number");
    }
    executed(&bob, to, solving([3, 7, 0, 0])).await;
    assert_eq!(support::held(&bob, to, "MIDEN").await, 100);
}
