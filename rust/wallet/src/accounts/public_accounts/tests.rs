//! Accounts of others on an embedded chain, and nodes that lie.

use super::VerifiedPart::{Account, AccountTree, Assets, Chain};
use super::*;
use crate::test_wallet::{open, open_on, paid};
use crate::tokens::assets::FungibleAmount;
use crate::transactions::{Payment, Token};
use crate::wallet::Wallet;
use crate::{NewWallet, Visibility};

/// Two wallets on one chain; an account of the second one.
struct World {
    _folder: tempfile::TempDir,
    alice: Wallet,
    bob: Wallet,
    account: AccountId,
}

impl World {
    async fn new(visibility: Visibility) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let chain = folder.path().join("chain");
        let alice = open_on(&chain, &folder.path().join("alice")).await;
        let bob = open_on(&chain, &folder.path().join("bob")).await;
        let new = NewWallet { visibility, ..NewWallet::default() };
        let account = bob.create_wallet(new).await.expect("an account");
        Self { _folder: folder, alice, bob, account }
    }

    /// Pays the account an amount, which it consumes.
    async fn pay(&self, token: Token, amount: u64) {
        let note = paid(&self.bob, self.account, token, amount).await;
        self.bob.consume(self.account, &[note], None, |_| {}).await.expect("it is consumed");
    }

    async fn tip(&self) -> u32 {
        self.alice.test_connection().await.expect("it answers").chain_tip
    }
}

fn amounts(account: &PublicAccount) -> Vec<u64> {
    account.state.fungible.iter().map(|asset| asset.amount).collect()
}

#[tokio::test]
async fn an_account_of_somebody_else_is_told_with_what_was_checked() {
    let world = World::new(Visibility::Public).await;
    world.pay(Token::Miden, 10).await;
    let first = world.tip().await;
    world.pay(Token::Tok, 7).await;
    world.pay(Token::Miden, 5).await;

    // A wallet that was never synced knows no chain to compare with.
    let found = world.alice.public_account(world.account, None).await.expect("it is found");
    assert_eq!(found.verification.unchecked, [VerifiedPart::Chain]);
    assert_eq!(found.verification.sync_height, 0);

    world.alice.sync().await.expect("a sync");
    let found = world.alice.public_account(world.account, None).await.expect("it is found");
    assert_eq!(found.verification.checked, [Assets, Account, AccountTree, Chain]);
    assert!(found.verification.unchecked.is_empty());
    assert_eq!((found.block_number, found.state.nonce), (world.tip().await, 3));
    let held = world.bob.balance(world.account).await.expect("a balance");
    let (mut here, mut there) = (held.fungible, found.state.fungible.clone());
    here.sort_by_key(|asset| asset.faucet);
    there.sort_by_key(|asset| asset.faucet);
    let plain = |assets: Vec<FungibleAmount>| -> Vec<_> {
        assets.into_iter().map(|asset| (asset.faucet, asset.amount)).collect()
    };
    assert_eq!(plain(here), plain(there));
    let (header, _) = world
        .bob
        .store
        .get_account_header(world.account)
        .await
        .expect("the store")
        .expect("the account");
    assert_eq!(found.state.commitment, header.to_commitment());
    assert_eq!(found.state.code_commitment, header.code_commitment());
    assert_eq!(found.state.storage_commitment, header.storage_commitment());
    assert_eq!(found.state.vault_root, header.vault_root());
    let signed = world.bob.sign_message(world.account, b"hello").await.expect("a signature");
    assert_eq!(found.state.signing_key, Some(signed.key_commitment().expect("a public key")));

    // As it was, which is in the chain as well though the wallet does not have the block.
    let before = world.alice.public_account(world.account, Some(first)).await.expect("it is found");
    assert_eq!((before.block_number, before.state.nonce), (first, 1));
    assert_eq!(amounts(&before), [10]);
    assert!(before.verification.unchecked.is_empty());

    // A block the wallet has not come to.
    world.pay(Token::Miden, 1).await;
    let newest = world.alice.public_account(world.account, None).await.expect("it is found");
    assert_eq!(newest.state.nonce, 4);
    assert_eq!(newest.verification.unchecked, [Chain]);
    assert!(newest.verification.sync_height < newest.block_number);
}

#[tokio::test]
async fn what_there_is_nothing_to_tell_of_is_refused() {
    let world = World::new(Visibility::Private).await;
    let kind = async |account, at| {
        let error = world.alice.public_account(account, at).await.expect_err("there is none");
        (error.kind(), error.to_string())
    };
    assert_eq!(kind(world.account, None).await.0, "account_not_on_chain");
    world.pay(Token::Miden, 10).await;
    let (header, _) = world
        .bob
        .store
        .get_account_header(world.account)
        .await
        .expect("the store")
        .expect("the account");
    let (private, sentence) = kind(world.account, None).await;
    assert_eq!(private, "account_private");
    assert!(sentence.contains(&header.to_commitment().to_hex()), "{sentence}");
    assert!(sentence.contains(&format!("block {}", world.tip().await)), "{sentence}");

    let stranger = crate::parse_account_id("0x5401ef36815e47d14b651e8e968153").expect("an id");
    let (nowhere, sentence) = kind(stranger, None).await;
    assert_eq!(nowhere, "account_not_on_chain");
    assert!(sentence.ends_with("is not on the chain."), "{sentence}");
    let faucet = world.alice.chain.as_ref().expect("a chain").faucet_id(Token::Miden);
    assert_eq!(kind(faucet, Some(world.tip().await + 1)).await.0, "block_unknown");
    assert_eq!(kind(faucet, Some(u32::MAX)).await.0, "block_unknown");
    world.alice.chain.as_ref().expect("a chain").advance(20).expect("blocks");
    let (pruned, sentence) = kind(faucet, Some(1)).await;
    assert_eq!(pruned, "block_pruned");
    assert!(sentence.contains("block 1 "), "{sentence}");
}

#[tokio::test]
async fn an_answer_that_does_not_hold_is_refused() {
    let world = World::new(Visibility::Public).await;
    world.pay(Token::Miden, 10).await;
    let (alice, account) = (&world.alice, world.account);
    alice.sync().await.expect("a sync");
    let fetch = || AccountFetch::new().with_vault(VaultFetch::Always);
    let InBlock { block, proof } =
        alice.account_in_block(account, None, fetch()).await.expect("it is found");
    let details = proof.clone().into_details().expect("it is public");
    assert!(alice.checked_assets(&details).is_ok());
    let refused = |error: WalletError| {
        assert_eq!(error.kind(), "node_answer_invalid");
        error.causes().join(": ")
    };

    let mut poorer = details.clone();
    poorer.vault_details = AccountVaultDetails::Assets(Vec::new());
    let cause = refused(alice.checked_assets(&poorer).expect_err("assets are missing"));
    assert!(cause.contains("vault"), "{cause}");
    let mut without = details.clone();
    without.vault_details = AccountVaultDetails::TooManyAssets;
    refused(alice.checked_assets(&without).expect_err("there are no assets"));
    let faucet = alice.chain.as_ref().expect("a chain").faucet_id(Token::Miden);
    let other = alice.account_in_block(faucet, None, fetch()).await.expect("it is found");
    let mut mixed = details;
    mixed.storage_details = other.proof.into_details().expect("it is public").storage_details;
    let cause = refused(alice.checked_assets(&mixed).expect_err("it is the storage of another"));
    assert!(cause.contains("storage"), "{cause}");

    // The same account in the tree of another block.
    world.pay(Token::Miden, 1).await;
    alice.sync().await.expect("a sync");
    let newer = alice.account_in_block(account, None, fetch()).await.expect("it is found");
    alice.require_in_tree(&newer.proof, &newer.block).expect("it is there");
    let cause = refused(alice.require_in_tree(&proof, &newer.block).expect_err("it was another"));
    assert!(cause.contains("account tree"), "{cause}");

    // Blocks of another chain, one that the wallet has and one that it has not.
    alice.require_in_chain(&block).await.expect("it is in the chain");
    let elsewhere = tempfile::tempdir().expect("a temporary folder");
    let stranger = open(elsewhere.path()).await;
    let theirs = stranger.create_wallet(NewWallet::default()).await.expect("an account");
    for _ in 0..4 {
        paid(&stranger, theirs, Token::Miden, 3).await;
    }
    for number in [block.block_num(), newer.block.block_num()] {
        let (foreign, _) = stranger
            .node
            .get_block_header_by_number(Some(number), false)
            .await
            .expect("a block of that chain");
        refused(alice.require_in_chain(&foreign).await.expect_err("it is another chain's"));
    }
}

#[tokio::test]
async fn a_payment_changes_what_others_see() {
    let world = World::new(Visibility::Public).await;
    world.pay(Token::Miden, 10).await;
    let faucet = world.bob.balance(world.account).await.expect("a balance").fungible[0].faucet;
    let payment = Payment::new(faucet, faucet, 4);
    world.bob.send(world.account, vec![payment], None, |_| {}).await.expect("it is sent");
    let found = world.alice.public_account(world.account, None).await.expect("it is found");
    assert_eq!(amounts(&found), [6]);
}

#[tokio::test]
async fn what_the_wallet_knows_of_its_own_account_is_what_the_network_has() {
    let world = World::new(Visibility::Public).await;
    let new = world.bob.account_details(world.account).await.expect("it is the wallet's");
    assert!(new.is_new && !new.is_locked && new.state.fungible.is_empty());
    assert_eq!(new.state.nonce, 0);

    world.pay(Token::Miden, 10).await;
    world.bob.sync().await.expect("a sync");
    let known = world.bob.account_details(world.account).await.expect("it is the wallet's");
    let found = world.alice.public_account(world.account, None).await.expect("it is found");
    assert!(!known.is_new);
    assert_eq!(known.sync_height, world.tip().await);
    assert_eq!(
        (known.state.nonce, known.state.commitment),
        (found.state.nonce, found.state.commitment)
    );
    assert_eq!(known.state.code_commitment, found.state.code_commitment);
    assert_eq!(known.state.storage_commitment, found.state.storage_commitment);
    assert_eq!(
        (known.state.vault_root, known.state.signing_key),
        (found.state.vault_root, found.state.signing_key)
    );
    assert!(known.state.signing_key.is_some());
    let amounts: Vec<u64> = known.state.fungible.iter().map(|asset| asset.amount).collect();
    assert_eq!(amounts, [10]);
}

#[tokio::test]
async fn of_a_private_account_its_wallet_tells_all_and_another_one_nothing() {
    let world = World::new(Visibility::Private).await;
    world.pay(Token::Miden, 10).await;
    let known = world.bob.account_details(world.account).await.expect("it is the wallet's");
    assert_eq!((known.state.nonce, known.state.fungible[0].amount), (1, 10));
    let error = world.alice.account_details(world.account).await.expect_err("it is not");
    assert_eq!(error.kind(), "unknown_account");
}
