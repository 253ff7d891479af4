//! What a script is given besides the stack: entries of the advice map.

use miden_client::{Felt, Word};
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
