//! In whose code an assertion failed.
//!
//! The virtual machine tells the code of a failed assertion, and the message that the forest which was running has for it.
//! So the code of each account has a mark as the message of all its assertions.

use std::collections::{BTreeSet, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use miden_client::Word;
use miden_client::account::{AccountCode, AccountId};
use miden_client::vm::ExecutionError;
use miden_mast_package::debug_info::PackageDebugInfoBuilder;
use miden_protocol::assembly::SourceFile;
use miden_protocol::assembly::debuginfo::{SourceId, SourceLanguage, Uri};
use miden_protocol::assembly::mast::{BasicBlockNode, MastForest, MastNode, MastNodeExt};
use miden_tx::{LoadedMastForest, TransactionExecutorError};

use crate::errors::{assertion_code_of, assertion_message};

/// How many codes of an account have a mark. To add one takes as long as there are some.
const MOST_MARKS: usize = 1_024;

/// How many procedures are named at most.
const MOST_NAMES: usize = 4;

/// The code of the accounts that a run has read.
#[derive(Default)]
pub(super) struct MarkedCode(Mutex<Vec<Marked>>);

struct Marked {
    account: AccountId,
    code: AccountCode,
    /// The allocation identifies the account, so no other code can have it.
    mark: Arc<str>,
}

impl MarkedCode {
    /// The code of an account with its mark.
    pub(super) fn marked(&self, account: AccountId, code: &AccountCode) -> LoadedMastForest {
        let mark: Arc<str> = Arc::from(account.to_hex());
        let mut debug_info = PackageDebugInfoBuilder::default();
        // Zero, which is that of all assertions without a message, is the first.
        for code in codes(&code.mast()).into_iter().take(MOST_MARKS) {
            debug_info.add_error_message(code, Arc::clone(&mark));
        }
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.push(Marked { account, code: code.clone(), mark });
        LoadedMastForest::with_package_debug_info(code.mast(), Ok(Some(*debug_info.build())))
    }

    /// The same error. If an assertion of an account has failed, its source file says in which code, in place of the mark.
    pub(super) fn told(&self, mut error: TransactionExecutorError) -> TransactionExecutorError {
        let TransactionExecutorError::TransactionProgramExecutionFailed(
            ExecutionError::OperationError { err, source_file, .. },
        ) = &mut error
        else {
            return error;
        };
        let Some(code) = assertion_code_of(err) else { return error };
        let Some(message) = assertion_message(err) else { return error };
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let marked = known.iter().find(|known| {
            message.as_ref().is_some_and(|message| Arc::ptr_eq(message, &known.mark))
        });
        if let Some(marked) = marked {
            *message = None;
            let text = whereabouts(&known, marked, code);
            *source_file = Some(Arc::new(SourceFile::new(
                SourceId::UNKNOWN,
                SourceLanguage::Masm,
                Uri::new("account"),
                text,
            )));
        }
        drop(known);
        error
    }
}

/// In which code an assertion is, if the code of an account was running.
fn whereabouts(known: &[Marked], running: &Marked, assertion: u64) -> String {
    let procedures = procedures_with(&running.code, assertion);
    // Accounts share code, and the virtual machine takes that of the first one.
    let shares = |other: &&Marked| {
        other.account == running.account
            || procedures.iter().any(|root| other.code.has_procedure(*root))
    };
    let accounts: BTreeSet<AccountId> =
        known.iter().filter(shares).map(|marked| marked.account).collect();
    let accounts: Vec<String> = accounts.iter().map(|account| account.to_hex()).collect();
    let accounts = match accounts.as_slice() {
        [account] => format!("account {account}"),
        accounts => format!("one of the accounts {}", accounts.join(" and ")),
    };
    let roots: Vec<String> = procedures.iter().map(Word::to_hex).collect();
    match roots.as_slice() {
        [root] => format!("in procedure {root} of {accounts}"),
        [_, ..] if roots.len() <= MOST_NAMES => {
            format!("in one of the procedures {} of {accounts}", roots.join(" and "))
        }
        _ => format!("in the code of {accounts}"),
    }
}

/// The procedures of an account that have an assertion, in them or in what is part of them.
fn procedures_with(code: &AccountCode, assertion: u64) -> Vec<Word> {
    let mast = code.mast();
    // Each node comes after those in it.
    let mut have: Vec<bool> = Vec::new();
    for node in mast.nodes() {
        let mut has = codes_in(node).any(|code| code == assertion);
        node.for_each_child(|child| {
            let child = usize::try_from(u32::from(child)).ok();
            has |= child.and_then(|child| have.get(child)).copied().unwrap_or(false);
        });
        have.push(has);
    }
    let has = |root: &Word| {
        let entry = mast.find_procedure_root(*root);
        let entry = entry.and_then(|entry| usize::try_from(u32::from(entry)).ok());
        entry.and_then(|entry| have.get(entry)).copied().unwrap_or(false)
    };
    let mut seen = HashSet::new();
    code.procedure_roots().filter(has).filter(|root| seen.insert(*root)).collect()
}

/// The codes of the assertions in a forest.
fn codes(mast: &MastForest) -> BTreeSet<u64> {
    mast.nodes().iter().flat_map(codes_in).collect()
}

fn codes_in(node: &MastNode) -> impl Iterator<Item = u64> {
    let operations = node.get_basic_block().into_iter().flat_map(BasicBlockNode::raw_operations);
    operations.filter_map(crate::contracts::error_code)
}
