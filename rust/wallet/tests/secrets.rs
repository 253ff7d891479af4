//! No secret is anywhere but in memory: not in a file, not in the log, not in the text of an error.
//!
//! A program of its own: it listens to all that is logged, which takes that no other test logs or listens.
#![cfg(feature = "embedded-chain")]
#![allow(clippy::large_futures, reason = "a test's thread has the room")]

#[path = "offline/support/mod.rs"]
#[allow(dead_code, reason = "the other tests use the rest")]
mod support;

use std::path::Path;
use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD};
use miden_client::account::{AccountFile, AccountType};
use miden_client::{Serializable, Word};
use miden_swift_wallet::{
    AccountId, AccountPath, AccountSecret, Derivation, GivenKey, KeySource, Mnemonic,
    MnemonicAccount, NewWallet, NoteId, Restoration, Seed, SignatureScheme, Token, Visibility,
    Wallet, WalletConfiguration, WalletError,
};
use support::World;
use tracing::field::{Field, Visit};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};

/// Everything the log says, at every level.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

struct Text<'a>(&'a mut Vec<u8>);

impl Visit for Text<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.0.extend(format!("{}={value:?} ", field.name()).into_bytes());
    }
}

impl<S: tracing::Subscriber> Layer<S> for Log {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        event.record(&mut Text(&mut self.0.lock().expect("the log")));
    }

    fn on_new_span(
        &self,
        attributes: &tracing::span::Attributes<'_>,
        _: &tracing::span::Id,
        _: Context<'_, S>,
    ) {
        attributes.record(&mut Text(&mut self.0.lock().expect("the log")));
    }
}

/// The ways in which bytes may be written down.
fn spellings(secret: &[u8]) -> Vec<Vec<u8>> {
    let lower: String =
        secret.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    let list = format!("{secret:?}");
    let mut spellings = vec![
        secret.to_vec(),
        lower.to_uppercase().into_bytes(),
        lower.into_bytes(),
        list.trim_matches(['[', ']']).as_bytes().to_vec(),
    ];
    for engine in [&STANDARD, &STANDARD_NO_PAD, &URL_SAFE, &URL_SAFE_NO_PAD] {
        spellings.push(engine.encode(secret).into_bytes());
    }
    spellings
}

fn contains(place: &[u8], secret: &[u8]) -> bool {
    spellings(secret).iter().any(|spelling| memory_contains(place, spelling))
}

fn memory_contains(place: &[u8], needle: &[u8]) -> bool {
    place.windows(needle.len()).any(|window| window == needle)
}

/// Every file below a folder, with what is in it.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            // One that is being written may have another name by now.
            found
                .extend(std::fs::read(&path).ok().map(|bytes| (path.display().to_string(), bytes)));
        }
    }
    found
}

/// Consumes notes, and says what was in all files while that was on its way.
async fn files_while_consumed(
    wallet: &Wallet,
    account: AccountId,
    notes: &[NoteId],
    world: &World,
) -> Vec<(String, Vec<u8>)> {
    let mut consuming = Box::pin(wallet.consume(account, notes, None, |_| {}));
    let seen = tokio::select! {
        biased;
        seen = when_journalled(world.folder.path()) => seen,
        ended = &mut consuming => panic!("it was over before its entry was seen: {ended:?}"),
    };
    consuming.await.expect("it is consumed");
    seen
}

/// All files, once there is an entry in the journal.
async fn when_journalled(folder: &Path) -> Vec<(String, Vec<u8>)> {
    loop {
        let found = files(folder);
        if found.iter().any(|(name, _)| name.ends_with(".transaction")) {
            return found;
        }
        tokio::task::yield_now().await;
    }
}

fn text_of(error: &WalletError) -> String {
    format!("{error} {error:?} {:?}", error.causes())
}

/// An account of a new mnemonic, the seed it comes from, and the key.
fn of_mnemonic() -> (Mnemonic, Seed, [u8; 32], AccountSecret) {
    let mnemonic = Mnemonic::generate(miden_swift_wallet::WordCount::Twelve).expect("a mnemonic");
    let path = AccountPath {
        derivation: Derivation::V1,
        scheme: SignatureScheme::EcdsaK256Keccak,
        visibility: Visibility::Public,
        index: 0,
    };
    let seed = *mnemonic.seed().expect("its seed").account_seed(&path).expect("an account's seed");
    let secret = AccountSecret::derive(&seed, path.scheme, AccountType::Public).expect("a key");
    let account =
        MnemonicAccount { mnemonic: mnemonic.clone(), index: 0, derivation: Derivation::V1 };
    (mnemonic, Seed::Mnemonic(account), seed, secret)
}

/// Uses a mnemonic for a search, and reads it with a slip in it.
async fn searched(wallet: &Wallet, mnemonic: &Mnemonic) -> WalletError {
    let restoration = Restoration {
        mnemonic: mnemonic.clone(),
        gap_limit: 2,
        schemes: vec![SignatureScheme::EcdsaK256Keccak],
        derivations: vec![Derivation::V1],
    };
    assert_eq!(wallet.restore(restoration).await.expect("a search").len(), 1);
    let slip = format!("{} x", mnemonic.phrase().rsplit_once(' ').expect("words").0);
    Mnemonic::parse(&slip).expect_err("a slip")
}

/// Syncs, writes a backup and key files, and tries to read them with another passphrase.
async fn kept(wallet: &Wallet, accounts: &[AccountId], folder: &Path) -> Vec<WalletError> {
    let passphrase = || "a passphrase for files".to_owned().into();
    let mut errors = Vec::new();
    wallet.sync().await.expect("a sync");
    let backup = folder.join("wallet.backup");
    wallet.back_up(&backup, passphrase()).await.expect("a backup");
    for account in accounts {
        let file = wallet.export_key(*account, passphrase()).await.expect("a key file");
        std::fs::write(folder.join(format!("{account}.key")), &file).expect("a file");
        let wrong = GivenKey::File { file: &file, passphrase: "another".to_owned().into() };
        errors.push(wallet.import_key(wrong, None).await.expect_err("another passphrase"));
        let digits = wallet.export_key_unencrypted(*account).await.expect("digits");
        let half = digits[..digits.len() - 2].to_owned().into();
        errors.push(wallet.import_key(GivenKey::Hex(half), None).await.expect_err("half a key"));
        errors.push(wallet.import_key(GivenKey::Hex(digits), None).await.expect_err("it is there"));
    }
    errors
}

/// What is not to be found anywhere.
struct Secrets(Vec<(&'static str, Vec<u8>)>);

impl Secrets {
    fn of(passphrase: &str, seeds: &[[u8; 32]], secrets: &[AccountSecret]) -> Self {
        let mut all = vec![("the passphrase", passphrase.as_bytes().to_vec())];
        all.extend(seeds.iter().map(|seed| ("a seed", seed.to_vec())));
        for secret in secrets {
            // Without the byte for the scheme: what follows it is the key alone.
            let bytes = secret.key.to_bytes()[1..].to_vec();
            // And a part of it, for what keeps long keys in pieces.
            all.push(("a part of a key", bytes[bytes.len() - 24..].to_vec()));
            all.push(("a key", bytes));
        }
        Self(all)
    }

    fn found_in(&self, place: &[u8]) -> Vec<&'static str> {
        self.0.iter().filter(|(_, secret)| contains(place, secret)).map(|(name, _)| *name).collect()
    }
}

#[tokio::test]
async fn secrets_are_found_nowhere() {
    let log = Log::default();
    let subscriber = tracing_subscriber::registry().with(log.clone());
    let _logging = tracing::subscriber::set_default(subscriber);
    let passphrase = "a passphrase that nobody else has";
    let keys = || KeySource::Passphrase(passphrase.to_owned().into());
    let world = World::new();
    let mut errors = Vec::new();
    let seeds: [[u8; 32]; 2] = [
        std::array::from_fn(|index| u8::try_from(index * 7 + 3).expect("a byte")),
        std::array::from_fn(|index| u8::try_from(index * 5 + 11).expect("a byte")),
    ];
    let schemes = [SignatureScheme::EcdsaK256Keccak, SignatureScheme::Falcon512Poseidon2];
    let (mnemonic, of_mnemonic, mnemonic_seed, mnemonic_secret) = of_mnemonic();
    let mut secrets: Vec<_> = seeds
        .iter()
        .zip(schemes)
        .map(|(seed, scheme)| {
            AccountSecret::derive(seed, scheme, AccountType::Private).expect("a key")
        })
        .collect();
    secrets.push(mnemonic_secret);
    let mut all = Secrets::of(passphrase, &[seeds[0], seeds[1], mnemonic_seed], &secrets);
    all.0.push(("the mnemonic", mnemonic.phrase().as_bytes().to_vec()));
    // A part of it, for what is not all of it and would do.
    all.0.push(("a part of the mnemonic", mnemonic.phrase().as_bytes()[..24].to_vec()));

    let mut accounts = Vec::new();
    let mut on_the_way = Vec::new();
    let wallet = world.wallet_with("alice", keys()).await;
    // The first comes from its seed, the second from an account file.
    let new = NewWallet { seed: Some(seeds[0].to_vec().into()), ..NewWallet::default() };
    accounts.push(wallet.create_wallet(new.clone()).await.expect("an account"));
    errors.push(wallet.create_wallet(new).await.expect_err("it is there"));
    let file =
        AccountFile::new(secrets[1].account.clone(), vec![secrets[1].key.clone()]).to_bytes();
    accounts.push(wallet.import_account(&file).await.expect("an account"));
    errors.push(wallet.import_account(&file).await.expect_err("it is there"));
    // And the third from a mnemonic.
    let new = NewWallet { seed: Some(of_mnemonic), ..NewWallet::default() };
    accounts.push(wallet.create_wallet(new).await.expect("an account"));
    errors.push(searched(&wallet, &mnemonic).await);
    let broken = [&file[..file.len() - 8], &[0xff; 8]].concat();
    errors.extend(wallet.import_account(&broken).await.err());
    errors.push(wallet.import_account(&file[..file.len() / 2]).await.expect_err("half of it"));
    for account in &accounts {
        wallet.sign_message(*account, b"hello").await.expect("a signature");
        let notes = [support::paid(&wallet, *account, Token::Miden, 5).await];
        on_the_way.extend(files_while_consumed(&wallet, *account, &notes, &world).await);
        errors.push(
            wallet.consume(*account, &notes, None, |_| {}).await.expect_err("it was consumed"),
        );
    }
    errors.extend(kept(&wallet, &accounts, world.folder.path()).await);
    // While it is open, so that what SQLite has not put into its file yet is searched too.
    let open = files(world.folder.path());
    drop(wallet);

    let open_with =
        |keys| Wallet::open(WalletConfiguration { keys, ..world.configuration("alice") });
    let wrong = KeySource::Passphrase(format!("{passphrase}!").into());
    errors.push(open_with(wrong).await.map(drop).expect_err("another passphrase"));
    let path = world.configuration("alice").keystore_path;
    for (name, whole) in files(&path) {
        for end in [whole.len() / 2, whole.len() - 30] {
            std::fs::write(&name, &whole[..end]).expect("a part of it");
            match open_with(keys()).await {
                Err(error) => errors.push(error),
                Ok(wallet) => {
                    for account in &accounts {
                        errors.extend(wallet.sign_message(*account, b"hello").await.err());
                    }
                }
            }
        }
        std::fs::write(&name, &whole).expect("the whole of it");
    }
    assert!(errors.iter().any(|error| error.kind() == "keystore_damaged"), "{errors:?}");

    assert!(on_the_way.iter().any(|(name, _)| name.ends_with(".transaction")), "the journal");
    let closed = files(world.folder.path());
    for (name, place) in open.iter().chain(&on_the_way).chain(&closed) {
        assert_eq!(all.found_in(place), Vec::<&str>::new(), "{name}");
    }
    let logged = log.0.lock().expect("the log").clone();
    assert_eq!(all.found_in(&logged), Vec::<&str>::new(), "the log");
    for error in &errors {
        assert_eq!(all.found_in(text_of(error).as_bytes()), Vec::<&str>::new(), "{error}");
    }

    // And the search finds what is there.
    let commitment = Word::from(secrets[0].key.public_key().to_commitment());
    let in_files = open.iter().any(|(_, place)| contains(place, &commitment.as_bytes()));
    assert!(in_files, "the store has the commitment to the public key");
    let account = accounts[0].to_hex();
    assert!(memory_contains(&logged, account.as_bytes()), "the log names the account");
    let wrote =
        errors.iter().any(|error| memory_contains(text_of(error).as_bytes(), account.as_bytes()));
    assert!(wrote, "an error names the account");
    let plaintext = world.folder.path().join("left.behind");
    for secret in &secrets {
        std::fs::write(&plaintext, secret.key.to_bytes()).expect("a file");
        let found =
            files(world.folder.path()).iter().any(|(_, place)| !all.found_in(place).is_empty());
        assert!(found, "a key that lies there is found");
    }
    assert_eq!(all.found_in(format!("a log with {passphrase}.").as_bytes()), ["the passphrase"]);
    let quoted = STANDARD.encode(seeds[1]);
    assert_eq!(all.found_in(quoted.as_bytes()), ["a seed"]);
}
