//! What a transaction runs: a script of one's own, or calls of procedures.

use std::sync::Arc;

use miden_client::account::AccountId;
use miden_client::assembly::CodeBuilder;
use miden_client::transaction::TransactionScript;
use miden_client::{Felt, Word};
use miden_protocol::MastForest;
use miden_protocol::assembly::{ModuleKind, ModuleParser, Path};

use super::calls::{CallPurpose, CallScripts, call_advice, check_calls};
use super::packages::{Package, ProcedureRole};
use crate::blocking_tasks::run_blocking;
use crate::chain::expiration::EXPIRATION_BLOCKS;
use crate::errors::{Cause, ContractError, Result, WalletError};

/// What is to be run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Script {
    /// A compiled transaction script.
    Package(Box<Package>),
    /// Calls of procedures, one after the other, at most [`MAX_CALLS`](super::MAX_CALLS).
    Calls(Vec<ProcedureCall>),
}

/// The call of an account's procedure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcedureCall {
    /// The account that has it, where that is another than the one that runs the call. Such a procedure
    /// can read its account and not change it.
    pub foreign: Option<AccountId>,
    /// The root of the procedure.
    pub procedure: Word,
    /// What is on the stack when it begins, the top first. The rest is zeros.
    pub arguments: Vec<Felt>,
}

impl Script {
    /// The calls that it makes. A compiled script is none.
    pub(crate) fn calls(&self) -> &[ProcedureCall] {
        match self {
            Self::Package(_) => &[],
            Self::Calls(calls) => calls,
        }
    }

    /// Refuses calls that cannot be made.
    ///
    /// # Errors
    /// [`ContractError::NothingToDo`], [`ContractError::TooManyCalls`], [`ContractError::TooManyArguments`].
    pub(super) fn check(&self) -> Result<()> {
        match self {
            Self::Package(_) => Ok(()),
            Self::Calls(calls) => check_calls(calls),
        }
    }

    /// The accounts a script is known to read besides the one that runs it.
    pub(super) fn foreign(&self) -> impl Iterator<Item = AccountId> {
        self.calls().iter().filter_map(|call| call.foreign)
    }

    /// The entries of the advice map that a script reads besides those of its caller.
    pub(super) fn advice(&self) -> Vec<(Word, Vec<Felt>)> {
        call_advice(self.calls())
    }

    /// A script for a run that changes nothing, as it is or with what is on top of the stack when a compiled one begins.
    pub(super) async fn into_plain(
        self,
        argument: Option<Word>,
        compiled: &CallScripts,
    ) -> Result<TransactionScript> {
        match self {
            Self::Package(package) => {
                run_blocking(move || match argument {
                    // Linking it takes some tens of milliseconds.
                    Some(argument) => given(&package, argument),
                    None => plain(&package),
                })
                .await
            }
            Self::Calls(calls) => compiled.script_of(&calls, CallPurpose::Run).await,
        }
    }

    /// The script of a transaction that expires as all of this wallet do. A script that sets an earlier
    /// end keeps it.
    pub(super) async fn into_expiring(self, compiled: &CallScripts) -> Result<TransactionScript> {
        match self {
            // Compiling takes some tens of milliseconds, which nobody else should wait for.
            Self::Package(package) => run_blocking(move || expiring(&package)).await,
            Self::Calls(calls) => compiled.script_of(&calls, CallPurpose::Transaction).await,
        }
    }
}

/// The script in a package as it is.
pub(super) fn plain(package: &Package) -> Result<TransactionScript> {
    TransactionScript::from_package(&package.0)
        .map_err(|error| ContractError::NotAScript { source: error.into() }.into())
}

fn expiring(package: &Package) -> Result<TransactionScript> {
    let before = format!("push.{EXPIRATION_BLOCKS} exec.tx::update_expiration_block_delta");
    after("use miden::protocol::tx\n\n", &before, package)
}

/// A run that makes no transaction begins with zeros on the stack: the script gets its argument here, and nothing below it.
fn given(package: &Package, argument: Word) -> Result<TransactionScript> {
    let [a, b, c, d] = argument.into_elements().map(|felt| felt.as_canonical_u64());
    after("", &format!("push.{d} push.{c} push.{b} push.{a} swapw dropw"), package)
}

/// The script in a package after some instructions, with the imports that they need.
fn after(imports: &str, before: &str, package: &Package) -> Result<TransactionScript> {
    // Said in this script's own words where it is none.
    let plain = plain(package)?;
    let main = package
        .marked(ProcedureRole::TransactionScript)
        .ok_or_else(|| WalletError::internal("a script without its procedure"))?;
    let builder = CodeBuilder::new()
        .with_statically_linked_package(&package.0)
        .map_err(|error| ContractError::NotAScript { source: error.into() })?
        .with_extended_advice_map(plain.mast().advice_map().clone());
    let source = format!(
        "{imports}@transaction_script\npub proc main\n    {before}\n    exec.{main}\nend\n"
    );
    built(builder, &source)
}

/// A script of a stranger in a transaction that expires as all of this wallet do. A script that sets an earlier end keeps it.
pub(super) fn expiring_script(script: &TransactionScript) -> Result<TransactionScript> {
    let root = Word::from(script.root()).to_hex();
    let source = format!(
        "use miden::protocol::tx\n\n@transaction_script\npub proc main\n    \
         push.{EXPIRATION_BLOCKS} exec.tx::update_expiration_block_delta\n    exec.{root}\nend\n"
    );
    // It names the script by its root. Once both are in one forest, the name stands for the script.
    let outer = built(CodeBuilder::new(), &source)?;
    let not_a_script = |source: Cause| WalletError::from(ContractError::NotAScript { source });
    let (forest, roots) = MastForest::merge([&*outer.mast(), &*script.mast()])
        .map_err(|error| not_a_script(error.into()))?;
    let begin = roots
        .map_root(0, &outer.entrypoint())
        .ok_or_else(|| WalletError::internal("a script without its procedure"))?;
    TransactionScript::from_parts(Arc::new(forest), begin)
        .map_err(|error| not_a_script(error.into()))
}

/// The module path of scripts that are made here: none that somebody else's script would have.
const SCRIPT_PATH: &str = "::miden_swift_client::script";

pub(super) fn built(builder: CodeBuilder, source: &str) -> Result<TransactionScript> {
    let module = ModuleParser::new(Some(ModuleKind::Library))
        .parse_str(Some(Path::new(SCRIPT_PATH)), source, builder.source_manager())
        .map_err(|report| WalletError::internal(report.to_string()))?;
    builder.compile_tx_script(module).map_err(WalletError::internal)
}
