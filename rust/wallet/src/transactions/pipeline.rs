//! The stages every transaction goes through: execute, prove, journal, submit, apply.
//!
//! Built from the client's single stages: its all-in-one call would hold the store through the
//! proof, and loses what it executed with its future.

use miden_client::ClientError;
use miden_client::account::AccountId;
use miden_client::block::BlockNumber;
use miden_client::store::{NoteFilter, TransactionFilter};
use miden_client::transaction::{ProvenTransaction, TransactionId, TransactionResult};
use tokio::sync::OwnedMutexGuard;
use tracing::info;

use super::approval::own_notes;
use super::outcome::{Outcome, cause_of};
use super::references::Claim;
use super::sent::SentTransaction;
use super::size::require_submittable;
use super::{Effects, Limit, Requested, TransactionOptions};
use crate::chain::client::WalletClient;
use crate::chain::expiration::EXPIRATION_BLOCKS;
use crate::contracts::results_of_calls;
use crate::errors::{ErrorMapper, Result, WalletError};
use crate::fail_points::FailPoint;
use crate::history::Occurrence;
use crate::pending::Pending;
use crate::reader::Reader;
use crate::transactions::coordinator::Coordinator;

/// How far a wallet may lag behind the chain before a transaction catches up first. A transaction
/// expires so many blocks after the block it was executed at: one executed too far back would be
/// refused, and only after its proof.
const TOLERATED_LAG_BLOCKS: u32 = EXPIRATION_BLOCKS as u32 / 4;

/// What is called at the point of no return. Boxed: the pipeline would otherwise be compiled anew for each
/// caller.
pub(crate) type BeforeSubmit<'a> = Box<dyn FnOnce(TransactionId) + 'a>;

impl Reader {
    /// The records of transactions, by a filter.
    pub(crate) async fn transaction_records(
        &self,
        filter: TransactionFilter,
    ) -> Result<Vec<miden_client::transaction::TransactionRecord>> {
        self.store.get_transactions(filter).await.map_err(ErrorMapper::store)
    }

    /// The records of input notes, by a filter.
    pub(crate) async fn note_records(
        &self,
        filter: NoteFilter,
    ) -> Result<Vec<miden_client::store::InputNoteRecord>> {
        self.store.get_input_notes(filter).await.map_err(ErrorMapper::store)
    }
}

impl Coordinator {
    /// Waits for the lock of `account` and gets the wallet ready for a transaction of it. The lock is released
    /// when the guard is dropped. The client is not held: the node is asked, which may take its time to
    /// answer, and the other accounts need it.
    pub(crate) fn begin(&self, account: AccountId) -> Pending<'_, Result<OwnedMutexGuard<()>>> {
        Box::pin(async move {
            let lock = self.account_locks.lock(account).await;
            self.require_settled(account).await?;
            let tip = self.catch_up().await?;
            self.require_predecessors(account, tip).await?;
            self.require_unlocked(account).await?;
            self.require_invited(account).await?;
            Ok(lock)
        })
    }

    /// The client, for a transaction of an account whose lock is held.
    pub(crate) async fn client_for(
        &self,
        account: AccountId,
    ) -> Result<OwnedMutexGuard<WalletClient>> {
        let client = self.client().await?;
        // Again: it may have been held by a sync that found out.
        self.require_unlocked(account).await?;
        Ok(client)
    }

    /// Carries out a transaction whose account is locked. `before_submit` is called at the point of
    /// no return. Until then the future may be dropped and nothing has happened; from then on it has
    /// to be driven to its end. A claim is what the caller's reference allows.
    pub(crate) fn complete<'a>(
        &'a self,
        client: OwnedMutexGuard<WalletClient>,
        account: AccountId,
        request: impl Into<Requested>,
        options: impl Into<TransactionOptions>,
        claim: Option<&'a Claim>,
        before_submit: BeforeSubmit<'a>,
    ) -> Pending<'a, Result<(SentTransaction, TransactionResult)>> {
        self.complete_with(client, account, request.into(), options.into(), claim, before_submit)
    }

    fn complete_with<'a>(
        &'a self,
        client: OwnedMutexGuard<WalletClient>,
        account: AccountId,
        request: Requested,
        options: TransactionOptions,
        claim: Option<&'a Claim>,
        before_submit: BeforeSubmit<'a>,
    ) -> Pending<'a, Result<(SentTransaction, TransactionResult)>> {
        Box::pin(async move {
            let TransactionOptions { maximum_fee, prover, approved, .. } = options;
            let makes_calls = request.makes_calls;
            let limit =
                approved.map(|approval| Limit::of(&approval, account, &request)).transpose()?;
            // Refused before a signer is asked, where there can be no such prover.
            let chosen = match prover {
                Some(choice) => self.prover.instead(&choice, self.proving)?,
                None => self.prover.clone(),
            };
            info!(%account, stage = "executing", "executing the transaction");
            let own = own_notes(&request);
            let executed = self
                .execute_signed(client, account, request.clone(), maximum_fee, limit.clone())
                .await?;
            let effects = Effects::of_executed(executed.executed_transaction(), &own);
            self.require_change(account, &request, &effects).await?;
            if let Some(limit) = &limit {
                limit.require_executed(executed.executed_transaction())?;
            }
            self.require_fee_within(account, executed.created_notes(), maximum_fee).await?;
            require_submittable(&executed)?;
            if let Some(claim) = claim {
                let initial = executed.executed_transaction().initial_account();
                claim.require_state(initial.initial_commitment())?;
            }
            info!(%account, transaction = %executed.id(), stage = "proving", "proving the transaction");
            let (proven, proven_by) = chosen.prove(&executed).await?;

            self.fail_points.reached(FailPoint::BeforeJournal).await;

            let transaction = executed.id();
            let shared = self.shared_guard().await?;
            let mut client = self.client_of_its_own().await?;
            // Whatever comes after, the next request with the reference finds this transaction.
            if let Some(claim) = claim {
                self.write_reference(claim, &executed, proven_by).await?;
            }
            // A panic from here on may leave an entry, which would be submitted by the next sync whatever the
            // caller was told.
            let poison_guard = self.poisoning.guard(transaction);
            // Before the entry, which goes on being written whoever gives up, and is submitted by the next sync.
            before_submit(transaction);
            let reference = claim.map(Claim::reference).unwrap_or_default();
            let underway = self.journal.write(&executed, &proven, reference).await?;
            self.fail_points.reached(FailPoint::AfterJournal).await;
            info!(%account, %transaction, stage = "submitting", "submitting the transaction");
            let height = self.submit(&mut client, proven, &executed).await?;
            self.fail_points.reached(FailPoint::AfterSubmit).await;
            info!(%account, %transaction, stage = "applying", "recording the transaction");
            self.record_transaction(&executed, height)
                .await
                .map_err(|error| WalletError::NotRecorded { transaction, source: error.into() })?;
            self.fail_points.reached(FailPoint::AfterApply).await;
            self.take_off_journal(transaction).await;
            drop((underway, shared));
            // Still under the account's lock: its history is in the order of its transactions. And still guarded: who is
            // told of no more than a panic would take the transaction for one that was not made, and pay twice.
            self.record(Occurrence { transactions: vec![transaction], ..Occurrence::default() })
                .await;
            drop(poison_guard);
            Ok((
                SentTransaction {
                    transaction,
                    block_number: height.as_u32(),
                    proven_by,
                    stacks: if makes_calls { results_of_calls(&executed) } else { Vec::new() },
                },
                executed,
            ))
        })
    }

    /// Sees that the wallet knows the chain, and nearly its tip, which it returns. The client must not be held.
    pub(crate) async fn catch_up(&self) -> Result<BlockNumber> {
        self.catch_up_within(TOLERATED_LAG_BLOCKS).await
    }

    /// The same, with another measure of how near its tip is near.
    pub(crate) async fn catch_up_within(&self, tolerated_blocks: u32) -> Result<BlockNumber> {
        let here = self.store.get_sync_height().await.map_err(ErrorMapper::store)?;
        let tip = match self.node.get_block_header_by_number(None, false).await {
            Ok((header, _)) => header.block_num(),
            Err(error) => return Err(self.explain(ClientError::RpcError(error)).await),
        };
        if here == BlockNumber::GENESIS || tip.as_u32() > here.as_u32() + tolerated_blocks {
            info!(%here, %tip, stage = "syncing", "catching up with the chain");
            self.sync_with(self.exclusive_client().await?).await?;
        }
        Ok(tip)
    }

    /// Submits a transaction that is in the journal. If it was refused, its entry is kept until it cannot be included any
    /// more: a refusal can mean that another copy was accepted. If nobody can tell, the next sync settles it.
    async fn submit(
        &self,
        client: &mut WalletClient,
        proven: ProvenTransaction,
        executed: &TransactionResult,
    ) -> Result<BlockNumber> {
        let transaction = executed.id();
        let submitted = client.submit_proven_transaction(proven, executed).await;
        let outcome = self.outcome(&submitted, executed).await;
        let error = match (outcome, submitted) {
            (Outcome::Accepted(height) | Outcome::Included(height), _) | (_, Ok(height)) => {
                return Ok(height);
            }
            (_, Err(error)) => error,
        };
        let unknown = |source| WalletError::SubmissionUnknown { transaction, source };
        if outcome == Outcome::Unknown {
            return Err(unknown(cause_of(error)));
        }
        // As long as it may be submitted again, nobody may be told that it was refused.
        let refused = self.journal.refuse(transaction).await;
        refused.map_err(|not_renamed| unknown(not_renamed.into()))?;
        Err(self.refusal(executed, error).await)
    }
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests;
