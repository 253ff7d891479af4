//! How many elements values have.

use crate::contracts::ValueType;
use crate::errors::{ContractError, Result};

/// How many elements values of several types have, saturating.
pub(super) fn felt_count<'a>(types: impl IntoIterator<Item = &'a ValueType>) -> Result<u64> {
    let mut count: u64 = 0;
    for value_type in types {
        let of_one = value_type.felt_count().map_err(|unsupported| {
            let explanation = unsupported.reason.explanation();
            ContractError::UnsupportedType { name: unsupported.name, explanation }
        })?;
        count = count.saturating_add(of_one);
    }
    Ok(count)
}
