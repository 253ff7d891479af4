//! Counts the memory that decoding takes.

use super::error::ForeignCodeError;

/// Bytes of memory, at most a bound.
#[derive(Debug)]
pub(super) struct Memory {
    /// What the decoded values keep.
    kept: u64,
    /// The most that is freed again before the next forest is decoded.
    freed: u64,
    bound: u64,
}

impl Memory {
    pub(super) fn bounded_by(bound: u64) -> Self {
        Self { kept: 0, freed: 0, bound }
    }

    /// Counts elements that a decoded value keeps.
    ///
    /// # Errors
    /// [`ForeignCodeError::TooLarge`].
    pub(super) fn keep(&mut self, count: usize, each: usize) -> Result<(), ForeignCodeError> {
        self.kept = self.kept.saturating_add(product(count, each));
        self.require_bounded()
    }

    /// Counts what decoding one forest takes and frees again.
    ///
    /// # Errors
    /// [`ForeignCodeError::TooLarge`].
    pub(super) fn free(&mut self, bytes: u64) -> Result<(), ForeignCodeError> {
        self.freed = self.freed.max(bytes);
        self.require_bounded()
    }

    /// The most that there is at a time.
    pub(super) fn total(&self) -> u64 {
        self.kept.saturating_add(self.freed)
    }

    fn require_bounded(&self) -> Result<(), ForeignCodeError> {
        if self.total() <= self.bound {
            return Ok(());
        }
        let limit = match self.bound >> 20 {
            0 => format!("{} bytes of memory", self.bound),
            mebibytes => format!("{mebibytes} MiB of memory"),
        };
        Err(ForeignCodeError::TooLarge { limit })
    }
}

/// The bytes of so many elements.
pub(super) fn product(count: usize, each: usize) -> u64 {
    let (count, each) = (u64::try_from(count), u64::try_from(each));
    count.unwrap_or(u64::MAX).saturating_mul(each.unwrap_or(u64::MAX))
}
