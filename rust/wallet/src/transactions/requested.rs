//! A request, and whose code it runs.

use std::ops::Deref;

use miden_client::transaction::TransactionRequest;

use super::Draft;

/// A request that is to be executed.
#[derive(Debug, Clone)]
pub(crate) struct Requested {
    pub(super) request: TransactionRequest,
    /// Whether a stranger wrote it.
    pub(super) is_of_stranger: bool,
}

impl Requested {
    /// The request of a draft.
    pub(super) fn of(request: TransactionRequest, draft: &Draft) -> Self {
        Self { request, is_of_stranger: matches!(draft, Draft::Serialized(_)) }
    }
}

impl From<TransactionRequest> for Requested {
    /// A request of this wallet's own.
    fn from(request: TransactionRequest) -> Self {
        Self { request, is_of_stranger: false }
    }
}

impl Deref for Requested {
    type Target = TransactionRequest;

    fn deref(&self) -> &TransactionRequest {
        &self.request
    }
}
