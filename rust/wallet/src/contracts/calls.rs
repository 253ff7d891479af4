//! Calls of procedures as a transaction script.
//!
//! The script takes the arguments from the advice map, and in a transaction it puts the results there. So one script
//! serves all calls of the same procedures: it is compiled once.

use std::collections::VecDeque;
use std::fmt::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};

use miden_client::account::AccountId;
use miden_client::assembly::CodeBuilder;
use miden_client::transaction::{TransactionResult, TransactionScript};
use miden_client::vm::{MIN_STACK_DEPTH, error_code_from_msg};
use miden_client::{Felt, Word};
use miden_core::utils::hash_string_to_word;

use super::scripts::{ProcedureCall, built};
use crate::blocking_tasks::run_blocking;
use crate::chain::expiration::EXPIRATION_BLOCKS;
use crate::errors::{ContractError, Result, WalletError};

/// How many calls a script makes at most.
pub const MAX_CALLS: usize = 32;

/// How many compiled scripts a wallet keeps. One takes a few kilobytes for each of its calls.
const MOST_SCRIPTS: usize = 64;

/// What a probe ends with.
const PROBE_MESSAGE: &str = "miden_swift_client::call::all calls before this were made";

/// What is under this key is what a call is given. Each call has its own: a procedure may leave something in what its
/// caller reads next.
fn arguments_key(place: usize) -> Word {
    hash_string_to_word(format!("miden_swift_client::call::arguments::{place}").as_str())
}

/// What is under this key is what the calls have left on the stack, one after the other. Code that has put something else
/// there makes the transaction fail: the virtual machine lets nobody change an entry.
fn results_key() -> Word {
    hash_string_to_word("miden_swift_client::call::results")
}

/// What a script of calls is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CallPurpose {
    /// A run that leaves the results of the last call on the stack.
    Run,
    /// A transaction, which expires and keeps the results of all calls.
    Transaction,
    /// A transaction that fails after its calls, to see whether it gets there.
    Probe,
}

/// A procedure, and whether it is one of another account than the one that runs the script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct CallTarget {
    procedure: Word,
    is_foreign: bool,
}

/// Which calls have the same script.
#[derive(Debug, Clone, PartialEq, Eq)]
struct CallForm {
    targets: Vec<CallTarget>,
    purpose: CallPurpose,
}

/// Compiled scripts, the one that was used last at the end.
#[derive(Debug, Default)]
pub(crate) struct CallScripts(Mutex<VecDeque<(CallForm, TransactionScript)>>);

impl CallScripts {
    /// The script of calls. It is compiled if the wallet has not got it any more.
    pub(super) async fn script_of(
        &self,
        calls: &[ProcedureCall],
        purpose: CallPurpose,
    ) -> Result<TransactionScript> {
        let form = CallForm { targets: calls.iter().map(CallTarget::of).collect(), purpose };
        if let Some(script) = self.get(&form) {
            return Ok(script);
        }
        let source = form.source();
        // Some tens of milliseconds, which nobody else should wait for.
        let script = run_blocking(move || built(CodeBuilder::new(), &source)).await?;
        self.add(form, script.clone());
        Ok(script)
    }

    fn get(&self, form: &CallForm) -> Option<TransactionScript> {
        let mut scripts = self.scripts();
        let place = scripts.iter().position(|(known, _)| known == form)?;
        let found = scripts.remove(place)?;
        let script = found.1.clone();
        scripts.push_back(found);
        Some(script)
    }

    fn add(&self, form: CallForm, script: TransactionScript) {
        let mut scripts = self.scripts();
        scripts.retain(|(known, _)| *known != form);
        if scripts.len() >= MOST_SCRIPTS {
            scripts.pop_front();
        }
        scripts.push_back((form, script));
    }

    fn scripts(&self) -> MutexGuard<'_, VecDeque<(CallForm, TransactionScript)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Refuses calls that no script could make.
pub(super) fn check_calls(calls: &[ProcedureCall]) -> Result<()> {
    if calls.is_empty() {
        return Err(ContractError::NothingToDo.into());
    }
    if calls.len() > MAX_CALLS {
        return Err(ContractError::TooManyCalls { count: calls.len(), most: MAX_CALLS }.into());
    }
    let most = MIN_STACK_DEPTH;
    match calls.iter().map(|call| call.arguments.len()).find(|count| *count > most) {
        Some(count) => Err(ContractError::TooManyArguments { count, most }.into()),
        None => Ok(()),
    }
}

/// The entries of the advice map that the script of calls reads.
pub(super) fn call_advice(calls: &[ProcedureCall]) -> Vec<(Word, Vec<Felt>)> {
    let entry = |(place, call): (usize, &ProcedureCall)| (arguments_key(place), call.advice());
    calls.iter().enumerate().map(entry).collect()
}

impl ProcedureCall {
    fn advice(&self) -> Vec<Felt> {
        // The procedure gets its arguments and zeros, and nothing of what lies below. The last one that the script takes
        // is on top.
        let mut values = vec![Felt::ZERO; MIN_STACK_DEPTH.saturating_sub(self.arguments.len())];
        values.extend(self.arguments.iter().rev());
        values.extend(self.foreign.into_iter().flat_map(in_order_of_pushing));
        values
    }
}

fn in_order_of_pushing(account: AccountId) -> [Felt; 2] {
    [account.prefix().as_felt(), account.suffix()]
}

impl CallTarget {
    fn of(call: &ProcedureCall) -> Self {
        Self { procedure: call.procedure, is_foreign: call.foreign.is_some() }
    }

    /// The call, which takes 16 elements from the advice map and leaves 16 on the stack.
    fn source(self, place: usize) -> String {
        let (arguments, root) = (arguments_key(place).to_hex(), self.procedure.to_hex());
        let call = if self.is_foreign {
            format!("    push.{root} adv_push adv_push\n    exec.tx::execute_foreign_procedure\n")
        } else {
            format!("    call.{root}\n")
        };
        format!(
            "    push.{arguments} adv.push_mapval dropw\n    \
             repeat.{MIN_STACK_DEPTH}\n        adv_push\n    end\n{call}"
        )
    }
}

impl CallForm {
    /// The script as a source.
    fn source(&self) -> String {
        let Self { targets, purpose } = self;
        let is_foreign = targets.iter().any(|target| target.is_foreign);
        let uses_tx = is_foreign || *purpose == CallPurpose::Transaction;
        let mut source = String::from(if uses_tx { "use miden::protocol::tx\n" } else { "" });
        source.push_str("use miden::core::sys\n\n");
        if *purpose == CallPurpose::Probe {
            // Writing to a text does not fail.
            let _ = write!(source, "const ERR_PROBE = \"{PROBE_MESSAGE}\"\n\n");
        }
        source.push_str("@transaction_script\npub proc main\n");
        if *purpose == CallPurpose::Transaction {
            let _ = writeln!(
                source,
                "    push.{EXPIRATION_BLOCKS} exec.tx::update_expiration_block_delta"
            );
        }
        for (place, target) in targets.iter().enumerate() {
            source.push_str(&target.source(place));
            let is_last = place + 1 == targets.len();
            match purpose {
                CallPurpose::Run if is_last => {}
                CallPurpose::Run | CallPurpose::Probe => {
                    source.push_str("    dropw dropw dropw dropw\n");
                }
                CallPurpose::Transaction => {
                    for word in 0..MIN_STACK_DEPTH / 4 {
                        let address = place * MIN_STACK_DEPTH + word * 4;
                        let _ = writeln!(source, "    mem_storew_le.{address} dropw");
                    }
                }
            }
        }
        match purpose {
            CallPurpose::Run => {}
            // The kernel drops what a script leaves on the stack.
            CallPurpose::Transaction => {
                let (end, results) = (targets.len() * MIN_STACK_DEPTH, results_key().to_hex());
                let _ = writeln!(
                    source,
                    "    push.{end} push.0 push.{results}\n    adv.insert_mem dropw drop drop"
                );
            }
            CallPurpose::Probe => source.push_str("    push.0 assert.err=ERR_PROBE\n"),
        }
        source.push_str("    exec.sys::truncate_stack\nend\n");
        source
    }
}

/// What each call in a transaction has left on the stack, the top first. Empty if the transaction made no calls.
pub(crate) fn results_of_calls(executed: &TransactionResult) -> Vec<[Felt; MIN_STACK_DEPTH]> {
    let advice = executed.executed_transaction().advice_witness();
    let values = advice.map().get(&results_key());
    values.map_or_else(Vec::new, |values| values.as_chunks().0.to_vec())
}

/// Whether a probe has failed where all its calls were made.
pub(super) fn is_end_of_probe(error: &WalletError) -> bool {
    error.assertion_code() == Some(error_code_from_msg(PROBE_MESSAGE).as_canonical_u64())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(number: u32) -> CallForm {
        let target = CallTarget { procedure: Word::from([number; 4]), is_foreign: false };
        CallForm { targets: vec![target], purpose: CallPurpose::Run }
    }

    fn script() -> TransactionScript {
        let source = "@transaction_script\npub proc main\n    nop\nend\n";
        built(CodeBuilder::new(), source).expect("it is compiled")
    }

    fn call(arguments: &[u32]) -> ProcedureCall {
        let arguments = arguments.iter().map(|number| Felt::from(*number)).collect();
        ProcedureCall { foreign: None, procedure: Word::default(), arguments }
    }

    #[test]
    fn the_script_that_was_not_used_for_longest_is_forgotten_first() {
        let (scripts, script) = (CallScripts::default(), script());
        let most = u32::try_from(MOST_SCRIPTS).expect("it is small");
        for number in 0..most {
            scripts.add(form(number), script.clone());
        }
        assert!(scripts.get(&form(0)).is_some());
        scripts.add(form(most), script);
        assert!(scripts.get(&form(1)).is_none());
        assert!(scripts.get(&form(0)).is_some());
        assert_eq!(scripts.scripts().len(), MOST_SCRIPTS);
    }

    #[test]
    fn every_form_of_calls_is_a_script() {
        let own = CallTarget { procedure: Word::from([7_u32; 4]), is_foreign: false };
        let foreign = CallTarget { is_foreign: true, ..own };
        for targets in [vec![own], vec![foreign], vec![own, foreign], vec![own; MAX_CALLS]] {
            for purpose in [CallPurpose::Run, CallPurpose::Transaction, CallPurpose::Probe] {
                let form = CallForm { targets: targets.clone(), purpose };
                built(CodeBuilder::new(), &form.source()).expect("it is compiled");
            }
        }
        let nothing = CallForm { targets: vec![], purpose: CallPurpose::Probe };
        built(CodeBuilder::new(), &nothing.source()).expect("it is compiled");
    }

    #[test]
    fn the_first_argument_is_the_last_that_a_script_takes() {
        let values = call(&[7, 8]).advice();
        assert_eq!(values.len(), MIN_STACK_DEPTH);
        assert_eq!(values[MIN_STACK_DEPTH - 2..], [Felt::from(8_u32), Felt::from(7_u32)]);
        assert!(values[..MIN_STACK_DEPTH - 2].iter().all(|felt| *felt == Felt::ZERO));
    }

    #[test]
    fn each_call_has_an_entry_of_its_own() {
        let entries = call_advice(&[call(&[7]), call(&[7])]);
        assert_ne!(entries[0].0, entries[1].0);
        assert_eq!(entries[0].1, entries[1].1);
    }

    #[test]
    fn calls_are_refused_if_there_are_none_or_too_many_or_one_has_too_many_arguments() {
        let kind = |calls: &[ProcedureCall]| check_calls(calls).map_err(|error| error.kind());
        assert_eq!(kind(&[]), Err("nothing_to_do"));
        assert_eq!(kind(&vec![call(&[1; 16]); MAX_CALLS]), Ok(()));
        assert_eq!(kind(&vec![call(&[]); MAX_CALLS + 1]), Err("too_many_calls"));
        assert_eq!(kind(&[call(&[]), call(&[1; 17])]), Err("too_many_arguments"));
    }
}
