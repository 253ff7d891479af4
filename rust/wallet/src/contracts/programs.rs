//! Runs that change nothing, for what they leave on the stack.

use std::collections::BTreeMap;

use miden_client::account::AccountId;
use miden_client::transaction::AdviceInputs;
use miden_client::vm::MIN_STACK_DEPTH;
use miden_client::{Felt, Word};

use super::scripts::Script;
use crate::errors::{ContractError, Result};
use crate::pending::Pending;
use crate::signing::blocking;
use crate::wallet::Wallet;

/// A run that changes nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// What is run.
    pub script: Script,
    /// Entries of the advice map.
    pub advice: Vec<(Word, Vec<Felt>)>,
    /// Accounts the script reads besides its own, as those of a transaction.
    pub foreign_accounts: Vec<AccountId>,
}

impl Wallet {
    /// Runs a script on an account as a transaction would, at the block the wallet has synced to, and says
    /// what it leaves on the stack, the top first. Where the node does not keep what the script reads of other
    /// accounts at that block, the wallet catches up first. Nothing is signed, proven or changed. The call of a
    /// procedure of an account that is not in the wallet runs on `account`, or on the default one.
    ///
    /// # Errors
    /// [`crate::WalletError::UnknownAccount`], [`crate::WalletError::Contract`],
    /// [`crate::WalletError::NotSynced`], [`crate::WalletError::Execution`] with what the virtual machine
    /// said, what a failed call of the node means.
    pub fn run_program(
        &self,
        account: Option<AccountId>,
        program: Program,
    ) -> Pending<'_, Result<[Felt; MIN_STACK_DEPTH]>> {
        Box::pin(async move {
            let account = match account {
                Some(account) => account,
                None => self.default_account().await?.ok_or(ContractError::NoAccountToRunOn)?,
            };
            self.require_account(account).await?;
            self.at_a_kept_block(async || self.run_at_height(account, program.clone()).await).await
        })
    }

    fn run_at_height(
        &self,
        account: AccountId,
        program: Program,
    ) -> Pending<'_, Result<[Felt; MIN_STACK_DEPTH]>> {
        Box::pin(async move {
            self.synced_block().await?;
            let Program { script, advice, mut foreign_accounts } = program;
            foreign_accounts.extend(script.foreign());
            let script = blocking(move || script.plain()).await?;
            let foreign: BTreeMap<_, _> = self
                .foreign_accounts(account, &foreign_accounts)
                .await?
                .into_iter()
                .map(|foreign| (foreign.account_id(), foreign))
                .collect();
            let advice = AdviceInputs::default().with_map(advice);
            // One of its own: a program that its caller has given up goes on, and nothing is to wait for it.
            let client = self.client_without_keys().await?;
            let ran = self.apart(async move || {
                client.execute_program(account, script, advice, foreign).await
            });
            ran.await?.map_err(|error| self.errors.execution(error))
        })
    }
}
