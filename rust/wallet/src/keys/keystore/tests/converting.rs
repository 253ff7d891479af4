//! Keystores of before, whose keys are in the clear: converted, halfway through it, and left alone.

use std::fs;
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;

use miden_client::keystore::{FilesystemKeyStore, Keystore as _};

use super::*;
use crate::keys::keystore::conversion::Boundary::{AllRemoved, Begin, Removed, Verified, Written};

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
