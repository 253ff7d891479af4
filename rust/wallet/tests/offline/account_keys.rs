//! Names of accounts, and keys that go from one wallet to another.

use miden_client::account::{AccountFile, AccountType};
use miden_client::auth::AuthSecretKey;
use miden_client::{Deserializable, Serializable};
use miden_swift_wallet::{
    AccountId, AccountSecret, GivenKey, KeyPlace, KeySummary, NewWallet, SignatureScheme, Token,
    Visibility, Wallet, WalletError, parse_account_id,
};

use crate::support::signer::{Desk, public_key};
use crate::support::{self, World};

const PASSPHRASE: &str = "correct horse battery staple";
const SCHEMES: [SignatureScheme; 2] =
    [SignatureScheme::EcdsaK256Keccak, SignatureScheme::Falcon512Poseidon2];

fn kind<T>(result: Result<T, WalletError>) -> &'static str {
    result.map(drop).expect_err("it is refused").kind()
}

fn in_file(file: &[u8]) -> GivenKey<'_> {
    GivenKey::File { file, passphrase: PASSPHRASE.to_owned().into() }
}

fn hex(text: &str) -> GivenKey<'static> {
    GivenKey::Hex(text.to_owned().into())
}

async fn account(wallet: &Wallet, scheme: SignatureScheme, visibility: Visibility) -> AccountId {
    let new = NewWallet { scheme, visibility, ..NewWallet::default() };
    let account = wallet.create_wallet(new).await.expect("an account");
    let note = support::paid(wallet, account, Token::Miden, 10).await;
    wallet.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
    wallet.sync().await.expect("a sync");
    account
}

#[tokio::test]
async fn a_damaged_key_is_listed_as_one_and_hides_no_other() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let (whole, broken) =
        (support::new_account(&wallet).await, support::new_account(&wallet).await);
    let key_of = |keys: Vec<KeySummary>, account| {
        keys.into_iter().find(|key| key.accounts == [account]).expect("the account's key")
    };
    let key = key_of(wallet.keys().await.expect("keys"), broken);
    let file = format!("{}.key", key.commitment.to_hex());
    let file = world.configuration("alice").keystore_path.join(file);
    std::fs::write(file, b"{").expect("it is damaged");

    let keys = wallet.keys().await.expect("keys");
    let damaged = key_of(keys.clone(), broken);
    assert_eq!((damaged.place, damaged.commitment), (KeyPlace::Damaged, key.commitment));
    assert_eq!((damaged.scheme, damaged.public_key), (None, None));
    assert_eq!(key_of(keys, whole).place, KeyPlace::Here);
    wallet.sign_message(whole, b"hello").await.expect("it signs");
    assert_eq!(kind(wallet.sign_message(broken, b"hello").await), "keystore_damaged");
    assert_eq!(kind(wallet.export_account(broken).await), "keystore_damaged");
}

#[tokio::test]
async fn what_has_the_key_mends_a_damaged_one() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let account = support::new_account(&wallet).await;
    let digits = wallet.export_key_unencrypted(account).await.expect("the key");
    let account_file = wallet.export_account(account).await.expect("a file");
    let another = support::new_account(&wallet).await;
    let of_another = wallet.export_key_unencrypted(another).await.expect("the key");
    let keys = wallet.keys().await.expect("keys");
    let key = keys.iter().find(|key| key.accounts == [account]).expect("the account's key");
    let file = format!("{}.key", key.commitment.to_hex());
    let file = world.configuration("alice").keystore_path.join(file);
    let whole = std::fs::read_to_string(&file).expect("it is there");
    let sealed_by_nobody = whole.replacen("ciphertext\": \"", "ciphertext\": \"AAAA", 1);
    assert_ne!(sealed_by_nobody, whole);

    for damage in ["{", &sealed_by_nobody] {
        std::fs::write(&file, damage).expect("it is damaged");
        assert_eq!(kind(wallet.sign_message(account, b"hello").await), "keystore_damaged");
        let refused = wallet.import_key(hex(&of_another), Some(account)).await;
        assert_eq!(kind(refused), "key_of_another_account");
        wallet.import_key(hex(&digits), None).await.expect("it is mended");
        wallet.sign_message(account, b"hello").await.expect("it signs");
        assert_eq!(kind(wallet.import_key(hex(&digits), None).await), "account_already_tracked");

        std::fs::write(&file, damage).expect("it is damaged");
        wallet.import_account(&account_file).await.expect("it is mended");
        wallet.sign_message(account, b"hello").await.expect("it signs");
    }
}

#[tokio::test]
async fn a_name_is_one_accounts_alone() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let first = support::new_account(&wallet).await;
    let second = support::new_account(&wallet).await;
    wallet.rename_account(first, Some("Savings")).await.expect("a name");
    assert_eq!(kind(wallet.rename_account(second, Some("sAVINGS")).await), "account_name_taken");
    assert_eq!(kind(wallet.rename_account(second, Some("0x12")).await), "invalid_account_name");
    // Its own in other letters is not another's.
    wallet.rename_account(first, Some("savings")).await.expect("a name");
    wallet.rename_account(second, Some("Rent")).await.expect("a name");
    let stranger = parse_account_id("0x5401ef36815e47d14b651e8e968153").expect("an id");
    assert_eq!(kind(wallet.rename_account(stranger, Some("x")).await), "unknown_account");
    drop(wallet);
    let wallet = world.wallet("alice").await;
    let name = async |account: AccountId| {
        let accounts = wallet.accounts().await.expect("accounts").into_iter();
        accounts.filter(|found| found.account == account).find_map(|found| found.name)
    };
    assert_eq!(name(first).await.as_deref(), Some("savings"));
    assert_eq!(name(second).await.as_deref(), Some("Rent"));
    wallet.rename_account(first, None).await.expect("no name");
    wallet.rename_account(first, None).await.expect("still none");
    assert_eq!(name(first).await, None);
    wallet.rename_account(second, Some("Savings")).await.expect("it is free again");
}

#[tokio::test]
async fn a_new_account_has_its_name_or_is_not_made() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let named = |name: &str| NewWallet { name: Some(name.to_owned()), ..NewWallet::default() };
    let first = wallet.create_wallet(named("Savings")).await.expect("an account");
    for (name, expected) in [("sAVINGS", "account_name_taken"), ("0x12", "invalid_account_name")] {
        assert_eq!(kind(wallet.create_wallet(named(name)).await), expected);
    }
    // The names of accounts of seeds are refused alike.
    let seeded = NewWallet { seed: Some(vec![7; 32].into()), ..named("savings") };
    assert_eq!(kind(wallet.create_wallet(seeded).await), "account_name_taken");
    let (one, other) =
        tokio::join!(wallet.create_wallet(named("Rent")), wallet.create_wallet(named("rent")));
    assert!(one.is_ok() != other.is_ok());
    let second = one.or(other).expect("one of the two");
    drop(wallet);
    let wallet = world.wallet("alice").await;
    let accounts = wallet.accounts().await.expect("accounts");
    assert_eq!(accounts.len(), 2);
    let name = |account| {
        let found = accounts.iter().find(|found| found.account == account);
        found.and_then(|found| found.name.as_deref()).map(str::to_lowercase)
    };
    assert_eq!(name(first).as_deref(), Some("savings"));
    assert_eq!(name(second).as_deref(), Some("rent"));
}

#[tokio::test]
async fn two_renames_at_once_do_not_come_to_one_name() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let first = support::new_account(&wallet).await;
    let second = support::new_account(&wallet).await;
    let (one, other) = tokio::join!(
        wallet.rename_account(first, Some("Savings")),
        wallet.rename_account(second, Some("Savings"))
    );
    assert!(one.is_ok() != other.is_ok());
}

#[tokio::test]
async fn the_key_of_a_public_account_brings_it_back_from_the_network() {
    for scheme in SCHEMES {
        let world = World::new();
        let alice = world.wallet("alice").await;
        let account = account(&alice, scheme, Visibility::Public).await;
        let file = alice.export_key(account, PASSPHRASE.to_owned().into()).await.expect("a file");
        let digits = alice.export_key_unencrypted(account).await.expect("digits").to_string();
        drop(alice);
        for (name, key, named) in
            [("bob", in_file(&file), None), ("carol", hex(&digits), Some(account))]
        {
            let wallet = world.wallet(name).await;
            assert_eq!(wallet.import_key(key, named).await.expect("an account"), account);
            wallet.sync().await.expect("a sync");
            let before = support::held(&wallet, account, "MIDEN").await;
            let note = support::paid(&wallet, account, Token::Miden, 1).await;
            wallet.consume(account, &[note], None, |_| {}).await.expect("its key signs");
            assert_eq!(support::held(&wallet, account, "MIDEN").await, before + 1);
            let again = wallet.import_key(in_file(&file), None).await;
            assert_eq!(kind(again), "account_already_tracked");
            assert_eq!(
                kind(wallet.import_key(hex(&digits), None).await),
                "account_already_tracked"
            );
        }
    }
}

#[tokio::test]
async fn the_key_of_an_account_that_is_here_without_it_is_added() {
    for scheme in SCHEMES {
        let world = World::new();
        let seed = [7; 32];
        let (_desk, keys) = Desk::new();
        let with_signer = world.wallet_with("alice", keys).await;
        let public_key = Some(public_key(seed, scheme).await);
        let visibility = Visibility::Private;
        let new = NewWallet { public_key, scheme, visibility, ..NewWallet::default() };
        let account = with_signer.create_wallet(new).await.expect("an account");
        let listed = with_signer.keys().await.expect("keys");
        assert_eq!((listed.len(), listed[0].place), (1, KeyPlace::Signer));
        assert_eq!(kind(with_signer.export_key_unencrypted(account).await), "key_not_here");
        let state = with_signer.export_account(account).await.expect("a file without a key");

        let wallet = world.wallet("bob").await;
        wallet.import_account(&state).await.expect("an account");
        let listed = wallet.keys().await.expect("keys");
        assert_eq!((listed.len(), listed[0].place), (1, KeyPlace::Nowhere));
        assert_eq!((listed[0].accounts.as_slice(), listed[0].scheme), ([account].as_slice(), None));
        assert_eq!(kind(wallet.sign_message(account, b"hello").await), "key_not_here");
        let note = support::paid(&wallet, account, Token::Miden, 1).await;
        assert_eq!(kind(wallet.consume(account, &[note], None, |_| {}).await), "key_not_here");

        let key = AccountSecret::derive(&seed, scheme, AccountType::Private).expect("a key").key;
        let digits =
            key.to_bytes().iter().fold(String::new(), |all, byte| format!("{all}{byte:02X}"));
        assert!(matches!(
            with_signer.import_key(hex(&digits), None).await,
            Err(WalletError::Unsupported { .. })
        ));
        // So does its file, where the key is in it, and not another's in its place.
        let whole = AccountFile::try_from_bytes(&state).expect("a file").account().clone();
        let own: AuthSecretKey = AuthSecretKey::read_from_bytes(&key.to_bytes()).expect("a key");
        let with_key = AccountFile::new(whole.clone(), vec![own]).to_bytes();
        let watching = world.wallet("carol").await;
        watching.import_account(&state).await.expect("an account");
        let other = AccountSecret::derive(&[8; 32], scheme, AccountType::Private).expect("a key");
        let damaged = AccountFile::new(whole, vec![other.key]).to_bytes();
        assert_eq!(kind(watching.import_account(&damaged).await), "key_of_another_account");
        let elsewhere = world.wallet("dave").await;
        assert_eq!(kind(elsewhere.import_account(&damaged).await), "invalid_account_file");
        assert!(elsewhere.accounts().await.expect("accounts").is_empty());
        assert_eq!(watching.import_account(&with_key).await.expect("its key"), account);
        assert_eq!(watching.keys().await.expect("keys")[0].place, KeyPlace::Here);
        assert_eq!(kind(watching.import_account(&with_key).await), "account_already_tracked");

        // Nobody says which account: there is one that waits for it.
        assert_eq!(wallet.import_key(hex(&digits), None).await.expect("it is added"), account);
        wallet.sign_message(account, b"hello").await.expect("it signs");
        wallet.consume(account, &[note], None, |_| {}).await.expect("its key signs");
        let listed = wallet.keys().await.expect("keys");
        assert_eq!((listed.len(), listed[0].place), (1, KeyPlace::Here));
        assert_eq!(
            (listed[0].accounts.as_slice(), listed[0].scheme),
            ([account].as_slice(), Some(scheme))
        );
    }
}

#[tokio::test]
async fn a_key_that_cannot_be_taken_in_changes_nothing() {
    let world = World::new();
    let alice = world.wallet("alice").await;
    let [ecdsa, _] = SCHEMES;
    let public = account(&alice, ecdsa, Visibility::Public).await;
    let private = account(&alice, ecdsa, Visibility::Private).await;
    let unused = support::new_account(&alice).await;
    let export = async |account| {
        alice.export_key(account, PASSPHRASE.to_owned().into()).await.expect("a file")
    };
    let file = export(public).await;
    let digits = alice.export_key_unencrypted(public).await.expect("digits").to_string();
    let bob = world.wallet("bob").await;
    let own = account(&bob, ecdsa, Visibility::Public).await;
    let before = bob.keys().await.expect("keys");

    let wrong = GivenKey::File { file: &file, passphrase: "wrong".to_owned().into() };
    assert_eq!(kind(bob.import_key(wrong, None).await), "wrong_file_passphrase");
    let mut damaged = file.clone();
    *damaged.last_mut().expect("bytes") ^= 1;
    assert_eq!(kind(bob.import_key(in_file(&damaged), None).await), "sealed_file_damaged");
    assert_eq!(kind(bob.import_key(in_file(b"no key"), None).await), "invalid_sealed_file");
    for account in [private, unused] {
        let file = export(account).await;
        assert_eq!(kind(bob.import_key(in_file(&file), None).await), "account_state_needed");
    }
    assert_eq!(kind(bob.import_key(in_file(&file), Some(own)).await), "key_of_another_account");
    assert_eq!(kind(bob.import_key(hex(&digits), Some(own)).await), "key_of_another_account");
    assert_eq!(kind(bob.import_key(hex(&digits), None).await), "key_of_unknown_account");
    // Another public account of the network.
    let other = account(&alice, ecdsa, Visibility::Public).await;
    assert_eq!(kind(bob.import_key(hex(&digits), Some(other)).await), "key_of_another_account");
    for garbage in ["", "0x", "0x0", "zz", "0x00", &digits[..20], &format!("{digits}00"), "é"] {
        let error = bob.import_key(hex(garbage), Some(public)).await.expect_err("no key");
        assert_eq!(error.kind(), "invalid_key", "{garbage}");
        assert!(garbage.len() < 10 || !error.to_string().contains(&garbage[10..]));
    }
    assert_eq!(bob.keys().await.expect("keys"), before);
    assert_eq!(bob.accounts().await.expect("accounts").len(), 1);

    assert_eq!(kind(bob.export_key(public, PASSPHRASE.to_owned().into()).await), "unknown_account");
    assert_eq!(kind(bob.export_key_unencrypted(public).await), "unknown_account");
    let empty = bob.export_key(own, String::new().into()).await;
    assert_eq!(kind(empty), "file_passphrase_empty");
}
