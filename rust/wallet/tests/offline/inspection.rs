//! What code there is in accounts and notes.

use std::fmt::Write;

use miden_swift_wallet::{
    AccountProcedure, CodeKind, CustomTransaction, Draft, NewAccount, NoteContents, NoteDirection,
    NoteQuery, NoteType, Script, Source, Token, Visibility, Word, account_interface,
    parse_account_id, parse_note_id,
};

use crate::contracts::{compiled, counter_package, new_counter};
use crate::faucets::gold;
use crate::support::{World, faucet, funded, new_account, paid, pay};

/// The procedures an account has, less their order.
fn sorted(mut procedures: Vec<AccountProcedure>) -> Vec<AccountProcedure> {
    procedures.sort_by_key(|procedure| procedure.root.to_hex());
    procedures
}

fn named<'a>(procedures: &'a [AccountProcedure], name: &str) -> &'a AccountProcedure {
    let is_named = |path: &String| path.ends_with(&format!("::{name}"));
    let found = procedures.iter().find(|procedure| procedure.path.as_ref().is_some_and(is_named));
    found.unwrap_or_else(|| panic!("there is no {name}: {procedures:#?}"))
}

#[tokio::test]
async fn the_contents_of_notes_that_came_in_and_of_those_that_were_made_are_told() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    let account = funded(&alice, 5_000_000, 0).await;
    let bob = world.wallet("bob").await;
    let other = new_account(&bob).await;
    let came_in = paid(&alice, account, Token::Miden, 1_000_000).await;
    let token = faucet(&alice, account, "MIDEN").await;
    let made = pay(&alice, account, other, token, 250_000, NoteType::Private).await;
    for note in [came_in, made] {
        let contents = alice.note_contents(note, false).await.expect("they are known");
        assert_eq!((contents.note, contents.code.as_ref()), (note, None));
        assert_eq!(contents.script_name.as_deref(), Some("P2ID"));
        assert_ne!(contents.serial_number, Word::default());
        let receiver = if note == made { other } else { account };
        let id = [receiver.suffix(), receiver.prefix().as_felt()];
        assert_eq!(contents.storage[..2], id, "a payment says whom it is for: {contents:?}");

        let with_code = alice.note_contents(note, true).await.expect("they are known");
        let code = with_code.code.as_deref().expect("it was asked for");
        assert!(code.starts_with("begin\n") && code.ends_with("\nend"), "{code}");
        assert!(code.lines().count() > 10, "the body, and not a reference to it: {code}");
        assert_eq!(NoteContents { code: None, ..with_code }, contents);
    }
    let strange = parse_note_id(&format!("0x{}", "1".repeat(64))).expect("a note id");
    let unknown = alice.note_contents(strange, true).await.expect_err("nobody has made it");
    assert_eq!(unknown.kind(), "unknown_note");
}

#[tokio::test]
async fn of_a_note_with_a_secret_recipient_only_the_commitment_is_known() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let account = funded(&wallet, 5_000_000, 0).await;
    // A private note with the tag 0.
    let code = "@transaction_script\npub proc main\n    push.1.2.3.4 push.0 push.0\n    \
                call.::miden::standards::wallets::basic::create_note\n    dropw dropw\nend\n";
    let script = compiled(&Source::new(CodeKind::TransactionScript, code));
    let custom = CustomTransaction {
        script: Some(Script::Package(Box::new(script))),
        ..CustomTransaction::default()
    };
    let draft = Draft::Custom(Box::new(custom));
    wallet.transact(account, &draft, None, |_| {}).await.expect("it is made");
    wallet.sync().await.expect("a sync");
    let query = NoteQuery { direction: Some(NoteDirection::Made), ..NoteQuery::default() };
    let page = wallet.notes(query, None, 10).await.expect("a page");
    let [made] = &page.entries[..] else { panic!("one note, not {:?}", page.entries) };
    let unknown = wallet.note_contents(made.note, false).await.expect_err("it is a secret");
    assert_eq!(unknown.kind(), "note_contents_unknown");
}

#[tokio::test]
async fn procedures_are_named_by_what_miden_ships() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let account = new_account(&wallet).await;
    let found = wallet.account_procedures(account, vec![], false).await.expect("they are listed");
    assert!(found.is_own && found.account == account);
    for name in ["receive_asset", "move_asset_to_note", "create_note"] {
        let procedure = named(&found.procedures, name);
        assert!(!procedure.is_authentication && procedure.code.is_none());
        assert!(
            procedure
                .signature
                .as_ref()
                .is_some_and(|text| text.contains("fn(") && !text.contains('\n')),
            "{procedure:?}"
        );
        assert!(procedure.package.is_some());
    }
    let authentication: Vec<_> =
        found.procedures.iter().filter(|procedure| procedure.is_authentication).collect();
    assert_eq!(authentication.len(), 1);
    let path = authentication[0].path.as_deref().expect("it is known");
    assert!(path.contains("singlesig"), "{path}");

    let with_code =
        wallet.account_procedures(account, vec![], true).await.expect("they are listed");
    for procedure in &with_code.procedures {
        let code = procedure.code.as_deref().expect("it was asked for");
        assert!(code.starts_with("begin\n    "), "{code}");
        assert!(!code.contains(&procedure.root.to_hex()), "the body, and not a reference to it");
    }
    let faucet = wallet.create_faucet(gold()).await.expect("a faucet");
    let issuing = wallet.account_procedures(faucet, vec![], true).await.expect("they are listed");
    let all_known =
        |procedure: &AccountProcedure| procedure.path.is_some() && procedure.code.is_some();
    assert!(issuing.procedures.iter().all(all_known), "{issuing:#?}");
}

#[tokio::test]
async fn a_procedure_with_several_names_has_them_in_the_order_of_the_packages() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    alice.sync().await.expect("a sync");
    let counter =
        alice.create_account(new_counter(Visibility::Public, true)).await.expect("an account");
    let stranger = compiled(&Source {
        path: Some("tests::stranger".to_owned()),
        packages: vec![counter_package()],
        ..Source::new(
            CodeKind::AccountComponent,
            "pub use {get_count as read} from external_contract::counter_contract\n\
             pub use {receive_asset as claim_reward} from miden::standards::wallets::basic\n\
             @account_procedure\npub proc own\n    push.74 drop\nend\n",
        )
    });
    let name = stranger.interface().expect("it is described").name;
    let read = format!("::tests::stranger::read ({name})");
    let claim = format!("::tests::stranger::claim_reward ({name})");
    // A package that is given twice names a procedure once.
    let packages = vec![counter_package(), stranger.clone(), counter_package()];
    let listed = alice.account_procedures(counter, packages, false).await.expect("a list");
    assert_eq!(named(&listed.procedures, "get_count").same_code, [read]);
    let packages = vec![stranger, counter_package()];
    let listed = alice.account_procedures(counter, packages.clone(), false).await.expect("a list");
    let [other] = named(&listed.procedures, "read").same_code.as_slice() else {
        panic!("{listed:#?}")
    };
    assert!(other.starts_with("::external_contract::counter_contract::get_count ("), "{other}");
    // What ships keeps its name, also if a package comes before others.
    let receive = named(&listed.procedures, "receive_asset");
    assert_eq!(receive.same_code.last(), Some(&claim), "{receive:#?}");

    // The description of the account has the same names.
    let roots = listed.procedures.iter().map(|procedure| procedure.root);
    let interface = account_interface("account", roots, packages).expect("it is described");
    for procedure in &listed.procedures {
        let root = procedure.root.to_hex();
        let described =
            interface.procedures.iter().find(|it| it.root == root).expect("it is there");
        assert_eq!(Some(&described.path), procedure.path.as_ref());
        assert_eq!(described.same_code, procedure.same_code);
    }
}

#[tokio::test]
async fn procedures_of_ones_own_code_are_named_by_packages() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    alice.sync().await.expect("a sync");
    let counter =
        alice.create_account(new_counter(Visibility::Public, true)).await.expect("an account");
    let bare = alice.account_procedures(counter, vec![], false).await.expect("they are listed");
    let unnamed = bare.procedures.iter().filter(|procedure| procedure.path.is_none()).count();
    assert_eq!(unnamed, 2, "{bare:#?}");
    let packages = || vec![counter_package()];
    let named_now = alice.account_procedures(counter, packages(), true).await.expect("a list");
    assert!(named_now.procedures.iter().all(|procedure| procedure.path.is_some()));
    let get = named(&named_now.procedures, "get_count");
    let described = counter_package().interface().expect("it is described");
    let exported = described.procedures.iter().find(|known| known.path.ends_with("::get_count"));
    assert_eq!(get.root.to_hex(), exported.expect("it is there").root);
    assert_eq!(get.package.as_deref(), Some(described.name.as_str()));

    // Before its first transaction nobody else can know of it.
    let bob = world.wallet("bob").await;
    bob.sync().await.expect("a sync");
    let nothing = bob.account_procedures(counter, vec![], false).await.expect_err("it is new");
    assert_eq!(nothing.kind(), "account_not_on_chain");
    paid(&alice, counter, Token::Miden, 1_000_000).await;
    alice.consume_all(counter, &[], None, |_| {}).await.expect("it is carried out");
    alice.sync().await.expect("a sync");
    bob.sync().await.expect("a sync");
    let fetched = bob.account_procedures(counter, packages(), true).await.expect("a list");
    assert!(!fetched.is_own && fetched.block_number > 0);
    // A chain that was opened again keeps the newest state alone: a wallet that is behind catches up.
    paid(&alice, counter, Token::Miden, 1).await;
    drop((alice, bob));
    let bob = world.wallet("bob").await;
    let again = bob.account_procedures(counter, vec![], false).await.expect("a list");
    assert!(again.block_number > fetched.block_number);
    assert_eq!(sorted(fetched.procedures), sorted(named_now.procedures));
}

#[tokio::test]
async fn of_what_is_not_there_no_procedures_are_told() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    let bob = world.wallet("bob").await;
    let private =
        bob.create_account(new_counter(Visibility::Private, false)).await.expect("an account");
    let strange = parse_account_id("0x5401ef36815e47d14b651e8e968153").expect("an account id");
    let unsynced = alice.account_procedures(strange, vec![], false).await.expect_err("no block");
    assert_eq!(unsynced.kind(), "not_synced");
    alice.sync().await.expect("a sync");
    let refused = alice.account_procedures(private, vec![], false).await.expect_err("private");
    assert_eq!(refused.kind(), "account_not_public");
    let missing = alice.account_procedures(strange, vec![], true).await.expect_err("not there");
    assert_eq!(missing.kind(), "account_not_on_chain");
}

/// A procedure with so many parts that each have the next one twice.
fn doubled(times: usize) -> String {
    let mut code = String::from("proc part0\n    dup drop\nend\n");
    for part in 0..times {
        let next = part + 1;
        let _ = write!(
            code,
            "proc part{next}\n    push.1\n    if.true\n        exec.part{part}\n    else\n        \
             push.2 drop exec.part{part}\n    end\nend\n"
        );
    }
    code + &format!("@account_procedure\npub proc whole{times}\n    exec.part{times}\nend\n")
}

/// One whose text is a line for each of so many instructions.
fn long(times: usize) -> String {
    let body = "push.7 drop ".repeat(times);
    format!("@account_procedure\npub proc whole{times}\n    {body}\nend\n")
}

#[tokio::test]
async fn code_whose_text_would_be_too_long_is_not_shown() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    for (code, is_shown) in
        [(doubled(4), true), (doubled(12), false), (long(18_000), true), (long(30_000), false)]
    {
        let path = Some("inspected::component".to_owned());
        let source = Source { path, ..Source::new(CodeKind::AccountComponent, code) };
        let package = compiled(&source);
        let components = vec![package.clone()];
        let new = NewAccount { components, ..NewAccount::default() };
        let account = wallet.create_account(new).await.expect("an account");
        let found = wallet.account_procedures(account, vec![package], true).await.expect("a list");
        let is_whole = |procedure: &&AccountProcedure| {
            procedure.path.as_ref().is_some_and(|path| path.contains("::whole"))
        };
        let whole = found.procedures.iter().find(is_whole).expect("it is there");
        assert_eq!(whole.code.is_some(), is_shown, "{:?}", whole.path);
        // The others are.
        let shown = found.procedures.iter().filter(|procedure| procedure.code.is_some()).count();
        assert_eq!(shown, found.procedures.len() - usize::from(!is_shown));
    }
}
