//! What can go wrong with code in bytes that somebody else made.

use miden_client::utils::DeserializationError;
use thiserror::Error;

use super::{Cause, ErrorCode};

/// Why the code in bytes is not decoded.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ForeignCodeError {
    /// It would take too much of this machine.
    #[error("These bytes hold code that exceeds the limit of {limit}. It was not read.")]
    TooLarge {
        /// What it exceeds.
        limit: String,
    },
    /// It is in no form that is written.
    #[error("These bytes hold code in a form that no compiler or wallet writes. It was not read.")]
    Malformed {
        /// What is wrong with it.
        #[source]
        source: Cause,
    },
}

impl From<DeserializationError> for ForeignCodeError {
    fn from(error: DeserializationError) -> Self {
        Self::Malformed { source: error.into() }
    }
}

impl ForeignCodeError {
    /// The class of the error, as the ABI numbers it.
    pub(super) const CODE: ErrorCode = ErrorCode::InvalidParameter;

    /// A stable name of the error, for programs.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::TooLarge { .. } => "code_too_large",
            Self::Malformed { .. } => "code_malformed",
        }
    }
}
