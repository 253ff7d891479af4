//! Runs that change nothing, for what they leave on the stack.

use std::sync::Arc;

use miden_client::account::component::BasicWallet;
use miden_client::account::{AccountBuilder, AccountId, PartialAccount};
use miden_client::auth::NoAuth;
use miden_client::rpc::NodeRpcClient;
use miden_client::store::Store;
use miden_client::transaction::{
    AccountInputs, AdviceInputs, ChainAnchor, TransactionRequestBuilder, TransactionScript,
};
use miden_client::vm::MIN_STACK_DEPTH;
use miden_client::{ClientError, Felt, Word};
use miden_tx::{ExecutionOptions, TransactionExecutor};

use super::scripts::Script;
use crate::chain::client::WalletClient;
use crate::errors::{ContractError, Result, WalletError, of_script, trap};
use crate::notes::screening::{NetworkReads, RunData, UnverifiedReason};
use crate::pending::Pending;
use crate::transactions::coordinator::Coordinator;
use crate::transactions::exceeds_cycles;

/// How often the chain is looked at again because a sync has moved it meanwhile.
const MOST_LOOKS: usize = 3;

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

/// What a view runs on.
#[derive(Debug, Clone)]
enum Runner {
    /// An account of the wallet.
    Own(AccountId),
    /// An account that is on no chain, in a wallet that has none: it can only read others.
    Made(Box<PartialAccount>),
}

impl Runner {
    fn made() -> Result<Self> {
        let account = AccountBuilder::new([0; 32])
            .with_component(NoAuth)
            .with_component(BasicWallet)
            .build()
            .map_err(|error| WalletError::AccountCreation { source: error.into() })?;
        Ok(Self::Made(Box::new(PartialAccount::from(&account))))
    }

    fn id(&self) -> AccountId {
        match self {
            Self::Own(account) => *account,
            Self::Made(account) => account.id(),
        }
    }
}

impl Coordinator {
    /// Runs a script on an account as a transaction would, at the block the wallet has synced to, and says
    /// what it leaves on the stack, the top first. Of several calls, that is what the last one leaves. Where the node does
    /// not keep what the script reads of other accounts at that block, the wallet catches up first. Nothing is signed,
    /// proven or changed. A compiled script and the call of a procedure of another account run on `account`, or on the
    /// default one; if there is none, they run on an account that is made for it and kept nowhere.
    ///
    /// All of it runs within the budget for code of strangers, since any code can run code of others. What is known to be
    /// needed is fetched before, and does not count. Waits for other such runs of the process.
    ///
    /// # Errors
    /// [`crate::WalletError::UnknownAccount`], [`crate::WalletError::Contract`] with
    /// [`ContractError::CallOverBudget`] if the code takes too much, with [`ContractError::NoAccountToRunOn`] if it calls
    /// procedures of an account and there is none,
    /// [`crate::WalletError::NotSynced`], [`crate::WalletError::Execution`] with what the virtual machine
    /// said, what a failed call of the node means.
    pub fn run_program(
        &self,
        account: Option<AccountId>,
        program: Program,
    ) -> Pending<'_, Result<[Felt; MIN_STACK_DEPTH]>> {
        Box::pin(async move {
            let account = match account {
                Some(account) => Some(account),
                None => self.default_account().await?,
            };
            let runner = match account {
                Some(account) => {
                    self.require_account(account).await?;
                    Runner::Own(account)
                }
                None if program.script.calls().iter().any(|call| call.foreign.is_none()) => {
                    return Err(ContractError::NoAccountToRunOn.into());
                }
                None => Runner::made()?,
            };
            self.at_a_kept_block(async || {
                let view = self.view(runner.clone(), program.clone()).await?;
                self.run_view(view).await
            })
            .await
        })
    }

    /// Fetches what a run needs.
    async fn view(&self, runner: Runner, program: Program) -> Result<View> {
        let Program { script, script_argument, mut advice, mut foreign_accounts } = program;
        script.check()?;
        let called = script.foreign().next().unwrap_or(runner.id());
        let procedure = match script.calls() {
            [call] => Some(call.procedure),
            _ => None,
        };
        foreign_accounts.extend(script.foreign());
        // After those of the caller: this one counts.
        advice.extend(script.advice());
        let advice = AdviceInputs::default().with_map(advice);
        let script = script.into_plain(script_argument, &self.call_scripts).await?;
        let client = Arc::new(self.client_without_keys().await?);
        let anchor = self.view_anchor(&client, &script).await?;
        let foreign = self.foreign_accounts(runner.id(), &foreign_accounts).await?;
        let known = client.get_foreign_account_inputs(foreign, anchor.block_num()).await;
        let known = match known {
            Ok(known) => known,
            Err(error) => return Err(self.explain_reading(foreign_accounts, error).await),
        };
        Ok(View { runner, called, procedure, anchor, script, advice, known, client })
    }

    /// The block the wallet has synced to, with the chain up to it.
    async fn view_anchor(
        &self,
        client: &WalletClient,
        script: &TransactionScript,
    ) -> Result<ChainAnchor> {
        self.synced_block().await?;
        let request = TransactionRequestBuilder::new().custom_script(script.clone()).build();
        let request = request.map_err(WalletError::internal)?;
        let mut looks = 1;
        loop {
            match client.chain_anchor_for_request(&request).await {
                // A sync came between the block and the chain.
                Err(ClientError::ChainAnchorError(_)) if looks < MOST_LOOKS => looks += 1,
                anchor => return anchor.map_err(|error| self.errors.client(error)),
            }
        }
    }

    /// Runs a view within the budget for code of strangers. Waits for other such runs of the process.
    async fn run_view(&self, view: View) -> Result<[Felt; MIN_STACK_DEPTH]> {
        let options = self.untrusted.options()?;
        let (store, node) = (self.store.clone(), self.node.clone());
        let (called, procedure) = (view.called, view.procedure);
        let work = async move || view.run(store, node, options).await;
        let over_budget = |reason| {
            let budget = self.untrusted.budget;
            ContractError::CallOverBudget { account: called, reason, budget }.into()
        };
        match self.untrusted.run(work).await? {
            None => Err(over_budget(UnverifiedReason::TooSlow)),
            Some(Err(error)) if exceeds_cycles(&error) => {
                Err(over_budget(UnverifiedReason::TooManyCycles))
            }
            Some(Err(error)) => {
                Err(failed_run(called, procedure, self.explain_reading([], error).await))
            }
            Some(Ok(stack)) => Ok(stack),
        }
    }
}

/// The error of a run, with the procedure if the run is one call and no assertion says what failed.
fn failed_run(account: AccountId, procedure: Option<Word>, error: WalletError) -> WalletError {
    let error = match of_script(error) {
        WalletError::Execution { source } => ContractError::ProgramFailed { source }.into(),
        error => error,
    };
    let (Some(procedure), Some(reason)) = (procedure, trap(&error)) else { return error };
    let (reason, source) = (Some(reason), error.into());
    ContractError::CallFailed { place: 0, count: 1, account, procedure, reason, source }.into()
}

/// A run that changes nothing, at a block, with what it needs.
struct View {
    runner: Runner,
    /// The account that an error names.
    called: AccountId,
    /// The procedure that is called, if the run is one call.
    procedure: Option<Word>,
    anchor: ChainAnchor,
    script: TransactionScript,
    advice: AdviceInputs,
    /// Accounts of others that the run is known to read.
    known: Vec<AccountInputs>,
    client: Arc<WalletClient>,
}

impl View {
    /// The client has no limits, so what it does is done here with limits.
    async fn run(
        self,
        store: Arc<dyn Store>,
        node: Arc<dyn NodeRpcClient>,
        options: ExecutionOptions,
    ) -> Result<[Felt; MIN_STACK_DEPTH], ClientError> {
        let block = self.anchor.block_num();
        let network = NetworkReads::new(self.client, node, self.known);
        let account = self.runner.id();
        let data = RunData::of_transaction(store, network, self.anchor, []);
        let data = match self.runner {
            Runner::Own(_) => data,
            Runner::Made(account) => data.with_account(*account),
        };
        let executor = TransactionExecutor::<'_, '_, _, ()>::new(&data).with_options(options)?;
        let ran = executor.execute_tx_view_script(account, block, self.script, self.advice);
        Ok(ran.await.map_err(|error| data.told(error))?)
    }
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests;
