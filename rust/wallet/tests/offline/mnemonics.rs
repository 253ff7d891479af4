//! Accounts of a mnemonic: made, and found again by another wallet.

use miden_client::account::{AccountFile, AccountType};
use miden_swift_wallet::{
    AccountId, AccountPath, AccountSecret, Derivation, ErrorCode, Mnemonic, MnemonicAccount,
    NewWallet, Restoration, RestoreOutcome, Seed, SignatureScheme, Token, Visibility, Wallet,
};

use crate::support::signer::Desk;
use crate::support::{self, World};

const PHRASE: &str = "abandon abandon abandon abandon abandon abandon abandon abandon abandon \
                      abandon abandon about";

fn mnemonic() -> Mnemonic {
    Mnemonic::parse(PHRASE).expect("a mnemonic")
}

const FIRST: AccountPath = AccountPath {
    derivation: Derivation::V1,
    scheme: SignatureScheme::EcdsaK256Keccak,
    visibility: Visibility::Public,
    index: 0,
};

fn new_wallet(path: AccountPath) -> NewWallet {
    let AccountPath { derivation, scheme, visibility, index } = path;
    let account = MnemonicAccount { mnemonic: mnemonic(), index, derivation };
    NewWallet { seed: Some(Seed::Mnemonic(account)), scheme, visibility, ..NewWallet::default() }
}

/// An account of the mnemonic that the network knows: it has been paid and has consumed that.
async fn used(wallet: &Wallet, path: AccountPath, amount: u64) -> AccountId {
    let account = wallet.create_wallet(new_wallet(path)).await.expect("an account");
    let note = support::paid(wallet, account, Token::Tok, amount).await;
    wallet.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
    wallet.sync().await.expect("a sync");
    account
}

fn restoration(gap_limit: u32) -> Restoration {
    Restoration {
        mnemonic: mnemonic(),
        gap_limit,
        schemes: vec![SignatureScheme::EcdsaK256Keccak],
        derivations: vec![Derivation::V1],
    }
}

/// What was found, without the mnemonic's own part of it.
async fn found(
    wallet: &Wallet,
    what: Restoration,
) -> Vec<(AccountId, AccountPath, RestoreOutcome)> {
    let accounts = wallet.restore(what).await.expect("the network answers");
    accounts.into_iter().map(|found| (found.account, found.path, found.outcome)).collect()
}

async fn balance(wallet: &Wallet, account: AccountId) -> u64 {
    wallet.balance(account).await.expect("a balance").fungible[0].amount
}

#[tokio::test]
async fn an_account_of_a_mnemonic_is_that_of_its_derived_seed() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let seed = mnemonic().seed().expect("its seed");
    for derivation in [Derivation::V1, Derivation::Legacy] {
        for visibility in [Visibility::Public, Visibility::Private] {
            let path = AccountPath { derivation, visibility, index: 1, ..FIRST };
            let account = wallet.create_wallet(new_wallet(path)).await.expect("an account");
            let account_type = match visibility {
                Visibility::Public => AccountType::Public,
                Visibility::Private => AccountType::Private,
            };
            let derived = seed.account_seed(&path).expect("an account seed");
            let secret = AccountSecret::derive(&derived, path.scheme, account_type).expect("a key");
            assert_eq!(account, secret.account.id());
            wallet.sign_message(account, b"hello").await.expect("its key is here");
        }
    }
    let error = wallet
        .create_wallet(new_wallet(AccountPath { index: u32::MAX, ..FIRST }))
        .await
        .expect_err("no such index");
    assert_eq!(
        (error.code(), error.kind()),
        (ErrorCode::InvalidParameter, "invalid_account_index")
    );
    assert_eq!(wallet.accounts().await.expect("accounts").len(), 4);
}

#[tokio::test]
async fn a_second_wallet_finds_what_the_first_has_used() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    let third = AccountPath { index: 2, ..FIRST };
    let zero = used(&alice, FIRST, 5).await;
    let two = used(&alice, third, 7).await;
    // It was made and never used: nobody else can know of it.
    let unused = AccountPath { index: 4, ..FIRST };
    alice.create_wallet(new_wallet(unused)).await.expect("an account");

    let bob = world.wallet("bob").await;
    let all = found(&bob, restoration(20)).await;
    let restored = RestoreOutcome::Restored;
    assert_eq!(all, [(zero, FIRST, restored), (two, third, restored)]);
    assert_eq!((balance(&bob, zero).await, balance(&bob, two).await), (5, 7));
    assert_eq!(bob.default_account().await.expect("it is known"), Some(zero));

    // They can be used as before.
    bob.sync().await.expect("a sync");
    let note = support::paid(&bob, two, Token::Tok, 3).await;
    bob.consume(two, &[note], None, |_| {}).await.expect("the key is here");
    bob.sync().await.expect("a sync");
    assert_eq!(balance(&bob, two).await, 10);

    let again = found(&bob, restoration(20)).await;
    let there = RestoreOutcome::AlreadyThere;
    assert_eq!(again, [(zero, FIRST, there), (two, third, there)]);
}

#[tokio::test]
async fn nothing_used_is_nothing_found() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    assert_eq!(found(&wallet, restoration(20)).await, []);
    assert!(wallet.accounts().await.expect("accounts").is_empty());
}

#[tokio::test]
async fn the_search_ends_at_the_gap_limit() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    used(&alice, FIRST, 1).await;
    let third = AccountPath { index: 2, ..FIRST };
    let two = used(&alice, third, 1).await;
    let bob = world.wallet("bob").await;
    let first_only = found(&bob, restoration(1)).await;
    assert_eq!(first_only.len(), 1, "{first_only:?}");
    assert_eq!(first_only[0].1, FIRST);
    let both = found(&bob, restoration(2)).await;
    assert_eq!(both[1], (two, third, RestoreOutcome::Restored));

    // What the wallet has counts as used, whatever the network knows of it.
    let carol = world.wallet("carol").await;
    let second = AccountPath { index: 1, ..FIRST };
    let one = carol.create_wallet(new_wallet(second)).await.expect("an account");
    let all = found(&carol, restoration(1)).await;
    assert_eq!(all.len(), 3);
    assert_eq!(all[1], (one, second, RestoreOutcome::AlreadyThere));
    assert_eq!(all[2], (two, third, RestoreOutcome::Restored));

    for (limit, text) in [
        (0, "0 is not a gap limit: it can be 1 to 100."),
        (101, "101 is not a gap limit: it can be 1 to 100."),
    ] {
        let error = bob.restore(restoration(limit)).await.expect_err("no gap limit");
        assert_eq!(error.to_string(), text);
        assert_eq!(error.code(), ErrorCode::InvalidParameter);
        assert_eq!(error.kind(), "invalid_gap_limit");
    }
}

#[tokio::test]
async fn private_accounts_are_found_and_need_their_file() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    let second = AccountPath { visibility: Visibility::Private, index: 1, ..FIRST };
    let account = used(&alice, second, 5).await;

    let bob = world.wallet("bob").await;
    let all = found(&bob, restoration(3)).await;
    assert_eq!(all, [(account, second, RestoreOutcome::NeedsAccountFile)]);
    assert!(bob.accounts().await.expect("accounts").is_empty());

    // The file brings a state and the key. Here it is the account's first state, which is enough to
    // be taken in.
    let seed = mnemonic().seed().expect("its seed").account_seed(&second).expect("a seed");
    let secret = AccountSecret::derive(&seed, second.scheme, AccountType::Private).expect("a key");
    let file = AccountFile::new(secret.account, vec![secret.key]).to_bytes();
    assert_eq!(bob.import_account(&file).await.expect("it is taken in"), account);
    assert_eq!(found(&bob, restoration(3)).await[0].2, RestoreOutcome::AlreadyThere);
}

#[tokio::test]
async fn a_wallet_whose_signer_keeps_the_keys_restores_nothing() {
    let world = World::new();
    let (_desk, keys) = Desk::new();
    let wallet = world.wallet_with("alice", keys).await;
    let error = wallet.restore(restoration(20)).await.expect_err("there is no place for keys");
    assert_eq!(error.code(), ErrorCode::Unsupported);
    assert!(error.to_string().starts_with("This wallet's keys are kept by a signer"), "{error}");
    let error = wallet.create_wallet(new_wallet(FIRST)).await.expect_err("the same");
    assert_eq!(error.kind(), "invalid_public_key");
}

#[tokio::test]
async fn falcon_and_the_earlier_derivation_are_looked_for_where_asked() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    let falcon = AccountPath { scheme: SignatureScheme::Falcon512Poseidon2, ..FIRST };
    let legacy = AccountPath { derivation: Derivation::Legacy, ..FIRST };
    let by_falcon = used(&alice, falcon, 1).await;
    let by_legacy = used(&alice, legacy, 2).await;

    let bob = world.wallet("bob").await;
    assert_eq!(found(&bob, restoration(2)).await, []);
    let everywhere = Restoration {
        schemes: vec![SignatureScheme::EcdsaK256Keccak, SignatureScheme::Falcon512Poseidon2],
        // Named twice, looked at once.
        derivations: vec![Derivation::V1, Derivation::Legacy, Derivation::V1],
        ..restoration(1)
    };
    let restored = RestoreOutcome::Restored;
    let expected = [(by_falcon, falcon, restored), (by_legacy, legacy, restored)];
    assert_eq!(found(&bob, everywhere).await, expected);
    assert_eq!((balance(&bob, by_falcon).await, balance(&bob, by_legacy).await), (1, 2));
}
