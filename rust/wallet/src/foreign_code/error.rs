//! Why code in bytes is not decoded.

use miden_client::utils::DeserializationError;
use thiserror::Error;

use crate::errors::Cause;

/// Why the code in bytes is not decoded.
#[derive(Debug, Error)]
pub(crate) enum ForeignCodeError {
    /// It would take too much of this machine.
    #[error("they hold code that exceeds the limit of {limit}")]
    TooLarge {
        /// What it exceeds.
        limit: String,
    },
    /// It is in no form that is written.
    #[error("they hold code in a form that no compiler or wallet writes")]
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
