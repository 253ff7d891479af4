//! What can go wrong where a network takes new accounts by invitation.

use miden_client::account::AccountId;
use thiserror::Error;

use super::{Cause, ErrorCode};

/// What is wrong with an invitation.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum InvitationError {
    /// An account that needs none: the code was not sent, and can be used for another one.
    #[error(
        "Account {account} needs no invitation: it is on the network, is registered, or the network takes \
         every account. The code was not used."
    )]
    NotNeeded {
        /// The account.
        account: AccountId,
    },
    /// A network that takes every account.
    #[error(
        "This network takes every account: no invitation code is needed here, and none is looked at."
    )]
    NoneNeeded,
    /// A code the network does not know.
    #[error(
        "The network does not know this invitation code. Give it exactly as you have it: capital and \
         small letters are not the same."
    )]
    UnknownCode {
        /// What the node said.
        #[source]
        source: Cause,
    },
    /// A code that was used, for another account.
    #[error("This invitation code has been used, and each is for one account.")]
    CodeUsed {
        /// What the node said.
        #[source]
        source: Cause,
    },
    /// A code that cannot be one.
    #[error("This cannot be an invitation code.")]
    InvalidCode {
        /// What the node said.
        #[source]
        source: Cause,
    },
}

impl InvitationError {
    /// The class of the error, as the ABI numbers it.
    pub(super) fn code(&self) -> ErrorCode {
        match self {
            Self::InvalidCode { .. } => ErrorCode::InvalidParameter,
            Self::NoneNeeded
            | Self::NotNeeded { .. }
            | Self::UnknownCode { .. }
            | Self::CodeUsed { .. } => ErrorCode::AccountOperation,
        }
    }

    /// A stable name of the error, for programs.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::NotNeeded { .. } | Self::NoneNeeded => "invitation_not_needed",
            Self::UnknownCode { .. } => "invitation_unknown",
            Self::CodeUsed { .. } => "invitation_used",
            Self::InvalidCode { .. } => "invalid_invitation",
        }
    }
}
