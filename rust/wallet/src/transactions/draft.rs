//! Transactions that are not made yet: each kind there is, and what it would do.

use miden_client::account::AccountId;
use miden_client::note::{Note, NoteId};
use miden_client::transaction::{TransactionId, TransactionRequest};
use tokio::sync::OwnedMutexGuard;

use super::payment::fungible;
use super::pipeline::BeforeSubmit;
use super::references::{Claim, Made, Request, Standing};
use super::request::{built, consume_request, request_builder};
use super::requested::Requested;
use super::signing::Trial;
use super::{Approval, Issue, Payment, SentTransaction, TransactionOptions};
use crate::blocking_tasks::run_blocking;
use crate::chain::client::WalletClient;
use crate::contracts::{Calls, CustomTransaction, Script, SerializedRequest};
use crate::errors::Result;
use crate::keys::signing::TransactionSummary;
use crate::pending::Pending;
use crate::transactions::swaps::SwapOffer;
use crate::wallet::Wallet;

/// A transaction of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Draft {
    /// Makes payments.
    Send(Vec<Payment>),
    /// Consumes notes.
    Consume(Vec<NoteId>),
    /// Runs code of one's own.
    Custom(Box<CustomTransaction>),
    /// Carries out a request that a stranger wrote. Its code runs within the budget for code of strangers.
    Serialized(Box<SerializedRequest>),
    /// Issues tokens of the account, which is a faucet.
    Issue(Issue),
    /// Gives tokens back to the faucet that issued them. They are destroyed when the faucet consumes the
    /// note.
    Burn {
        /// The faucet.
        faucet: AccountId,
        /// How much, in base units.
        amount: u64,
    },
    /// Offers an asset for another one.
    Swap(SwapOffer),
    /// Takes an offer.
    FillSwap {
        /// The swap.
        note: NoteId,
        /// How much is paid, in base units of what the swap requests: all of it where not given.
        amount: Option<u64>,
    },
    /// Takes back what an own swap offers.
    CancelSwap {
        /// The swap. Of one that was filled in part, the note with what is left.
        note: NoteId,
    },
}

/// A transaction with the notes that it makes for its draft.
type SentWithNotes = (SentTransaction, Vec<NoteId>);

/// A request with a reference that was made before, or may be made under the account's lock.
enum Asked {
    Made(Made),
    Free { claim: Claim, lock: OwnedMutexGuard<()> },
}

impl Draft {
    /// The procedures that its script calls.
    fn calls(&self) -> Result<Calls> {
        match self {
            Self::Custom(custom) => custom.script.as_ref().map_or(Ok(Calls::default()), Calls::of),
            Self::Serialized(request) => Ok(request.calls()),
            _ => Ok(Calls::default()),
        }
    }
}

impl Requested {
    /// The request of a draft.
    fn of(request: TransactionRequest, draft: &Draft) -> Self {
        let is_of_stranger = matches!(draft, Draft::Serialized(_));
        let makes_calls = matches!(
            draft,
            Draft::Custom(custom) if matches!(custom.script, Some(Script::Calls(_)))
        );
        Self { request, is_of_stranger, makes_calls }
    }
}

impl Wallet {
    /// What a transaction would do if it were made now: what comes in and goes out, and the fee. It is
    /// executed, but neither signed nor proven nor submitted, and no signer is asked. Waits for the
    /// account's lock: what another transaction takes is not there any more.
    ///
    /// The summary has the approval to hand back in [`TransactionOptions`] if the user approves it.
    ///
    /// The notes it would make are not those that it makes when it is carried out: each has a serial
    /// number of its own, and with that its id.
    ///
    /// # Errors
    /// Those of [`Wallet::transact`] that come before the signature.
    pub fn preview<'a>(
        &'a self,
        account: AccountId,
        draft: &'a Draft,
    ) -> Pending<'a, Result<TransactionSummary>> {
        Box::pin(async move {
            self.check_draft(account, draft).await?;
            let _turn = self.begin(account).await?;
            self.check_heights(draft).await?;
            let mut client = self.client_for(account).await?;
            let (request, _) = self.draft_request(account, draft, &mut client).await?;
            let requested = Requested::of(request, draft);
            let tried = self.try_out(client, account, requested.clone()).await;
            let Trial { mut summary, effects, .. } = match tried {
                Ok(trial) => trial,
                Err(error) => return Err(self.naming_the_call(account, draft, error).await),
            };
            self.require_change(account, &requested, &effects).await?;
            let request = Request::of_draft(account, draft);
            summary.approval = Some(Approval::of(self.network.name(), &request, &effects));
            let draft = draft.clone();
            summary.calls = run_blocking(move || draft.calls()).await?;
            Ok(summary)
        })
    }

    /// Makes the transaction of a draft. Returns the notes it makes for the draft, in its order: those that
    /// come of consuming a note are not among them. `before_submit` is called at the point of no return.
    ///
    /// The options may limit the fee, name who makes the proof, hand back what the user approved, and give the request a
    /// reference. If the request was made
    /// with the reference before, its first outcome is returned, and `before_submit` is not called.
    ///
    /// # Errors
    /// [`crate::WalletError::Approval`], [`crate::WalletError::Reference`] and those of [`Wallet::send`] and [`Wallet::consume`]; [`crate::WalletError::Faucet`],
    /// [`crate::WalletError::Swap`] and [`crate::WalletError::Contract`] for what is wrong with an issue, a swap or code of
    /// one's own: calls that would do nothing but pay the fee are [`crate::ContractError::ChangesNothing`].
    pub fn transact<'a>(
        &'a self,
        account: AccountId,
        draft: &'a Draft,
        options: impl Into<TransactionOptions>,
        before_submit: impl FnOnce(TransactionId) + 'a,
    ) -> Pending<'a, Result<(SentTransaction, Vec<NoteId>)>> {
        self.carry_out_draft(account, draft, options, Box::new(before_submit))
    }

    /// Carries out a draft. Returns the notes it makes, in the draft's order.
    pub(crate) fn carry_out_draft<'a>(
        &'a self,
        account: AccountId,
        draft: &'a Draft,
        options: impl Into<TransactionOptions>,
        before_submit: BeforeSubmit<'a>,
    ) -> Pending<'a, Result<(SentTransaction, Vec<NoteId>)>> {
        self.carry_out(account, draft, options.into(), before_submit)
    }

    fn carry_out<'a>(
        &'a self,
        account: AccountId,
        draft: &'a Draft,
        options: TransactionOptions,
        before_submit: BeforeSubmit<'a>,
    ) -> Pending<'a, Result<(SentTransaction, Vec<NoteId>)>> {
        Box::pin(async move {
            if let Some(approval) = &options.approved {
                approval.require_of(self.network.name(), &Request::of_draft(account, draft))?;
            }
            let Some(reference) = options.reference.as_deref() else {
                self.check_draft(account, draft).await?;
                let _turn = self.begin(account).await?;
                return self.make(account, draft, options, None, before_submit).await;
            };
            match self.asked(account, draft, reference).await? {
                Asked::Made(made) => Ok((made.sent, made.notes)),
                Asked::Free { claim, lock: _lock } => {
                    self.check_draft(account, draft).await?;
                    self.make(account, draft, options, Some(claim), before_submit).await
                }
            }
        })
    }

    /// The outcome of the transaction of a draft that was made with a reference before, or `None` if [`Wallet::transact`]
    /// would make it now. Settles what is left of earlier runs first. Makes nothing, and needs the draft to be possible no
    /// more.
    ///
    /// # Errors
    /// [`crate::WalletError::UnknownAccount`], [`crate::WalletError::Reference`] and those with which [`Wallet::transact`] waits for the
    /// account's lock.
    pub fn outcome_with_reference<'a>(
        &'a self,
        account: AccountId,
        draft: &'a Draft,
        reference: &'a str,
    ) -> Pending<'a, Result<Option<SentWithNotes>>> {
        Box::pin(async move {
            Ok(match self.asked(account, draft, reference).await? {
                Asked::Made(made) => Some((made.sent, made.notes)),
                Asked::Free { .. } => None,
            })
        })
    }

    /// What a reference stands for when the transaction of a draft is asked for with it.
    async fn asked(&self, account: AccountId, draft: &Draft, reference: &str) -> Result<Asked> {
        let held = self.hold_reference(reference).await?;
        self.require_account(account).await?;
        let request = Request::of_draft(account, draft);
        // What was made already needs no node, and needs no more to be possible.
        if let Some(made) = self.recorded_outcome(&held, &request).await? {
            return Ok(Asked::Made(made));
        }
        let lock = self.begin(account).await?;
        Ok(match self.standing(held, request).await? {
            Standing::Made(made) => Asked::Made(made),
            Standing::Free(claim) => Asked::Free { claim, lock },
        })
    }

    /// Makes the transaction of a draft that was checked, under the account's lock.
    fn make<'a>(
        &'a self,
        account: AccountId,
        draft: &'a Draft,
        options: TransactionOptions,
        claim: Option<Claim>,
        before_submit: BeforeSubmit<'a>,
    ) -> Pending<'a, Result<(SentTransaction, Vec<NoteId>)>> {
        Box::pin(async move {
            self.check_heights(draft).await?;
            let mut client = self.client_for(account).await?;
            let (request, notes) = self.draft_request(account, draft, &mut client).await?;
            let claim = claim.map(|claim| claim.of_notes(notes.clone()));
            let made = self
                .complete(
                    client,
                    account,
                    Requested::of(request, draft),
                    options,
                    claim.as_ref(),
                    before_submit,
                )
                .await;
            match made {
                Ok((sent, _)) => Ok((sent, notes)),
                Err(error) => Err(self.naming_the_call(account, draft, error).await),
            }
        })
    }

    /// Refuses what would be of another height than was thought of. Under the account's lock, which may have been long in
    /// coming, and before the client is held: the node is asked.
    async fn check_heights(&self, draft: &Draft) -> Result<()> {
        match draft {
            Draft::Send(payments) => self.require_heights_ahead(payments).await,
            _ => Ok(()),
        }
    }

    /// Refuses at once what does not depend on the account's lock.
    async fn check_draft(&self, account: AccountId, draft: &Draft) -> Result<()> {
        match draft {
            Draft::Send(payments) => self.check_payments(account, payments).await,
            Draft::Consume(notes) => {
                self.check_notes(account, notes).await?;
                self.bring_in_own(account, notes).await
            }
            Draft::Custom(custom) => self.check_custom(account, custom).await,
            Draft::Serialized(request) => {
                self.require_account(account).await?;
                self.bring_in_own(account, &request.note_ids()).await
            }
            Draft::Issue(issue) => self.check_issue(account, issue).await,
            Draft::Burn { faucet, amount } => {
                fungible(*faucet, *amount)?;
                self.require_account(account).await
            }
            Draft::Swap(offer) => {
                offer.require_possible()?;
                self.require_account(account).await?;
                self.require_token(offer.requested.faucet()).await
            }
            Draft::FillSwap { note, .. } | Draft::CancelSwap { note } => {
                self.require_account(account).await?;
                self.bring_in_swap(*note).await
            }
        }
    }

    /// The request of a draft with the notes it makes. Made under the account's lock: the
    /// transaction before may have taken what this one needs.
    async fn draft_request(
        &self,
        account: AccountId,
        draft: &Draft,
        client: &mut WalletClient,
    ) -> Result<(TransactionRequest, Vec<NoteId>)> {
        let request = match draft {
            Draft::Send(payments) => {
                let notes = self.payment_notes(account, payments, client).await?;
                let ids = notes.iter().map(Note::id).collect();
                return Ok((built(request_builder().own_output_notes(notes).build())?, ids));
            }
            Draft::Consume(notes) => consume_request(self.notes_to_consume(account, notes).await?)?,
            Draft::Custom(custom) => return self.custom_request(account, custom, client).await,
            Draft::Serialized(request) => self.own_form_of(account, request).await?,
            Draft::Issue(issue) => self.issue_request(account, issue, client).await?,
            Draft::Burn { faucet, amount } => {
                self.burn_request(account, *faucet, *amount, client).await?
            }
            Draft::Swap(offer) => self.offer_request(account, offer, client).await?,
            Draft::FillSwap { note, amount } => self.fill_request(account, *note, *amount).await?,
            Draft::CancelSwap { note } => self.cancel_request(account, *note).await?,
        };
        let notes = request.expected_output_own_notes().iter().map(Note::id).collect();
        Ok((request, notes))
    }
}
