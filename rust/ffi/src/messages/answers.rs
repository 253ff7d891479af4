//! What the caller answers to a question.

use serde::{Deserialize, Serialize};

/// A signature.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignatureAnswer {
    #[serde(with = "super::base64")]
    pub(crate) signature: Vec<u8>,
}

/// Why there is none.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FailureAnswer {
    pub(crate) message: String,
}
