//! Swaps: offers, and what is open.

use miden_swift_wallet::{
    AccountId, InputNoteStage, ListedSwap, NonFungibleItem, NoteKind, SwapAsset, SwapDescription,
    SwapOffer, WalletError, parse_account_id, parse_asset,
};
use serde::{Deserialize, Serialize};

use super::questions::AssetsMessage;
use super::replies::NoteStateMessage;
use super::requests::NoteTypeMessage;

/// What is offered, and for what.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SwapMessage {
    offered: SwapAssetMessage,
    requested: SwapAssetMessage,
    is_partial: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    minimum_fill: Option<u64>,
    note_type: NoteTypeMessage,
    payback_type: NoteTypeMessage,
}

/// An amount, or a unique asset.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
enum SwapAssetMessage {
    Fungible { faucet_id: String, amount: u64 },
    NonFungible { faucet_id: String, asset: String },
}

impl SwapMessage {
    pub(super) fn parsed(&self) -> Result<SwapOffer, WalletError> {
        Ok(SwapOffer {
            offered: self.offered.parsed()?,
            requested: self.requested.parsed()?,
            is_partial: self.is_partial,
            minimum_fill: self.minimum_fill,
            note_type: self.note_type.into(),
            payback_type: self.payback_type.into(),
        })
    }
}

impl SwapAssetMessage {
    fn parsed(&self) -> Result<SwapAsset, WalletError> {
        Ok(match self {
            Self::Fungible { faucet_id, amount } => {
                SwapAsset::Fungible { faucet: parse_account_id(faucet_id)?, amount: *amount }
            }
            Self::NonFungible { faucet_id, asset } => SwapAsset::NonFungible(NonFungibleItem {
                faucet: parse_account_id(faucet_id)?,
                commitment: parse_asset(asset)?,
            }),
        })
    }
}

/// What a note's script is.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum NoteKindMessage {
    Payment,
    ConditionalPayment,
    Swap,
    PartialSwap,
    Burn,
    Other,
}

impl From<NoteKind> for NoteKindMessage {
    fn from(kind: NoteKind) -> Self {
        match kind {
            NoteKind::Payment => Self::Payment,
            NoteKind::ConditionalPayment => Self::ConditionalPayment,
            NoteKind::Swap => Self::Swap,
            NoteKind::PartialSwap => Self::PartialSwap,
            NoteKind::Burn => Self::Burn,
            NoteKind::Other => Self::Other,
        }
    }
}

impl From<NoteKindMessage> for NoteKind {
    fn from(message: NoteKindMessage) -> Self {
        match message {
            NoteKindMessage::Payment => Self::Payment,
            NoteKindMessage::ConditionalPayment => Self::ConditionalPayment,
            NoteKindMessage::Swap => Self::Swap,
            NoteKindMessage::PartialSwap => Self::PartialSwap,
            NoteKindMessage::Burn => Self::Burn,
            NoteKindMessage::Other => Self::Other,
        }
    }
}

/// What a swap offers, and for what.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SwapTermsMessage {
    offered: AssetsMessage,
    requested: AssetsMessage,
    #[serde(skip_serializing_if = "Option::is_none")]
    creator: Option<String>,
    payback_type: NoteTypeMessage,
    is_partial: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum_fill: Option<u64>,
}

impl From<SwapDescription> for SwapTermsMessage {
    fn from(terms: SwapDescription) -> Self {
        Self {
            offered: terms.offered.into(),
            requested: terms.requested.into(),
            creator: terms.creator.map(AccountId::to_hex),
            payback_type: terms.payback_type.into(),
            is_partial: terms.is_partial,
            minimum_fill: terms.minimum_fill,
        }
    }
}

/// The swaps that are open.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SwapsReply {
    swaps: Vec<ListedSwapMessage>,
}

#[derive(Debug, Serialize, Deserialize)]
struct ListedSwapMessage {
    note_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    sender: Option<String>,
    note_type: NoteTypeMessage,
    state: NoteStateMessage,
    #[serde(skip_serializing_if = "Option::is_none")]
    own_account_id: Option<String>,
    terms: SwapTermsMessage,
}

impl From<Vec<ListedSwap>> for SwapsReply {
    fn from(swaps: Vec<ListedSwap>) -> Self {
        let swaps = swaps.into_iter().map(|swap| ListedSwapMessage {
            note_id: swap.note.to_hex(),
            sender: swap.sender.map(AccountId::to_hex),
            note_type: swap.note_type.into(),
            state: swap.stage.into(),
            own_account_id: swap.own.map(AccountId::to_hex),
            terms: swap.terms.into(),
        });
        Self { swaps: swaps.collect() }
    }
}

impl From<InputNoteStage> for NoteStateMessage {
    fn from(stage: InputNoteStage) -> Self {
        match stage {
            InputNoteStage::Expected => Self::Expected,
            InputNoteStage::Committed => Self::Committed,
            InputNoteStage::Processing => Self::Processing,
        }
    }
}
