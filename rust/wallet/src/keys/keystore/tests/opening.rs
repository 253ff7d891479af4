//! Keystores that are opened rightly, wrongly and at the same moment.

use std::fs;
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;

use super::*;

#[test]
fn keys_come_back_from_every_kind_of_keystore() {
    let key = KeySource::Key(SecretBytes::random());
    for source in [None, Some(passphrase("correct horse")), Some(key)] {
        let world = World::new();
        let source = source.unwrap_or_else(|| world.under_key_file());
        let secrets = [ecdsa(1), secret(2, SignatureScheme::Falcon512Poseidon2)];
        let keystore = world.open(&source).expect("it is made");
        for secret in &secrets {
            keystore.add(&secret.key, secret.account.id()).expect("it is added");
        }
        assert!(!has(&keystore, &ecdsa(3)));
        drop(keystore);
        let keystore = world.open(&source).expect("it opens");
        for secret in &secrets {
            assert!(has(&keystore, secret), "{source:?}");
            let commitment = secret.key.public_key().to_commitment();
            let public = keystore.public_key(commitment).expect("it can be read").expect("a key");
            assert_eq!(public.to_commitment(), commitment);
        }
    }
}

#[test]
fn keystores_that_are_made_at_the_same_time_are_one() {
    let world = World::new();
    let source = passphrase("correct horse");
    private_files::make_folder(&world.folder()).expect("a folder");
    // Both have seen that there is none.
    let first = Header::make(&world.folder(), &source).expect("it is made");
    let second = Header::make(&world.folder(), &source).expect("it is there");
    assert_eq!(first.as_slice(), second.as_slice());
    let other = Header::make(&world.folder(), &passphrase("battery staple"));
    assert_eq!(kind(other), "wrong_passphrase");
    let keystore = world.open(&source).expect("it opens");
    keystore.add(&ecdsa(1).key, ecdsa(1).account.id()).expect("it is added");
    assert!(has(&world.open(&source).expect("it opens"), &ecdsa(1)));
}

#[cfg(unix)]
#[test]
fn nobody_else_may_read_what_is_written() {
    let world = World::new();
    let keystore = world.open(&world.under_key_file()).expect("it is made");
    keystore.add(&ecdsa(1).key, ecdsa(1).account.id()).expect("it is added");
    let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    assert_eq!(mode(&world.folder()), 0o700);
    assert_eq!(mode(&world.key_file()), 0o600);
    for path in contents(&world.folder()).into_keys() {
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
}

#[test]
fn a_key_of_two_accounts_is_one_key() {
    let world = World::new();
    let keystore = world.open(&world.under_key_file()).expect("it is made");
    let one = ecdsa(1);
    let other =
        AccountSecret::derive(&[1; 32], SignatureScheme::EcdsaK256Keccak, AccountType::Public)
            .expect("a key");
    assert_ne!(one.account.id(), other.account.id());
    keystore.add(&one.key, one.account.id()).expect("it is added");
    keystore.add(&other.key, other.account.id()).expect("it is added");
    assert!(has(&keystore, &one));
    let record = keystore.record(one.key.public_key().to_commitment()).expect("a record");
    assert_eq!(record.expect("a record").accounts().len(), 2);
}

#[test]
fn a_keystore_whose_keys_a_signer_keeps_is_as_it_was_whoever_opens_it() {
    let world = World::new();
    let signer = World::signer();
    let secret = ecdsa(1);
    let (key, account) = (secret.key.public_key(), secret.account.id());
    world.open(&signer).expect("it is made").add_public(&key, account).expect("it is added");
    let before = contents(&world.folder());
    for source in [world.under_key_file(), passphrase("correct horse"), signer] {
        let keystore = world.open(&source).expect("it is opened without the signer");
        let found = keystore.key(key.to_commitment()).expect("it can be read");
        assert!(matches!(found, Some(StoredKey::WithSigner)));
        assert_eq!(kind(keystore.add(&ecdsa(2).key, ecdsa(2).account.id())), "unsupported");
        assert_eq!(contents(&world.folder()), before);
    }
    assert!(!world.key_file().exists());
    // A damaged one is for the signer to open, as ever, and is named to others.
    let file = sealed_key::path(&world.folder(), key.to_commitment());
    let whole = fs::read(&file).expect("the key");
    fs::write(&file, &whole[..whole.len() - 1]).expect("a part of it");
    world.open(&World::signer()).expect("it opens");
    let error = world.open(&world.under_key_file()).map(drop).expect_err("it may need a header");
    assert!(error.to_string().contains(&file.display().to_string()), "{error}");
}

#[test]
fn a_keystore_with_secret_keys_is_none_for_a_signer() {
    let world = World::new();
    let keystore = world.open(&world.under_key_file()).expect("it is made");
    keystore.add(&ecdsa(1).key, ecdsa(1).account.id()).expect("it is added");
    world.refuses(&World::signer(), "key_source_mismatch");
}

#[test]
fn a_missing_key_file_is_not_replaced_for_the_wallet_of_another_network() {
    let world = World::new();
    let folder = |network: &str| world.root.path().join(network).join("keystore");
    let open = |network: &str, source: &KeySource| {
        Keystore::open(&folder(network), source, FailPoints::default())
    };
    let source = KeySource::KeyFile {
        path: world.key_file(),
        shared_with: ["testnet", "devnet", "local"].map(folder).to_vec(),
    };
    open("testnet", &passphrase("correct horse")).expect("it needs no key file");
    let needs = open("devnet", &source).expect("it is made");
    needs.add(&ecdsa(1).key, ecdsa(1).account.id()).expect("it is added");
    let key = fs::read(world.key_file()).expect("the key file");
    open("local", &source).expect("it is made with the same");
    fs::remove_file(world.key_file()).expect("it is moved");
    for network in ["devnet", "local", "embedded"] {
        assert_eq!(kind(open(network, &source)), "key_file_missing", "{network}");
        assert!(!world.key_file().exists(), "{network}");
    }
    // One in a place of its own has a key file of its own.
    let elsewhere = KeySource::key_file(world.root.path().join("own.key"));
    Keystore::open(&world.root.path().join("own"), &elsewhere, FailPoints::default())
        .expect("it needs no other");
    private_files::write(&world.key_file(), &key, || {}).expect("it is put back");
    open("embedded", &source).expect("it is made");
}

#[test]
fn what_cannot_be_read_is_named() {
    let world = World::new();
    let source = world.under_key_file();
    let keystore = world.open(&source).expect("it is made");
    let commitment = ecdsa(1).key.public_key().to_commitment();
    let header = header::path(&world.folder());
    for path in [sealed_key::path(&world.folder(), commitment), header] {
        let _ = fs::remove_file(&path);
        fs::create_dir(&path).expect("a folder in its place");
    }
    for error in [keystore.key(commitment).map(drop), world.open(&source).map(drop)] {
        let causes = error.expect_err("it cannot be read").causes().join(" ");
        let folder = world.folder().display().to_string();
        assert!(causes.contains(&folder) && causes.contains("cannot be read"), "{causes}");
    }
}

#[test]
fn another_way_of_opening_is_refused() {
    let world = World::new();
    world.open(&passphrase("correct horse")).expect("it is made");
    world.refuses(&passphrase("correct house"), "wrong_passphrase");
    world.refuses(&passphrase(""), "passphrase_needed");
    world.refuses(&world.under_key_file(), "passphrase_needed");
    world.refuses(&KeySource::Key(SecretBytes::random()), "passphrase_needed");
    assert!(!world.key_file().exists());

    let world = World::new();
    let key = SecretBytes::random();
    world.open(&KeySource::Key(key.clone())).expect("it is made");
    world.refuses(&passphrase("correct horse"), "key_source_mismatch");
    world.refuses(&KeySource::Key(SecretBytes::random()), "key_source_mismatch");
    world.refuses(&world.under_key_file(), "key_file_missing");
    assert!(!world.key_file().exists(), "a new key would only hide the loss");
    world.open(&KeySource::Key(key)).expect("it opens");

    let world = World::new();
    world.refuses_to_be_made(&passphrase(""), "passphrase_empty");
}

#[cfg(unix)]
#[test]
fn a_key_file_that_is_not_what_it_should_be_is_named() {
    let world = World::new();
    let source = world.under_key_file();
    world.open(&source).expect("it is made");
    let allow = |mode| {
        let permissions = fs::Permissions::from_mode(mode);
        fs::set_permissions(world.key_file(), permissions).expect("it can be changed");
    };
    allow(0o640);
    world.refuses(&source, "key_file_exposed");
    allow(0o400);
    world.open(&source).expect("its owner may read it");
    allow(0o600);
    let whole = fs::read(world.key_file()).expect("the key");
    fs::write(world.key_file(), &whole[..31]).expect("a part of it");
    world.refuses(&source, "keystore_damaged");
    fs::write(world.key_file(), [0; 32]).expect("another key");
    world.refuses(&source, "key_source_mismatch");
    fs::remove_file(world.key_file()).expect("it can be removed");
    world.refuses(&source, "key_file_missing");
    fs::write(world.key_file(), whole).expect("the key");
    allow(0o600);
    world.open(&source).expect("it opens");
}

#[test]
fn wallets_that_are_made_at_the_same_time_share_one_key_file() {
    let world = World::new();
    let source = Arc::new(world.under_key_file());
    let folders: Vec<_> =
        (0..8).map(|number| world.root.path().join(format!("{number}"))).collect();
    std::thread::scope(|scope| {
        for folder in &folders {
            let source = source.clone();
            scope.spawn(move || {
                Keystore::open(folder, &source, FailPoints::default()).expect("it is made")
            });
        }
    });
    for folder in &folders {
        Keystore::open(folder, &source, FailPoints::default())
            .expect("it opens with the same file");
    }
}
