//! What has happened, in pages.

use miden_swift_wallet::{
    Event, EventPage, Happening, HistoryEntry, NoteId, TakenFromChain, TransactionKind,
    TransactionPage, TransactionQuery, TransactionStage, TransactionState, WalletError,
    parse_account_id,
};
use serde::{Deserialize, Serialize};

use super::questions::AssetsMessage;
use super::replies::{FungibleMessage, TransactionStateMessage};

/// Which transactions are asked for, and from where on. Times are seconds since 1970.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TransactionsRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    account_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    state: Option<TransactionStateMessage>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kind: Option<KindMessage>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    created_from: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    created_before: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reference: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) after: Option<String>,
    pub(crate) limit: u32,
}

impl TransactionsRequest {
    /// What the transactions have to be like.
    pub(crate) fn query(self) -> Result<TransactionQuery, WalletError> {
        Ok(TransactionQuery {
            account: self.account_id.as_deref().map(parse_account_id).transpose()?,
            stage: self.state.map(|state| match state {
                TransactionStateMessage::Pending => TransactionStage::Pending,
                TransactionStateMessage::Committed => TransactionStage::Committed,
                TransactionStateMessage::Discarded => TransactionStage::Discarded,
            }),
            kind: self.kind.map(TransactionKind::from),
            created_from: self.created_from,
            created_before: self.created_before,
            reference: self.reference,
        })
    }
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum KindMessage {
    Consume,
    Send,
    Mint,
    Swap,
    Fill,
    Cancel,
    Burn,
    Other,
}

impl From<KindMessage> for TransactionKind {
    fn from(message: KindMessage) -> Self {
        match message {
            KindMessage::Consume => Self::Consume,
            KindMessage::Send => Self::Send,
            KindMessage::Mint => Self::Mint,
            KindMessage::Swap => Self::Swap,
            KindMessage::Fill => Self::Fill,
            KindMessage::Cancel => Self::Cancel,
            KindMessage::Burn => Self::Burn,
            KindMessage::Other => Self::Other,
        }
    }
}

impl From<TransactionKind> for KindMessage {
    fn from(kind: TransactionKind) -> Self {
        match kind {
            TransactionKind::Consume => Self::Consume,
            TransactionKind::Send => Self::Send,
            TransactionKind::Mint => Self::Mint,
            TransactionKind::Swap => Self::Swap,
            TransactionKind::Fill => Self::Fill,
            TransactionKind::Cancel => Self::Cancel,
            TransactionKind::Burn => Self::Burn,
            TransactionKind::Other => Self::Other,
        }
    }
}

/// A page of transactions.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct TransactionsReply {
    transactions: Vec<EntryMessage>,
    /// Where the next page begins, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct EntryMessage {
    transaction_id: String,
    account_id: String,
    kind: KindMessage,
    state: TransactionStateMessage,
    #[serde(skip_serializing_if = "Option::is_none")]
    block_number: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    committed_at: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    created_at: u64,
    assets_in: AssetsMessage,
    assets_out: AssetsMessage,
    #[serde(skip_serializing_if = "Option::is_none")]
    fee: Option<FungibleMessage>,
    consumed_note_ids: Vec<String>,
    created_note_ids: Vec<String>,
    counterparty_ids: Vec<String>,
    /// Where the account made it elsewhere, and the chain alone tells of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    from_chain: Option<FromChainMessage>,
    /// What the caller named the request by.
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<String>,
}

/// How much is not known of a transaction that was made elsewhere.
#[derive(Debug, Serialize, Deserialize)]
struct FromChainMessage {
    unknown_consumed_notes: u32,
    unknown_created_notes: u32,
}

impl From<TakenFromChain> for FromChainMessage {
    fn from(taken: TakenFromChain) -> Self {
        let TakenFromChain { unknown_consumed_notes, unknown_created_notes } = taken;
        Self { unknown_consumed_notes, unknown_created_notes }
    }
}

impl From<TransactionPage> for TransactionsReply {
    fn from(page: TransactionPage) -> Self {
        let transactions = page.entries.into_iter().map(EntryMessage::from).collect();
        Self { transactions, next: page.next }
    }
}

impl From<HistoryEntry> for EntryMessage {
    fn from(entry: HistoryEntry) -> Self {
        let notes = |notes: &[NoteId]| notes.iter().map(NoteId::to_hex).collect();
        let (state, block_number, reason) = match entry.state {
            TransactionState::Pending => (TransactionStateMessage::Pending, None, None),
            TransactionState::Committed { block_number, .. } => {
                (TransactionStateMessage::Committed, Some(block_number), None)
            }
            TransactionState::Discarded { reason } => {
                (TransactionStateMessage::Discarded, None, Some(reason.name().to_owned()))
            }
        };
        Self {
            transaction_id: entry.transaction.to_hex(),
            account_id: entry.account.to_hex(),
            kind: entry.kind.into(),
            state,
            block_number,
            committed_at: entry.committed_at,
            reason,
            created_at: entry.created_at,
            consumed_note_ids: notes(&entry.consumed_notes),
            created_note_ids: notes(&entry.created_notes),
            counterparty_ids: entry.counterparties.iter().map(|id| id.to_hex()).collect(),
            assets_in: entry.assets_in.into(),
            assets_out: entry.assets_out.into(),
            fee: entry.fee.map(FungibleMessage::from),
            from_chain: entry.from_chain.map(FromChainMessage::from),
            reference: entry.reference,
        }
    }
}

/// The events after a place among them.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EventsRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) after: Option<String>,
    pub(crate) limit: u32,
}

/// Some events, oldest first.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct EventsReply {
    events: Vec<EventMessage>,
    /// The place after the newest event there is.
    newest: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct EventMessage {
    cursor: String,
    /// In seconds since 1970.
    recorded_at: u64,
    #[serde(flatten)]
    happening: HappeningMessage,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum HappeningMessage {
    Synced { block_number: u32 },
    NoteArrived { note_id: String },
    NoteConsumed { note_id: String },
    TransactionCommitted { transaction_id: String, account_id: String, block_number: u32 },
    TransactionDiscarded { transaction_id: String, account_id: String, reason: String },
    AccountLocked { account_id: String },
}

impl From<EventPage> for EventsReply {
    fn from(page: EventPage) -> Self {
        let events = page.events.into_iter().map(EventMessage::from).collect();
        Self { events, newest: page.newest }
    }
}

impl From<Event> for EventMessage {
    fn from(event: Event) -> Self {
        let happening = match event.happening {
            Happening::Synced { block_number } => HappeningMessage::Synced { block_number },
            Happening::NoteArrived { note } => {
                HappeningMessage::NoteArrived { note_id: note.to_hex() }
            }
            Happening::NoteConsumed { note } => {
                HappeningMessage::NoteConsumed { note_id: note.to_hex() }
            }
            Happening::TransactionCommitted { transaction, account, block_number } => {
                HappeningMessage::TransactionCommitted {
                    transaction_id: transaction.to_hex(),
                    account_id: account.to_hex(),
                    block_number,
                }
            }
            Happening::TransactionDiscarded { transaction, account, reason } => {
                HappeningMessage::TransactionDiscarded {
                    transaction_id: transaction.to_hex(),
                    account_id: account.to_hex(),
                    reason: reason.name().to_owned(),
                }
            }
            Happening::AccountLocked { account } => {
                HappeningMessage::AccountLocked { account_id: account.to_hex() }
            }
        };
        Self { cursor: event.cursor, recorded_at: event.recorded_at, happening }
    }
}

/// How many copies of a transaction to put into the store.
#[cfg(feature = "embedded-chain")]
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FillHistoryRequest {
    pub(crate) count: u32,
}
