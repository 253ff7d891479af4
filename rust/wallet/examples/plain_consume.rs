//! `plain_consume real|dummy` consumes notes by miden-client's own calls, with nothing of the SDK
//! around them: what the SDK's `consume` is compared with.
//!
//! For each line on its input it mints a note on an embedded chain, syncs, and answers with the
//! nanoseconds that consuming it took: execute, prove, submit, apply.

use std::error::Error;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use miden_client::Client;
use miden_client::account::AccountType;
use miden_client::builder::ClientBuilder;
use miden_client::keystore::{FilesystemKeyStore, Keystore};
use miden_client::note::{Note, NoteId, NoteType};
use miden_client::store::{NoteFilter, Store};
use miden_client::transaction::{LocalTransactionProver, TransactionRequestBuilder};
use miden_client_sqlite_store::SqliteStore;
use miden_swift_wallet::embedded::{ChainOptions, EmbeddedChain, NodeTraits, Proofs};
use miden_swift_wallet::{AccountId, AccountSecret, SignatureScheme, Token};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// The seed of the account the SDK's benchmark uses too.
const SEED: [u8; 32] = [7; 32];
/// The SDK's, so that both stores remember as much.
const EXPIRATION_BLOCKS: u16 = 128;

struct Plain {
    chain: Arc<EmbeddedChain>,
    client: Client<FilesystemKeyStore>,
    store: Arc<dyn Store>,
    account: AccountId,
}

impl Plain {
    async fn open(folder: &Path, proofs: Proofs) -> Outcome<Self> {
        let options = ChainOptions { proofs, ..ChainOptions::default() };
        let chain = EmbeddedChain::open(&folder.join("chain"), &options)?;
        let store: Arc<dyn Store> = Arc::new(SqliteStore::new(folder.join("store.sqlite3")).await?);
        let keystore = Arc::new(FilesystemKeyStore::new(folder.join("keystore"))?);
        let mut client = ClientBuilder::new()
            .rpc(chain.node(NodeTraits::default()))
            .store(store.clone())
            .authenticator(keystore.clone())
            .tx_discard_delta(Some(u32::from(EXPIRATION_BLOCKS)))
            .build()
            .await?;
        let AccountSecret { account, key } =
            AccountSecret::derive(&SEED, SignatureScheme::default(), AccountType::Public)?;
        keystore.add_key(&key, account.id()).await?;
        client.add_account(&account, false).await?;
        client.sync_state().await?;
        Ok(Self { chain, client, store, account: account.id() })
    }

    async fn paid_note(&mut self) -> Outcome<NoteId> {
        let mint =
            self.chain.mint(self.account, Token::Miden, 1_000, NoteType::Public, Box::new(|_| {}));
        let (minted, _) = mint.await?;
        self.client.sync_state().await?;
        Ok(minted.note)
    }

    async fn consume(&mut self, note: NoteId) -> Outcome<()> {
        let records = self.store.get_input_notes(NoteFilter::List(vec![note])).await?;
        let record = records.into_iter().next().ok_or("the note is not in the store")?;
        let note: Note = record.try_into()?;
        let request = TransactionRequestBuilder::new()
            .expiration_delta(EXPIRATION_BLOCKS)
            .build_consume_notes(vec![note])?;
        let executed = self.client.execute_transaction(self.account, request).await?;
        let proven = match self.chain.proofs() {
            Proofs::Real => self.client.prove_transaction(&executed).await?,
            Proofs::Dummy => LocalTransactionProver::default()
                .prove_dummy(executed.executed_transaction().clone())?,
        };
        let height = self.client.submit_proven_transaction(proven, &executed).await?;
        self.client.apply_transaction(&executed, height).await?;
        Ok(())
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome<()> {
    let proofs = match std::env::args().nth(1).as_deref() {
        Some("real") => Proofs::Real,
        Some("dummy") => Proofs::Dummy,
        _ => return Err("usage: plain_consume real|dummy".into()),
    };
    let folder = tempfile::tempdir()?;
    let mut plain = Plain::open(folder.path(), proofs).await?;
    for line in io::stdin().lock().lines() {
        line?;
        let note = plain.paid_note().await?;
        let begun = Instant::now();
        plain.consume(note).await?;
        println!("{{\"nanoseconds\": {}}}", begun.elapsed().as_nanos());
        io::stdout().flush()?;
    }
    Ok(())
}
