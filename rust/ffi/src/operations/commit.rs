//! The point from which on a request is carried out to its end.

use std::sync::{Arc, OnceLock};

use miden_swift_runtime::Context;
use miden_swift_wallet::TransactionId;

use super::{Commit, Properties};

/// What a request is carried out to its end with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Committed {
    /// It submits a transaction.
    Transaction(TransactionId),
    /// It writes an account, or uses an invitation.
    Write,
}

/// Whether a request has committed, and to what. Its job and its caller share it.
#[derive(Clone)]
pub(crate) struct CommitState(Option<Arc<OnceLock<Committed>>>);

impl CommitState {
    /// That of a new request. An operation that never commits needs no memory for it.
    pub(crate) fn new(properties: &Properties) -> Self {
        Self((properties.commit != Commit::Never).then(Arc::default))
    }

    pub(super) fn set(&self, committed: Committed) {
        if let Some(state) = &self.0 {
            // It is set once: a request makes one transaction.
            let _ = state.set(committed);
        }
    }

    pub(super) fn get(&self) -> Option<Committed> {
        self.0.as_ref().and_then(|state| state.get()).copied()
    }

    /// The transaction it submitted.
    pub(super) fn transaction(&self) -> Option<TransactionId> {
        match self.get()? {
            Committed::Transaction(transaction) => Some(transaction),
            Committed::Write => None,
        }
    }
}

/// Tells the runtime and the caller that a request has committed.
#[derive(Clone)]
pub(super) struct CommitPoint {
    pub(super) context: Context,
    pub(super) state: CommitState,
}

impl CommitPoint {
    /// Commits. The state is first: a caller that is told that its request will complete is told with what.
    pub(super) fn pass(&self, committed: Committed) {
        self.state.set(committed);
        self.context.point_of_no_return();
    }
}
