//! The chain's faucets: what a test network's faucet is to its users.

use std::any::Any;

use miden_client::account::AccountId;
use miden_client::note::{Note, NoteTag, NoteType};
use miden_client::transaction::{RawOutputNote, TransactionResult};

use super::EmbeddedChain;
use crate::chain::network::Connected;
use crate::configuration::{Network, WalletConfiguration};
use crate::errors::{Result, WalletError};
use crate::fail_points::FailPoints;
use crate::keys::keystore::KeySource;
use crate::notes::screening::NoteScriptBudget;
use crate::pending::Pending;
use crate::store::lock::StoreLock;
use crate::transactions::payment::fungible;
use crate::transactions::pipeline::BeforeSubmit;
use crate::transactions::request::request_builder;
use crate::transactions::{Minted, Token};
use crate::wallet::Wallet;

impl EmbeddedChain {
    /// Mints an amount in base units for an account. The faucet's transaction is proven as the
    /// chain demands, and is in a block when this returns. The note comes with it: of a private one
    /// the chain has only a commitment.
    ///
    /// # Errors
    /// [`WalletError::InvalidAmount`] and the ways in which a transaction fails.
    pub fn mint<'a>(
        &'a self,
        receiver: AccountId,
        token: Token,
        amount: u64,
        note_type: NoteType,
        before_submit: BeforeSubmit<'a>,
    ) -> Pending<'a, Result<(Minted, Note)>> {
        Box::pin(async move {
            let wallet = self.faucet_wallet().await?;
            let faucet = self.faucet_id(token);
            let asset = fungible(faucet, amount)?;
            let _turn = wallet.begin(faucet).await?;
            let mut client = wallet.client_for(faucet).await?;
            let request = request_builder()
                .build_mint_fungible_asset(asset, receiver, note_type, client.rng())
                .map_err(|error| WalletError::Execution { source: error.into() })?;
            let (sent, executed) =
                wallet.complete(client, faucet, request, None, None, before_submit).await?;
            let note = created_note(&executed, receiver)?;
            Ok((Minted { sent, note: note.id(), faucet }, note))
        })
    }

    /// The faucet of a token.
    #[must_use]
    pub fn faucet_id(&self, token: Token) -> AccountId {
        let index = match token {
            Token::Miden => 0,
            Token::Tok => 1,
        };
        self.state.identity.faucets[index].account().id()
    }

    /// The faucets are accounts of a wallet like any other, with a store beside the chain.
    pub(crate) async fn faucet_wallet(&self) -> Result<&Wallet> {
        let open = || async {
            let wallet: Box<dyn Any + Send + Sync> = Box::new(self.open_faucet_wallet().await?);
            Ok(wallet)
        };
        let wallet: Result<_> = self.faucet.get_or_try_init(open).await;
        wallet?.downcast_ref().ok_or_else(|| WalletError::internal("the faucets have no wallet"))
    }

    async fn open_faucet_wallet(&self) -> Result<Wallet> {
        let folder = self.directory.join("faucet");
        let configuration = WalletConfiguration {
            network: Network::Embedded {
                chain_directory: self.directory.clone(),
                dummy_proofs: self.proofs() == super::Proofs::Dummy,
                verification_base_fee: 0,
                node_version: None,
                submission_delay: std::time::Duration::ZERO,
                sync_delay: std::time::Duration::ZERO,
                note_transport_is_down: false,
            },
            store_path: folder.join("store.sqlite3"),
            keystore_path: folder.join("keystore"),
            keys: KeySource::key_file(folder.join("keystore.key")),
            node_call_timeout: WalletConfiguration::NODE_CALL_TIMEOUT,
            note_scripts: NoteScriptBudget::default(),
            prover_threads: 0,
            concurrent_proofs: std::num::NonZeroUsize::MIN,
            proof_memory: crate::ProofMemory::default(),
            prover: crate::ProverChoice::Local,
            note_transport: crate::NoteTransport::None,
            on_prover_thread_start: || {},
        };
        let lock = StoreLock::take(&configuration.store_path)?;
        // What a wallet is told to fail at is not meant for the faucet.
        let none = FailPoints::default();
        let connected = Connected::to_node_of(self, &configuration, &none)?;
        let wallet = Wallet::open_connected(configuration, connected, lock, none).await?;
        if wallet.accounts().await?.is_empty() {
            for faucet in &self.state.identity.faucets {
                wallet.import_account(&faucet.to_bytes()).await?;
            }
        }
        // What was minted by an earlier process is on the chain already.
        wallet.sync().await?;
        Ok(wallet)
    }
}

/// The note that was minted: the other notes of a transaction pay its fee and have no receiver.
fn created_note(executed: &TransactionResult, receiver: AccountId) -> Result<Note> {
    let tag = NoteTag::with_account_target(receiver);
    executed
        .created_notes()
        .iter()
        .find_map(|note| match note {
            RawOutputNote::Full(note) if note.metadata().tag() == tag => Some(note.clone()),
            _ => None,
        })
        .ok_or_else(|| WalletError::internal("the transaction made no note for the receiver"))
}
