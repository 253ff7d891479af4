//! The published client's requests, as all transactions of a wallet make them.

use miden_client::note::Note;
use miden_client::transaction::{TransactionRequest, TransactionRequestBuilder};

use crate::chain::expiration::EXPIRATION_BLOCKS;
use crate::errors::{Result, WalletError};

/// What every transaction of a wallet begins with.
pub(crate) fn request_builder() -> TransactionRequestBuilder {
    TransactionRequestBuilder::new().expiration_delta(EXPIRATION_BLOCKS)
}

/// The request to consume notes.
pub(super) fn consume_request(notes: Vec<Note>) -> Result<TransactionRequest> {
    built(request_builder().build_consume_notes(notes))
}

pub(crate) fn built<E>(request: Result<TransactionRequest, E>) -> Result<TransactionRequest>
where
    E: std::error::Error + Send + Sync + 'static,
{
    request.map_err(|error| WalletError::Execution { source: error.into() })
}
