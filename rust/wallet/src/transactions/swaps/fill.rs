//! Taking an offer, and taking it back.

use miden_client::account::AccountId;
use miden_client::asset::{AssetAmount, FungibleAsset};
use miden_client::note::standards::{SwapNoteStorage, SwapPayback, payback_serial_from_swap};
use miden_client::note::{Note, NoteFile, NoteId, NoteRecipient, P2idNoteStorage, PswapNote};
use miden_client::store::{InputNoteRecord, NoteFilter};
use miden_client::transaction::TransactionRequest;

use super::SwapTerms;
use super::offer::amount as amount_of;
use crate::errors::{NoteError, Result, SwapError, WalletError};
use crate::files::NoteFileContent;
use crate::reader::Reader;
use crate::tokens::metadata::amount_text;
use crate::transactions::consumable::ready_note;
use crate::transactions::request::{built, request_builder};
use crate::wallet::Wallet;

impl Reader {
    async fn input_note(&self, note: NoteId) -> Result<Option<InputNoteRecord>> {
        Ok(self.note_records(NoteFilter::List(vec![note])).await?.pop())
    }

    /// A swap that can be consumed now, with its terms.
    async fn ready_swap(&self, note: NoteId) -> Result<(Note, SwapTerms)> {
        let record =
            self.input_note(note).await?.ok_or(WalletError::Note(NoteError::Unknown { note }))?;
        let ready = ready_note(note, record)?;
        let terms = SwapTerms::of(&ready).ok_or(SwapError::NotASwap { note })?;
        Ok((ready, terms))
    }

    /// The request to fill a swap, with an amount of what it requests or all of it.
    pub(crate) async fn fill_request(
        &self,
        account: AccountId,
        note: NoteId,
        amount: Option<u64>,
    ) -> Result<TransactionRequest> {
        let (swap, terms) = self.ready_swap(note).await?;
        let invalid = |reason: String| WalletError::from(SwapError::InvalidFill { note, reason });
        let whole = terms.requested.as_fungible().map(|asset| asset.amount().as_u64());
        let token = self.tokens.get(self.store.as_ref(), terms.requested.faucet_id()).await?;
        let text = |amount: u64| amount_text(amount, token.as_ref());
        if !terms.is_partial {
            if amount.is_some() && amount != whole {
                return Err(invalid(match whole {
                    Some(whole) => format!("it is filled whole, for {}", text(whole)),
                    None => "it is filled whole, for a unique token".to_owned(),
                }));
            }
            self.require_held(account, &terms.requested).await?;
            return whole_fill(swap);
        }
        let whole = whole.ok_or(SwapError::NotASwap { note })?;
        let amount = amount.unwrap_or(whole);
        let least = terms.minimum_fill.unwrap_or(1).min(whole);
        if terms.creator == Some(account) {
            // The note's script would give back all of it, whatever is paid.
            return Err(invalid("it is the account's own, which can cancel it".to_owned()));
        }
        if amount < least || amount > whole {
            return Err(invalid(format!(
                "it takes {} to {} of what it requests, and {} was given",
                text(least),
                text(whole),
                text(amount)
            )));
        }
        let offer = PswapNote::try_from(&swap).map_err(|_| SwapError::NotASwap { note })?;
        let gained = offer.calculate_offered_for_requested(amount);
        if !gained.is_ok_and(|gained| gained > 0) {
            let amount = text(amount);
            return Err(invalid(format!("nothing of what it offers would come of {amount}")));
        }
        let paid = FungibleAsset::new(terms.requested.faucet_id(), amount)
            .map_err(|error| WalletError::InvalidAmount { amount, reason: error.to_string() })?;
        self.require_held(account, &paid.into()).await?;
        built(request_builder().build_pswap_consume(
            &swap,
            account,
            amount_of(amount)?,
            AssetAmount::ZERO,
        ))
    }

    /// The request to take back what an account's own swap offers.
    pub(crate) async fn cancel_request(
        &self,
        account: AccountId,
        note: NoteId,
    ) -> Result<TransactionRequest> {
        let (swap, terms) = self.ready_swap(note).await?;
        let creator = terms.creator.unwrap_or_else(|| swap.metadata().sender());
        if creator != account {
            return Err(SwapError::SwapOfAnotherAccount { note, creator, account }.into());
        }
        if terms.is_partial {
            return built(request_builder().build_pswap_cancel(swap, account));
        }
        // Its script has nothing for its creator: it is paid as by anybody, and pays its creator.
        if !pays(&swap, account) {
            let reason = "what is paid for it does not go to this account".to_owned();
            return Err(SwapError::InvalidFill { note, reason }.into());
        }
        if self.require_held(account, &terms.requested).await.is_err() {
            return Err(SwapError::NoWayBack { note, account }.into());
        }
        whole_fill(swap)
    }
}

impl Wallet {
    /// Sees to it that a swap is among the notes that came in, as one that is to be consumed has to be:
    /// one's own is not, and a public one of somebody else can be asked for by its id.
    pub(crate) async fn bring_in_swap(&self, note: NoteId) -> Result<()> {
        if self.input_note(note).await?.is_some() {
            return Ok(());
        }
        let file = match self.export_note(note, NoteFileContent::DetailsWithProof).await {
            Err(WalletError::Note(NoteError::Unknown { .. })) => NoteFile::NoteId(note).to_bytes(),
            file => file?,
        };
        self.take_in_file(note, &file).await
    }
}

/// The request to fill a swap that is filled whole.
fn whole_fill(swap: Note) -> Result<TransactionRequest> {
    // A public note has to be known in full by who makes it.
    let payback = match payback_of(&swap) {
        Some(SwapPayback::Public { payback_target_id }) => {
            Some(payback_recipient(&swap, payback_target_id))
        }
        _ => None,
    };
    built(request_builder().expected_output_recipients(payback).build_consume_notes(vec![swap]))
}

/// Whether what is paid for a swap goes to an account.
fn pays(swap: &Note, account: AccountId) -> bool {
    match payback_of(swap) {
        Some(SwapPayback::Public { payback_target_id }) => payback_target_id == account,
        Some(SwapPayback::Private { recipient }) => {
            payback_recipient(swap, account).digest() == recipient
        }
        None => false,
    }
}

fn payback_of(swap: &Note) -> Option<SwapPayback> {
    let storage = SwapNoteStorage::try_from(swap.storage().items()).ok()?;
    Some(storage.payback().clone())
}

fn payback_recipient(swap: &Note, target: AccountId) -> NoteRecipient {
    let serial_number = payback_serial_from_swap(swap.recipient().serial_num());
    P2idNoteStorage::new(target).into_recipient(serial_number)
}
