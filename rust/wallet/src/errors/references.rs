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
    /// The wallet was restored or the account taken in, and what the account has done elsewhere is not known. Not to be
    /// retried blindly: once references are accepted, a request that was carried out elsewhere is carried out again.
    #[error(
        "Nothing was submitted: account {account} may have made this payment {origin}. References of the account wait until \
         this wallet knows all that it has done elsewhere. Sync, and look for the payment with `miden-cli transactions \
         --account {account} --list`, which marks with * what was made elsewhere. After the wait the same request is paid \
         again, whether it was made before or not.",
        origin = origin.when(*block)
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
    Backup,
    /// By a mnemonic, a seed, a file or a key.
    TakenIn,
}

impl AccountSource {
    fn when(self, block: u32) -> String {
        match (self, block) {
            (Self::Backup, _) => format!("after the backup of block {block}"),
            (Self::TakenIn, 0) => "before this wallet took it in".to_owned(),
            (Self::TakenIn, _) => format!("before this wallet took it in at block {block}"),
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
