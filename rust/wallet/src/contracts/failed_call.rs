//! Which call of a transaction failed.
//!
//! The virtual machine says what failed and not where in the script. So the first calls alone are tried out, with an
//! assertion after them that fails if they do not.

use std::time::Instant;

use miden_client::ClientError;
use miden_client::account::AccountId;
use miden_client::note::NoteId;

use super::calls::{CallPurpose, is_end_of_probe};
use super::{CustomTransaction, Script};
use crate::errors::{ContractError, Result, WalletError, of_script, trap};
use crate::pending::Pending;
use crate::transactions::coordinator::Coordinator;
use crate::transactions::{Draft, Requested, exceeds_cycles};

impl Coordinator {
    /// The error of a transaction, with the call that failed. In the account's turn.
    pub(crate) fn naming_the_call<'a>(
        &'a self,
        account: AccountId,
        draft: &'a Draft,
        error: WalletError,
    ) -> Pending<'a, WalletError> {
        Box::pin(async move {
            let Draft::Custom(custom) = draft else { return error };
            if matches!(custom.script, Some(Script::Package(_))) && custom.notes.is_empty() {
                return of_script(error);
            }
            let calls = custom.script.as_ref().map(Script::calls).unwrap_or_default();
            let reason = trap(&error);
            // An assertion has a code, which tells what failed if there is but one call.
            let is_told = calls.len() == 1 && reason.is_none();
            if calls.is_empty() || (is_told && custom.notes.is_empty()) || !is_quick_failure(&error)
            {
                return error;
            }
            let begun = Instant::now();
            // If it cannot be found out, the error is as true as before.
            let place = match self.failed_call(account, custom, calls.len(), begun).await {
                Ok(Some(_)) if is_told => return error,
                Ok(Some(place)) => place,
                Ok(None) => {
                    return match self.failed_note(account, custom, begun).await {
                        Ok(Some(note)) => {
                            ContractError::NoteFailed { note, source: error.into() }.into()
                        }
                        _ => error,
                    };
                }
                Err(_) => return error,
            };
            let call = &calls[place];
            ContractError::CallFailed {
                place,
                count: calls.len(),
                account: call.foreign.unwrap_or(account),
                procedure: call.procedure,
                reason,
                source: error.into(),
            }
            .into()
        })
    }

    /// The place of the call that fails, or `None` if none of them does.
    async fn failed_call(
        &self,
        account: AccountId,
        custom: &CustomTransaction,
        count: usize,
        begun: Instant,
    ) -> Result<Option<usize>> {
        // A note may have failed before the calls, or the kernel after them.
        if !self.makes_calls(account, custom, 0).await?
            || self.makes_calls(account, custom, count).await?
        {
            return Ok(None);
        }
        let fails_after = async |made| Ok(!self.makes_calls(account, custom, made).await?);
        self.last_before(count, begun, fails_after).await
    }

    /// The note that cannot be consumed before the calls, or `None` if it is none of them.
    async fn failed_note(
        &self,
        account: AccountId,
        custom: &CustomTransaction,
        begun: Instant,
    ) -> Result<Option<NoteId>> {
        let count = custom.notes.len();
        let fails_after = async |count: usize| {
            let notes = custom.notes[..count].to_vec();
            let custom = CustomTransaction { notes, ..custom.clone() };
            Ok(!self.makes_calls(account, &custom, 0).await?)
        };
        if count == 0
            || begun.elapsed() > self.untrusted.budget.time
            || fails_after(0).await?
            || !fails_after(count).await?
        {
            return Ok(None);
        }
        let place = self.last_before(count, begun, fails_after).await?;
        Ok(place.map(|place| custom.notes[place].0))
    }

    /// The largest number of steps, of `count` which fail, that does not fail. `None` if that takes too long.
    async fn last_before(
        &self,
        count: usize,
        begun: Instant,
        fails_after: impl AsyncFn(usize) -> Result<bool>,
    ) -> Result<Option<usize>> {
        // So many are made, and so many are not.
        let (mut made, mut failed) = (0, count);
        while failed - made > 1 {
            // The account waits.
            if begun.elapsed() > self.untrusted.budget.time {
                return Ok(None);
            }
            let middle = usize::midpoint(made, failed);
            if fails_after(middle).await? {
                failed = middle;
            } else {
                made = middle;
            }
        }
        Ok(Some(made))
    }

    /// Whether the first calls of a transaction are made.
    async fn makes_calls(
        &self,
        account: AccountId,
        custom: &CustomTransaction,
        count: usize,
    ) -> Result<bool> {
        let calls = custom.script.as_ref().map(Script::calls).unwrap_or_default();
        let calls: Vec<_> = calls.iter().take(count).cloned().collect();
        let script = self.call_scripts.script_of(&calls, CallPurpose::Probe).await?;
        let probe = CustomTransaction { script: Some(Script::Calls(calls)), ..custom.clone() };
        let mut client = self.client_for(account).await?;
        let (request, _) = self.request_running(account, &probe, Some(script), &mut client).await?;
        match self.summary_at(client, account, Requested::from(request), None).await? {
            Ok(_) => Ok(false),
            Err(error) => match self.errors.execution(*error) {
                error if is_end_of_probe(&error) => Ok(true),
                error if error.is_of_what_runs() => Ok(false),
                // A node that does not answer says nothing of a call.
                error => Err(error),
            },
        }
    }
}

/// Whether an execution has failed, and not only after all the time that it may take: it is tried again several times.
fn is_quick_failure(error: &WalletError) -> bool {
    match error {
        WalletError::Execution { source } => {
            !source.downcast_ref::<ClientError>().is_some_and(exceeds_cycles)
        }
        WalletError::Contract(
            ContractError::AssertionFailed { .. }
            | ContractError::ForeignChange { .. }
            | ContractError::ProcedureNotInAccount { .. },
        ) => true,
        _ => false,
    }
}
