//! What the reads of a wallet use.

use std::path::PathBuf;
use std::sync::Arc;

use miden_client::rpc::NodeRpcClient;
use miden_client::store::Store;

use crate::accounts::kinds::AccountKinds;
use crate::configuration::Network;
use crate::errors::ErrorMapper;
use crate::history::History;
use crate::tokens::cache::TokenCache;

/// The store of a wallet, what is derived from it, and the node. Its operations take neither the client nor a lock of
/// accounts, so they wait for no transaction and no sync.
pub struct Reader {
    pub(crate) network: Network,
    pub(crate) store_path: PathBuf,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) node: Arc<dyn NodeRpcClient>,
    pub(crate) tokens: TokenCache,
    pub(crate) account_kinds: AccountKinds,
    pub(crate) history: History,
    pub(crate) errors: ErrorMapper,
}
