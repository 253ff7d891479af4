//! What a swap offers, and for what.

use miden_client::account::AccountId;
use miden_client::asset::Asset;
use miden_client::note::standards::{BurnNote, PswapNoteStorage, SwapNoteStorage, SwapPayback};
use miden_client::note::{
    Note, NoteAssets, NoteRecipient, NoteScriptRoot, NoteType, P2idNote, P2ideNote, PswapNote,
    SwapNote,
};
use miden_client::store::InputNoteRecord;

use crate::tokens::assets::Assets;

/// What the script of a note is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteKind {
    /// A payment to an account (P2ID).
    Payment = 0,
    /// A payment that can be taken back, or that is locked for a time (P2IDE).
    ConditionalPayment = 1,
    /// An offer that is taken whole (SWAP).
    Swap = 2,
    /// An offer that can be taken in parts (PSWAP).
    PartialSwap = 3,
    /// Tokens that their faucet is to destroy (BURN).
    Burn = 4,
    /// Any other one.
    Other = 5,
}

impl NoteKind {
    /// The kind of notes with a script.
    pub(crate) fn of(script: NoteScriptRoot) -> Self {
        if script == P2idNote::script_root() {
            Self::Payment
        } else if script == P2ideNote::script_root() {
            Self::ConditionalPayment
        } else if script == SwapNote::script_root() {
            Self::Swap
        } else if script == PswapNote::script_root() {
            Self::PartialSwap
        } else if script == BurnNote::script_root() {
            Self::Burn
        } else {
            Self::Other
        }
    }

    /// The kind that a number stands for, where it is one.
    pub(crate) fn numbered(number: u8) -> Option<Self> {
        use NoteKind::{Burn, ConditionalPayment, Other, PartialSwap, Payment, Swap};
        [Payment, ConditionalPayment, Swap, PartialSwap, Burn, Other]
            .into_iter()
            .find(|kind| *kind as u8 == number)
    }

    /// Whether who consumes such a note pays for what it carries.
    pub(crate) fn is_swap(self) -> bool {
        matches!(self, Self::Swap | Self::PartialSwap)
    }
}

/// What a swap offers, and for what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SwapDescription {
    /// What it carries: an amount, or a unique asset.
    pub offered: Assets,
    /// What is to be paid for all of it.
    pub requested: Assets,
    /// Who is paid, where the note says so.
    pub creator: Option<AccountId>,
    /// Whether all of the note that pays is on the chain or only a commitment.
    pub payback_type: NoteType,
    /// Whether it can be filled in parts.
    pub is_partial: bool,
    /// What has to be paid at least at a time, in base units.
    pub minimum_fill: Option<u64>,
}

/// What a swap offers, and for what, as its note says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SwapTerms {
    /// What its note carries.
    pub(crate) offered: Asset,
    /// What is to be paid for all of it.
    pub(crate) requested: Asset,
    /// Who is paid, where the note says so: of a swap that pays by a private note it does not.
    pub(crate) creator: Option<AccountId>,
    /// Whether all of the note that pays is on the chain or only a commitment.
    pub(crate) payback_type: NoteType,
    /// What has to be paid at least at a time, where the swap can be filled in parts.
    pub(crate) minimum_fill: Option<u64>,
    /// Whether it can be filled in parts.
    pub(crate) is_partial: bool,
}

impl SwapTerms {
    /// The terms of a note, where it is a swap.
    pub(crate) fn of(note: &Note) -> Option<Self> {
        Self::of_parts(note.assets(), note.recipient())
    }

    /// The same, of what is known of a note before it is on the chain.
    pub(crate) fn of_parts(assets: &NoteAssets, recipient: &NoteRecipient) -> Option<Self> {
        let items = recipient.storage().items();
        let mut carried = assets.iter();
        let (offered, None) = (*carried.next()?, carried.next()) else { return None };
        match NoteKind::of(recipient.script().root()) {
            NoteKind::Swap => {
                let storage = SwapNoteStorage::try_from(items).ok()?;
                Some(Self {
                    offered,
                    requested: storage.requested_asset(),
                    creator: match storage.payback() {
                        SwapPayback::Public { payback_target_id } => Some(*payback_target_id),
                        SwapPayback::Private { .. } => None,
                    },
                    payback_type: storage.payback_note_type(),
                    minimum_fill: None,
                    is_partial: false,
                })
            }
            NoteKind::PartialSwap => {
                let storage = PswapNoteStorage::try_from(items).ok()?;
                let minimum = storage.min_fill_step().as_u64();
                Some(Self {
                    offered,
                    requested: (*storage.min_requested_asset()).into(),
                    creator: Some(storage.creator_account_id()),
                    payback_type: storage.payback_note_type(),
                    minimum_fill: (minimum > 0).then_some(minimum),
                    is_partial: true,
                })
            }
            _ => None,
        }
    }
}

/// The terms of a note that came in, where it is a swap.
pub(crate) fn terms_of(record: &InputNoteRecord) -> Option<SwapTerms> {
    SwapTerms::of_parts(record.assets(), record.details().recipient())
}
