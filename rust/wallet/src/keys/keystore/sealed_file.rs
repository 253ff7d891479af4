//! A file under a passphrase of its own: one line of JSON that says what it is and how its key comes
//! from the passphrase, and after it what is encrypted.
//!
//! The checksum in the line keeps nobody out. It tells a damaged file from a wrong passphrase.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use miden_protocol::crypto::hash::keccak::Keccak256;
use rand::Rng;
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use super::cipher::{self, Nonce, SecretBytes, Unopened};
use super::failures::failed;
use super::passphrase::Derivation;
use crate::errors::{Cause, Result, SealedFileError};

/// What a sealed file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Contents {
    /// What the file calls itself.
    pub(crate) format: &'static str,
    /// The newest version this library can read, and the one it writes.
    pub(crate) version: u32,
    /// The oldest version it can read.
    pub(crate) oldest: u32,
    /// What people call it, with its article.
    pub(crate) what: &'static str,
}

/// The longest first line there can be: nothing is looked for beyond it.
const LONGEST_LINE: usize = 4096;

/// What every version has to say first.
#[derive(Deserialize)]
struct Title {
    format: String,
    version: u32,
}

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    format: String,
    version: u32,
    key: Derivation,
    nonce: String,
    checksum: String,
}

/// Encrypts `secret`, which is wiped, under a passphrase. Blocks: the key takes a good part of a second.
pub(crate) fn seal(
    contents: Contents,
    passphrase: &str,
    mut secret: Zeroizing<Vec<u8>>,
) -> Result<Vec<u8>> {
    if passphrase.is_empty() {
        return Err(SealedFileError::PassphraseEmpty { what: contents.what }.into());
    }
    let derivation = Derivation::new();
    let key = derivation.sealing_key(passphrase).map_err(failed)?;
    let mut nonce: Nonce = [0; 24];
    rand::rng().fill_bytes(&mut nonce);
    let associated = associated(contents.format, contents.version, &derivation);
    // With the room for it, so that no copy of what is secret stays behind.
    secret.reserve_exact(TAG);
    cipher::seal_in_place(&key, &mut secret, &nonce, &associated).map_err(failed)?;
    let line = Line {
        format: contents.format.to_owned(),
        version: contents.version,
        key: derivation,
        nonce: STANDARD.encode(nonce),
        checksum: checksum(&associated, &nonce, &secret),
    };
    let mut file = serde_json::to_vec(&line).map_err(failed)?;
    file.push(b'\n');
    file.extend_from_slice(&secret);
    Ok(file)
}

/// What the cipher adds to what it encrypts.
const TAG: usize = 16;

/// Decrypts what [`seal`] made. Blocks, as that does.
pub(crate) fn open(
    contents: Contents,
    passphrase: &str,
    file: &[u8],
) -> Result<Zeroizing<Vec<u8>>> {
    let what = contents.what;
    let damaged = |source: Cause| SealedFileError::Damaged { what, source };
    let (line, body) = parts(contents, file)?;
    let line: Line = serde_json::from_slice(line).map_err(|error| damaged(error.into()))?;
    let nonce = STANDARD.decode(&line.nonce).map_err(|error| damaged(error.into()))?;
    let nonce =
        Nonce::try_from(nonce.as_slice()).map_err(|_| damaged("a nonce has 24 bytes".into()))?;
    let associated = associated(&line.format, line.version, &line.key);
    if line.checksum != checksum(&associated, &nonce, body) {
        return Err(damaged("its checksum is another one".into()).into());
    }
    let open = |key: &SecretBytes| {
        let mut secret = Zeroizing::new(body.to_vec());
        cipher::open_in_place(key, &mut secret, &nonce, &associated).map(|()| secret)
    };
    match line.key.opened(passphrase, open).map_err(damaged)? {
        Ok(secret) => Ok(secret),
        Err(Unopened::Refused) => Err(SealedFileError::WrongPassphrase { what }.into()),
        Err(Unopened::Unreadable(source)) => Err(damaged(source).into()),
    }
}

/// The first line and the rest, of a file that is what it should be and of a version that can be read.
fn parts(contents: Contents, file: &[u8]) -> Result<(&[u8], &[u8]), SealedFileError> {
    let what = contents.what;
    let other = || SealedFileError::Other { what };
    let end = file.iter().take(LONGEST_LINE).position(|byte| *byte == b'\n').ok_or_else(other)?;
    let (line, rest) = file.split_at(end);
    let title: Title = serde_json::from_slice(line).map_err(|_| other())?;
    if title.format != contents.format {
        return Err(other());
    }
    if !(contents.oldest..=contents.version).contains(&title.version) {
        let (found, newest) = (title.version, contents.version);
        return Err(SealedFileError::OfAnotherVersion { what, found, newest });
    }
    Ok((line, &rest[1..]))
}

/// What is readable, so that nobody can exchange it unnoticed.
fn associated(format: &str, version: u32, derivation: &Derivation) -> Vec<u8> {
    // Plain data: there is nothing in it that could not be written.
    serde_json::to_vec(&(format, version, derivation)).unwrap_or_default()
}

fn checksum(associated: &[u8], nonce: &Nonce, body: &[u8]) -> String {
    String::from(Keccak256::hash_iter([associated, nonce.as_slice(), body].into_iter()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::errors::WalletError;

    const SOMETHING: Contents =
        Contents { format: "miden-swift something", version: 3, oldest: 2, what: "something" };

    fn sealed() -> Vec<u8> {
        seal(SOMETHING, "correct horse", Zeroizing::new(b"what is secret".to_vec()))
            .expect("a file")
    }

    fn kind(result: Result<Zeroizing<Vec<u8>>>) -> &'static str {
        result.expect_err("it is refused").kind()
    }

    #[test]
    fn what_is_sealed_comes_back_with_its_passphrase_and_no_other() {
        let file = sealed();
        let secret = open(SOMETHING, "correct horse", &file).expect("it opens");
        assert_eq!(secret.as_slice(), b"what is secret");
        assert!(!file.windows(6).any(|window| window == b"secret"));
        assert_eq!(kind(open(SOMETHING, "wrong horse", &file)), "wrong_file_passphrase");
        assert_eq!(kind(open(SOMETHING, "", &file)), "wrong_file_passphrase");
        let empty = seal(SOMETHING, "", Zeroizing::default());
        assert_eq!(empty.expect_err("it is refused").kind(), "file_passphrase_empty");
        // Two of the same are not the same.
        assert_ne!(file, sealed());
    }

    #[test]
    fn a_passphrase_opens_in_each_form_that_looks_the_same() {
        let (composed, decomposed) = ("Grüße, café", "Gru\u{308}ße, cafe\u{301}");
        for typed in [composed, decomposed] {
            let file = seal(SOMETHING, typed, Zeroizing::new(b"what is secret".to_vec()));
            let file = file.expect("a file");
            for again in [composed, decomposed] {
                open(SOMETHING, again, &file).expect("it opens");
            }
            let refused = open(SOMETHING, "Grusse, cafe", &file);
            assert_eq!(kind(refused), "wrong_file_passphrase");
        }
    }

    #[test]
    fn every_other_byte_is_noticed() {
        let file = sealed();
        for place in 0..file.len() {
            let mut changed = file.clone();
            changed[place] ^= 1;
            let error = open(SOMETHING, "correct horse", &changed).expect_err("it is refused");
            let sealed = matches!(error, WalletError::SealedFile(_));
            let wrong = error.kind() == "wrong_file_passphrase";
            assert!(sealed && !wrong, "byte {place}: {error}");
        }
        for length in [0, 1, file.len() / 2, file.len() - 1] {
            let half = open(SOMETHING, "correct horse", &file[..length]);
            assert!(["sealed_file_damaged", "invalid_sealed_file"].contains(&kind(half)));
        }
    }

    #[test]
    fn another_version_and_another_thing_are_told_apart() {
        let file = sealed();
        for (oldest, version) in [(1, 2), (4, 5)] {
            let another = Contents { version, oldest, ..SOMETHING };
            let refused = open(another, "correct horse", &file);
            assert_eq!(kind(refused), "sealed_file_of_another_version");
        }
        for (oldest, version) in [(3, 5), (1, 3)] {
            let another = Contents { version, oldest, ..SOMETHING };
            open(another, "correct horse", &file).expect("it reads this version, too");
        }
        let other = Contents { format: "miden-swift other", ..SOMETHING };
        assert_eq!(kind(open(other, "correct horse", &file)), "invalid_sealed_file");
        for garbage in [&b""[..], b"\n", b"{}\n", b"no file of ours", &[0; 10_000]] {
            assert_eq!(kind(open(SOMETHING, "correct horse", garbage)), "invalid_sealed_file");
        }
        // Also where all else of it is of a form that is not known here.
        let future = b"{\"format\":\"miden-swift something\",\"version\":9,\"new\":[]}\nrest";
        let refused = open(SOMETHING, "correct horse", future).expect_err("it is refused");
        assert!(refused.to_string().contains("version 9"), "{refused}");
    }
}
