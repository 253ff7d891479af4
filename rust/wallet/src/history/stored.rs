//! What the index keeps, as it keeps it.

use std::collections::BTreeMap;

use miden_client::Word;
use miden_client::account::AccountId;
use miden_client::asset::Asset;
use miden_client::block::BlockNumber;
use miden_client::note::NoteId;
use miden_client::store::InputNoteState;
use miden_client::transaction::{TransactionId, TransactionStatus};
use serde::{Deserialize, Serialize};

use super::note_rows::NoteRow;
use crate::transactions::{DiscardReason, TransactionState};

/// The times of blocks, in seconds since 1970.
pub(super) type BlockTimes = BTreeMap<BlockNumber, u64>;

/// What a transaction does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransactionKind {
    /// Takes notes in, and makes none.
    Consume = 0,
    /// Makes notes, and takes none in.
    Send = 1,
    /// Makes notes with tokens that its own account issues.
    Mint = 2,
    /// Anything else: takes notes in and makes others, or does neither.
    Other = 3,
    /// Offers an asset for another one.
    Swap = 4,
    /// Takes somebody's offer, whole or in part.
    Fill = 5,
    /// Takes back what an offer of its own account carries.
    Cancel = 6,
    /// Gives tokens back to the faucet that issued them, or is that faucet's and destroys them.
    Burn = 7,
}

impl TransactionKind {
    pub(super) fn numbered(number: u8) -> Option<Self> {
        use TransactionKind::{Burn, Cancel, Consume, Fill, Mint, Other, Send, Swap};
        [Consume, Send, Mint, Other, Swap, Fill, Cancel, Burn]
            .into_iter()
            .find(|kind| *kind as u8 == number)
    }
}

/// A transaction, with what its pages are filtered by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) transaction: TransactionId,
    pub(super) account: AccountId,
    pub(super) kind: TransactionKind,
    /// In seconds since 1970.
    pub(super) created_at: u64,
    pub(super) details: Details,
    /// The notes it made, for their own pages. Empty where the row was read from the index.
    pub(super) made: Vec<NoteRow>,
}

/// The rest of what is said of a transaction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Details {
    pub(super) state: StoredState,
    pub(super) assets_in: StoredAssets,
    pub(super) assets_out: StoredAssets,
    pub(super) fee: Option<StoredAmount>,
    pub(super) consumed_notes: Vec<Hex<NoteId>>,
    pub(super) created_notes: Vec<Hex<NoteId>>,
    pub(super) counterparties: Vec<Hex<AccountId>>,
    /// Where it is the chain that told of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) from_chain: Option<TakenFromChain>,
    /// What the caller named the request by that it was made for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) reference: Option<String>,
}

/// How much is not known of a transaction that was made elsewhere: the chain alone tells of it, and what private
/// notes carry is not on the chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakenFromChain {
    /// Of how many notes that it consumed the wallet does not know what they carried.
    pub unknown_consumed_notes: u32,
    /// Of how many notes that it made the wallet does not know what they carry.
    pub unknown_created_notes: u32,
}

/// How far a transaction has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum StoredState {
    Pending,
    Committed { block: u32, at: u64 },
    Discarded { reason: String },
}

impl StoredState {
    pub(super) fn of(status: &TransactionStatus) -> Self {
        match status {
            TransactionStatus::Pending => Self::Pending,
            TransactionStatus::Committed { block_number, commit_timestamp } => {
                Self::Committed { block: block_number.as_u32(), at: *commit_timestamp }
            }
            TransactionStatus::Discarded(cause) => Self::Discarded { reason: cause.to_string() },
        }
    }

    /// The same with the time of its block, where that is known: the client has that of the block a sync came to.
    pub(super) fn at_the_time_of_its_block(self, times: &BlockTimes) -> Self {
        match self {
            Self::Committed { block, at } => {
                Self::Committed { block, at: times.get(&block.into()).copied().unwrap_or(at) }
            }
            other => other,
        }
    }

    /// The number that stands for it, which is the store's.
    pub(super) fn number(&self) -> u8 {
        match self {
            Self::Pending => 0,
            Self::Committed { .. } => 1,
            Self::Discarded { .. } => 2,
        }
    }

    /// The same for callers, with the time of the block.
    pub(super) fn told(self) -> (TransactionState, Option<u64>) {
        match self {
            Self::Pending => (TransactionState::Pending, None),
            Self::Committed { block, at } => {
                (TransactionState::Committed { block_number: block }, Some(at))
            }
            Self::Discarded { reason } => {
                let reason = DiscardReason::of_text(&reason);
                (TransactionState::Discarded { reason }, None)
            }
        }
    }
}

/// Assets, one entry for each faucet whose tokens are fungible.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StoredAssets {
    pub(super) fungible: Vec<StoredAmount>,
    pub(super) non_fungible: Vec<StoredItem>,
}

/// An amount in base units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StoredAmount {
    pub(super) faucet: Hex<AccountId>,
    pub(super) amount: u64,
}

/// A token of which there is one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StoredItem {
    pub(super) faucet: Hex<AccountId>,
    pub(super) commitment: Hex<Word>,
}

/// Assets as they are kept, what is of one faucet in one entry.
pub(super) fn assets<'a>(assets: impl Iterator<Item = &'a Asset>) -> StoredAssets {
    let mut found = StoredAssets::default();
    for asset in assets {
        let faucet = Hex(asset.faucet_id());
        if !asset.is_fungible() {
            let commitment = Hex(asset.to_value_word());
            found.non_fungible.push(StoredItem { faucet, commitment });
            continue;
        }
        let amount = asset.unwrap_fungible().amount().as_u64();
        match found.fungible.iter_mut().find(|known| known.faucet == faucet) {
            Some(known) => known.amount = known.amount.saturating_add(amount),
            None => found.fungible.push(StoredAmount { faucet, amount }),
        }
    }
    found
}

/// The notes of the wallet's making that are consumed: all of them.
#[derive(Debug)]
pub(super) struct ConsumedNotes {
    pub(super) notes: Vec<NoteId>,
}

/// How far a note has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NoteStage {
    /// Not on the chain, as far as is known.
    Expected = 0,
    /// On the chain and free.
    Arrived = 1,
    /// On the chain, and being consumed by a transaction of this wallet.
    Processing = 2,
    Consumed = 3,
}

impl NoteStage {
    /// The stage of a note by the store's number of its state.
    pub(super) fn of(state: u8) -> Self {
        match state {
            InputNoteState::STATE_COMMITTED => Self::Arrived,
            InputNoteState::STATE_PROCESSING_AUTHENTICATED => Self::Processing,
            InputNoteState::STATE_CONSUMED_AUTHENTICATED_LOCAL
            | InputNoteState::STATE_CONSUMED_UNAUTHENTICATED_LOCAL
            | InputNoteState::STATE_CONSUMED_EXTERNAL => Self::Consumed,
            _ => Self::Expected,
        }
    }
}

/// An id that is written as people know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Hex<T>(pub(super) T);

/// An id that has a text.
pub(super) trait HasHex: Sized {
    fn text(&self) -> String;
    fn parsed(text: &str) -> Option<Self>;
}

impl HasHex for AccountId {
    fn text(&self) -> String {
        self.to_hex()
    }
    fn parsed(text: &str) -> Option<Self> {
        Self::from_hex(text).ok()
    }
}

impl HasHex for Word {
    fn text(&self) -> String {
        self.to_hex()
    }
    fn parsed(text: &str) -> Option<Self> {
        Self::try_from(text).ok()
    }
}

impl HasHex for NoteId {
    fn text(&self) -> String {
        self.to_hex()
    }
    fn parsed(text: &str) -> Option<Self> {
        Word::parsed(text).map(Self::from_raw)
    }
}

impl HasHex for TransactionId {
    fn text(&self) -> String {
        self.to_hex()
    }
    fn parsed(text: &str) -> Option<Self> {
        Word::parsed(text).map(Self::from_raw)
    }
}

impl<T: HasHex> Serialize for Hex<T> {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(&self.0.text())
    }
}

impl<'de, T: HasHex> Deserialize<'de> for Hex<T> {
    fn deserialize<D: serde::Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let text = String::deserialize(input)?;
        T::parsed(&text).map(Self).ok_or_else(|| serde::de::Error::custom("no id"))
    }
}
