//! What a script is given besides the stack: entries of the advice map.

use miden_client::{Felt, Word};
use miden_protocol::Hasher;
use serde::Deserialize;

use super::words::{parse_felt, parse_word};
use crate::errors::{ContractError, Result};
use crate::quoting::quoting_little;

/// The file as the published client reads it.
#[derive(Deserialize)]
struct AdviceFile {
    inputs: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    key: String,
    values: Vec<String>,
}

/// Reads a file of entries of the advice map, as the published client reads it: a TOML array `inputs` of
/// tables with a `key` in hex and `values`, which are numbers in quotes.
///
/// # Errors
/// [`ContractError::InvalidAdvice`], [`ContractError::InvalidWord`], [`ContractError::InvalidFelt`].
pub fn parse_advice(text: &str) -> Result<Vec<(Word, Vec<Felt>)>> {
    let file: AdviceFile = toml::from_str(text)
        .map_err(|error| ContractError::InvalidAdvice { source: quoting_little(&error) })?;
    let value = |text: &String| {
        let number = text
            .parse::<u64>()
            .map_err(|error| ContractError::InvalidAdvice { source: error.into() })?;
        parse_felt(number)
    };
    let entry = |entry: &Entry| {
        Ok((parse_word(&entry.key)?, entry.values.iter().map(value).collect::<Result<_>>()?))
    };
    file.inputs.iter().map(entry).collect()
}

/// The hash of field elements, as the virtual machine computes it. It is the usual key for them in the advice map: code
/// that is given the hash can check what it reads there.
#[must_use]
pub fn hash_elements(felts: &[Felt]) -> Word {
    Hasher::hash_elements(felts)
}

#[cfg(test)]
mod tests {
    use miden_client::note::NoteStorage;

    use super::*;

    fn felts(count: u32) -> Vec<Felt> {
        (1..=count).map(Felt::from).collect()
    }

    #[test]
    fn a_hash_is_what_commits_to_the_storage_of_a_note_and_merges_two_words() {
        for count in 0..=17 {
            let storage = NoteStorage::new(felts(count)).expect("a storage");
            assert_eq!(hash_elements(&felts(count)), storage.commitment(), "{count}");
        }
        let words =
            [[1, 2, 3, 4], [5, 6, 7, 8]].map(|word: [u32; 4]| Word::from(word.map(Felt::from)));
        assert_eq!(hash_elements(&felts(8)), Hasher::merge(&words));
    }

    #[test]
    fn a_hash_depends_on_the_number_of_elements() {
        let mut longer = felts(7);
        longer.push(Felt::ZERO);
        assert_ne!(hash_elements(&felts(7)), hash_elements(&longer));
        assert_ne!(hash_elements(&[]), hash_elements(&[Felt::ZERO]));
    }
}
