//! The call of a procedure as a transaction script.
//!
//! The script takes the arguments from the advice map, and in a transaction it puts the results there. So one script
//! serves all calls of a procedure: it is compiled once.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use miden_client::account::AccountId;
use miden_client::assembly::CodeBuilder;
use miden_client::transaction::{TransactionResult, TransactionScript};
use miden_client::vm::MIN_STACK_DEPTH;
use miden_client::{Felt, Word};
use miden_core::utils::hash_string_to_word;

use super::scripts::{ProcedureCall, built};
use crate::errors::{ContractError, Result};
use crate::signing::blocking;
use crate::wallet::{EXPIRATION_BLOCKS, Wallet};

/// How many compiled scripts a wallet keeps. One takes a few kilobytes.
const MOST_SCRIPTS: usize = 64;

/// What is under this key is what a call is given.
fn arguments_key() -> Word {
    hash_string_to_word("miden_swift_client::call::arguments")
}

/// What is under this key is what a call has left on the stack. Code that has put something else there makes the
/// transaction fail: the virtual machine lets nobody change an entry.
fn results_key() -> Word {
    hash_string_to_word("miden_swift_client::call::results")
}

/// Which calls have the same script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct CallForm {
    procedure: Word,
    /// Whether the procedure is one of another account than the one that runs the script.
    is_foreign: bool,
    /// Whether the script is that of a transaction, which expires and keeps the results.
    is_of_transaction: bool,
}

/// Compiled scripts, the one that was used last at the end.
#[derive(Debug, Default)]
pub(crate) struct CallScripts(Mutex<VecDeque<(CallForm, TransactionScript)>>);

impl CallScripts {
    fn get(&self, form: CallForm) -> Option<TransactionScript> {
        let mut scripts = self.scripts();
        let place = scripts.iter().position(|(known, _)| *known == form)?;
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

impl Wallet {
    /// The script of a call. It is compiled if the wallet has not got it any more.
    pub(super) async fn call_script(
        &self,
        call: &ProcedureCall,
        is_of_transaction: bool,
    ) -> Result<TransactionScript> {
        let form = CallForm {
            procedure: call.procedure,
            is_foreign: call.foreign.is_some(),
            is_of_transaction,
        };
        if let Some(script) = self.call_scripts.get(form) {
            return Ok(script);
        }
        // Some tens of milliseconds, which nobody else should wait for.
        let script = blocking(move || built(CodeBuilder::new(), &form.source())).await?;
        self.call_scripts.add(form, script.clone());
        Ok(script)
    }
}

impl ProcedureCall {
    /// The entry of the advice map that the script reads.
    ///
    /// # Errors
    /// [`ContractError::TooManyArguments`].
    pub(super) fn advice(&self) -> Result<(Word, Vec<Felt>)> {
        let (count, most) = (self.arguments.len(), MIN_STACK_DEPTH);
        if count > most {
            return Err(ContractError::TooManyArguments { count, most }.into());
        }
        // The procedure gets its arguments and zeros, and nothing of what lies below. The last one that the script takes
        // is on top.
        let mut values = vec![Felt::ZERO; most - count];
        values.extend(self.arguments.iter().rev());
        values.extend(self.foreign.into_iter().flat_map(in_order_of_pushing));
        Ok((arguments_key(), values))
    }
}

fn in_order_of_pushing(account: AccountId) -> [Felt; 2] {
    [account.prefix().as_felt(), account.suffix()]
}

impl CallForm {
    /// The script as a source.
    fn source(self) -> String {
        let uses_tx = self.is_foreign || self.is_of_transaction;
        let tx = if uses_tx { "use miden::protocol::tx\n" } else { "" };
        let (arguments, root) = (arguments_key().to_hex(), self.procedure.to_hex());
        let before = if self.is_of_transaction {
            format!("    push.{EXPIRATION_BLOCKS} exec.tx::update_expiration_block_delta\n")
        } else {
            String::new()
        };
        let call = if self.is_foreign {
            format!("    push.{root} adv_push adv_push\n    exec.tx::execute_foreign_procedure\n")
        } else {
            format!("    call.{root}\n")
        };
        // The kernel drops what a script leaves on the stack.
        let after = if self.is_of_transaction {
            let results = results_key().to_hex();
            format!(
                "    mem_storew_le.0 dropw mem_storew_le.4 dropw mem_storew_le.8 dropw mem_storew_le.12 dropw\n    \
                 push.{MIN_STACK_DEPTH} push.0 push.{results}\n    adv.insert_mem dropw drop drop\n"
            )
        } else {
            String::new()
        };
        format!(
            "{tx}use miden::core::sys\n\n@transaction_script\npub proc main\n{before}    \
             push.{arguments} adv.push_mapval dropw\n    \
             repeat.{MIN_STACK_DEPTH}\n        adv_push\n    end\n{call}{after}    \
             exec.sys::truncate_stack\nend\n"
        )
    }
}

/// What the call in a transaction has left on the stack, the top first, or `None` if the transaction made no call.
pub(crate) fn results_of_call(executed: &TransactionResult) -> Option<[Felt; MIN_STACK_DEPTH]> {
    let advice = executed.executed_transaction().advice_witness();
    let values = advice.map().get(&results_key())?;
    values.as_ref().try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(number: u32) -> CallForm {
        let procedure = Word::from([number; 4]);
        CallForm { procedure, is_foreign: false, is_of_transaction: false }
    }

    fn script() -> TransactionScript {
        let source = "@transaction_script\npub proc main\n    nop\nend\n";
        built(CodeBuilder::new(), source).expect("it is compiled")
    }

    #[test]
    fn the_script_that_was_not_used_for_longest_is_forgotten_first() {
        let (scripts, script) = (CallScripts::default(), script());
        let most = u32::try_from(MOST_SCRIPTS).expect("it is small");
        for number in 0..most {
            scripts.add(form(number), script.clone());
        }
        assert!(scripts.get(form(0)).is_some());
        scripts.add(form(most), script);
        assert!(scripts.get(form(1)).is_none());
        assert!(scripts.get(form(0)).is_some());
        assert_eq!(scripts.scripts().len(), MOST_SCRIPTS);
    }

    #[test]
    fn every_form_of_a_call_is_a_script() {
        for (is_foreign, is_of_transaction) in
            [(false, false), (false, true), (true, false), (true, true)]
        {
            let form = CallForm { is_foreign, is_of_transaction, ..form(7) };
            built(CodeBuilder::new(), &form.source()).expect("it is compiled");
        }
    }

    #[test]
    fn the_first_argument_is_the_last_that_a_script_takes() {
        let call = ProcedureCall {
            foreign: None,
            procedure: Word::default(),
            arguments: vec![Felt::from(7_u32), Felt::from(8_u32)],
        };
        let (_, values) = call.advice().expect("an entry");
        assert_eq!(values.len(), MIN_STACK_DEPTH);
        assert_eq!(values[MIN_STACK_DEPTH - 2..], [Felt::from(8_u32), Felt::from(7_u32)]);
        assert!(values[..MIN_STACK_DEPTH - 2].iter().all(|felt| *felt == Felt::ZERO));
    }
}
