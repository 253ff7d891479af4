//! The stage in which a transaction is executed and signed.
//!
//! The virtual machine asks for the signature in the middle of an execution, while it holds the
//! client's lock and a thread. A key of the keystore signs there and then. A signer is foreign code
//! that may take minutes, so it is not waited for there: the execution ends without the signature, the
//! lock is let go, the signer is asked, and the transaction is executed again at the same block with
//! the signature at hand. Meanwhile only transactions of the same account wait.
//!
//! So it is with notes that may exist already: the execution ends without a signature, they are looked up in the
//! store and on the chain, and the transaction is executed again.

use std::sync::Arc;

use miden_client::ClientError;
use miden_client::account::AccountId;
use miden_client::auth::SigningInputs;
use miden_client::note::NoteId;
use miden_client::transaction::{ChainAnchor, TransactionResult};
use miden_protocol::transaction::{ExecutedTransaction, RawOutputNotes};
use tokio::sync::OwnedMutexGuard;
use tracing::info;

use super::approval::own_notes;
use super::effects::Effects;
use super::existing_notes::made_twice;
use super::untrusted::UntrustedCode;
use super::{Limit, NewNotes, Requested};
use crate::blocking_tasks::run_blocking;
use crate::chain::client::WalletClient;
use crate::errors::{AccountError, KeyError, NoteError, Result, WalletError};
use crate::keys::signing::{Answer, Asked, Outcome, Signatures, TransactionSummary, VaultChange};
use crate::pending::Pending;
use crate::transactions::coordinator::Coordinator;

/// How often a signer is asked for one transaction. The same block is used again, so a second time
/// means that the first took so long that the transaction would have expired.
const MOST_QUESTIONS: usize = 3;

/// How often a transaction is executed until all of its notes are looked up. From the second time on it is
/// executed at the same block, and makes the same notes.
const MOST_LOOKUPS: usize = 3;

/// Why a transaction is not made whose notes could not be looked up so often.
const OTHER_NOTES_EACH_TIME: &str = "it makes other notes each time it is executed";

/// What is asked of an execution before it is signed.
struct Limits {
    limit: Option<Arc<Limit>>,
    new_notes: Arc<NewNotes>,
}

/// What a transaction would do.
#[derive(Debug)]
pub(crate) struct Trial {
    pub(crate) summary: TransactionSummary,
    pub(crate) effects: Effects,
    /// The notes that it would make.
    created: RawOutputNotes,
}

impl Trial {
    fn new(mut summary: TransactionSummary, effects: Effects, created: RawOutputNotes) -> Self {
        summary.add_writes(&effects);
        Self { summary, effects, created }
    }
}

/// What came of an execution.
pub(super) enum Executed {
    Done(Box<TransactionResult>),
    /// A signature is missing.
    Unsigned(Asked),
    /// It is not signed, because notes that it makes are not looked up yet.
    NotLookedUp(Vec<NoteId>),
    Failed(Box<ClientError>),
}

impl Executed {
    pub(super) fn of(
        executed: Result<TransactionResult, ClientError>,
        outcome: Outcome,
        account: AccountId,
    ) -> Result<Self> {
        match (executed, outcome) {
            (Ok(executed), _) => Ok(Self::Done(Box::new(executed))),
            (Err(_), Outcome { failure: Some(failure), .. }) => Err(failure),
            (Err(_), Outcome { is_key_missing: true, .. }) => {
                Err(AccountError::KeyNotHere { account }.into())
            }
            (Err(_), Outcome { unknown_notes, .. }) if !unknown_notes.is_empty() => {
                Ok(Self::NotLookedUp(unknown_notes))
            }
            (Err(_), Outcome { asked: Some(asked), .. }) => Ok(Self::Unsigned(asked)),
            (Err(error), _) => match made_twice(&error) {
                Some(note) => Err(NoteError::MadeTwice { note }.into()),
                None => Ok(Self::Failed(Box::new(error))),
            },
        }
    }
}

impl Coordinator {
    /// Executes a transaction with its signature. Dropping the future withdraws a question that a
    /// signer has not answered. A signer is not asked where the fee is more than the maximum, and nothing is signed that
    /// exceeds the limit or makes a note that exists already.
    pub(crate) async fn execute_signed(
        &self,
        client: OwnedMutexGuard<WalletClient>,
        account: AccountId,
        request: Requested,
        maximum_fee: Option<u64>,
        limit: Option<Arc<Limit>>,
    ) -> Result<TransactionResult> {
        let limits = Limits { limit, new_notes: self.new_notes(&client, &request).await? };
        let own = own_notes(&request);
        if self.keys.signer.is_none() {
            return match self
                .execute_with_new_notes(client, account, &request, None, Vec::new(), &limits)
                .await?
            {
                Executed::Done(result) => Ok(*result),
                Executed::Unsigned(_) => Err(KeyError::SignerUnavailable { account }.into()),
                Executed::NotLookedUp(_) => {
                    Err(WalletError::Execution { source: OTHER_NOTES_EACH_TIME.into() })
                }
                Executed::Failed(error) => {
                    Err(self.explain_execution(account, &request, *error).await)
                }
            };
        }
        let mut client = Some(client);
        for _ in 0..MOST_QUESTIONS {
            let first = match client.take() {
                Some(client) => client,
                None => self.client().await?,
            };
            let anchor = first
                .chain_anchor_for_request(&request)
                .await
                .map_err(|error| self.errors.client(error))?;
            let at_anchor = Some(anchor.clone());
            let executed = self
                .execute_with_new_notes(first, account, &request, at_anchor, Vec::new(), &limits)
                .await?;
            let asked = match executed {
                Executed::Done(result) => return Ok(*result),
                Executed::Failed(error) => {
                    return Err(self.explain_execution(account, &request, *error).await);
                }
                Executed::Unsigned(asked) => asked,
                Executed::NotLookedUp(_) => continue,
            };
            if let SigningInputs::TransactionSummary(summary) = &asked.inputs {
                self.require_fee_within(account, summary.output_notes(), maximum_fee).await?;
                let effects = Effects::of_summary(summary, &own);
                self.require_change(account, &request, &effects).await?;
            }
            let answers = vec![self.answer(account, asked).await?];
            let second = self.client().await?;
            let executed = self
                .execute_with_new_notes(second, account, &request, Some(anchor), answers, &limits)
                .await?;
            match executed {
                Executed::Done(result) => return Ok(*result),
                // The block it was signed for is too far back by now, or the account was changed
                // from elsewhere.
                Executed::Failed(error) if matches!(*error, ClientError::ChainAnchorError(_)) => {}
                Executed::Unsigned(_) | Executed::NotLookedUp(_) => {}
                Executed::Failed(error) => {
                    return Err(self.explain_execution(account, &request, *error).await);
                }
            }
        }
        let text = "the transaction had changed each time the signature was there";
        Err(KeyError::SignerFailed { account, source: text.into() }.into())
    }

    /// Executes a transaction without a signature, and says what it would do. The signature is the last
    /// thing that is asked for: the fee is in what is to be signed. Refuses what would make a note that exists already.
    pub(crate) fn try_out(
        &self,
        client: OwnedMutexGuard<WalletClient>,
        account: AccountId,
        request: Requested,
    ) -> Pending<'_, Result<Trial>> {
        Box::pin(async move {
            info!(%account, stage = "trying", "trying out the transaction");
            let new_notes = self.new_notes(&client, &request).await?;
            let trial = match self.summary_at(client, account, request.clone(), None).await? {
                Ok(trial) => trial,
                Err(error) => {
                    return Err(self.explain_execution(account, &request, *error).await);
                }
            };
            self.require_new(&new_notes.unknown(&trial.created)).await?;
            Ok(trial)
        })
    }

    /// What a transaction would do at a block, or at the newest one. The inner error is that of the execution.
    pub(crate) fn summary_at(
        &self,
        client: OwnedMutexGuard<WalletClient>,
        account: AccountId,
        request: Requested,
        anchor: Option<ChainAnchor>,
    ) -> Pending<'_, Result<Result<Trial, Box<ClientError>>>> {
        Box::pin(async move {
            let nothing = Signatures::Withheld;
            let own = own_notes(&request);
            match self.execute(client, account, request, anchor, nothing).await? {
                Executed::Unsigned(Asked {
                    inputs: SigningInputs::TransactionSummary(summary),
                    ..
                }) => {
                    let effects = Effects::of_summary(&summary, &own);
                    let created = summary.output_notes().clone();
                    let summary = self.described_summary(account, &summary).await?;
                    Ok(Ok(Trial::new(summary, effects, created)))
                }
                Executed::Unsigned(_) | Executed::NotLookedUp(_) => Err(WalletError::internal(
                    "something else than the transaction is to be signed",
                )),
                // An account that needs no signature.
                Executed::Done(executed) => {
                    let (consumed, created) = (executed.consumed_notes(), executed.created_notes());
                    let change = VaultChange::Patch(executed.account_patch().vault());
                    let effects = Effects::of_executed(executed.executed_transaction(), &own);
                    let summary =
                        self.described_transaction(account, consumed, created, &change).await?;
                    Ok(Ok(Trial::new(summary, effects, created.clone())))
                }
                Executed::Failed(error) => Ok(Err(error)),
            }
        })
    }

    /// Executes a transaction at a block that there need not be. Its signature is of no use anywhere else, and no
    /// signer is asked for one.
    pub(super) async fn executed_at(
        &self,
        account: AccountId,
        request: Requested,
        anchor: ChainAnchor,
    ) -> Option<ExecutedTransaction> {
        if self.keys.signer.is_some() {
            return None;
        }
        let client = self.client().await.ok()?;
        let signed = Signatures::default();
        match self.execute(client, account, request, Some(anchor), signed).await {
            Ok(Executed::Done(executed)) => Some((*executed).into()),
            _ => None,
        }
    }

    /// Executes a transaction with signatures. Ends with [`Executed::NotLookedUp`] only if it makes other notes each
    /// time. The client is not held while the notes are looked up.
    async fn execute_with_new_notes(
        &self,
        client: OwnedMutexGuard<WalletClient>,
        account: AccountId,
        request: &Requested,
        mut anchor: Option<ChainAnchor>,
        answers: Vec<Answer>,
        Limits { limit, new_notes }: &Limits,
    ) -> Result<Executed> {
        let signatures =
            Signatures::Given { answers, limit: limit.clone(), new_notes: Some(new_notes.clone()) };
        let mut executed = self
            .execute(client, account, request.clone(), anchor.clone(), signatures.clone())
            .await?;
        for _ in 1..MOST_LOOKUPS {
            let Executed::NotLookedUp(notes) = executed else { break };
            self.require_new(&notes).await?;
            new_notes.add(notes);
            let client = self.client().await?;
            if anchor.is_none() {
                let newest = client.chain_anchor_for_request(request).await;
                anchor = Some(newest.map_err(|error| self.errors.client(error))?);
            }
            executed = self
                .execute(client, account, request.clone(), anchor.clone(), signatures.clone())
                .await?;
        }
        if let Executed::Done(executed) = &executed {
            // Those of an account that signs nothing, or something else than the transaction.
            self.require_new(&new_notes.unknown(executed.created_notes())).await?;
        }
        Ok(executed)
    }

    async fn answer(&self, account: AccountId, asked: Asked) -> Result<Answer> {
        let Asked { key, inputs } = asked;
        let keystore = self.keys.keystore.clone();
        let public_key = run_blocking(move || keystore.public_key(key))
            .await?
            .ok_or(KeyError::SignerUnavailable { account })?;
        let message = inputs.to_commitment();
        let transaction = self.summary_of(account, &inputs).await?;
        info!(%account, stage = "signing", "asking the signer");
        let signature = self.ask_signer(account, &public_key, message, None, transaction).await?;
        Ok(Answer { key, message, signature })
    }

    /// Runs the transaction in the virtual machine, which takes the client along unless the transaction runs code of
    /// strangers.
    async fn execute(
        &self,
        client: OwnedMutexGuard<WalletClient>,
        account: AccountId,
        request: Requested,
        anchor: Option<ChainAnchor>,
        signatures: Signatures,
    ) -> Result<Executed> {
        self.restore_standard_scripts(&request).await?;
        if let Some(code) = UntrustedCode::of(&request) {
            let anchor = match anchor {
                Some(anchor) => anchor,
                None => client
                    .chain_anchor_for_request(&request)
                    .await
                    .map_err(|error| self.errors.client(error))?,
            };
            drop(client);
            return self.execute_untrusted(code, account, request, anchor, signatures).await;
        }
        let authenticator = self.keys.authenticator.clone();
        let request = request.request;
        let execution = self.blocking_tasks.run(async move || {
            let mut client = client;
            authenticator.begin(signatures);
            let executed = match anchor {
                Some(anchor) => {
                    Box::pin(client.execute_transaction_at(account, request, anchor)).await
                }
                None => client.execute_transaction(account, request).await,
            };
            // While the client is still ours: the next execution begins with the next owner.
            (executed, authenticator.end())
        });
        let (executed, outcome) = execution.await?;
        Executed::of(executed, outcome, account)
    }
}
