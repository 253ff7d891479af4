//! Whether the node and the wallet fit each other.

use std::path::PathBuf;

use miden_client::account::AccountId;
use miden_client::block::BlockNumber;
use miden_client::rpc::{RpcError, RpcStatusInfo};
use miden_client::transaction::TransactionId;
use miden_client::{ClientError, Word};

use tracing::warn;

use crate::CLIENT_VERSION;
use crate::chain::endpoints::{release, same_release};
use crate::errors::{ErrorMapper, NodeError, Result, WalletError};
use crate::pending::Pending;
use crate::reader::Reader;
use crate::wallet::Wallet;

/// What a node that answers says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Connection {
    /// The version of the node's software.
    pub node_version: String,
    /// The newest block the node has.
    pub chain_tip: u32,
}

/// What a wallet can say of itself without asking anybody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WalletInfo {
    /// The name of the wallet's network.
    pub network: String,
    /// Where its node is.
    pub rpc_endpoint: String,
    /// The store's file.
    pub store_path: PathBuf,
    /// The block the wallet stands at.
    pub sync_height: u32,
    /// The genesis commitment of the network, known after the first sync.
    pub genesis_commitment: Option<Word>,
    /// How many accounts the wallet has.
    pub account_count: usize,
    /// The account that is meant where none is named.
    pub default_account: Option<AccountId>,
    /// Transactions of an earlier run that were about to be submitted, and of which the store does not know
    /// yet whether they were. The next sync or transaction settles them.
    pub unsettled_transactions: Vec<TransactionId>,
    /// The time of the newest block that is synced, in seconds since 1970. `None` if none is.
    pub newest_block_time: Option<u64>,
    /// When the store was restored from a backup, in seconds since 1970. `None` if it was not. An older build did not
    /// write the time of its restores; for those it is the time of a block.
    pub restored_at: Option<u64>,
}

impl Reader {
    /// Asks the node how it is.
    ///
    /// # Errors
    /// [`NodeError::Unreachable`] where no node answers, and [`NodeError::OfAnotherNetwork`] and
    /// [`NodeError::OfAnotherVersion`] where one answers that this wallet cannot work with.
    pub fn test_connection(&self) -> Pending<'_, Result<Connection>> {
        Box::pin(async move {
            let status = self.node.get_status_unversioned().await.map_err(|error| {
                let error = self.errors.node(error);
                if let NodeError::Unreachable { source, .. } = &error {
                    tracing::info!(%source, "no node answers");
                }
                error
            })?;
            self.compare(&status).await?;
            Ok(Connection { node_version: status.version, chain_tip: status.chain_tip })
        })
    }

    /// Turns an error of the client into the wallet's. Where a node refused the wallet without
    /// saying why, it is asked once more who it is.
    pub(crate) async fn explain(&self, error: ClientError) -> WalletError {
        let refused = matches!(
            &error,
            ClientError::RpcError(
                RpcError::AcceptHeaderError(_)
                    | RpcError::DeserializationError(_)
                    | RpcError::ExpectedDataMissing(_)
                    | RpcError::RequestError {
                        error_kind: miden_client::rpc::GrpcError::Unimplemented,
                        ..
                    }
            )
        );
        if refused
            && let Ok(status) = self.node.get_status_unversioned().await
            && let Err(reason) = self.compare(&status).await
        {
            return reason;
        }
        self.errors.client(error)
    }

    /// What the node has answered, or why it has not.
    pub(crate) async fn node_answered<T>(&self, answer: Result<T, RpcError>) -> Result<T> {
        match answer {
            Ok(answer) => Ok(answer),
            Err(error) => Err(self.explain(ClientError::RpcError(error)).await),
        }
    }

    async fn compare(&self, status: &RpcStatusInfo) -> Result<()> {
        let endpoint = || self.errors.endpoint.clone();
        if let (Some(expected), Some(found)) =
            (self.stored_genesis().await?, status.genesis_commitment)
            && expected != found
        {
            return Err(NodeError::OfAnotherNetwork {
                endpoint: endpoint(),
                expected: expected.to_hex(),
                found: found.to_hex(),
            }
            .into());
        }
        if !same_release(&status.version, CLIENT_VERSION) {
            return Err(NodeError::OfAnotherVersion {
                endpoint: endpoint(),
                expected: format!("{}.x", release(CLIENT_VERSION)),
                found: status.version.clone(),
            }
            .into());
        }
        Ok(())
    }

    pub(crate) async fn stored_genesis(&self) -> Result<Option<Word>> {
        let genesis = self
            .store
            .get_block_header_by_num(BlockNumber::GENESIS)
            .await
            .map_err(ErrorMapper::store)?;
        Ok(genesis.map(|(header, _)| header.commitment()))
    }
}

impl Wallet {
    /// What the wallet can say of itself. Reads the store and the journal alone. Where the journal cannot be read, no
    /// transaction of it is named: reads go on, and the next sync or transaction says what is wrong.
    ///
    /// # Errors
    /// [`WalletError::Store`].
    pub fn info(&self) -> Pending<'_, Result<WalletInfo>> {
        Box::pin(async move {
            let accounts = self.store.get_account_ids().await.map_err(ErrorMapper::store)?;
            let sync_height = self.store.get_sync_height().await.map_err(ErrorMapper::store)?;
            Ok(WalletInfo {
                network: self.network.name().to_owned(),
                rpc_endpoint: self.errors.endpoint.clone(),
                store_path: self.original_store().to_owned(),
                sync_height: sync_height.as_u32(),
                genesis_commitment: self.stored_genesis().await?,
                account_count: accounts.len(),
                default_account: self.default_account().await?,
                unsettled_transactions: self.unsettled_transactions().await,
                newest_block_time: self.newest_block_time().await?,
                restored_at: self.restored_at().await?,
            })
        })
    }

    async fn unsettled_transactions(&self) -> Vec<TransactionId> {
        let left_over = self.journal.left_over().await;
        left_over.unwrap_or_else(|error| {
            let causes = error.causes();
            warn!(%error, ?causes, "whether transactions are left to be settled is not known");
            Vec::new()
        })
    }
}
