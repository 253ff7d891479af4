//! Runs that change nothing, for what they leave on the stack.

use std::collections::BTreeMap;
use std::sync::Arc;

use miden_client::account::AccountId;
use miden_client::block::BlockNumber;
use miden_client::rpc::NodeRpcClient;
use miden_client::store::Store;
use miden_client::transaction::{AdviceInputs, ForeignAccount, TransactionScript};
use miden_client::vm::MIN_STACK_DEPTH;
use miden_client::{ClientError, Felt, Word};
use miden_tx::{ExecutionOptions, TransactionExecutor};

use super::scripts::Script;
use crate::errors::{ContractError, Result};
use crate::note_screening::{NetworkReads, RunData, UnverifiedReason};
use crate::pending::Pending;
use crate::transactions::exceeds_cycles;
use crate::wallet::{Wallet, WalletClient};

/// A run that changes nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// What is run.
    pub script: Script,
    /// What is on top of the stack when a compiled script begins.
    pub script_argument: Option<Word>,
    /// Entries of the advice map.
    pub advice: Vec<(Word, Vec<Felt>)>,
    /// Accounts the script reads besides its own, as those of a transaction.
    pub foreign_accounts: Vec<AccountId>,
}

impl Wallet {
    /// Runs a script on an account as a transaction would, at the block the wallet has synced to, and says
    /// what it leaves on the stack, the top first. Of several calls, that is what the last one leaves. Where the node
    /// does not keep what the script reads of other accounts at that block, the wallet catches up first. Nothing is signed, proven or changed. The call of a
    /// procedure of an account that is not in the wallet runs on `account`, or on the default one, within the budget for
    /// code of strangers.
    ///
    /// # Errors
    /// [`crate::WalletError::UnknownAccount`], [`crate::WalletError::Contract`] with
    /// [`ContractError::CallOverBudget`] if code of a stranger takes too much,
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
            let block = self.synced_block().await?.block_num();
            let Program { script, script_argument, mut advice, mut foreign_accounts } = program;
            script.check()?;
            let mut of_stranger = None;
            for account in script.foreign() {
                if of_stranger.is_none() && !self.has_account(account).await? {
                    of_stranger = Some(account);
                }
            }
            foreign_accounts.extend(script.foreign());
            // After those of the caller: this one counts.
            advice.extend(script.advice());
            let advice = AdviceInputs::default().with_map(advice);
            let script = self.plain_script(script, script_argument).await?;
            let foreign = self.foreign_accounts(account, &foreign_accounts).await?;
            if let Some(stranger) = of_stranger {
                let view = View { account, block, script, advice, foreign };
                return self.run_code_of(stranger, view).await;
            }
            let foreign: BTreeMap<_, _> =
                foreign.into_iter().map(|foreign| (foreign.account_id(), foreign)).collect();
            // One of its own: a program that its caller has given up goes on, and nothing is to wait for it.
            let client = self.client_without_keys().await?;
            let ran = self.apart(async move || {
                client.execute_program(account, script, advice, foreign).await
            });
            ran.await?.map_err(|error| self.errors.execution(error))
        })
    }

    /// Runs the call of a procedure of a stranger's account, within the budget for code of strangers. Waits for other such
    /// runs of the process.
    async fn run_code_of(
        &self,
        stranger: AccountId,
        view: View,
    ) -> Result<[Felt; MIN_STACK_DEPTH]> {
        let client = Arc::new(self.client_without_keys().await?);
        let options = self.untrusted.options()?;
        let (store, node) = (self.store.clone(), self.node.clone());
        let work = async move || view.run(client, store, node, options).await;
        let over_budget = |reason| {
            let budget = self.untrusted.budget;
            ContractError::CallOverBudget { account: stranger, reason, budget }.into()
        };
        match self.untrusted.run(work).await? {
            None => Err(over_budget(UnverifiedReason::TooSlow)),
            Some(Err(error)) if exceeds_cycles(&error) => {
                Err(over_budget(UnverifiedReason::TooManyCycles))
            }
            Some(ran) => ran.map_err(|error| self.errors.execution(error)),
        }
    }
}

/// A run that changes nothing, at a block.
struct View {
    account: AccountId,
    block: BlockNumber,
    script: TransactionScript,
    advice: AdviceInputs,
    foreign: Vec<ForeignAccount>,
}

impl View {
    /// The client has no limits, so what it does is done here with limits.
    async fn run(
        self,
        client: Arc<WalletClient>,
        store: Arc<dyn Store>,
        node: Arc<dyn NodeRpcClient>,
        options: ExecutionOptions,
    ) -> Result<[Felt; MIN_STACK_DEPTH], ClientError> {
        let known = client.get_foreign_account_inputs(self.foreign, self.block).await?;
        let data = RunData::of_view(store, NetworkReads::new(client, node, known));
        let executor = TransactionExecutor::<'_, '_, _, ()>::new(&data).with_options(options)?;
        let stack = executor
            .execute_tx_view_script(self.account, self.block, self.script, self.advice)
            .await?;
        Ok(stack)
    }
}
