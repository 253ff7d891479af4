//! Keystores that are opened rightly, wrongly, twice, damaged, and halfway through their conversion.

use std::collections::BTreeMap;
use std::fs;
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;

use miden_client::account::AccountType;
use miden_client::keystore::{FilesystemKeyStore, Keystore as _};

use super::conversion::Boundary::{AllRemoved, Begin, Removed, Verified, Written};
use super::*;
use crate::keys::{AccountSecret, SignatureScheme};

/// The kind of an error.
fn kind<T>(result: Result<T>) -> &'static str {
    result.map(drop).expect_err("it is refused").kind()
}

fn passphrase(text: &str) -> KeySource {
    KeySource::Passphrase(text.to_owned().into())
}

fn secret(seed: u8, scheme: SignatureScheme) -> AccountSecret {
    AccountSecret::derive(&[seed; 32], scheme, AccountType::Private).expect("a key")
}

fn ecdsa(seed: u8) -> AccountSecret {
    secret(seed, SignatureScheme::EcdsaK256Keccak)
}

/// Every file in a folder.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .map(|path| (path.clone(), fs::read(&path).expect("a file")))
        .collect()
}

fn has(keystore: &Keystore, secret: &AccountSecret) -> bool {
    let key = keystore.key(secret.key.public_key().to_commitment()).expect("it can be read");
    matches!(key, Some(StoredKey::Secret(key)) if *key == secret.key)
}

struct World {
    root: tempfile::TempDir,
}

impl World {
    fn new() -> Self {
        Self { root: tempfile::tempdir().expect("a temporary folder") }
    }

    fn folder(&self) -> PathBuf {
        self.root.path().join("keystore")
    }

    fn key_file(&self) -> PathBuf {
        self.root.path().join("keystore.key")
    }

    fn under_key_file(&self) -> KeySource {
        KeySource::KeyFile(self.key_file())
    }

    fn open(&self, source: &KeySource) -> Result<Keystore> {
        Keystore::open(&self.folder(), source, FailPoints::default())
    }

    /// Refused with this kind, and nothing changed on the disk.
    fn refuses(&self, source: &KeySource, expected: &str) {
        let before = contents(&self.folder());
        assert_eq!(kind(self.open(source)), expected, "{source:?}");
        assert_eq!(contents(&self.folder()), before, "{source:?} changed something");
    }
}

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

#[test]
fn a_key_that_does_not_decrypt_is_listed_with_its_error() {
    let world = World::new();
    let source = world.under_key_file();
    let keystore = world.open(&source).expect("it is made");
    keystore.add(&ecdsa(1).key, ecdsa(1).account.id()).expect("it is added");
    fs::remove_file(header::path(&world.folder())).expect("the header is there");
    Header::make(&world.folder(), &source).expect("another header");
    let keystore = world.open(&source).expect("it opens");
    let (_, listed) = keystore.keys().expect("a list").remove(0);
    assert_eq!(kind(listed), "keystore_damaged");
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

impl World {
    fn refuses_to_be_made(&self, source: &KeySource, expected: &str) {
        assert_eq!(kind(self.open(source)), expected);
        assert!(contents(&self.folder()).is_empty());
    }
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

#[test]
fn whatever_is_changed_in_a_keystore_is_noticed() {
    let world = World::new();
    let source = world.under_key_file();
    let secret = ecdsa(1);
    let commitment = secret.key.public_key().to_commitment();
    let keystore = world.open(&source).expect("it is made");
    keystore.add(&secret.key, secret.account.id()).expect("it is added");

    let header = header::path(&world.folder());
    let whole = fs::read(&header).expect("the header");
    for place in 0..whole.len() {
        let mut changed = whole.clone();
        changed[place] ^= 1;
        fs::write(&header, &changed).expect("a changed header");
        if same_json(&changed, &whole) {
            continue;
        }
        assert_eq!(kind(world.open(&source)), "keystore_damaged", "byte {place}");
    }
    fs::write(&header, &whole[..whole.len() / 2]).expect("half of it");
    world.refuses(&source, "keystore_damaged");
    fs::remove_file(&header).expect("it can be removed");
    world.refuses(&source, "keystore_damaged");
    fs::write(&header, &whole).expect("the header");

    let file = sealed_key::path(&world.folder(), commitment);
    let whole = fs::read(&file).expect("the key");
    for place in 0..whole.len() {
        let mut changed = whole.clone();
        changed[place] ^= 1;
        if same_json(&changed, &whole) {
            continue;
        }
        fs::write(&file, &changed).expect("a changed key");
        let keystore = world.open(&source).expect("the others can be used");
        assert_eq!(kind(keystore.key(commitment)), "keystore_damaged", "byte {place}");
    }
    fs::write(&file, &whole).expect("the key");
    // A key under the name of another.
    let other = ecdsa(2).key.public_key().to_commitment();
    fs::copy(&file, sealed_key::path(&world.folder(), other)).expect("a copy");
    let keystore = world.open(&source).expect("it opens");
    assert_eq!(kind(keystore.key(other)), "keystore_damaged");
    assert!(has(&keystore, &secret));
}

/// Whether a change made no difference: white space, or the case of an escape.
fn same_json(one: &[u8], other: &[u8]) -> bool {
    let read = |bytes| serde_json::from_slice::<serde_json::Value>(bytes).ok();
    read(one).is_some_and(|one| Some(one) == read(other))
}

/// Keys of before. A Falcon key takes a quarter of a second, so they are made once for each test.
fn keys_of_before() -> Vec<AccountSecret> {
    vec![ecdsa(1), ecdsa(2), secret(3, SignatureScheme::Falcon512Poseidon2)]
}

/// What the earlier version left behind.
async fn plaintext_keystore(folder: &Path, secrets: &[AccountSecret]) {
    let old = FilesystemKeyStore::new(folder.to_owned()).expect("an old keystore");
    for secret in secrets {
        old.add_key(&secret.key, secret.account.id()).await.expect("it is added");
    }
}

fn plaintext_is_left(folder: &Path, secrets: &[AccountSecret]) -> bool {
    let holds = |bytes: &[u8], secret: &AccountSecret| {
        let key = secret_bytes(&secret.key);
        bytes.windows(key.len() - 1).any(|window| *window == key[1..])
    };
    contents(folder).values().any(|bytes| secrets.iter().any(|secret| holds(bytes, secret)))
}

#[tokio::test]
async fn keys_of_before_are_encrypted_when_they_are_next_opened() {
    let secrets = keys_of_before();
    for source in [None, Some(passphrase("correct horse"))] {
        let world = World::new();
        let source = source.unwrap_or_else(|| world.under_key_file());
        plaintext_keystore(&world.folder(), &secrets).await;
        assert!(plaintext_is_left(&world.folder(), &secrets));
        for _ in 0..2 {
            let keystore = world.open(&source).expect("it opens");
            assert!(secrets.iter().all(|secret| has(&keystore, secret)));
            assert!(!plaintext_is_left(&world.folder(), &secrets));
            let names: Vec<_> = contents(&world.folder()).into_keys().collect();
            assert_eq!(names.len(), 1 + secrets.len(), "{names:?}");
            for secret in &secrets {
                let record = keystore.record(secret.key.public_key().to_commitment());
                let record = record.expect("it can be read").expect("it is there");
                assert_eq!(
                    record.accounts().iter().collect::<Vec<_>>(),
                    [&secret.account.id().to_hex()]
                );
            }
        }
    }
}

#[tokio::test]
async fn dying_anywhere_in_a_conversion_loses_nothing() {
    let secrets = keys_of_before();
    let mut reached = Vec::new();
    for stop in 0.. {
        let world = World::new();
        let source = world.under_key_file();
        plaintext_keystore(&world.folder(), &secrets).await;
        let mut number = 0;
        let stopped = {
            let data_key = Header::make(&world.folder(), &source).expect("a header");
            let (data_key, fail_points) = (Some(data_key), FailPoints::default());
            let keystore = Keystore { folder: world.folder(), data_key, fail_points };
            let plaintext = conversion::plaintext_keys(&world.folder()).expect("keys");
            conversion::convert(&keystore, plaintext, |boundary| {
                number += 1;
                if number <= stop {
                    return Ok(());
                }
                reached.push(boundary);
                Err(failed("the process died"))
            })
        };
        // What was there is there still, in one form or the other.
        let names: Vec<_> = contents(&world.folder()).into_keys().collect();
        for secret in &secrets {
            let name = hex(secret.key.public_key().to_commitment());
            let is_there =
                |ending: &str| names.contains(&world.folder().join(format!("{name}{ending}")));
            assert!(is_there("") || is_there(".key"), "{name} is lost");
        }
        let keystore = world.open(&source).expect("the next one goes on");
        assert!(secrets.iter().all(|secret| has(&keystore, secret)), "stopped at {reached:?}");
        assert!(!plaintext_is_left(&world.folder(), &secrets));
        assert!(!world.folder().join("key_index.json").exists());
        if stopped.is_ok() {
            break;
        }
    }
    let all = [Begin, Written, Written, Written, Verified, Removed, Removed, Removed, AllRemoved];
    assert_eq!(reached, all);
}

#[cfg(unix)]
#[tokio::test]
async fn half_a_key_of_before_is_left_as_it_is() {
    let world = World::new();
    let secrets = [ecdsa(1)];
    plaintext_keystore(&world.folder(), &secrets).await;
    let half = world.folder().join(hex(ecdsa(9).key.public_key().to_commitment()));
    fs::write(&half, [1, 2, 3]).expect("half a key");
    fs::set_permissions(&half, fs::Permissions::from_mode(0o644)).expect("for all to read");
    let keystore = world.open(&world.under_key_file()).expect("it opens");
    assert!(secrets.iter().all(|secret| has(&keystore, secret)));
    assert_eq!(fs::read(&half).expect("it is there"), [1, 2, 3]);
    assert_eq!(fs::metadata(&half).expect("it is there").permissions().mode() & 0o777, 0o600);
}

#[tokio::test]
async fn keys_of_before_are_not_touched_by_a_way_of_opening_that_is_refused() {
    let world = World::new();
    let secrets = [ecdsa(1)];
    plaintext_keystore(&world.folder(), &secrets).await;
    world.refuses(&passphrase(""), "passphrase_empty");
    assert!(plaintext_is_left(&world.folder(), &secrets));
}
