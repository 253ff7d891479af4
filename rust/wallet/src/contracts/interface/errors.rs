//! The messages of errors that code can end with.

use std::collections::{BTreeMap, HashSet};

use miden_client::vm::error_code_from_msg;
use miden_core::operations::Operation;

use crate::contracts::packages::Package;
use crate::errors::{ContractError, Result};

/// How many bytes the message of an error has at most. Many rows can refer to one text, which is hashed for each.
const MAX_MESSAGE_BYTES: usize = 1_024;

/// The messages of a package's errors, by their codes. The debug information of a package has the messages of all that
/// was linked: only those are returned that the code itself can end with.
///
/// # Errors
/// [`ContractError::InvalidPackage`] if the debug information cannot be read.
pub(in crate::contracts) fn error_messages(package: &Package) -> Result<BTreeMap<u64, String>> {
    let debug_info = package
        .0
        .debug_info()
        .map_err(|error| ContractError::InvalidPackage { source: error.into() })?;
    let Some(debug_info) = debug_info else { return Ok(BTreeMap::new()) };
    let codes = error_codes(package);
    let mut messages = BTreeMap::new();
    for row in debug_info.error_messages().iter().filter(|row| codes.contains(&row.err_code)) {
        if let Some(message) = debug_info.get_string(row.message)
            && message.len() <= MAX_MESSAGE_BYTES
            // A code is the hash of its message. A package with another one would have an error say what it is not.
            && error_code_from_msg(message.as_ref()).as_canonical_u64() == row.err_code
        {
            messages.entry(row.err_code).or_insert_with(|| message.as_ref().to_owned());
        }
    }
    Ok(messages)
}

/// The codes of the errors that the code of a package can end with.
fn error_codes(package: &Package) -> HashSet<u64> {
    let blocks = package.0.mast_forest().nodes().iter().filter_map(|node| node.get_basic_block());
    let codes = blocks.flat_map(|block| block.raw_operations().filter_map(error_code));
    codes.collect()
}

/// The code of the error that an operation can end with.
pub(crate) fn error_code(operation: &Operation) -> Option<u64> {
    match operation {
        Operation::Assert(code) | Operation::U32assert2(code) | Operation::MpVerify(code) => {
            Some(code.as_canonical_u64())
        }
        _ => None,
    }
}
