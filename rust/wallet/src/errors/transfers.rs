//! What can go wrong with a transfer before it is carried out.

use miden_client::account::AccountId;
use miden_client::note::NoteId;
use thiserror::Error;

use super::{Cause, ErrorCode};
use crate::tokens::metadata::{TokenMetadata, amount_text};

/// What is wrong with a transfer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TransferError {
    /// A list of payments without a payment.
    #[error("No payments were given: name at least one recipient and what it is to get.")]
    NoPayments,
    /// More payments than a transaction can make notes for.
    #[error(
        "These are {count} payments, and one transaction can make {most}. Spread them over several \
         transactions."
    )]
    TooManyPayments {
        /// How many were given.
        count: usize,
        /// How many there may be.
        most: usize,
    },
    /// A payment of nothing.
    #[error("The payment to account {recipient} carries nothing: say what it is to get.")]
    PaymentWithoutAssets {
        /// Who was to be paid.
        recipient: AccountId,
    },
    /// A payment of more assets than a note can carry.
    #[error(
        "The payment to account {recipient} has {count} assets, and a note can carry {most}. Make \
         several payments of it."
    )]
    TooManyAssets {
        /// Who was to be paid.
        recipient: AccountId,
        /// How many assets there are.
        count: usize,
        /// How many there may be.
        most: usize,
    },
    /// Heights that contradict each other, or are none.
    #[error("The heights of the payment to account {recipient} cannot be: {reason}.")]
    InvalidHeights {
        /// Who was to be paid.
        recipient: AccountId,
        /// What is wrong with them.
        reason: String,
    },
    /// A text that identifies no unique asset.
    #[error("“{text}” does not identify an asset: {reason}.")]
    InvalidAsset {
        /// What was given.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A unique asset that is to go to two places.
    #[error("Asset {asset} of faucet {faucet} was named more than once: there is only one of it.")]
    AssetNamedTwice {
        /// The faucet that issued it.
        faucet: AccountId,
        /// The commitment to its data, in hex.
        asset: String,
    },
    /// A unique asset the account does not have.
    #[error("Account {account} does not hold asset {asset} of faucet {faucet}.")]
    AssetNotHeld {
        /// The account that should pay.
        account: AccountId,
        /// The faucet that issued it.
        faucet: AccountId,
        /// The commitment to its data, in hex.
        asset: String,
    },
    /// More notes than a transaction can consume.
    #[error(
        "These are {count} notes, and one transaction can consume {most}. Spread them over several \
         transactions."
    )]
    TooManyNotes {
        /// How many were named.
        count: usize,
        /// How many there may be.
        most: usize,
    },
    /// A transaction of more bytes than a node reads.
    #[error(
        "The transaction was not proven: with {notes} notes it would have at least {bytes} bytes, and a node reads at most \
         {limit}. About {fitting} such notes fit. Spread them over several transactions."
    )]
    TransactionTooLarge {
        /// How many bytes it would have.
        bytes: usize,
        /// How many it may have.
        limit: usize,
        /// How many notes it creates, or consumes if these are more.
        notes: usize,
        /// About how many of them fit.
        fitting: usize,
    },
    /// A transaction whose proof needs more memory than proofs may take on this machine.
    #[error(
        "The transaction was not proven: it has {cycles} cycles, which are proven as {padded}. That takes about \
         {needed_mebibytes} MiB of memory, and proofs may take {limit_mebibytes} MiB on this machine. Use a remote prover, \
         raise the maximum memory of proofs, or spread several notes or payments over several transactions."
    )]
    ProofTooLarge {
        /// How many cycles it has.
        cycles: u64,
        /// How many the proof has: the next power of two.
        padded: u64,
        /// About how much memory the proof needs, in MiB.
        needed_mebibytes: u32,
        /// How much it may take, in MiB.
        limit_mebibytes: u32,
        /// Why a remote prover did not make the proof, if there is one.
        #[source]
        source: Option<Cause>,
    },
    /// A note whose time has not come.
    #[error(
        "Account {account} can consume note {note} from block {height} on, and this wallet stands at \
         block {now}. Sync and try again then."
    )]
    NoteNotYetConsumable {
        /// The note.
        note: NoteId,
        /// The account that was to consume it.
        account: AccountId,
        /// The first block at which it can.
        height: u32,
        /// The block the wallet stands at.
        now: u32,
    },
    /// A fee above what the caller is ready to pay.
    #[error(
        "The transaction of account {account} was not made: its fee would be {fee}, which is more than \
         the {maximum} allowed (faucet {fee_faucet}).",
        fee = amount_text(*fee, token.as_ref()),
        maximum = amount_text(*maximum, token.as_ref())
    )]
    FeeAboveMaximum {
        /// The account that should pay.
        account: AccountId,
        /// The faucet of the asset fees are paid in.
        fee_faucet: AccountId,
        /// The fee, in base units.
        fee: u64,
        /// What it may be at most, in base units.
        maximum: u64,
        /// How amounts of the asset are shown, where that is known.
        token: Option<TokenMetadata>,
    },
}

impl TransferError {
    /// The class of the error, as the ABI numbers it.
    pub(super) fn code(&self) -> ErrorCode {
        match self {
            Self::NoPayments
            | Self::TooManyPayments { .. }
            | Self::PaymentWithoutAssets { .. }
            | Self::TooManyAssets { .. }
            | Self::InvalidHeights { .. }
            | Self::InvalidAsset { .. }
            | Self::AssetNamedTwice { .. }
            | Self::TransactionTooLarge { .. }
            | Self::TooManyNotes { .. } => ErrorCode::InvalidParameter,
            Self::NoteNotYetConsumable { .. } => ErrorCode::NoteOperation,
            Self::AssetNotHeld { .. }
            | Self::FeeAboveMaximum { .. }
            | Self::ProofTooLarge { .. } => ErrorCode::TransactionSubmission,
        }
    }

    /// A stable name of the error, for programs.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::NoPayments => "no_payments",
            Self::TooManyPayments { .. } => "too_many_payments",
            Self::PaymentWithoutAssets { .. } => "payment_without_assets",
            Self::TooManyAssets { .. } => "too_many_assets",
            Self::InvalidHeights { .. } => "invalid_heights",
            Self::InvalidAsset { .. } => "invalid_asset",
            Self::AssetNamedTwice { .. } => "asset_named_twice",
            Self::AssetNotHeld { .. } => "asset_not_held",
            Self::TooManyNotes { .. } => "too_many_notes",
            Self::TransactionTooLarge { .. } => "transaction_too_large",
            Self::ProofTooLarge { .. } => "proof_too_large",
            Self::NoteNotYetConsumable { .. } => "note_not_yet_consumable",
            Self::FeeAboveMaximum { .. } => "fee_above_maximum",
        }
    }
}
