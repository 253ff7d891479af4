//! Transactions that are not made yet: each kind there is, and what it would do.

use miden_client::account::AccountId;
use miden_client::note::{Note, NoteId};
use miden_client::transaction::{TransactionRequest, TransactionRequestBuilder};

use super::pipeline::BeforeSubmit;
use super::{Payment, SentTransaction, TransactionOptions};
use crate::contracts::CustomTransaction;
use crate::errors::{Result, WalletError};
use crate::pending::Pending;
use crate::signing::TransactionSummary;
use crate::wallet::{EXPIRATION_BLOCKS, Wallet, WalletClient};

/// A transaction of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Draft {
    /// Makes payments.
    Send(Vec<Payment>),
    /// Consumes notes.
    Consume(Vec<NoteId>),
    /// Runs code of one's own.
    Custom(Box<CustomTransaction>),
}

impl Wallet {
    /// What a transaction would do if it were made now: what comes in and goes out, and the fee. It is
    /// executed, but neither signed nor proven nor submitted, and no signer is asked. Waits for the
    /// account's turn: what another transaction takes is not there any more.
    ///
    /// The notes it would make are not those that it makes when it is carried out: each has a serial
    /// number of its own, and with that its id.
    ///
    /// # Errors
    /// Those of [`Wallet::send`] and [`Wallet::consume`] that come before the signature.
    pub fn preview<'a>(
        &'a self,
        account: AccountId,
        draft: &'a Draft,
    ) -> Pending<'a, Result<TransactionSummary>> {
        Box::pin(async move {
            self.check_draft(account, draft).await?;
            let (_turn, mut client) = self.begin(account).await?;
            let (request, _) = self.draft_request(account, draft, &mut client).await?;
            self.try_out(client, account, request).await
        })
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
            self.check_draft(account, draft).await?;
            let (_turn, mut client) = self.begin(account).await?;
            let (request, notes) = self.draft_request(account, draft, &mut client).await?;
            let (sent, _) = self.complete(client, account, request, options, before_submit).await?;
            Ok((sent, notes))
        })
    }

    /// Refuses at once what does not depend on the account's turn.
    async fn check_draft(&self, account: AccountId, draft: &Draft) -> Result<()> {
        match draft {
            Draft::Send(payments) => self.check_payments(account, payments).await,
            Draft::Consume(notes) => self.check_notes(account, notes).await,
            Draft::Custom(custom) => self.check_custom(account, custom).await,
        }
    }

    /// The request of a draft with the notes it makes. Made when it is the account's turn: the
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
        };
        Ok((request, Vec::new()))
    }
}

/// What every transaction of a wallet begins with.
pub(crate) fn request_builder() -> TransactionRequestBuilder {
    TransactionRequestBuilder::new().expiration_delta(EXPIRATION_BLOCKS)
}

/// The request to consume notes.
pub(super) fn consume_request(notes: Vec<Note>) -> Result<TransactionRequest> {
    built(request_builder().build_consume_notes(notes))
}

fn built<E>(request: Result<TransactionRequest, E>) -> Result<TransactionRequest>
where
    E: std::error::Error + Send + Sync + 'static,
{
    request.map_err(|error| WalletError::Execution { source: error.into() })
}
