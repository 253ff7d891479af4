//! Notes with scripts of somebody's own: those of the wallet's own making, and those that nobody can consume.

use miden_swift_wallet::{
    CodeKind, Compilation, CustomNote, CustomTransaction, Draft, NoteDirection, NoteKind,
    NoteQuery, NoteType, Package, Source, compile, parse_felt,
};

use crate::support::{self, World};

/// Gives what it carries to nobody.
const KEEPER: &str = "
@note_script
pub proc main
    nop
end
";
/// Gives what it carries to whoever consumes it.
const GIVER: &str = "
use miden::standards::wallets::basic as basic_wallet

@note_script
pub proc main
    exec.basic_wallet::move_note_assets_to_account
end
";

fn script(code: &str) -> Box<Package> {
    match compile(&Source::new(CodeKind::NoteScript, code)).expect("it can be compiled") {
        Compilation::Compiled(package, _) => package,
        Compilation::Refused(diagnostics) => panic!("{diagnostics:#?}"),
    }
}

#[tokio::test]
async fn a_note_of_ones_own_making_is_consumed_without_a_file() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let from = support::funded(&wallet, 1_000, 0).await;
    let to = support::new_account(&wallet).await;
    let faucet = support::faucet(&wallet, from, "MIDEN").await;
    let note = |code, recipient| CustomNote {
        script: script(code),
        storage: vec![parse_felt(7).expect("a number")],
        recipient,
        fungible: vec![(faucet, 100)],
        note_type: NoteType::Private,
    };
    let created = vec![note(GIVER, Some(to)), note(KEEPER, None)];
    let making = CustomTransaction { created, ..CustomTransaction::default() };
    let draft = Draft::Custom(Box::new(making));
    let (_, notes) = wallet.transact(from, &draft, None, |_| {}).await.expect("they are made");

    let early = wallet.consume(to, &notes[..1], None, |_| panic!("it is submitted")).await;
    assert_eq!(early.expect_err("it is in no block").kind(), "note_not_committed");
    wallet.sync().await.expect("a sync");
    // One is for an account of this wallet, of the other only its script knows.
    let direction = Some(NoteDirection::Received);
    let query = NoteQuery { direction, kind: Some(NoteKind::Other), ..NoteQuery::default() };
    let received = wallet.notes(query, None, 10).await.expect("a page").entries;
    assert_eq!(received.iter().map(|entry| entry.note).collect::<Vec<_>>(), notes[..1]);
    wallet.consume(to, &notes[..1], None, |_| {}).await.expect("it is consumed");
    assert_eq!(support::held(&wallet, to, "MIDEN").await, 100);

    // What the virtual machine sees only after the signature is seen before it.
    let keeper = Draft::Consume(notes[1..].to_vec());
    let foreseen = wallet.preview(to, &keeper).await.expect_err("nobody would have it");
    assert_eq!(foreseen.kind(), "execution");
    let said = foreseen.causes().join(" ");
    assert!(said.starts_with("100 base units of the token of faucet"), "{said}");
    let refused = wallet.transact(to, &keeper, None, |_| panic!("it is submitted")).await;
    assert_eq!(refused.expect_err("nobody would have it").kind(), "execution");
}
