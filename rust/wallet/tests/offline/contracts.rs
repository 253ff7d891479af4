//! Accounts, scripts and notes with code of one's own: the counter of Miden's tutorials, and more.

use miden_swift_wallet::{
    AccountId, CodeKind, Compilation, CustomNote, CustomTransaction, Draft, Felt, InitialContent,
    InitialSlot, NewAccount, NoteFileContent, NoteId, NoteType, Package, ProcedureCall, Program,
    Script, SlotContent, SlotQuery, Source, Token, Visibility, Wallet, Word, compile, parse_felt,
    parse_note_id, parse_slot_name, parse_word,
};

use crate::support::{self, World};

const COUNTER: &str = include_str!("../../../../Tests/Contracts/counter.masm");
const INCREMENT: &str = include_str!("../../../../Tests/Contracts/increment.masm");
const GET_COUNT: &str = include_str!("../../../../Tests/Contracts/get_count.masm");
const COUNT_READER: &str = include_str!("../../../../Tests/Contracts/count_reader.masm");
const GUESS: &str = include_str!("../../../../Tests/Contracts/guess.masm");

const COUNTER_PATH: &str = "external_contract::counter_contract";
const COUNTER_SLOT: &str = "miden::tutorials::counter";
const COPY_SLOT: &str = "miden::tutorials::copied_count";

pub fn compiled(source: &Source) -> Package {
    match compile(source).expect("it can be compiled") {
        Compilation::Compiled(package, _) => *package,
        Compilation::Refused(diagnostics) => panic!("{diagnostics:#?}"),
    }
}

pub fn counter_package() -> Package {
    let path = Some(COUNTER_PATH.to_owned());
    compiled(&Source { path, ..Source::new(CodeKind::AccountComponent, COUNTER) })
}

/// A script that refers to the counter.
fn script(code: &str) -> Script {
    let source = Source {
        packages: vec![counter_package()],
        ..Source::new(CodeKind::TransactionScript, code)
    };
    Script::Package(Box::new(compiled(&source)))
}

fn word(numbers: [u64; 4]) -> Word {
    Word::new(numbers.map(felt))
}

fn felt(number: u64) -> Felt {
    parse_felt(number).expect("an element of the field")
}

fn root(package: &Package, name: &str) -> Word {
    let procedures = package.describe().expect("it is described").procedures;
    let found = procedures.iter().find(|procedure| procedure.path.ends_with(name));
    found.expect("the procedure is there").root
}

fn slot(name: &str, content: InitialContent) -> InitialSlot {
    InitialSlot { name: parse_slot_name(name).expect("a name"), content }
}

pub fn new_counter(visibility: Visibility, basic_wallet: bool) -> NewAccount {
    NewAccount {
        components: vec![counter_package()],
        slots: vec![slot(
            COUNTER_SLOT,
            InitialContent::Map(vec![(word([0; 4]), word([41, 0, 0, 0]))]),
        )],
        visibility,
        basic_wallet,
        ..NewAccount::default()
    }
}

fn running(script: Script) -> CustomTransaction {
    CustomTransaction { script: Some(script), ..CustomTransaction::default() }
}

fn call(procedure: Word, foreign: Option<AccountId>, arguments: Vec<Felt>) -> Script {
    Script::Call(ProcedureCall { foreign, procedure, arguments })
}

async fn executed(wallet: &Wallet, account: AccountId, custom: CustomTransaction) -> Vec<NoteId> {
    let (_, notes) = wallet
        .transact(account, &Draft::Custom(Box::new(custom)), None, |_| {})
        .await
        .expect("it is carried out");
    wallet.sync().await.expect("a sync");
    notes
}

/// What is in the counter's map under its key.
async fn count(wallet: &Wallet, account: AccountId) -> u64 {
    let name = SlotQuery::Name(parse_slot_name(COUNTER_SLOT).expect("a name"));
    let key = Some(word([0; 4]));
    let storage = wallet.storage(account, Some(name), key).await.expect("the storage is read");
    let SlotContent::Map { entries: Some(entries), .. } = &storage.slots[0].content else {
        panic!("{storage:?}");
    };
    entries[0].1[0].as_canonical_u64()
}

async fn run(wallet: &Wallet, account: Option<AccountId>, script: Script) -> Vec<u64> {
    let program = Program { script, advice: vec![], foreign_accounts: vec![] };
    let stack = wallet.run_program(account, program).await.expect("it runs");
    stack.iter().map(Felt::as_canonical_u64).collect()
}

#[tokio::test]
async fn the_counter_of_the_tutorials_counts() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    for visibility in [Visibility::Public, Visibility::Private] {
        let account =
            wallet.create_account(new_counter(visibility, false)).await.expect("an account");
        // Before it is on the chain it can be asked already.
        assert_eq!(run(&wallet, Some(account), script(GET_COUNT)).await[..2], [41, 0]);
        // The first transaction makes the account, too.
        executed(&wallet, account, running(script(INCREMENT))).await;
        assert_eq!(count(&wallet, account).await, 42);
        assert!(
            !wallet
                .accounts()
                .await
                .expect("accounts")
                .iter()
                .any(|known| { known.account == account && (known.is_new || known.is_locked) })
        );
        // Again, and by the procedure's root alone.
        executed(&wallet, account, running(script(INCREMENT))).await;
        let increment = root(&counter_package(), "increment_count");
        executed(&wallet, account, running(call(increment, None, vec![]))).await;
        assert_eq!(count(&wallet, account).await, 44);
        assert_eq!(run(&wallet, Some(account), script(GET_COUNT)).await[..2], [44, 0]);
        let get = root(&counter_package(), "get_count");
        assert_eq!(run(&wallet, Some(account), call(get, None, vec![])).await[..2], [44, 0]);
    }
}

#[tokio::test]
async fn another_wallet_reads_the_count_of_a_public_account() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    let counter =
        alice.create_account(new_counter(Visibility::Public, false)).await.expect("an account");
    executed(&alice, counter, running(script(INCREMENT))).await;

    let bob = world.wallet("bob").await;
    bob.sync().await.expect("a sync");
    // From the network, by name, with and without a key, and by its place.
    assert_eq!(count(&bob, counter).await, 42);
    let whole = bob.storage(counter, None, None).await.expect("the storage is read");
    assert!(!whole.is_own);
    let own = alice.storage(counter, None, None).await.expect("the storage is read");
    assert_eq!(whole.slots, own.slots);
    let found = whole.slots.iter().find(|slot| slot.name.as_str() == COUNTER_SLOT);
    let place = SlotQuery::Index(found.expect("the slot is there").index);
    let by_place = bob.storage(counter, Some(place), None).await.expect("the storage is read");
    assert_eq!(by_place.slots[0].name.as_str(), COUNTER_SLOT);
    let SlotContent::Map { entries, .. } = &by_place.slots[0].content else { panic!("no map") };
    assert_eq!(entries, &Some(vec![(word([0; 4]), word([42, 0, 0, 0]))]));
    let name = || Some(SlotQuery::Name(parse_slot_name(COUNTER_SLOT).expect("a name")));
    let other = bob.storage(counter, name(), Some(word([7; 4]))).await.expect("it is read");
    let SlotContent::Map { entries, .. } = &other.slots[0].content else { panic!("no map") };
    assert_eq!(entries, &Some(vec![(word([7; 4]), word([0; 4]))]), "there is nothing under it");

    // By its procedure, run on an account of one's own.
    let get = root(&counter_package(), "get_count");
    let asked = call(get, Some(counter), vec![]);
    let program = Program { script: asked.clone(), advice: vec![], foreign_accounts: vec![] };
    let error = bob.run_program(None, program).await.expect_err("there is no account");
    assert_eq!(error.kind(), "no_account_to_run_on");
    support::new_account(&bob).await;
    assert_eq!(run(&bob, None, asked).await[..2], [42, 0]);

    // And by an account that copies it: the count reader of the tutorials.
    let reader = compiled(&Source {
        path: Some("count_reader::contract".to_owned()),
        ..Source::new(CodeKind::AccountComponent, COUNT_READER)
    });
    let copy = root(&reader, "copy_count");
    let account = bob
        .create_account(NewAccount {
            components: vec![reader],
            slots: vec![slot(COPY_SLOT, InitialContent::Value(word([0; 4])))],
            ..NewAccount::default()
        })
        .await
        .expect("an account");
    let mut arguments = vec![counter.suffix(), counter.prefix().as_felt()];
    arguments.extend(get.iter().copied());
    let mut transaction = running(call(copy, None, arguments));
    transaction.foreign_accounts = vec![counter];
    executed(&bob, account, transaction).await;
    let copied = SlotQuery::Name(parse_slot_name(COPY_SLOT).expect("a name"));
    let storage = bob.storage(account, Some(copied), None).await.expect("the storage is read");
    assert_eq!(storage.slots[0].content, SlotContent::Value(word([42, 0, 0, 0])));
}

#[tokio::test]
async fn a_contract_pays_for_its_first_transaction_with_a_note_it_consumes() {
    let world = World::with(true, 500);
    let wallet = world.wallet("alice").await;
    let account =
        wallet.create_account(new_counter(Visibility::Public, true)).await.expect("an account");
    wallet.sync().await.expect("a sync");
    let error = wallet
        .transact(account, &Draft::Custom(Box::new(running(script(INCREMENT)))), None, |_| {})
        .await;
    assert_eq!(error.expect_err("there is nothing to pay with").kind(), "insufficient_fee");

    let note = support::paid(&wallet, account, Token::Miden, 1_000_000).await;
    let mut transaction = running(script(INCREMENT));
    transaction.notes = vec![(note, None)];
    let draft = Draft::Custom(Box::new(transaction.clone()));
    let preview = wallet.preview(account, &draft).await.expect("a preview");
    let fee = preview.fee.expect("there is a fee").amount;
    assert_eq!(preview.consumed_notes, [note]);
    let too_little = wallet
        .transact(account, &Draft::Custom(Box::new(transaction.clone())), Some(fee - 1), |_| {})
        .await;
    assert_eq!(too_little.expect_err("it costs more").kind(), "fee_above_maximum");
    assert_eq!(count(&wallet, account).await, 41, "nothing has happened");
    wallet
        .transact(account, &Draft::Custom(Box::new(transaction)), Some(fee), |_| {})
        .await
        .expect("it is made");
    wallet.sync().await.expect("a sync");
    assert_eq!(count(&wallet, account).await, 42);
    assert_eq!(support::held(&wallet, account, "MIDEN").await, 1_000_000 - fee);
}

#[tokio::test]
async fn a_note_with_a_script_is_consumed_with_its_argument() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    let from = support::funded(&alice, 1_000, 0).await;
    let faucet = support::faucet(&alice, from, "MIDEN").await;
    let bob = world.wallet("bob").await;
    let to = support::new_account(&bob).await;
    bob.sync().await.expect("a sync");
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

#[tokio::test]
async fn a_component_with_a_description_has_its_storage_filled() {
    let metadata = r#"
        name = "counter"
        description = "Counts."
        version = "1.0.0"

        [[storage.slots]]
        name = "miden::tutorials::counter"
        type = { key = "word", value = "word" }

        [[storage.slots]]
        name = "miden::tutorials::step"
        type = "word"
    "#;
    let package = compiled(&Source {
        metadata: Some(metadata.to_owned()),
        path: Some(COUNTER_PATH.to_owned()),
        ..Source::new(CodeKind::AccountComponent, COUNTER)
    });
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let components = || vec![package.clone()];
    let of_file = NewAccount {
        components: components(),
        initial_storage: Some(format!(
            "\"miden::tutorials::step\" = \"0x{}\"\n\"{COUNTER_SLOT}\" = [{{ key = \"0x{}\", value = \
             \"0x05{}\" }}]",
            "0".repeat(64),
            "0".repeat(64),
            "0".repeat(62),
        )),
        ..NewAccount::default()
    };
    let account = wallet.create_account(of_file).await.expect("an account");
    assert_eq!(count(&wallet, account).await, 5);

    let refused =
        async |new: NewAccount| wallet.create_account(new).await.expect_err("it is refused").kind();
    let new = || NewAccount { components: components(), ..NewAccount::default() };
    // A value that nobody gave.
    assert_eq!(refused(new()).await, "invalid_component");
    let slots = |slots| NewAccount { slots, ..new() };
    let value = || InitialContent::Value(word([1; 4]));
    assert_eq!(
        refused(slots(vec![slot("miden::tutorials::other", value())])).await,
        "undeclared_slot"
    );
    let twice = slot("miden::tutorials::step", value());
    assert_eq!(refused(slots(vec![twice.clone(), twice])).await, "slot_named_twice");
    // A value for a map.
    let mixed = vec![slot(COUNTER_SLOT, value()), slot("miden::tutorials::step", value())];
    assert_eq!(refused(slots(mixed)).await, "invalid_component");
    let storage = |text: &str| NewAccount { initial_storage: Some(text.to_owned()), ..new() };
    assert_eq!(refused(storage("=")).await, "invalid_initial_storage");
    assert_eq!(refused(storage("\"a::b\" = \"1\"")).await, "undeclared_slot");
    assert_eq!(refused(NewAccount::default()).await, "no_components");
    let script = compiled(&Source::new(
        CodeKind::TransactionScript,
        "@transaction_script pub proc main push.1 drop end",
    ));
    let of_script = NewAccount { components: vec![script], ..NewAccount::default() };
    assert_eq!(refused(of_script).await, "invalid_component");
    let seed =
        NewAccount { seed: Some(vec![1; 31].into()), ..new_counter(Visibility::Public, false) };
    assert_eq!(refused(seed).await, "invalid_seed");
    assert_eq!(wallet.accounts().await.expect("accounts").len(), 1);
}

#[tokio::test]
async fn a_seed_gives_the_same_account_again() {
    let world = World::new();
    let new =
        || NewAccount { seed: Some(vec![7; 32].into()), ..new_counter(Visibility::Public, false) };
    let alice = world.wallet("alice").await;
    let account = alice.create_account(new()).await.expect("an account");
    let bob = world.wallet("bob").await;
    assert_eq!(bob.create_account(new()).await.expect("an account"), account);
    let error = bob.create_account(new()).await.expect_err("it is there");
    assert_eq!(error.kind(), "account_already_tracked");
}

#[tokio::test]
async fn a_component_that_decides_itself_needs_no_key() {
    let open = compiled(&Source {
        path: Some("open::contract".to_owned()),
        ..Source::new(
            CodeKind::AccountComponent,
            "use miden::protocol::native_account\n\n@auth_script\npub proc auth_open\n    \
             exec.native_account::incr_nonce drop\nend\n",
        )
    });
    let world = World::new();
    let wallet = world.wallet("alice").await;
    wallet.sync().await.expect("a sync");
    let mut new = new_counter(Visibility::Public, false);
    new.components.push(open);
    let account = wallet.create_account(new.clone()).await.expect("an account");
    executed(&wallet, account, running(script(INCREMENT))).await;
    assert_eq!(count(&wallet, account).await, 42);
    let found = wallet.public_account(account, None).await.expect("it is found");
    assert_eq!(found.signing_key, None);
    // Somebody's key in the slot for keys does not make it that person's account: nobody asks for the key.
    let somebody = support::new_account(&wallet).await;
    let signed = wallet.sign_message(somebody, b"hello").await.expect("a signature");
    let key = signed.key_commitment().expect("a public key");
    let mut posing = new.clone();
    let name = "miden::standards::auth::singlesig::pub_key";
    posing.slots.push(slot(name, InitialContent::Value(key)));
    let account = wallet.create_account(posing).await.expect("an account");
    executed(&wallet, account, running(script(INCREMENT))).await;
    let name = Some(SlotQuery::Name(parse_slot_name(name).expect("a name")));
    let storage = wallet.storage(account, name, None).await.expect("the storage is read");
    assert_eq!(storage.slots[0].content, SlotContent::Value(key));
    let found = wallet.public_account(account, None).await.expect("it is found");
    assert_eq!(found.signing_key, None);
    new.public_key = Some(vec![2; 33]);
    let error = wallet.create_account(new).await.expect_err("a key for nothing");
    assert_eq!(error.kind(), "invalid_public_key");
}

#[tokio::test]
async fn what_cannot_be_carried_out_says_why_and_changes_nothing() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let account =
        wallet.create_account(new_counter(Visibility::Public, false)).await.expect("an account");
    wallet.sync().await.expect("a sync");
    let refused = async |custom: CustomTransaction| {
        let result = wallet
            .transact(account, &Draft::Custom(Box::new(custom)), None, |_| panic!("submitted"))
            .await;
        result.expect_err("it is refused").kind()
    };
    let guess = Box::new(compiled(&Source::new(CodeKind::NoteScript, GUESS)));
    let note = || CustomNote {
        script: guess.clone(),
        storage: vec![],
        recipient: None,
        fungible: vec![],
        note_type: NoteType::Public,
    };
    let making = |created| CustomTransaction { created, ..CustomTransaction::default() };
    assert_eq!(refused(CustomTransaction::default()).await, "nothing_to_do");
    let both = CustomTransaction { created: vec![note()], ..running(script(INCREMENT)) };
    assert_eq!(refused(both).await, "script_and_notes");
    assert_eq!(refused(running(Script::Package(guess.clone()))).await, "not_a_script");
    let counter = Box::new(counter_package());
    assert_eq!(
        refused(making(vec![CustomNote { script: counter, ..note() }])).await,
        "not_a_script"
    );
    let long = CustomNote { storage: vec![felt(1); 1_025], ..note() };
    assert_eq!(refused(making(vec![long])).await, "invalid_note");
    let increment = root(&counter_package(), "increment_count");
    let many = vec![felt(1); 17];
    assert_eq!(refused(running(call(increment, None, many))).await, "too_many_arguments");
    let own = running(call(increment, Some(account), vec![]));
    assert_eq!(refused(own).await, "own_account_as_foreign");
    let unknown = parse_note_id(&format!("0x{:064x}", 42)).expect("a note id");
    let consuming =
        CustomTransaction { notes: vec![(unknown, None)], ..CustomTransaction::default() };
    assert_eq!(refused(consuming).await, "unknown_note");
    // A procedure the account does not have.
    let stranger = parse_word(&format!("0x01{}", "0".repeat(62))).expect("a word");
    assert_eq!(refused(running(call(stranger, None, vec![]))).await, "execution");
    assert_eq!(count(&wallet, account).await, 41);
    assert!(wallet.accounts().await.expect("accounts")[0].is_new);

    // What is asked of a storage that is not there.
    let asked = async |account, slot: Option<SlotQuery>, key| {
        wallet.storage(account, slot, key).await.expect_err("there is none").kind()
    };
    assert_eq!(asked(account, Some(SlotQuery::Index(200)), None).await, "no_such_slot");
    let other = SlotQuery::Name(parse_slot_name("a::b").expect("a name"));
    assert_eq!(asked(account, Some(other), None).await, "no_such_slot");
    let scheme = SlotQuery::Name(
        parse_slot_name("miden::standards::auth::singlesig::scheme").expect("a name"),
    );
    assert_eq!(asked(account, Some(scheme), Some(word([0; 4]))).await, "slot_is_no_map");
    let bob = world.wallet("bob").await;
    let new = bob.create_account(new_counter(Visibility::Public, false)).await.expect("an account");
    assert_eq!(asked(new, None, None).await, "account_not_on_chain");
    let private =
        bob.create_account(new_counter(Visibility::Private, false)).await.expect("an account");
    assert_eq!(asked(private, None, None).await, "account_not_public");
    let error = wallet.network_note(unknown).await.expect_err("nobody drives accounts here");
    assert_eq!(error.kind(), "unsupported");
}
