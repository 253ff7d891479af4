//! What can go wrong with what the user approved.

use miden_client::account::AccountId;
use thiserror::Error;

use super::ErrorCode;

/// Why a request is not carried out with an approval.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ApprovalError {
    /// It is not one that a preview of this version made.
    #[error("This approval cannot be used: {reason}. Preview the transaction again.")]
    Invalid {
        /// What is wrong with it.
        reason: String,
    },
    /// The user approved something else.
    #[error(
        "This approval is of another request, account or network. Nothing was executed. Preview the transaction \
         and have it approved."
    )]
    OfAnotherRequest,
    /// The transaction would do more than the preview showed.
    #[error(
        "The transaction of account {account} was not made: {excess}, which was not approved. Nothing was signed \
         or submitted. Preview the transaction again and have it approved anew."
    )]
    Exceeded {
        /// The account.
        account: AccountId,
        /// What it would do, in words.
        excess: String,
    },
}

impl ApprovalError {
    /// The class of the error, as the ABI numbers it.
    pub(super) fn code(&self) -> ErrorCode {
        match self {
            Self::Invalid { .. } | Self::OfAnotherRequest => ErrorCode::InvalidParameter,
            Self::Exceeded { .. } => ErrorCode::TransactionSubmission,
        }
    }

    /// A stable name of the error, for programs.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Invalid { .. } => "invalid_approval",
            Self::OfAnotherRequest => "approval_of_another_request",
            Self::Exceeded { .. } => "approval_exceeded",
        }
    }
}
