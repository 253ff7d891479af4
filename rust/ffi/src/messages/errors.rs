//! What went wrong.

use miden_swift_wallet::{TransactionId, WalletError};
use serde::{Deserialize, Serialize};

use crate::codes;

/// An error as it crosses.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct ErrorMessage {
    pub(crate) code: i32,
    pub(crate) kind: String,
    message: String,
    causes: Vec<String>,
    retryable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    transaction_id: Option<String>,
    /// The code of the assertion that failed, in decimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    assertion_code: Option<Box<str>>,
    /// The place of the call that failed among those of a transaction, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    failed_call: Option<u8>,
}

impl From<WalletError> for ErrorMessage {
    fn from(error: WalletError) -> Self {
        Self::from(&error)
    }
}

impl From<&WalletError> for ErrorMessage {
    fn from(error: &WalletError) -> Self {
        Self {
            code: error.code() as i32,
            kind: error.kind().to_owned(),
            message: error.to_string(),
            causes: error.causes(),
            retryable: error.is_retryable(),
            transaction_id: error.transaction().map(|transaction| transaction.to_hex()),
            assertion_code: error.assertion_code().map(|code| code.to_string().into()),
            // There are at most 32.
            failed_call: error.failed_call().and_then(|place| u8::try_from(place).ok()),
        }
    }
}

impl ErrorMessage {
    fn new(code: i32, kind: &str, message: impl Into<String>, retryable: bool) -> Self {
        Self {
            code,
            kind: kind.to_owned(),
            message: message.into(),
            causes: Vec::new(),
            retryable,
            transaction_id: None,
            assertion_code: None,
            failed_call: None,
        }
    }

    /// The same, where what is wrong was given as an argument.
    pub(crate) fn of_an_argument(self) -> Self {
        Self { code: codes::WC_INVALID_PARAMETER, ..self }
    }

    pub(crate) fn invalid_parameter(message: impl Into<String>) -> Self {
        Self::new(codes::WC_INVALID_PARAMETER, "invalid_parameter", message, false)
    }

    /// The number is of no operation, or of one that was removed.
    pub(crate) fn unsupported_operation(number: u32) -> Self {
        Self::new(
            codes::WC_INVALID_PARAMETER,
            "unsupported_operation",
            format!("There is no operation {number}."),
            false,
        )
    }

    pub(crate) fn cancelled() -> Self {
        Self::new(
            codes::WC_CANCELLED,
            "cancelled",
            "The operation was cancelled. Nothing was submitted.",
            false,
        )
    }

    pub(crate) fn timed_out() -> Self {
        Self::new(
            codes::WC_TIMED_OUT,
            "timed_out",
            "The time allowed has passed. The operation was cancelled; nothing was submitted.",
            true,
        )
    }

    /// The worker has not said what has come of it: it may be past its point of no return by now.
    pub(crate) fn timed_out_unanswered() -> Self {
        Self::new(
            codes::WC_TIMED_OUT,
            "timed_out_unanswered",
            "The time allowed has passed, and the wallet did not say in time what has come of the operation. \
             It was told to stop. A transaction may have been submitted all the same: sync before you try \
             again.",
            false,
        )
    }

    pub(crate) fn timed_out_while_writing() -> Self {
        Self::new(
            codes::WC_TIMED_OUT,
            "timed_out_while_writing",
            "The time allowed has passed. What the operation does had begun already and goes on in the \
             background.",
            false,
        )
    }

    pub(crate) fn timed_out_after_submission(transaction: TransactionId) -> Self {
        Self {
            transaction_id: Some(transaction.to_hex()),
            ..Self::new(
                codes::WC_TIMED_OUT,
                "timed_out_after_submission",
                "The time allowed has passed. The transaction cannot be stopped any more and goes on in \
                 the background: the wallet's transactions show it once it is submitted, and the log says so if \
                 it fails.",
                false,
            )
        }
    }

    pub(crate) fn closed() -> Self {
        Self::new(
            codes::WC_INVALID_HANDLE,
            "closed",
            "The wallet was closed before the operation was done.",
            false,
        )
    }

    /// Who takes this for a failure and tries again has two accounts.
    pub(crate) fn closed_while_writing() -> Self {
        Self::new(
            codes::WC_INVALID_HANDLE,
            "closed_while_writing",
            "The wallet was closed before the operation was done. What it does had begun already: open the \
             wallet again and see what has come of it.",
            false,
        )
    }

    /// Who takes this for a failure and tries again pays twice.
    pub(crate) fn closed_after_submission(transaction: TransactionId) -> Self {
        Self {
            transaction_id: Some(transaction.to_hex()),
            ..Self::new(
                codes::WC_INVALID_HANDLE,
                "closed_after_submission",
                "The wallet was closed while the transaction was on its way to the network, and what \
                 became of it is not known yet. Open the wallet again and sync, which finds out; do \
                 not make the transaction again before.",
                false,
            )
        }
    }

    pub(crate) fn panicked(panic: String) -> Self {
        Self {
            causes: vec![panic],
            ..Self::new(
                codes::WC_INTERNAL,
                "panicked",
                "Something unexpected went wrong inside the wallet.",
                false,
            )
        }
    }

    /// What every later call says as well: who takes this for a failure and tries again pays twice.
    pub(crate) fn panicked_after_submission(transaction: TransactionId, panic: String) -> Self {
        Self { causes: vec![panic], ..(&WalletError::WalletPoisoned { transaction }).into() }
    }

    pub(crate) fn read_only() -> Self {
        Self::new(
            codes::WC_UNSUPPORTED,
            "unsupported",
            "The wallet was opened read-only, on a copy of its store. It answers what only reads the store. \
             Open it without that for everything else.",
            false,
        )
    }

    pub(crate) fn would_deadlock() -> Self {
        Self::new(
            codes::WC_WOULD_DEADLOCK,
            "would_deadlock",
            "A blocking call cannot be made from a completion callback: it would wait for itself. \
             Use the asynchronous one.",
            false,
        )
    }

    pub(crate) fn queue_full() -> Self {
        Self::new(
            codes::WC_QUEUE_FULL,
            "queue_full",
            "The wallet has 256 requests waiting already. Try again when some are done.",
            true,
        )
    }

    pub(crate) fn to_json(&self) -> Vec<u8> {
        // Strings and integers alone: there is nothing in it that could not be written.
        serde_json::to_vec(self).unwrap_or_default()
    }
}
