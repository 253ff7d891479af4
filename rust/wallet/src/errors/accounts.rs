//! What can go wrong with the names of accounts, and with keys that come in or go out.

use miden_client::account::AccountId;
use thiserror::Error;

use super::ErrorCode;

/// What went wrong with an account's name or key.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AccountError {
    /// A text that cannot be an account's name.
    #[error("“{name}” cannot be the name of an account: {reason}.")]
    InvalidName {
        /// What was given.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A name that another account has.
    #[error("Account {account} has the name “{name}” already: a name is one account's.")]
    NameTaken {
        /// The name, as it is written there.
        name: String,
        /// The account that has it.
        account: AccountId,
    },
    /// A text that is no key.
    #[error("This is not a key: {reason}.")]
    InvalidKey {
        /// What is wrong with it, without what was given.
        reason: String,
    },
    /// A key that is not here, to sign with or to be written down.
    #[error(
        "The key of account {account} is not in this wallet. Import it, or work where it is kept."
    )]
    KeyNotHere {
        /// The account.
        account: AccountId,
    },
    /// A key of another account than the one it was to be for.
    #[error("This is not the key that account {account} signs with.")]
    KeyOfAnotherAccount {
        /// The account.
        account: AccountId,
    },
    /// A key of which nobody says whose it is.
    #[error("No account of this wallet waits for this key. Say which account it is the key of.")]
    KeyOfUnknownAccount,
    /// An account whose state cannot be had from the network.
    #[error(
        "The key alone does not bring account {account} back: this wallet does not have its state, and \
         nor does the network. Import its account file."
    )]
    StateNeeded {
        /// The account.
        account: AccountId,
    },
}

impl AccountError {
    /// The class of the error, as the ABI numbers it.
    pub(super) fn code(&self) -> ErrorCode {
        match self {
            Self::InvalidName { .. } | Self::InvalidKey { .. } => ErrorCode::InvalidParameter,
            _ => ErrorCode::AccountOperation,
        }
    }

    /// A stable name of the error, for programs.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::InvalidName { .. } => "invalid_account_name",
            Self::NameTaken { .. } => "account_name_taken",
            Self::InvalidKey { .. } => "invalid_key",
            Self::KeyNotHere { .. } => "key_not_here",
            Self::KeyOfAnotherAccount { .. } => "key_of_another_account",
            Self::KeyOfUnknownAccount => "key_of_unknown_account",
            Self::StateNeeded { .. } => "account_state_needed",
        }
    }
}
