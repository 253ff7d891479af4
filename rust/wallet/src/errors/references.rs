//! What can go wrong with the reference of a request.

use miden_client::account::AccountId;
use miden_client::transaction::TransactionId;
use thiserror::Error;

use super::{Cause, ErrorCode};
use crate::unix_time::rfc_3339_text;

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
    /// The wallet was restored or the account taken in, and what the account has done elsewhere is not known. Not to be
    /// retried blindly: once references are accepted, a request that was carried out elsewhere is carried out again.
    #[error(
        "{first}, and this wallet does not know yet all transactions that the account has made elsewhere. It refuses \
         references of the account until its history has them all. Nothing was submitted. The history does not say for which reference such a transaction was made, so after the \
         wait the same request is carried out again. Before you use a reference again, sync and look for its payment with \
         `miden-cli transactions --account {account}{from}`, or it may be paid twice.",
        first = origin.sentence(*account, *block),
        from = origin.option()
    )]
    NotKnownYet {
        /// The account.
        account: AccountId,
        /// The block of the backup, or the one that the wallet had synced.
        block: u32,
        /// How the account has come into this wallet.
        origin: AccountSource,
        /// Why they are not known.
        #[source]
        source: Cause,
    },
}

/// How an account has come into a wallet that does not know yet what it has done elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountSource {
    /// With the backup that the wallet was restored from.
    Backup {
        /// The time of the backup's block, in seconds since 1970, if it is known.
        time: Option<u64>,
    },
    /// By a mnemonic, a seed, a file or a key.
    TakenIn,
}

impl AccountSource {
    fn sentence(self, account: AccountId, block: u32) -> String {
        match self {
            Self::Backup { .. } => {
                format!(
                    "This wallet was restored from a backup of block {block} with account {account}"
                )
            }
            Self::TakenIn => format!("This wallet took in account {account} at block {block}"),
        }
    }

    /// What the command that lists the transactions takes besides the account.
    fn option(self) -> String {
        match self {
            Self::Backup { time: Some(time) } => format!(" --from {}", rfc_3339_text(time)),
            Self::Backup { time: None } | Self::TakenIn => String::new(),
        }
    }
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
