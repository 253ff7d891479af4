//! A request, and whose code it runs.

use std::ops::Deref;

use miden_client::account::AccountId;
use miden_client::transaction::TransactionRequest;

use super::{Draft, Effects};
use crate::contracts::Script;
use crate::errors::{ContractError, Result};

/// A request that is to be executed.
#[derive(Debug, Clone)]
pub(crate) struct Requested {
    pub(super) request: TransactionRequest,
    /// Whether a stranger wrote it.
    pub(super) is_of_stranger: bool,
    /// Whether it is refused if it would do nothing but pay its fee.
    pub(super) requires_change: bool,
    /// Whether its script calls procedures, and leaves their results. Other code can leave what looks like them.
    pub(super) makes_calls: bool,
}

impl Requested {
    /// The request of a draft.
    pub(super) fn of(request: TransactionRequest, draft: &Draft) -> Self {
        let is_of_stranger = matches!(draft, Draft::Serialized(_));
        let makes_calls = matches!(
            draft,
            Draft::Custom(custom) if matches!(custom.script, Some(Script::Calls(_)))
        );
        Self { request, is_of_stranger, requires_change: false, makes_calls }
    }

    /// Refuses effects that are none, if the request has to have some.
    pub(super) fn require_change(&self, account: AccountId, effects: &Effects) -> Result<()> {
        if self.requires_change && effects.are_none() {
            return Err(ContractError::ChangesNothing { account, source: None }.into());
        }
        Ok(())
    }
}

impl From<TransactionRequest> for Requested {
    /// A request of this wallet's own.
    fn from(request: TransactionRequest) -> Self {
        Self { request, is_of_stranger: false, requires_change: false, makes_calls: false }
    }
}

impl Deref for Requested {
    type Target = TransactionRequest;

    fn deref(&self) -> &TransactionRequest {
        &self.request
    }
}
