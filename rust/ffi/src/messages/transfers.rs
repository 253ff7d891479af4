//! Payments and notes that move, before and after.

use std::num::NonZeroUsize;

use miden_swift_wallet::{
    AccountId, ConsumedNotes, ConsumptionPreview, Draft, LeftOutReason, NonFungibleItem, NoteId,
    NotesToConsume, Payment, ProverChoice, SentTransaction, TransactionOptions, WalletError,
    parse_account_id, parse_asset, parse_note_id,
};
use serde::{Deserialize, Serialize};

use super::configuration::ProverMessage;
use super::contracts::numbers;
use super::faucets::IssueMessage;
use super::questions::ApprovalMessage;
use super::replies::ProvenByMessage;
use super::requests::NoteTypeMessage;
use super::swaps::SwapMessage;
use super::{CustomTransactionMessage, ErrorMessage, RequestBytes, TransactionMessage};

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PaymentMessage {
    recipient_id: String,
    fungible_assets: Vec<AmountMessage>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    non_fungible_assets: Vec<ItemMessage>,
    note_type: NoteTypeMessage,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reclaim_height: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    timelock_height: Option<u32>,
}

/// An amount of a token, in base units.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AmountMessage {
    faucet_id: String,
    amount: u64,
}

/// A unique token.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ItemMessage {
    faucet_id: String,
    asset: String,
}

impl PaymentMessage {
    fn parsed(&self) -> Result<Payment, WalletError> {
        let amounts = self.fungible_assets.iter();
        let items = self.non_fungible_assets.iter();
        Ok(Payment {
            recipient: parse_account_id(&self.recipient_id)?,
            fungible: amounts
                .map(|amount| Ok((parse_account_id(&amount.faucet_id)?, amount.amount)))
                .collect::<Result<_, WalletError>>()?,
            non_fungible: items
                .map(|item| {
                    let faucet = parse_account_id(&item.faucet_id)?;
                    Ok(NonFungibleItem { faucet, commitment: parse_asset(&item.asset)? })
                })
                .collect::<Result<_, WalletError>>()?,
            note_type: self.note_type.into(),
            reclaim_height: self.reclaim_height,
            timelock_height: self.timelock_height,
        })
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConsumeAllRequest {
    account_id: String,
    /// Notes to leave alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    except: Vec<String>,
    /// How many notes may be consumed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    maximum_notes: Option<NonZeroUsize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    maximum_fee: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    prover: Option<ProverMessage>,
    /// What the caller names the request by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reference: Option<String>,
}

impl ConsumeAllRequest {
    /// How the transaction is to be made.
    pub(crate) fn options(&self) -> TransactionOptions {
        options(self.maximum_fee, self.prover.as_ref(), self.reference.as_ref())
    }

    /// Who consumes, and what not.
    pub(crate) fn parsed(&self) -> Result<(AccountId, Vec<NoteId>), WalletError> {
        Ok((parse_account_id(&self.account_id)?, parsed_notes(&self.except)?))
    }

    /// How many notes may be consumed.
    pub(crate) fn at_most(&self) -> NonZeroUsize {
        self.maximum_notes.unwrap_or(NotesToConsume::AT_MOST)
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PreviewConsumeAllRequest {
    account_id: String,
    /// How many notes may be consumed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    maximum_notes: Option<NonZeroUsize>,
}

impl PreviewConsumeAllRequest {
    /// Who would consume.
    pub(crate) fn account(&self) -> Result<AccountId, WalletError> {
        parse_account_id(&self.account_id)
    }

    /// What, and how many at most.
    pub(crate) fn notes(&self) -> NotesToConsume<'static> {
        NotesToConsume {
            except: &[],
            at_most: self.maximum_notes.unwrap_or(NotesToConsume::AT_MOST),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PreviewRequest {
    account_id: String,
    draft: DraftMessage,
}

/// A transaction that is not made yet: one key, which says of what kind it is.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum DraftMessage {
    Send(Vec<PaymentMessage>),
    Consume(Vec<String>),
    Custom(Box<CustomTransactionMessage>),
    Serialized(RequestBytes),
    Issue(IssueMessage),
    Burn(AmountMessage),
    Swap(SwapMessage),
    FillSwap(FillMessage),
    CancelSwap(String),
}

/// A swap, and what is paid for it: all that it requests where not given.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FillMessage {
    note_id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    amount: Option<u64>,
}

impl DraftMessage {
    fn parsed(&self) -> Result<Draft, WalletError> {
        Ok(match self {
            Self::Send(payments) => {
                Draft::Send(payments.iter().map(PaymentMessage::parsed).collect::<Result<_, _>>()?)
            }
            Self::Consume(notes) => Draft::Consume(parsed_notes(notes)?),
            Self::Custom(custom) => Draft::Custom(Box::new(custom.parsed()?)),
            Self::Serialized(request) => Draft::Serialized(Box::new(request.parsed()?)),
            Self::Issue(issue) => Draft::Issue(issue.parsed()?),
            Self::Burn(amount) => {
                Draft::Burn { faucet: parse_account_id(&amount.faucet_id)?, amount: amount.amount }
            }
            Self::Swap(offer) => Draft::Swap(offer.parsed()?),
            Self::FillSwap(fill) => {
                Draft::FillSwap { note: parse_note_id(&fill.note_id)?, amount: fill.amount }
            }
            Self::CancelSwap(note) => Draft::CancelSwap { note: parse_note_id(note)? },
        })
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TransactRequest {
    account_id: String,
    draft: DraftMessage,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    maximum_fee: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    prover: Option<ProverMessage>,
    /// What the caller names the request by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reference: Option<String>,
    /// What the user approved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    approved: Option<ApprovalMessage>,
}

impl TransactRequest {
    /// How the transaction is to be made.
    pub(crate) fn options(&self) -> Result<TransactionOptions, WalletError> {
        let options = options(self.maximum_fee, self.prover.as_ref(), self.reference.as_ref());
        let approved = self.approved.as_ref().map(ApprovalMessage::parsed).transpose()?;
        Ok(TransactionOptions { approved, ..options })
    }

    /// Whose transaction it is, and which.
    pub(crate) fn parsed(&self) -> Result<(AccountId, Draft), WalletError> {
        Ok((parse_account_id(&self.account_id)?, self.draft.parsed()?))
    }
}

/// A draft, and what the request to make its transaction was named by.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OutcomeRequest {
    account_id: String,
    draft: DraftMessage,
    reference: String,
}

impl OutcomeRequest {
    /// Whose transaction it was, and which.
    pub(crate) fn parsed(&self) -> Result<(AccountId, Draft), WalletError> {
        Ok((parse_account_id(&self.account_id)?, self.draft.parsed()?))
    }

    /// The reference.
    pub(crate) fn reference(&self) -> &str {
        &self.reference
    }
}

impl PreviewRequest {
    /// Whose transaction it would be, and which.
    pub(crate) fn parsed(&self) -> Result<(AccountId, Draft), WalletError> {
        Ok((parse_account_id(&self.account_id)?, self.draft.parsed()?))
    }
}

fn options(
    maximum_fee: Option<u64>,
    prover: Option<&ProverMessage>,
    reference: Option<&String>,
) -> TransactionOptions {
    TransactionOptions {
        maximum_fee,
        prover: prover.cloned().map(ProverChoice::from),
        reference: reference.cloned(),
        approved: None,
    }
}

fn parsed_notes(notes: &[String]) -> Result<Vec<NoteId>, WalletError> {
    notes.iter().map(|note| parse_note_id(note)).collect()
}

/// A transaction with the notes that it makes for its draft, in the draft's order.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct TransactReply {
    transaction_id: String,
    block_number: u32,
    proven_by: ProvenByMessage,
    note_ids: Vec<String>,
    /// What each procedure that it calls has left on the stack, the top first. Missing if it calls none, and if it was made
    /// before with the same reference.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    stacks: Vec<Vec<u64>>,
}

impl From<(SentTransaction, Vec<NoteId>)> for TransactReply {
    fn from((sent, notes): (SentTransaction, Vec<NoteId>)) -> Self {
        Self {
            transaction_id: sent.transaction.to_hex(),
            block_number: sent.block_number,
            proven_by: sent.proven_by.into(),
            note_ids: notes.iter().map(NoteId::to_hex).collect(),
            stacks: sent.stacks.iter().map(|stack| numbers(stack)).collect(),
        }
    }
}

/// What came of a request that was made before. The transaction is missing if none was made, or one that cannot be
/// included any more.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct OutcomeReply {
    #[serde(skip_serializing_if = "Option::is_none")]
    made: Option<TransactReply>,
}

impl From<Option<(SentTransaction, Vec<NoteId>)>> for OutcomeReply {
    fn from(made: Option<(SentTransaction, Vec<NoteId>)>) -> Self {
        Self { made: made.map(TransactReply::from) }
    }
}

/// What came of consuming what there was. The transaction is missing where there was nothing.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ConsumeAllReply {
    /// What was made before with the same reference, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    earlier: Vec<ConsumptionMessage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transaction_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    block_number: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proven_by: Option<ProvenByMessage>,
    consumed_note_ids: Vec<String>,
    failures: Vec<NoteFailureMessage>,
    /// Notes for the next transaction.
    remaining_note_ids: Vec<String>,
    left_out: Vec<LeftOutNoteMessage>,
}

/// A transaction with the notes that it consumes.
#[derive(Debug, Serialize, Deserialize)]
struct ConsumptionMessage {
    transaction_id: String,
    block_number: u32,
    proven_by: ProvenByMessage,
    consumed_note_ids: Vec<String>,
}

impl From<(SentTransaction, Vec<NoteId>)> for ConsumptionMessage {
    fn from((sent, notes): (SentTransaction, Vec<NoteId>)) -> Self {
        Self {
            transaction_id: sent.transaction.to_hex(),
            block_number: sent.block_number,
            proven_by: sent.proven_by.into(),
            consumed_note_ids: notes.iter().map(NoteId::to_hex).collect(),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct NoteFailureMessage {
    note_id: String,
    error: ErrorMessage,
}

impl NoteFailureMessage {
    fn all(failures: &[(NoteId, WalletError)]) -> Vec<Self> {
        failures
            .iter()
            .map(|(note, error)| Self { note_id: note.to_hex(), error: ErrorMessage::from(error) })
            .collect()
    }
}

/// A note that is consumed by its id alone, with the reason.
#[derive(Debug, Serialize, Deserialize)]
struct LeftOutNoteMessage {
    note_id: String,
    reason: LeftOutReason,
}

impl LeftOutNoteMessage {
    fn all(notes: &[(NoteId, LeftOutReason)]) -> Vec<Self> {
        notes
            .iter()
            .map(|(note, reason)| Self { note_id: note.to_hex(), reason: *reason })
            .collect()
    }
}

impl From<ConsumedNotes> for ConsumeAllReply {
    fn from(notes: ConsumedNotes) -> Self {
        Self {
            earlier: notes.earlier.into_iter().map(ConsumptionMessage::from).collect(),
            transaction_id: notes.sent.as_ref().map(|sent| sent.transaction.to_hex()),
            block_number: notes.sent.as_ref().map(|sent| sent.block_number),
            proven_by: notes.sent.as_ref().map(|sent| sent.proven_by.into()),
            consumed_note_ids: notes.consumed.iter().map(NoteId::to_hex).collect(),
            failures: NoteFailureMessage::all(&notes.failures),
            remaining_note_ids: notes.remaining.iter().map(NoteId::to_hex).collect(),
            left_out: LeftOutNoteMessage::all(&notes.left_out),
        }
    }
}

/// What consuming what there is would do. The transaction is missing where there is nothing.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct PreviewConsumeAllReply {
    #[serde(skip_serializing_if = "Option::is_none")]
    transaction: Option<TransactionMessage>,
    failures: Vec<NoteFailureMessage>,
    /// Notes for the transactions after it.
    remaining_note_ids: Vec<String>,
    left_out: Vec<LeftOutNoteMessage>,
}

impl From<ConsumptionPreview> for PreviewConsumeAllReply {
    fn from(preview: ConsumptionPreview) -> Self {
        Self {
            transaction: preview.transaction.map(TransactionMessage::from),
            failures: NoteFailureMessage::all(&preview.failures),
            remaining_note_ids: preview.remaining.iter().map(NoteId::to_hex).collect(),
            left_out: LeftOutNoteMessage::all(&preview.left_out),
        }
    }
}
