//! From a passphrase to a key: Argon2id, with its parameters written beside the salt.

use argon2::{Algorithm, Argon2, Block, Params, Version};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rand::Rng;
use serde::{Deserialize, Serialize};
use zeroize::{Zeroize, Zeroizing};

use super::cipher::SecretBytes;
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

    /// The key of a passphrase. Takes a good part of a second and the memory the parameters name,
    /// which is wiped.
    pub(super) fn key(&self, passphrase: &str) -> Result<SecretBytes, Cause> {
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
