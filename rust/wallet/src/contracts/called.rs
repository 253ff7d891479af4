//! The procedures that a transaction calls, as a preview names them.
//!
//! A root is named only by the components that Miden ships. Anybody can make a package that gives a root a harmless name.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use miden_client::account::AccountId;
use miden_client::transaction::TransactionScript;
use miden_client::{Felt, Word};
use miden_protocol::assembly::mast::{MastNode, MastNodeExt};

use super::disassembly::shipped;
use super::interface::{InterfaceProcedure, Signature, account_interface};
use super::packages::Package;
use super::scripts::{ProcedureCall, Script, plain};
use super::standard_components::standard_components;
use crate::errors::Result;

/// How many procedures are told, if not more of them have names. A script of a few kilobytes can call thousands.
const MAX_TOLD_CALLS: usize = 16;

/// The procedures that a transaction calls, as far as they can be told without an execution.
///
/// Procedures of other accounts that a compiled script runs are not among them. The kernel calls those, and they change
/// nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Calls {
    /// The procedures. Those of a script are there once each, the ones with names first and all of them; of those without
    /// a name there are so many that it is 16.
    pub procedures: Vec<CalledProcedure>,
    /// How many more there are.
    pub left_out: usize,
    /// Whether it may call others, which only its execution tells: roots that it computes, and what code calls that neither
    /// the script nor Miden has.
    pub has_unknown: bool,
}

/// A procedure that a transaction calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalledProcedure {
    /// The account that has it, where that is another than the one whose transaction it is.
    pub foreign: Option<AccountId>,
    /// The root of the procedure.
    pub root: Word,
    /// Its names, `component::procedure`, in the components that Miden ships. Components can share code.
    pub names: Vec<String>,
    /// What is on the stack when it begins, the top first. `None` where only the execution tells.
    pub arguments: Option<Vec<Felt>>,
    /// What it takes and returns, where the arguments are known and a component that Miden ships says it.
    pub signature: Option<Signature>,
}

/// The names of a procedure in the components that Miden ships: `component::procedure`, each once.
fn standard_names(root: &Word) -> &'static [String] {
    static NAMES: OnceLock<HashMap<Word, Vec<String>>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        let mut names: HashMap<Word, Vec<String>> = HashMap::new();
        for export in standard_components().iter().flat_map(Package::procedures) {
            let name = short_name(&export.path.to_string());
            let known = names.entry(export.digest).or_default();
            if !known.contains(&name) {
                known.push(name);
            }
        }
        names
    });
    names.get(root).map_or(&[], Vec::as_slice)
}

/// The last two parts of a path.
fn short_name(path: &str) -> String {
    let mut parts: Vec<&str> = path.rsplit("::").take(2).collect();
    parts.reverse();
    parts.join("::")
}

impl Calls {
    /// What a script of one's own calls.
    ///
    /// # Errors
    /// [`ContractError::NotAScript`](crate::ContractError::NotAScript).
    pub(crate) fn of(script: &Script) -> Result<Self> {
        match script {
            Script::Package(package) => Ok(Self::of_script(&plain(package)?)),
            Script::Calls(calls) => Ok(Self {
                procedures: calls.iter().map(CalledProcedure::of).collect(),
                ..Self::default()
            }),
        }
    }

    /// What can be read in a compiled script. Runs nothing.
    pub(super) fn of_script(script: &TransactionScript) -> Self {
        let mut roots = Vec::new();
        let mut known = HashSet::new();
        let mut has_unknown = false;
        // Nodes with the same digest have the same code. One whose code is elsewhere has the digest of that.
        let (mut seen, mut seen_external) = (HashSet::new(), HashSet::new());
        let mut left = vec![(script.mast(), script.entrypoint())];
        while let Some((forest, id)) = left.pop() {
            let node = &forest[id];
            if node.is_external() {
                if !seen_external.insert(node.digest()) {
                    continue;
                }
                match shipped(&node.digest()) {
                    Some(code) => left.push(code),
                    None => has_unknown = true,
                }
                continue;
            }
            if !seen.insert(node.digest()) {
                continue;
            }
            match node {
                MastNode::Call(call) if call.is_syscall() => continue,
                MastNode::Call(call) => {
                    let callee = &forest[call.callee()];
                    let root = callee.digest();
                    if known.insert(root) {
                        roots.push(root);
                    }
                    // What the account calls inside its own procedures is its own affair.
                    if !standard_names(&root).is_empty() {
                        continue;
                    }
                    // A procedure of the account, or code that the script or a note brings after all.
                    if callee.is_external() {
                        has_unknown = true;
                        continue;
                    }
                }
                MastNode::Dyn(_) => has_unknown = true,
                _ => {}
            }
            let from = left.len();
            node.for_each_child(|child| left.push((forest.clone(), child)));
            // In the order of the code.
            left[from..].reverse();
        }
        roots.sort_by_key(|root| standard_names(root).is_empty());
        // Many harmless ones must not hide another one that has a name.
        let named = roots.iter().filter(|root| !standard_names(root).is_empty()).count();
        let told = named.max(MAX_TOLD_CALLS);
        let left_out = roots.len().saturating_sub(told);
        roots.truncate(told);
        let procedures = roots.into_iter().map(CalledProcedure::unknown_arguments).collect();
        Self { procedures, left_out, has_unknown }
    }
}

impl CalledProcedure {
    fn of(call: &ProcedureCall) -> Self {
        let ProcedureCall { foreign, procedure, arguments } = call;
        Self {
            foreign: *foreign,
            arguments: Some(arguments.clone()),
            signature: standard_signature(*procedure),
            ..Self::unknown_arguments(*procedure)
        }
    }

    fn unknown_arguments(root: Word) -> Self {
        let names = standard_names(&root).to_vec();
        Self { foreign: None, root, names, arguments: None, signature: None }
    }
}

/// What the components that Miden ships say of a procedure.
fn standard_signature(root: Word) -> Option<Signature> {
    static SIGNATURES: OnceLock<HashMap<String, Signature>> = OnceLock::new();
    let signatures = SIGNATURES.get_or_init(|| {
        let exports = standard_components().iter().flat_map(Package::procedures);
        let interface = account_interface("", exports.map(|export| export.digest), Vec::new());
        let procedures = interface.map(|interface| interface.procedures).unwrap_or_default();
        let signature =
            |procedure: InterfaceProcedure| Some((procedure.root, procedure.signature?));
        procedures.into_iter().filter_map(signature).collect()
    });
    signatures.get(&root.to_hex()).cloned()
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;
    use crate::contracts::{CodeKind, Compilation, Source, compile};

    fn package(kind: CodeKind, path: Option<&str>, code: &str, links: Vec<Package>) -> Package {
        let source =
            Source { path: path.map(str::to_owned), packages: links, ..Source::new(kind, code) };
        match compile(&source).expect("it can be compiled") {
            Compilation::Compiled(package, _) => *package,
            Compilation::Refused(diagnostics) => panic!("{diagnostics:#?}"),
        }
    }

    fn script(code: &str, links: Vec<Package>) -> Package {
        package(CodeKind::TransactionScript, None, code, links)
    }

    fn called(code: &str, links: Vec<Package>) -> Calls {
        Calls::of(&Script::Package(Box::new(script(code, links)))).expect("a script")
    }

    fn root(name: &str) -> Word {
        let mut exports = standard_components().iter().flat_map(Package::procedures);
        exports.find(|export| export.path.last() == Some(name)).expect("it is there").digest
    }

    fn main(body: &str) -> String {
        format!("@transaction_script\npub proc main\n    {body}\nend\n")
    }

    #[test]
    fn a_standard_procedure_that_a_script_calls_is_named_in_all_components_that_have_it() {
        let (create, receive) = (root("create_note").to_hex(), root("receive_asset").to_hex());
        let code = main(&format!("push.1 if.true call.{create} else call.{receive} end"));
        let Calls { procedures, left_out, has_unknown } = called(&code, Vec::new());
        let names: Vec<&[String]> = procedures.iter().map(|it| it.names.as_slice()).collect();
        assert_eq!(names[0], ["basic_wallet::create_note", "note_creator::create_note"]);
        assert_eq!(names[1], ["basic_wallet::receive_asset"]);
        assert_eq!((procedures.len(), left_out, has_unknown), (2, 0, false));
        assert!(procedures.iter().all(|it| it.arguments.is_none() && it.signature.is_none()));
    }

    #[test]
    fn a_package_does_not_name_what_a_script_calls() {
        let stranger = package(
            CodeKind::AccountComponent,
            Some("tests::stranger"),
            "pub use {move_asset_to_note as claim_reward} from miden::standards::wallets::basic\n\
             @account_procedure\npub proc harmless\n    push.81 drop\nend\n",
            Vec::new(),
        );
        let own = |name: &str| {
            let mut exports = stranger.procedures();
            exports.find(|it| it.path.last() == Some(name)).expect("it is there").digest
        };
        let (renamed, harmless) = (own("claim_reward"), own("harmless"));
        let code = "use tests::stranger\n\n@transaction_script\npub proc main\n    \
                    call.stranger::harmless call.stranger::claim_reward\nend\n";
        let Calls { procedures, .. } = called(code, vec![stranger]);
        let told: Vec<_> = procedures.iter().map(|it| (it.root, it.names.as_slice())).collect();
        let expected = ["basic_wallet::move_asset_to_note".to_owned()];
        assert_eq!(told, [(renamed, &expected[..]), (harmless, &[][..])]);
    }

    #[test]
    fn calls_of_procedures_that_a_script_calls_itself_are_told() {
        let receive = root("receive_asset").to_hex();
        let code =
            format!("proc inner\n    call.{receive}\nend\n\n{}", main("call.inner exec.inner"));
        let Calls { procedures, .. } = called(&code, Vec::new());
        let names: Vec<usize> = procedures.iter().map(|it| it.names.len()).collect();
        assert_eq!(names, [1, 0]);
    }

    #[test]
    fn calls_that_only_an_execution_tells_are_told_to_be_there() {
        let code = main("procref.inner mem_storew_be.0 dropw push.0 dyncall");
        let code = format!("proc inner\n    push.82 drop\nend\n\n{code}");
        assert!(called(&code, Vec::new()).has_unknown);
        let plain = "use miden::protocol::tx\n\n@transaction_script\npub proc main\n    push.3 \
                     exec.tx::update_expiration_block_delta\nend\n";
        assert_eq!(called(plain, Vec::new()), Calls::default());
        let elsewhere = format!("exec.{}", Word::from([1_u32, 2, 3, 4]).to_hex());
        assert!(called(&main(&elsewhere), Vec::new()).has_unknown);
    }

    #[test]
    fn of_many_calls_those_with_names_come_first_and_the_others_are_counted() {
        let mut body = String::new();
        for number in 1..=20 {
            write!(body, "call.0x{number:064x} ").expect("a text");
        }
        write!(body, "call.{}", root("receive_asset").to_hex()).expect("a text");
        let Calls { procedures, left_out, .. } = called(&main(&body), Vec::new());
        assert_eq!((procedures.len(), left_out), (MAX_TOLD_CALLS, 5));
        assert_eq!(procedures[0].names, ["basic_wallet::receive_asset"]);
        assert!(procedures[1..].iter().all(|it| it.names.is_empty()));
    }

    #[test]
    fn of_many_calls_none_with_a_name_is_left_out() {
        let exports = standard_components().iter().flat_map(Package::procedures);
        let mut roots: Vec<Word> = exports.map(|export| export.digest).collect();
        roots.sort();
        roots.dedup();
        let count = MAX_TOLD_CALLS + 8;
        let mut body = String::new();
        for root in roots.iter().take(count) {
            write!(body, "call.{} ", root.to_hex()).expect("a text");
        }
        write!(body, "call.0x{:064x}", 7).expect("a text");
        let Calls { procedures, left_out, .. } = called(&main(&body), Vec::new());
        assert_eq!((procedures.len(), left_out), (count, 1));
        assert!(procedures.iter().all(|it| !it.names.is_empty()));
    }

    #[test]
    fn a_call_of_code_that_the_script_does_not_show_may_hide_others() {
        let body = format!("call.{}", Word::from([1_u32, 2, 3, 4]).to_hex());
        assert!(called(&main(&body), Vec::new()).has_unknown);
    }

    #[test]
    fn a_call_has_its_arguments_and_a_signature_only_if_it_is_standard() {
        let call = |procedure| {
            let arguments = vec![Felt::from(5_u32)];
            let call = ProcedureCall { foreign: None, procedure, arguments };
            Calls::of(&Script::Calls(vec![call])).expect("a call").procedures.remove(0)
        };
        let standard = call(root("receive_asset"));
        assert_eq!(standard.names, ["basic_wallet::receive_asset"]);
        assert_eq!(standard.signature.and_then(|it| it.input_felts), Some(8));
        let unknown = call(Word::from([1_u32, 2, 3, 4]));
        assert_eq!((unknown.names.len(), unknown.signature), (0, None));
        assert_eq!(unknown.arguments, Some(vec![Felt::from(5_u32)]));
    }
}
