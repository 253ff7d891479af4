//! The chain answers as a node does.

use std::path::Path;
use std::sync::Arc;

use miden_client::block::BlockNumber;
use miden_client::rpc::domain::account::GetAccountRequest;
use miden_client::rpc::{AccountStateAt, GrpcError, RpcError};
use miden_client::store::NoteFilter;
use miden_client::transaction::{ProvenTransaction, TransactionRequestBuilder};
use miden_client::{ClientError, Deserializable, Serializable};

use super::*;
use crate::configuration::{Network, WalletConfiguration};
use crate::transactions::Token;
use crate::wallet::Wallet;
use crate::{ErrorCode, NewWallet, NoteScriptBudget, NoteType};

fn options(proofs: Proofs) -> ChainOptions {
    ChainOptions { proofs, ..ChainOptions::default() }
}

fn configuration(folder: &Path, proofs: Proofs, version: Option<&str>) -> WalletConfiguration {
    WalletConfiguration {
        network: Network::Embedded {
            chain_directory: folder.join("chain"),
            dummy_proofs: proofs == Proofs::Dummy,
            verification_base_fee: 0,
            node_version: version.map(str::to_owned),
            submission_delay: std::time::Duration::ZERO,
            sync_delay: std::time::Duration::ZERO,
            note_transport_is_down: false,
        },
        store_path: folder.join("store.sqlite3"),
        keystore_path: folder.join("keystore"),
        keys: crate::KeySource::key_file(folder.join("keystore.key")),
        node_call_timeout: WalletConfiguration::NODE_CALL_TIMEOUT,
        note_scripts: NoteScriptBudget::default(),
        prover_threads: 0,
        concurrent_proofs: std::num::NonZeroUsize::MIN,
        proof_memory: crate::ProofMemory::default(),
        prover: crate::ProverChoice::Local,
        note_transport: crate::NoteTransport::OfNetwork,
        on_prover_thread_start: || {},
    }
}

fn kind<T>(result: Result<T, RpcError>) -> String {
    match result {
        Ok(_) => "an answer".to_owned(),
        Err(RpcError::RequestError { error_kind, endpoint_error, .. }) => {
            format!("{error_kind:?} {endpoint_error:?}")
        }
        Err(error) => format!("{error:?}"),
    }
}

#[cfg(unix)]
#[tokio::test]
async fn the_files_of_a_chain_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().expect("a temporary folder");
    let wallet = Wallet::open(configuration(folder.path(), Proofs::Dummy, None)).await;
    let wallet = wallet.expect("it opens");
    let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
    wallet.mint(account, Token::Miden, 5, NoteType::Private, |_| {}).await.expect("a note");
    let mut places = vec![folder.path().join("chain")];
    let mut seen = 0;
    while let Some(place) = places.pop() {
        let metadata = std::fs::metadata(&place).expect("it is there");
        let mode = metadata.permissions().mode() & 0o777;
        let expected = if metadata.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode, expected, "{}", place.display());
        if metadata.is_dir() {
            let entries = std::fs::read_dir(&place).expect("a folder");
            places.extend(entries.map(|entry| entry.expect("an entry").path()));
        }
        seen += 1;
    }
    assert!(seen > 5, "the chain has a file, a lock, and a faucet with a store and keys");
}

#[tokio::test]
async fn a_proof_with_one_byte_changed_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wallet =
        Wallet::open(configuration(folder.path(), Proofs::Real, None)).await.expect("it opens");
    let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
    wallet.mint(account, Token::Miden, 5, NoteType::Public, |_| {}).await.expect("a note");
    wallet.sync().await.expect("a sync");
    let records = wallet.note_records(NoteFilter::Committed).await.expect("notes");
    let notes = records.into_iter().map(|note| note.try_into().expect("a note")).collect();
    let request = TransactionRequestBuilder::new().build_consume_notes(notes).expect("a request");

    let mut client = wallet.client.lock().await;
    let executed = client.execute_transaction(account, request).await.expect("it is executed");
    let (proven, _) = wallet.prover.prove(&executed).await.expect("it is proven");
    let bytes = proven.to_bytes();
    // The proof comes last. Wherever in it the byte is, the chain must not take it.
    let proof = proven.proof().to_bytes().len();
    let (mut refused, mut unreadable) = (0, 0);
    for part in 1..8 {
        let mut changed = bytes.clone();
        changed[bytes.len() - proof + part * proof / 8] ^= 1;
        let Ok(forged) = ProvenTransaction::read_from_bytes(&changed) else {
            unreadable += 1;
            continue;
        };
        match client.submit_proven_transaction(forged, &executed).await {
            Err(ClientError::RpcError(RpcError::RequestError {
                error_kind: GrpcError::InvalidArgument,
                ..
            })) => refused += 1,
            other => panic!("byte {part}/8: {other:?}"),
        }
    }
    assert!(refused > 0, "{unreadable} were unreadable");
    let height = client.submit_proven_transaction(proven, &executed).await.expect("it is taken");
    client.apply_transaction(&executed, height).await.expect("it is recorded");
    drop(client);
    assert_eq!(wallet.balance(account).await.expect("a balance").fungible[0].amount, 5);
}

#[tokio::test]
async fn what_the_chain_does_not_know_is_an_error_and_no_panic() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let chain = EmbeddedChain::open(folder.path(), &options(Proofs::Dummy)).expect("a chain");
    let node = chain.node(NodeTraits::default());
    let seed = [3; 32];
    let stranger = crate::AccountSecret::derive(
        &seed,
        crate::SignatureScheme::EcdsaK256Keccak,
        miden_client::account::AccountType::Public,
    )
    .expect("an account")
    .account
    .id();
    let tip = chain.state.tip();
    let far = BlockNumber::from(tip.as_u32() + 9);

    let unknown = node.get_account(GetAccountRequest::new(stranger)).await;
    assert_eq!(kind(unknown), "NotFound Some(GetAccount(AccountNotFound))");
    let request = GetAccountRequest::new(stranger).at(AccountStateAt::Block(far));
    assert_eq!(kind(node.get_account(request).await), "NotFound Some(GetAccount(UnknownBlock))");
    assert_eq!(kind(node.get_block_header_by_number(Some(far), true).await), "NotFound None");
    assert_eq!(kind(node.get_block_by_number(far, false).await), "NotFound None");
    let target = miden_client::rpc::domain::sync::SyncTarget::CommittedChainTip;
    assert_eq!(kind(node.sync_chain_mmr(far, target).await), "NotFound None");
    assert!(node.get_block_header_by_number(None, false).await.is_ok());
}

#[tokio::test]
async fn a_wallet_of_another_chain_is_refused_and_told_so() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let first = configuration(folder.path(), Proofs::Dummy, None);
    let wallet = Wallet::open(first.clone()).await.expect("it opens");
    let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
    let height = wallet.sync().await.expect("a sync").block_number;
    wallet.chain.as_ref().expect("a chain").advance(9).expect("blocks");
    wallet.sync().await.expect("a sync");
    let height = height + 9;
    drop(wallet);

    // The other chain is shorter, too: that it does not have the block is not what is wrong.
    let mut second = first.clone();
    if let Network::Embedded { chain_directory, .. } = &mut second.network {
        *chain_directory = folder.path().join("another chain");
    }
    let wallet = Wallet::open(second).await.expect("it opens");
    for error in [
        wallet.sync().await.map(drop).expect_err("another chain"),
        wallet.test_connection().await.map(drop).expect_err("another chain"),
    ] {
        assert_eq!(error.kind(), "node_of_another_network");
        assert_eq!(error.code(), ErrorCode::NetworkMismatch);
        let start = "The embedded chain belongs to another network than this wallet's store: ";
        assert!(error.to_string().starts_with(start), "{error}");
    }
    drop(wallet);

    let wallet = Wallet::open(first).await.expect("it opens");
    assert_eq!(wallet.sync().await.expect("nothing is lost").block_number, height);
    assert_eq!(wallet.accounts().await.expect("accounts")[0].account, account);
}

#[tokio::test]
async fn a_node_of_another_version_is_told_from_one_that_is_down() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let old = configuration(folder.path(), Proofs::Dummy, Some("0.17.3"));
    let wallet = Wallet::open(old).await.expect("it opens");
    for error in [
        wallet.sync().await.map(drop).expect_err("another version"),
        wallet.test_connection().await.map(drop).expect_err("another version"),
    ] {
        assert_eq!(
            error.to_string(),
            "The embedded chain has version 0.17.3, this library needs 0.18.x: one of the two has to \
             be updated."
        );
        assert_eq!(error.code(), ErrorCode::NetworkMismatch);
    }
    drop(wallet);
    let now = configuration(folder.path(), Proofs::Dummy, Some("0.18.9"));
    Wallet::open(now).await.expect("it opens").sync().await.expect("the versions fit");
}

#[tokio::test]
async fn only_the_latest_states_are_remembered() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let chain = EmbeddedChain::open(folder.path(), &options(Proofs::Dummy)).expect("a chain");
    chain.advance(40).expect("blocks");
    let node = chain.node(NodeTraits::default());
    let faucet = chain.faucet_id(Token::Miden);
    let tip = chain.state.tip().as_u32();
    let state_at = async |block: u32| {
        let at = AccountStateAt::Block(BlockNumber::from(block));
        kind(node.get_account(GetAccountRequest::new(faucet).at(at)).await)
    };
    assert_eq!(state_at(tip).await, "an answer");
    assert_eq!(state_at(tip - 8).await, "an answer");
    assert_eq!(state_at(tip - 9).await, "NotFound Some(GetAccount(BlockPruned))");
}

#[tokio::test]
async fn a_chain_stays_of_the_kind_it_was_made() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let chain = EmbeddedChain::open(folder.path(), &options(Proofs::Dummy)).expect("a chain");
    let same = EmbeddedChain::open(folder.path(), &options(Proofs::Dummy)).expect("the same");
    assert!(Arc::ptr_eq(&chain, &same));
    let error = EmbeddedChain::open(folder.path(), &options(Proofs::Real)).map(drop);
    let error = error.expect_err("another kind");
    assert_eq!(error.code(), ErrorCode::Unsupported);
    assert!(error.to_string().ends_with(
        "was made with dummy proofs and cannot be used with real ones. Use another data folder, or \
         ask for what it was made with."
    ));
    drop((chain, same));
    let fee = ChainOptions { verification_base_fee: 1, ..options(Proofs::Dummy) };
    let error = EmbeddedChain::open(folder.path(), &fee).map(drop);
    let error = error.expect_err("another fee");
    assert_eq!(error.code(), ErrorCode::Unsupported);
    assert!(
        error.to_string().contains("made with a base fee of 0 and cannot be used with one of 1.")
    );
    EmbeddedChain::open(folder.path(), &options(Proofs::Dummy)).expect("it is as it was");
}

#[tokio::test]
async fn a_non_fungible_asset_is_held_and_told_apart() {
    use miden_client::asset::{NonFungibleAsset, NonFungibleAssetDetails};
    use miden_client::note::P2idNote;

    let folder = tempfile::tempdir().expect("a temporary folder");
    let seed = [9; 32];
    let public = miden_client::account::AccountType::Public;
    let scheme = crate::SignatureScheme::EcdsaK256Keccak;
    let receiver = crate::AccountSecret::derive(&seed, scheme, public).expect("an account");
    let faucet = miden_client::testing::account_id::ACCOUNT_ID_PUBLIC_NON_FUNGIBLE_FAUCET;
    let faucet = crate::AccountId::try_from(faucet).expect("an account id");
    let picture = NonFungibleAsset::new(&NonFungibleAssetDetails::new(faucet, vec![1, 2, 3]));
    let note = P2idNote::builder()
        .sender(faucet)
        .target(receiver.account.id())
        .asset(picture)
        .note_type(NoteType::Public)
        .serial_number(miden_client::Word::from([1u32, 2, 3, 4]))
        .build()
        .expect("a note");
    let note: miden_client::note::Note = note.into();
    let id = note.id();
    let made = ChainOptions { genesis_notes: vec![note], ..options(Proofs::Dummy) };
    let chain = EmbeddedChain::open(&folder.path().join("chain"), &made).expect("a chain");

    let wallet =
        Wallet::open(configuration(folder.path(), Proofs::Dummy, None)).await.expect("it opens");
    let new = NewWallet { seed: Some(seed.to_vec().into()), ..NewWallet::default() };
    let account = wallet.create_wallet(new).await.expect("an account");
    wallet.sync().await.expect("a sync");
    // A sync begins behind the genesis block.
    let file = miden_client::note::NoteFile::NoteId(id);
    wallet.client.lock().await.import_notes(&[file]).await.expect("it is imported");
    wallet.sync().await.expect("a sync");
    let notes = wallet.input_notes(Some(account)).await.expect("notes");
    assert_eq!(notes[0].non_fungible.len(), 1);
    wallet.consume(account, &[notes[0].note], None, |_| {}).await.expect("it is consumed");
    let balance = wallet.balance(account).await.expect("a balance");
    assert!(balance.fungible.is_empty());
    assert_eq!(balance.non_fungible[0].faucet, faucet);
    assert_eq!(balance.non_fungible[0].commitment, picture.to_value_word());
    drop(chain);
}
