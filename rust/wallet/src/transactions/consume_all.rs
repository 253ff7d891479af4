//! Consuming whatever there is: as many notes in a transaction as fit, and none of them held back by
//! one that cannot be consumed.

use std::cmp::Reverse;
use std::num::NonZeroUsize;

use miden_client::account::AccountId;
use miden_client::note::{Note, NoteId};
use miden_client::transaction::TransactionId;
use miden_protocol::MAX_INPUT_NOTES_PER_TX;

use super::references::Made;
use super::request::consume_request;
use super::{SentTransaction, TransactionOptions};
use crate::errors::{Result, TransferError, WalletError};
use crate::keys::signing::TransactionSummary;
use crate::notes::input_notes::SortedNotes;
use crate::notes::screening::LeftOutReason;
use crate::pending::Pending;
use crate::transactions::coordinator::Coordinator;

/// Which of an account's notes are consumed, and how many at once.
#[derive(Clone, Copy, Debug)]
pub struct NotesToConsume<'a> {
    /// Notes that are left alone.
    pub except: &'a [NoteId],
    /// How many one transaction may consume. The protocol takes 1024, and what is above counts as that.
    pub at_most: NonZeroUsize,
}

impl NotesToConsume<'_> {
    /// How many notes one transaction consumes where nobody said how many it may. It consumes fewer if its proof
    /// would need more memory than proofs may take.
    pub const AT_MOST: NonZeroUsize = NonZeroUsize::MIN.saturating_add(99);
}

impl<'a> From<&'a [NoteId]> for NotesToConsume<'a> {
    fn from(except: &'a [NoteId]) -> Self {
        Self { except, at_most: Self::AT_MOST }
    }
}

impl<'a, const N: usize> From<&'a [NoteId; N]> for NotesToConsume<'a> {
    fn from(except: &'a [NoteId; N]) -> Self {
        except.as_slice().into()
    }
}

/// What came of consuming what there was.
#[derive(Debug)]
pub struct ConsumedNotes {
    /// The transactions that were made before with the same reference, oldest first, each with the notes it consumes.
    pub earlier: Vec<(SentTransaction, Vec<NoteId>)>,
    /// The transaction, or `None` where there was no note to consume, or where the first one is too large by itself.
    pub sent: Option<SentTransaction>,
    /// The notes it consumes.
    pub consumed: Vec<NoteId>,
    /// The notes that cannot be consumed, each with the reason: what the virtual machine said, or the size of a
    /// transaction that is too large with this note alone.
    pub failures: Vec<(NoteId, WalletError)>,
    /// The notes that did not fit in. They are for the next transaction.
    pub remaining: Vec<NoteId>,
    /// The notes that the account may be able to consume, but only by their ids, each with the reason.
    pub left_out: Vec<(NoteId, LeftOutReason)>,
}

/// What consuming what there is would do.
#[derive(Debug)]
pub struct ConsumptionPreview {
    /// What the next transaction would do, or `None` where there is no note to consume.
    pub transaction: Option<TransactionSummary>,
    /// The notes that cannot be consumed, with what the virtual machine said to each.
    pub failures: Vec<(NoteId, WalletError)>,
    /// The notes that would not fit in. They are for the transactions after that.
    pub remaining: Vec<NoteId>,
    /// The notes that the account may be able to consume, but only by their ids, each with the reason.
    pub left_out: Vec<(NoteId, LeftOutReason)>,
}

/// How the notes of an account were sorted.
#[derive(Default)]
struct Sorted {
    chosen: Vec<Note>,
    /// What consuming the chosen ones would do.
    summary: Option<TransactionSummary>,
    failures: Vec<(NoteId, WalletError)>,
    remaining: Vec<NoteId>,
    left_out: Vec<(NoteId, LeftOutReason)>,
}

impl Sorted {
    /// Leaves half of the chosen notes for the next transaction, as one of all is too large. A note that is too large by
    /// itself fails.
    fn keep_half(&mut self, error: WalletError) {
        let left = self.chosen.split_off(self.chosen.len() / 2);
        if self.chosen.is_empty() {
            self.failures.extend(left.first().map(|note| (note.id(), error)));
        } else {
            self.remaining.extend(left.iter().map(Note::id));
        }
    }
}

fn is_too_large(error: &WalletError) -> bool {
    matches!(
        error,
        WalletError::Transfer(
            TransferError::TransactionTooLarge { .. } | TransferError::ProofTooLarge { .. }
        )
    )
}

impl Coordinator {
    /// Consumes as many notes as fit in one transaction of an account, of those that it can consume now. Payments to it
    /// alone, and what a faucet burns: swaps, notes with scripts of somebody's own, and payments that it could take back
    /// are left where they are. To be called again, with the failures left alone, until no note remains.
    /// `before_submit` is called at the point of no return.
    ///
    /// The options may limit the fee, name who makes the proof, and give the request a reference. Each transaction has one
    /// derived of it, which ends with `/1`, `/2` and so on; those that were made before are in the result.
    ///
    /// # Errors
    /// [`WalletError::UnknownAccount`], [`WalletError::Reference`] and the ways in which a transaction fails whatever it consumes.
    /// What one note alone is to blame for is in the result.
    pub async fn consume_all(
        &self,
        account: AccountId,
        notes: impl Into<NotesToConsume<'_>>,
        options: impl Into<TransactionOptions>,
        before_submit: impl FnOnce(TransactionId),
    ) -> Result<ConsumedNotes> {
        let options: TransactionOptions = options.into();
        let held = match &options.reference {
            Some(reference) => Some(self.hold_reference(reference).await?),
            None => None,
        };
        self.require_account(account).await?;
        let _turn = self.begin(account).await?;
        let (made, claim) = match held {
            Some(held) => {
                let (made, claim) = self.standing_of_series(held, account).await?;
                (made, Some(claim))
            }
            None => (Vec::new(), None),
        };
        let mut sorted = self.choose(account, notes.into()).await?;
        let mut claim = claim;
        let mut before_submit = Some(before_submit);
        let mut sent = None;
        while !sorted.chosen.is_empty() {
            let request = consume_request(sorted.chosen.clone())?;
            let client = self.client().await?;
            let begins = |transaction| {
                if let Some(begin) = before_submit.take() {
                    begin(transaction);
                }
            };
            let chosen = sorted.chosen.iter().map(Note::id).collect();
            claim = claim.map(|claim| claim.of_notes(chosen));
            let completed = self.complete(
                client,
                account,
                request,
                options.clone(),
                claim.as_ref(),
                Box::new(begins),
            );
            match completed.await {
                Ok(completed) => {
                    sent = Some(completed.0);
                    break;
                }
                // Whoever sends a note chooses how large it is, and how many cycles it takes.
                Err(error) if is_too_large(&error) => sorted.keep_half(error),
                Err(error) => return Err(error),
            }
        }
        let Sorted { chosen, failures, remaining, left_out, .. } = sorted;
        let consumed = chosen.iter().map(Note::id).collect();
        let earlier = made.into_iter().map(|Made { sent, notes }| (sent, notes)).collect();
        Ok(ConsumedNotes { earlier, sent, consumed, failures, remaining, left_out })
    }

    /// What [`Self::consume_all`] would do if it were called now, executed and neither signed nor proven nor
    /// submitted. Waits for the account's lock.
    ///
    /// # Errors
    /// Those of [`Self::consume_all`] that come before the signature.
    pub async fn preview_consume_all(
        &self,
        account: AccountId,
        notes: impl Into<NotesToConsume<'_>>,
    ) -> Result<ConsumptionPreview> {
        self.require_account(account).await?;
        let _turn = self.begin(account).await?;
        let sorted = self.choose(account, notes.into()).await?;
        let Sorted { summary: transaction, failures, remaining, left_out, .. } = sorted;
        Ok(ConsumptionPreview { transaction, failures, remaining, left_out })
    }

    /// Finds the notes that the next transaction of an account can consume. Under the account's lock.
    async fn choose(
        &self,
        account: AccountId,
        NotesToConsume { except, at_most }: NotesToConsume<'_>,
    ) -> Result<Sorted> {
        let client = self.client_for(account).await?;
        let fee_faucet =
            self.fee_faucet(&client).await.map_err(|error| self.errors.client(error))?;
        drop(client);
        let SortedNotes { taken: mut notes, mut left_out } =
            self.notes_to_consume_together(account).await?;
        notes.retain(|note| !except.contains(&note.id()));
        left_out.retain(|(note, _)| !except.contains(note));
        // What others cannot be consumed without comes first, the most of it before the rest: the account may have
        // nothing yet to pay the fee with.
        notes.sort_by_key(|note| {
            let paying =
                note.assets().iter_fungible().filter(|asset| asset.faucet_id() == fee_faucet);
            Reverse(paying.map(|asset| asset.amount().as_u64()).max())
        });
        let left = notes.split_off(notes.len().min(at_most.get()).min(MAX_INPUT_NOTES_PER_TX));
        let mut sorted = self.sort(account, notes).await?;
        sorted.remaining.extend(left.iter().map(Note::id));
        sorted.left_out = left_out;
        Ok(sorted)
    }

    /// Finds notes that can be consumed together, by halves: all at once where none is to blame.
    fn sort(&self, account: AccountId, notes: Vec<Note>) -> Pending<'_, Result<Sorted>> {
        Box::pin(async move {
            let mut sorted = Sorted::default();
            // What brings too little for the fee by itself, with what the virtual machine said.
            let mut short = Vec::new();
            let mut parts = vec![notes];
            while let Some(mut part) = parts.pop() {
                if part.is_empty() {
                    continue;
                }
                let together = sorted.chosen.iter().chain(&part).cloned().collect();
                match self.consumable_together(account, together).await? {
                    Ok(summary) => {
                        sorted.chosen.append(&mut part);
                        sorted.summary = Some(summary);
                    }
                    Err(_) if part.len() > 1 => {
                        let second = part.split_off(part.len() / 2);
                        parts.extend([second, part]);
                    }
                    Err(error) => {
                        let note = part[0].id();
                        let alone = if sorted.chosen.is_empty() {
                            Err(error)
                        } else {
                            self.consumable_together(account, part.clone()).await?
                        };
                        match alone {
                            Ok(_) => sorted.remaining.push(note),
                            Err(error @ WalletError::InsufficientFee { .. }) => {
                                short.push((part.remove(0), error));
                            }
                            Err(error) => sorted.failures.push((note, error)),
                        }
                    }
                }
            }
            self.add_together(account, short, &mut sorted).await?;
            Ok(sorted)
        })
    }

    /// Adds notes that bring too little for the fee each by itself, as many as can be consumed together with what was
    /// chosen. Those that bring the most for the fee come first, so the last ones are left out.
    async fn add_together(
        &self,
        account: AccountId,
        mut short: Vec<(Note, WalletError)>,
        sorted: &mut Sorted,
    ) -> Result<()> {
        let mut left = Vec::new();
        while !short.is_empty() {
            let notes = short.iter().map(|(note, _)| note);
            let together = sorted.chosen.iter().chain(notes).cloned().collect();
            if let Ok(summary) = self.consumable_together(account, together).await? {
                sorted.chosen.extend(short.drain(..).map(|(note, _)| note));
                sorted.summary = Some(summary);
                break;
            }
            left.extend(short.pop());
        }
        if sorted.chosen.is_empty() {
            sorted.failures.extend(left.into_iter().map(|(note, error)| (note.id(), error)));
        } else {
            // They have another chance once the account has what was chosen.
            sorted.remaining.extend(left.iter().map(|(note, _)| note.id()));
        }
        Ok(())
    }

    /// What consuming notes in one transaction would do. The inner error is theirs, the outer one has nothing
    /// to do with them.
    async fn consumable_together(
        &self,
        account: AccountId,
        notes: Vec<Note>,
    ) -> Result<Result<TransactionSummary, WalletError>> {
        let request = consume_request(notes)?;
        let client = self.client().await?;
        match self.try_out(client, account, request.into()).await {
            Ok(trial) => Ok(Ok(trial.summary)),
            Err(error) if error.is_of_what_runs() => Ok(Err(error)),
            Err(error) => Err(error),
        }
    }
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests;
