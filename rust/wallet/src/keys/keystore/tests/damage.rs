//! Keystores and keys that are not what was written.

use std::fs;

use super::*;

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
