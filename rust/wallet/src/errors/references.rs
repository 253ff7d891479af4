//! What can go wrong with the reference of a request.

use miden_client::account::AccountId;
use miden_client::transaction::TransactionId;
use thiserror::Error;

use super::{Cause, ErrorCode};

/// What is wrong with a reference.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReferenceError {
    /// It is empty or too long.
    #[error("A reference has 1 to {most} characters; this one has {length}.")]
    Invalid {
        /// How many characters it has.
        length: usize,
        /// How many it may have.
        most: usize,
    },
    /// It is of another request.
    #[error(
        "Reference “{reference}” was used for another request: {request} with account {account}, at {at}{made}. \
         Nothing was submitted. Use another reference for another request.",
        made = transaction.map_or_else(String::new, |id| format!(" in transaction {id}"))
    )]
    Used {
        /// The reference.
        reference: Box<str>,
        /// When it was used last.
        at: Box<str>,
        /// What it was used for.
        request: &'static str,
        /// The account of that request.
        account: AccountId,
        /// The last transaction that was made for it.
        transaction: Option<TransactionId>,
    },
    /// A transaction that was made for it may still be included.
    #[error(
        "Transaction {transaction}, which was made for reference “{reference}”, may still be included. Nothing was \
         submitted; try again later."
    )]
    Unsettled {
        /// The reference.
        reference: String,
        /// The transaction.
        transaction: TransactionId,
        /// Why no other transaction can be made for it.
        #[source]
        source: Cause,
    },
    /// The wallet was restored, and what its account has done since the backup is not known.
    #[error(
        "This wallet was restored from a backup of block {block}, and the transactions that account {account} has made \
         since are not known yet. References of the account are refused until they are. Nothing was submitted; sync \
         and try again."
    )]
    NotKnownYet {
        /// The account.
        account: AccountId,
        /// The block of the backup.
        block: u32,
        /// Why they are not known.
        #[source]
        source: Cause,
    },
}

impl ReferenceError {
    /// The class of the error, as the ABI numbers it.
    pub(super) fn code(&self) -> ErrorCode {
        match self {
            Self::Invalid { .. } => ErrorCode::InvalidParameter,
            Self::Used { .. } | Self::Unsettled { .. } | Self::NotKnownYet { .. } => {
                ErrorCode::TransactionSubmission
            }
        }
    }

    /// A stable name of the error, for programs.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Invalid { .. } => "invalid_reference",
            Self::Used { .. } => "reference_used",
            Self::Unsettled { .. } => "reference_unsettled",
            Self::NotKnownYet { .. } => "references_not_known_yet",
        }
    }
}
