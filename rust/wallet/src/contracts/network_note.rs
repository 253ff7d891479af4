//! What the network makes of notes for accounts that it drives itself.

use miden_client::note::NoteId;
use miden_client::rpc::{GrpcError, NetworkNoteStatus, RpcError};

use crate::configuration::Network;
use crate::errors::{ContractError, NodeError, Result, WalletError};
use crate::pending::Pending;
use crate::reader::Reader;

/// How far a note for a network account has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NetworkNoteStage {
    /// It waits, perhaps for another attempt.
    Pending,
    /// A transaction that consumes it is on its way.
    Processing,
    /// It has failed too often and is not tried again.
    Discarded,
    /// It is consumed.
    Consumed,
}

/// A note for a network account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetworkNote {
    /// How far it has come.
    pub stage: NetworkNoteStage,
    /// How often it was tried.
    pub attempts: u32,
    /// At which block it was tried last.
    pub last_attempt_block: Option<u32>,
    /// What went wrong then.
    pub last_error: Option<String>,
}

impl Reader {
    /// Asks the node what has become of a note for a network account.
    ///
    /// # Errors
    /// [`ContractError::NotANetworkNote`], [`ContractError::NoNetworkTransactions`], [`WalletError::Unsupported`] on an embedded chain, what a
    /// failed call of the node means.
    pub fn network_note(&self, note: NoteId) -> Pending<'_, Result<NetworkNote>> {
        Box::pin(async move {
            if matches!(self.network, Network::Embedded { .. }) {
                return Err(WalletError::Unsupported {
                    what:
                        "The embedded chain drives no accounts itself, and so it has no status of \
                           notes for them."
                            .to_owned(),
                });
            }
            let status = match self.node.get_network_note_status(note).await {
                Ok(status) => status,
                Err(
                    error @ RpcError::RequestError {
                        error_kind: GrpcError::NotFound | GrpcError::InvalidArgument,
                        ..
                    },
                ) => {
                    return Err(
                        ContractError::NotANetworkNote { note, source: error.into() }.into()
                    );
                }
                Err(error) => return Err(self.no_network_note(note, error).await),
            };
            Ok(NetworkNote {
                stage: match status.status {
                    NetworkNoteStatus::Pending => NetworkNoteStage::Pending,
                    NetworkNoteStatus::NullifierInflight => NetworkNoteStage::Processing,
                    NetworkNoteStatus::Discarded => NetworkNoteStage::Discarded,
                    NetworkNoteStatus::NullifierCommitted => NetworkNoteStage::Consumed,
                },
                attempts: status.attempt_count,
                last_attempt_block: status.last_attempt_block_num,
                last_error: status.last_error,
            })
        })
    }

    /// A node that cannot ask its builder of network transactions says what one says that is out of reach itself.
    async fn no_network_note(&self, note: NoteId, error: RpcError) -> WalletError {
        let failed = self.errors.node(error);
        let is_unreachable = matches!(failed, NodeError::Unreachable { .. });
        if is_unreachable && self.node.get_block_header_by_number(None, false).await.is_ok() {
            return ContractError::NoNetworkTransactions { note, source: failed.into() }.into();
        }
        failed.into()
    }
}
