//! A network without a network: a chain inside this process, for demonstrations and tests.
//!
//! It answers as a node does, verifies the proofs it is given, makes a block for each transaction,
//! and is saved after each, so that the next process meets the same chain. A library that is
//! shipped does not have it.

mod chain;
mod faucet;
mod genesis;
mod node;
mod options;
mod saved;
mod test_signer;
#[cfg(test)]
mod tests;
mod transactions;
mod transport;

use std::any::Any;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use miden_client::note::NoteTag;
use miden_client::rpc::NodeRpcClient;
use tokio::sync::OnceCell;

use crate::errors::{Result, StoreError, WalletError};
use crate::notes::delivery::entries::EntryLimits;
use crate::notes::delivery::{GuardedTransport, RawNoteTransport};
use crate::store::lock::StoreLock;
use crate::store::private_files;

#[cfg(test)]
pub(crate) use options::FalseAnswer;
pub use options::{ChainOptions, NodeTraits, Proofs};
pub use test_signer::test_signature;

/// A chain inside this process. Wallets that name the same folder share it.
pub struct EmbeddedChain {
    state: Arc<chain::ChainState>,
    directory: PathBuf,
    transport: Arc<transport::EmbeddedTransport>,
    /// The wallet of the faucets, without its type: a wallet holds its chain.
    faucet: OnceCell<Box<dyn Any + Send + Sync>>,
    _lock: StoreLock,
}

impl EmbeddedChain {
    /// Opens the chain kept in a folder, or makes one there. `options` settle what a new chain is
    /// like; of one that exists they have to say the same.
    ///
    /// # Errors
    /// [`StoreError::InUse`] where another process has it, [`StoreError::Unusable`],
    /// [`WalletError::Unsupported`] where the chain that exists is another kind than `options` ask.
    pub fn open(directory: &Path, options: &ChainOptions) -> Result<Arc<Self>> {
        // A chain has one owner, and wallets of one process have to meet on it.
        static OPEN: Mutex<Option<HashMap<PathBuf, Weak<EmbeddedChain>>>> = Mutex::new(None);
        let unusable = |error: std::io::Error| {
            WalletError::Store(StoreError::unusable(directory.join("chain.bin"), error))
        };
        private_files::make_folder(directory).map_err(unusable)?;
        let directory = directory.canonicalize().map_err(unusable)?;
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        let open = open.get_or_insert_default();
        if let Some(chain) = open.get(&directory).and_then(Weak::upgrade) {
            chain.state.require(options)?;
            return Ok(chain);
        }
        let chain = Arc::new(Self::load(directory.clone(), options)?);
        open.insert(directory, Arc::downgrade(&chain));
        Ok(chain)
    }

    fn load(directory: PathBuf, options: &ChainOptions) -> Result<Self> {
        let file = directory.join("chain.bin");
        let lock = StoreLock::take(&file)?;
        let saved = if file.exists() {
            saved::SavedChain::read(&file)?
        } else {
            // The faucets' store belongs to a chain that is gone.
            let _ = std::fs::remove_dir_all(directory.join("faucet"));
            genesis::make(options)?
        };
        let state = chain::ChainState::new(saved, file);
        state.require(options)?;
        state.save()?;
        let transport = Arc::new(transport::EmbeddedTransport::open(&directory, state.genesis())?);
        Ok(Self {
            state: Arc::new(state),
            transport,
            directory,
            faucet: OnceCell::new(),
            _lock: lock,
        })
    }

    /// A node of this chain, for one wallet.
    #[must_use]
    pub fn node(&self, traits: NodeTraits) -> Arc<dyn NodeRpcClient> {
        Arc::new(node::EmbeddedNode::new(self.state.clone(), traits))
    }

    /// What carries private notes between the chain's wallets, for one of them.
    pub(crate) fn note_transport(&self, traits: &NodeTraits) -> Arc<GuardedTransport> {
        let transport: Arc<dyn RawNoteTransport> = if traits.note_transport_is_down {
            Arc::new(transport::UnreachableTransport)
        } else {
            self.transport.clone()
        };
        Arc::new(GuardedTransport::new(transport, EntryLimits::default()))
    }

    /// Has the note transport carry entries, whatever their bytes are, to the wallets that ask for a tag.
    ///
    /// # Errors
    /// [`WalletError::Internal`] if they cannot be saved.
    pub fn carry_entries(&self, tag: NoteTag, entries: Vec<Vec<u8>>) -> Result<()> {
        self.transport.carry(tag, entries).map_err(WalletError::internal)
    }

    /// What the chain takes for a proof.
    #[must_use]
    pub fn proofs(&self) -> Proofs {
        self.state.proofs()
    }

    /// Has the chain take new accounts by invitation only, from now on.
    #[cfg(test)]
    pub(crate) fn enforce_allowlist(&self) {
        self.state.api.enforce_account_allowlist();
    }

    /// Gives out an invitation code.
    #[cfg(test)]
    pub(crate) fn invite(&self, code: &str) {
        self.state.api.add_invitation_code(code);
    }

    /// Makes blocks without transactions.
    ///
    /// # Errors
    /// [`WalletError::Internal`].
    pub fn advance(&self, blocks: u32) -> Result<()> {
        self.state.advance(blocks)
    }
}
