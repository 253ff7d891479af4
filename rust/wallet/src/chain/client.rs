//! The published client of a wallet's parts.

use std::sync::Arc;

use miden_client::builder::ClientBuilder;
use miden_client::rpc::NodeRpcClient;
use miden_client::store::Store;
use miden_client::{Client, ClientError};

use crate::chain::expiration::EXPIRATION_BLOCKS;
use crate::keys::signing::Authenticator;
use crate::notes::delivery::{GuardedTransport, HoldingTransport};

pub(crate) type WalletClient = Client<Authenticator>;

/// A client of a wallet's parts. Without an authenticator nothing that it executes can ask for a signature.
pub(crate) async fn client_of(
    node: &Arc<dyn NodeRpcClient>,
    store: &Arc<dyn Store>,
    authenticator: Option<&Arc<Authenticator>>,
    transport: Option<&Arc<GuardedTransport>>,
) -> Result<WalletClient, ClientError> {
    let mut builder = ClientBuilder::new();
    if let Some(transport) = transport {
        let transport = HoldingTransport::new(transport.clone(), store.clone());
        builder = builder.note_transport(Arc::new(transport));
    }
    if let Some(authenticator) = authenticator {
        builder = builder.authenticator(authenticator.clone());
    }
    builder
        .rpc(node.clone())
        .store(store.clone())
        .tx_discard_delta(Some(u32::from(EXPIRATION_BLOCKS)))
        .build()
        .await
}
