//! How much of a package is described.

use crate::errors::{ContractError, Result};

/// How many items a package may export.
pub const MAX_EXPORTS: usize = 4_096;

/// How many procedures an account may have.
pub const MAX_METHODS: usize = 256;

/// # Errors
/// [`ContractError::InvalidPackage`] if there are more than may be.
pub(super) fn require(what: &str, count: usize, most: usize) -> Result<()> {
    if count <= most {
        return Ok(());
    }
    let reason = format!("it has {count} {what}, and at most {most} are read");
    Err(ContractError::InvalidPackage { source: reason.into() }.into())
}
