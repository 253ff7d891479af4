//! From a passphrase to a key: Argon2id, with its parameters written beside the salt.

use argon2::{Algorithm, Argon2, Block, Params, Version};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rand::Rng;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;
use zeroize::{Zeroize, Zeroizing};

use super::cipher::{SecretBytes, Unopened};
use crate::errors::Cause;

/// How a key is derived from a passphrase.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Derivation {
    kdf: Kdf,
    memory_kib: u32,
    iterations: u32,
    parallelism: u32,
    salt: String,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kdf {
    Argon2id,
}

/// What guessing costs for keystores made today: 64 MiB and three passes, which is above what OWASP
/// asks for, and some 0.2 s on a phone.
const MEMORY_KIB: u32 = 64 * 1024;
const ITERATIONS: u32 = 3;
const PARALLELISM: u32 = 1;

/// No header makes a wallet that opens it use more than this: a damaged or forged one must not take
/// all of a machine's memory or an hour.
const MOST_MEMORY_KIB: u32 = 1024 * 1024;
const MOST_ITERATIONS: u32 = 32;
const MOST_PARALLELISM: u32 = 16;
/// And none makes guessing cheap: who can change a header must not get a keystore that is easily
/// broken once it is written anew.
const LEAST_MEMORY_KIB: u32 = 8 * 1024;
const SALT: std::ops::RangeInclusive<usize> = 8..=64;

impl Derivation {
    /// Today's parameters and a fresh salt.
    pub(super) fn new() -> Self {
        let mut salt = [0; 16];
        rand::rng().fill_bytes(&mut salt);
        Self {
            kdf: Kdf::Argon2id,
            memory_kib: MEMORY_KIB,
            iterations: ITERATIONS,
            parallelism: PARALLELISM,
            salt: STANDARD.encode(salt),
        }
    }

    /// The key that something new is sealed with. The passphrase is normalised (NFC): what looks the same is the same, on
    /// whatever system it is typed.
    pub(super) fn sealing_key(&self, passphrase: &str) -> Result<SecretBytes, Cause> {
        self.key(&composed(passphrase))
    }

    /// Opens something that is sealed under a passphrase, with `open`, which is given the key. Tries the passphrase as it was
    /// typed, and if that is refused once more in the other form that it may have been sealed in.
    pub(super) fn opened<T>(
        &self,
        passphrase: &str,
        open: impl Fn(&SecretBytes) -> Result<T, Unopened>,
    ) -> Result<Result<T, Unopened>, Cause> {
        let opened = open(&self.key(passphrase)?);
        if !matches!(opened, Err(Unopened::Refused)) {
            return Ok(opened);
        }
        let composed = composed(passphrase);
        // Earlier versions sealed under what was typed, which may have been decomposed.
        let other = if *composed == passphrase { decomposed(passphrase) } else { composed };
        if *other == passphrase { Ok(opened) } else { Ok(open(&self.key(&other)?)) }
    }

    /// The key of exactly this passphrase. Takes a good part of a second and the memory the parameters name,
    /// which is wiped.
    fn key(&self, passphrase: &str) -> Result<SecretBytes, Cause> {
        let Kdf::Argon2id = self.kdf;
        let salt = self.checked_salt()?;
        let params = Params::new(self.memory_kib, self.iterations, self.parallelism, Some(32))
            .map_err(|error| error.to_string())?;
        let mut memory = vec![Block::default(); params.block_count()];
        let mut key = Zeroizing::new([0; 32]);
        let derived = Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
            .hash_password_into_with_memory(
                passphrase.as_bytes(),
                &salt,
                key.as_mut_slice(),
                &mut memory,
            );
        memory.iter_mut().for_each(Zeroize::zeroize);
        derived.map_err(|error| error.to_string())?;
        Ok(SecretBytes::new(key))
    }

    fn checked_salt(&self) -> Result<Vec<u8>, Cause> {
        let salt = STANDARD.decode(&self.salt)?;
        let sensible = (LEAST_MEMORY_KIB..=MOST_MEMORY_KIB).contains(&self.memory_kib)
            && (1..=MOST_ITERATIONS).contains(&self.iterations)
            && (1..=MOST_PARALLELISM).contains(&self.parallelism)
            && SALT.contains(&salt.len());
        if sensible { Ok(salt) } else { Err("its parameters of Argon2id are out of bounds".into()) }
    }
}

fn composed(passphrase: &str) -> Zeroizing<String> {
    collected(passphrase, passphrase.nfc())
}

fn decomposed(passphrase: &str) -> Zeroizing<String> {
    collected(passphrase, passphrase.nfd())
}

fn collected(passphrase: &str, characters: impl Iterator<Item = char>) -> Zeroizing<String> {
    // No form of a text is more than three times as long. A string that grows leaves copies behind.
    let mut text = Zeroizing::new(String::with_capacity(3 * passphrase.len()));
    text.extend(characters);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_out_of_bounds_are_refused_before_anything_is_computed() {
        let sound = Derivation { memory_kib: LEAST_MEMORY_KIB, iterations: 1, ..Derivation::new() };
        sound.key("a passphrase").expect("the least is taken");
        for absurd in [
            Derivation { memory_kib: u32::MAX, ..sound.clone() },
            Derivation { memory_kib: 8, ..sound.clone() },
            Derivation { iterations: 0, ..sound.clone() },
            Derivation { iterations: u32::MAX, ..sound.clone() },
            Derivation { parallelism: 0, ..sound.clone() },
            Derivation { parallelism: 1 << 20, ..sound.clone() },
            Derivation { salt: String::new(), ..sound.clone() },
            Derivation { salt: "not base64".to_owned(), ..sound.clone() },
        ] {
            absurd.key("a passphrase").expect_err("it is refused");
        }
    }

    /// What an earlier version sealed under the passphrase as it was typed.
    #[test]
    fn what_was_sealed_under_another_form_of_a_passphrase_opens() {
        let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}");
        let fast = Derivation { memory_kib: LEAST_MEMORY_KIB, iterations: 1, ..Derivation::new() };
        for (sealed, typed, tries) in [
            (composed, composed, 1),
            (decomposed, decomposed, 1),
            (composed, decomposed, 2),
            (decomposed, composed, 2),
            ("cafe", "caff", 1),
            ("cafe", decomposed, 2),
        ] {
            let right = fast.key(sealed).expect("a key");
            let tried = std::cell::Cell::new(0);
            let opened = fast.opened(typed, |key| {
                tried.set(tried.get() + 1);
                if key.as_slice() == right.as_slice() { Ok(()) } else { Err(Unopened::Refused) }
            });
            let looks_the_same = composed_text(sealed) == composed_text(typed);
            assert_eq!(opened.expect("a derivation").is_ok(), looks_the_same, "{sealed} {typed}");
            assert_eq!(tried.get(), tries, "{sealed} {typed}");
        }
    }

    fn composed_text(text: &str) -> String {
        text.nfc().collect()
    }

    #[test]
    fn the_key_of_a_passphrase_is_argon2id_as_its_reference_has_it() {
        // From the test vectors of the reference implementation.
        let derivation = Derivation {
            kdf: Kdf::Argon2id,
            memory_kib: 64 * 1024,
            iterations: 2,
            parallelism: 1,
            salt: STANDARD.encode("somesalt"),
        };
        let key = derivation.key("password").expect("a key");
        assert_eq!(STANDARD.encode(key.as_slice()), "CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc=");
    }
}
