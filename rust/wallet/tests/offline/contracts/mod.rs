//! Accounts, scripts and notes with code of one's own: the counter of Miden's tutorials, and more.

use miden_swift_wallet::{
    AccountId, CodeKind, Compilation, CustomNote, CustomTransaction, Draft, Felt, InitialContent,
    InitialSlot, NewAccount, NoteId, NoteType, Package, ProcedureCall, Program, Script,
    SlotContent, SlotQuery, Source, Visibility, Wallet, Word, compile, parse_felt, parse_slot_name,
    parse_word,
};

mod calls;
mod components;
mod counter;
mod foreign_accounts;
mod hostile_notes;
mod notes;
mod refusals;
mod values;

const COUNTER: &str = include_str!("../../../../../Tests/Contracts/counter.masm");
const INCREMENT: &str = include_str!("../../../../../Tests/Contracts/increment.masm");
const GET_COUNT: &str = include_str!("../../../../../Tests/Contracts/get_count.masm");
const COUNT_READER: &str = include_str!("../../../../../Tests/Contracts/count_reader.masm");
const GUESS: &str = include_str!("../../../../../Tests/Contracts/guess.masm");
const RIDDLE: &str = include_str!("../../../../../Tests/Contracts/riddle.masm");

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
    let procedures = package.interface().expect("it is described").procedures;
    let found = procedures.iter().find(|procedure| procedure.path.ends_with(name));
    parse_word(&found.expect("the procedure is there").root).expect("a word")
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
    Script::Calls(vec![ProcedureCall { foreign, procedure, arguments }])
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
    let program =
        Program { script, script_argument: None, advice: vec![], foreign_accounts: vec![] };
    let stack = wallet.run_program(account, program).await.expect("it runs");
    stack.iter().map(Felt::as_canonical_u64).collect()
}

/// Public notes with a script that carry 100 base units each to an account.
fn making(script: &str, faucet: AccountId, to: AccountId, count: usize) -> CustomTransaction {
    let note = CustomNote {
        script: Box::new(compiled(&Source::new(CodeKind::NoteScript, script))),
        storage: vec![],
        recipient: Some(to),
        fungible: vec![(faucet, 100)],
        note_type: NoteType::Public,
    };
    CustomTransaction { created: vec![note; count], ..CustomTransaction::default() }
}
