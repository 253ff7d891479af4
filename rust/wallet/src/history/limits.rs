//! How much a page may have.

use crate::errors::{Result, WalletError};

/// How many entries or events a page has at most.
pub const LARGEST_PAGE: u32 = 500;

pub(super) fn require_size(limit: u32) -> Result<()> {
    if (1..=LARGEST_PAGE).contains(&limit) {
        Ok(())
    } else {
        Err(WalletError::InvalidPageSize { limit, most: LARGEST_PAGE })
    }
}
