//! What can go wrong with a faucet of one's own.

use miden_client::account::AccountId;
use thiserror::Error;

use super::ErrorCode;
use crate::tokens::metadata::{TokenMetadata, amount_text};

/// What is wrong with a faucet.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FaucetError {
    /// A token that cannot be.
    #[error("There cannot be such a token: {reason}.")]
    InvalidToken {
        /// What is wrong with it.
        reason: String,
    },
    /// An account that issues nothing.
    #[error("Account {account} is not a faucet of an amount of tokens, and has none to issue.")]
    NotAFaucet {
        /// The account.
        account: AccountId,
    },
    /// More than there may be.
    #[error(
        "Faucet {faucet} cannot issue {requested}: of {maximum} at most, {issued} are issued.",
        requested = amount_text(*requested, token.as_ref()),
        maximum = amount_text(*maximum, token.as_ref()),
        issued = amount_text(*issued, token.as_ref())
    )]
    SupplyExceeded {
        /// The faucet.
        faucet: AccountId,
        /// What it should issue, in base units.
        requested: u64,
        /// What it has issued, less what was burned.
        issued: u64,
        /// What there may be at most.
        maximum: u64,
        /// How amounts of the token are shown.
        token: Option<TokenMetadata>,
    },
}

impl FaucetError {
    /// The class of the error, as the ABI numbers it.
    pub(super) fn code(&self) -> ErrorCode {
        match self {
            Self::InvalidToken { .. } => ErrorCode::InvalidParameter,
            Self::NotAFaucet { .. } => ErrorCode::AccountOperation,
            Self::SupplyExceeded { .. } => ErrorCode::TransactionSubmission,
        }
    }

    /// A stable name of the error, for programs.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::InvalidToken { .. } => "invalid_token",
            Self::NotAFaucet { .. } => "not_a_faucet",
            Self::SupplyExceeded { .. } => "supply_exceeded",
        }
    }
}
