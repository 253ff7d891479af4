//! Transactions that would make a note which exists already, and those that may look so.
#![allow(clippy::large_futures, reason = "a test's thread has the room")]

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use miden_client::account::AccountId;
use miden_client::asset::FungibleAsset;
use miden_client::note::{Note, TxFeeNote};
use miden_client::transaction::{RawOutputNote, TransactionRequestBuilder};
use miden_client::utils::Serializable;
use miden_protocol::transaction::RawOutputNotes;
use tempfile::{TempDir, tempdir};

use super::*;
use crate::chain::embedded::{NodeTraits, test_signature};
use crate::chain::expiration::EXPIRATION_BLOCKS;
use crate::contracts::{
    CodeKind, Compilation, CustomTransaction, Package, Script, SerializedRequest, Source, compile,
};
use crate::keys::keystore::KeySource;
use crate::keys::signing::{SignatureQuestion, Signer, SignerFailure};
use crate::test_wallet::{configuration_on, open_on, paid, payment_note};
use crate::transactions::{Draft, Payment, SentTransaction, Token, TransactionState};
use crate::wallet::Wallet;
use crate::{NewWallet, SignatureScheme};

const SEED: [u8; 32] = [7; 32];
const SCHEME: SignatureScheme = SignatureScheme::EcdsaK256Keccak;

/// Signs all, and counts how often.
#[derive(Default)]
struct CountingSigner(AtomicUsize);

#[async_trait]
impl Signer for CountingSigner {
    async fn sign(&self, question: SignatureQuestion) -> Result<Vec<u8>, SignerFailure> {
        self.0.fetch_add(1, Ordering::Relaxed);
        let signed = test_signature(SEED.to_vec().into(), SCHEME, &question.message).await;
        Ok(signed.expect("a signature").signature)
    }
}

/// A wallet with an account that has 100 MIDEN.
struct World {
    folder: TempDir,
    wallet: Wallet,
    signer: Arc<CountingSigner>,
    account: AccountId,
}

impl World {
    /// The key of the account is in the keystore.
    async fn new() -> Self {
        Self::with(|folder| configuration_on(&folder.join("chain"), folder), None).await
    }

    /// A signer has the key of the account.
    async fn with_signer() -> Self {
        let signer = Arc::new(CountingSigner::default());
        let keys = KeySource::Signer(signer.clone());
        let configuration = |folder: &Path| crate::WalletConfiguration {
            keys,
            ..configuration_on(&folder.join("chain"), folder)
        };
        Self::with(configuration, Some(signer)).await
    }

    async fn with(
        configuration: impl FnOnce(&Path) -> crate::WalletConfiguration,
        signer: Option<Arc<CountingSigner>>,
    ) -> Self {
        let folder = tempdir().expect("a folder");
        let wallet = Wallet::open(configuration(folder.path())).await.expect("it opens");
        let public_key = match &signer {
            Some(_) => {
                let signature = test_signature(SEED.to_vec().into(), SCHEME, &[0; 32]).await;
                Some(signature.expect("a signature").public_key)
            }
            None => None,
        };
        let new = NewWallet { public_key, scheme: SCHEME, ..NewWallet::default() };
        let account = funded(&wallet, new).await;
        Self { folder, wallet, signer: signer.unwrap_or_default(), account }
    }

    fn signatures(&self) -> usize {
        self.signer.0.load(Ordering::Relaxed)
    }

    fn faucet(&self) -> AccountId {
        self.wallet.chain.as_ref().expect("a chain").faucet_id(Token::Miden)
    }

    /// A note with a payment of the account to itself, which has a fixed serial number.
    fn payment(&self) -> Note {
        payment_note(self.account, FungibleAsset::new(self.faucet(), 7).expect("an asset"), 1)
    }

    async fn make(&self, draft: &Draft) -> Result<SentTransaction> {
        let (sent, _) = self.wallet.transact(self.account, draft, None, |_| {}).await?;
        Ok(sent)
    }

    /// Asserts that neither the preview nor the transaction is carried out, and that nothing is signed.
    async fn expect_refusal(&self, draft: &Draft, kind: &str) {
        let signatures = self.signatures();
        let preview = self.wallet.preview(self.account, draft).await;
        assert_eq!(preview.expect_err("the preview is refused").kind(), kind);
        let made = self.wallet.transact(self.account, draft, None, |_| panic!("submitted")).await;
        assert_eq!(made.expect_err("the transaction is refused").kind(), kind);
        assert_eq!(self.signatures(), signatures);
    }

    async fn pass(&self, blocks: u32) {
        let chain = self.wallet.chain.as_ref().expect("a chain");
        chain.advance(blocks).expect("blocks");
        self.wallet.sync().await.expect("a sync");
    }

    /// Has a transaction made that the node accepts and loses.
    async fn lose(&mut self, draft: &Draft) -> SentTransaction {
        let chain = self.wallet.chain.clone().expect("a chain");
        self.wallet.node =
            chain.node(NodeTraits { loses_transactions: true, ..NodeTraits::default() });
        let sent = self.make(draft).await.expect("it is accepted");
        self.wallet.node = chain.node(NodeTraits::default());
        sent
    }

    async fn held(&self) -> u64 {
        self.wallet.sync().await.expect("a sync");
        let balance = self.wallet.balance(self.account).await.expect("a balance");
        balance.fungible[0].amount
    }
}

async fn funded(wallet: &Wallet, new: NewWallet) -> AccountId {
    let account = wallet.create_wallet(new).await.expect("an account");
    let note = paid(wallet, account, Token::Miden, 100).await;
    wallet.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
    wallet.sync().await.expect("a sync");
    account
}

fn serialized(notes: impl IntoIterator<Item = Note>) -> Draft {
    let request = TransactionRequestBuilder::new().own_output_notes(notes).build();
    let bytes = request.expect("a request").to_bytes();
    Draft::Serialized(Box::new(SerializedRequest::read(bytes).expect("it decodes")))
}

/// A script that makes notes which have one serial number and carry a base unit each.
fn script(faucet: AccountId, notes: usize) -> Draft {
    let prefix = faucet.prefix().as_felt().as_canonical_u64();
    let suffix = faucet.suffix().as_canonical_u64();
    let note = |index| {
        format!(
            "push.1.2.3.4 exec.tx_fee::create_output_note drop
            push.{index} push.1 push.{prefix} push.{suffix}
            exec.fungible_asset::create
            call.basic_wallet::move_asset_to_note
            dropw dropw dropw dropw"
        )
    };
    let notes: Vec<String> = (0..notes).map(note).collect();
    let notes = notes.join("\n");
    let code = format!(
        "use miden::standards::notes::tx_fee
        use miden::standards::assets::fungible_asset
        use miden::standards::wallets::basic as basic_wallet

        @transaction_script
        pub proc main
            {notes}
        end"
    );
    let script = compiled(&Source::new(CodeKind::TransactionScript, &code));
    let script = Some(Script::Package(Box::new(script)));
    Draft::Custom(Box::new(CustomTransaction { script, ..CustomTransaction::default() }))
}

fn compiled(source: &Source) -> Package {
    match compile(source).expect("it can be compiled") {
        Compilation::Compiled(package, _) => *package,
        Compilation::Refused(diagnostics) => panic!("{diagnostics:#?}"),
    }
}

#[tokio::test]
async fn a_request_that_was_made_is_refused_before_a_signer_is_asked() {
    let world = World::with_signer().await;
    let note = world.payment();
    let draft = serialized([note.clone()]);
    let before = world.signatures();
    world.make(&draft).await.expect("it is made");
    assert_eq!(world.signatures(), before + 1);
    world.expect_refusal(&draft, "note_already_exists").await;
    world.wallet.sync().await.expect("a sync");
    world.expect_refusal(&draft, "note_already_exists").await;
    world.wallet.consume(world.account, &[note.id()], None, |_| {}).await.expect("it is consumed");
    world.expect_refusal(&draft, "note_already_exists").await;
    assert_eq!(world.held().await, 100);
    world.expect_refusal(&draft, "note_already_exists").await;
}

#[tokio::test]
async fn a_request_that_was_made_is_refused_if_the_key_is_in_the_keystore() {
    let world = World::new().await;
    let draft = serialized([world.payment()]);
    world.make(&draft).await.expect("it is made");
    world.expect_refusal(&draft, "note_already_exists").await;
    world.wallet.sync().await.expect("a sync");
    world.expect_refusal(&draft, "note_already_exists").await;
}

#[tokio::test]
async fn a_note_of_another_wallet_is_found_on_the_chain() {
    let world = World::new().await;
    let note = world.payment();
    let other = world.folder.path().join("other");
    let other = open_on(&world.folder.path().join("chain"), &other).await;
    other.sync().await.expect("a sync");
    other.require_new(&[note.id()]).await.expect("nobody has made it");
    world.make(&serialized([note.clone()])).await.expect("it is made");
    let error = other.require_new(&[note.id()]).await.expect_err("it is on the chain");
    assert!(error.to_string().contains(&note.id().to_hex()), "{error}");
}

#[tokio::test]
async fn a_script_that_makes_the_same_note_is_refused_the_second_time() {
    let world = World::with_signer().await;
    let draft = script(world.faucet(), 1);
    world.make(&draft).await.expect("it is made");
    world.expect_refusal(&draft, "note_already_exists").await;
    world.wallet.sync().await.expect("a sync");
    world.expect_refusal(&draft, "note_already_exists").await;
}

#[tokio::test]
async fn the_same_script_makes_another_note_for_another_account() {
    let world = World::new().await;
    let draft = script(world.faucet(), 1);
    world.make(&draft).await.expect("it is made");
    let other = funded(&world.wallet, NewWallet::default()).await;
    world.wallet.transact(other, &draft, None, |_| {}).await.expect("it is made as well");
}

#[tokio::test]
async fn a_transaction_that_makes_one_note_twice_is_refused() {
    let world = World::with_signer().await;
    world.expect_refusal(&script(world.faucet(), 2), "note_made_twice").await;
    let note = world.payment();
    world.expect_refusal(&serialized([note.clone(), note]), "note_made_twice").await;
}

#[tokio::test]
async fn a_discarded_transaction_can_be_made_again_and_a_pending_one_cannot() {
    let mut world = World::new().await;
    let draft = serialized([world.payment()]);
    let lost = world.lose(&draft).await;
    world.expect_refusal(&draft, "note_already_exists").await;
    world.pass(u32::from(EXPIRATION_BLOCKS) + 1).await;
    let lost = world.wallet.transaction(lost.transaction).await.expect("it is known");
    assert!(matches!(lost.state, TransactionState::Discarded { .. }), "{lost:?}");
    let preview = world.wallet.preview(world.account, &draft).await.expect("a preview");
    assert_eq!(preview.created_notes.len(), 1);
    world.make(&draft).await.expect("it is made");
    assert_eq!(world.held().await, 93);
    world.expect_refusal(&draft, "note_already_exists").await;
}

#[tokio::test]
async fn a_lost_transaction_is_submitted_again_with_its_notes() {
    let mut world = World::new().await;
    let lost = world.lose(&serialized([world.payment()])).await;
    world.pass(4).await;
    world.wallet.sync().await.expect("a sync");
    let found = world.wallet.transaction(lost.transaction).await.expect("it is known");
    assert!(matches!(found.state, TransactionState::Committed { .. }), "{found:?}");
}

#[tokio::test]
async fn a_payment_can_be_made_twice() {
    let world = World::new().await;
    let draft = Draft::Send(vec![Payment::new(world.account, world.faucet(), 7)]);
    world.make(&draft).await.expect("it is made");
    world.make(&draft).await.expect("it is made again");
    assert_eq!(world.held().await, 86);
}

#[tokio::test]
async fn only_the_serial_numbers_of_a_stranger_need_a_look_at_the_chain() {
    let world = World::new().await;
    let note = world.payment();
    let request = TransactionRequestBuilder::new().own_output_notes([note.clone()]).build();
    let mut request = Requested::from(request.expect("a request"));
    let id = note.id();
    let created = RawOutputNotes::new(vec![RawOutputNote::Full(note)]).expect("notes");
    assert!(NewNotes::of(&request, false).unknown(&created).is_empty());
    request.is_of_stranger = true;
    let new_notes = NewNotes::of(&request, false);
    assert_eq!(new_notes.unknown(&created), [id]);
    new_notes.add(vec![id]);
    assert!(new_notes.unknown(&created).is_empty());
}

#[tokio::test]
async fn what_looks_like_a_fee_needs_no_look_at_the_chain_only_if_fees_are_charged() {
    let world = World::new().await;
    let fee = TxFeeNote::builder()
        .sender(world.account)
        .serial_number(miden_client::Word::from([1_u32, 2, 3, 4]))
        .asset(FungibleAsset::new(world.faucet(), 1).expect("an asset"))
        .build();
    let fee = Note::from(fee.expect("a note"));
    let id = fee.id();
    let created = RawOutputNotes::new(vec![RawOutputNote::Full(fee)]).expect("notes");
    let request = TransactionRequestBuilder::new().build().expect("a request").into();
    assert!(NewNotes::of(&request, true).unknown(&created).is_empty());
    assert_eq!(NewNotes::of(&request, false).unknown(&created), [id]);
}
