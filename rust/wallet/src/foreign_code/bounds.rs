//! How much code bytes may hold.

use super::error::ForeignCodeError;
use super::forest;
use super::memory::Memory;
use crate::errors::Cause;

/// Says how many bytes of memory the code in bytes takes when it is decoded, and refuses what takes more than the bounds.
/// [`guard`], or another one in tests.
pub(crate) type Guard = fn(&[u8], Bounds) -> Result<u64, Cause>;

/// What the code in bytes may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// How many bytes of memory decoding it may take.
    pub(crate) memory: u64,
    /// How many forests there may be.
    pub(crate) forests: usize,
}

impl Bounds {
    /// Of packages, accounts and requests. The core library, which is the largest honest code, takes a quarter of it.
    pub(crate) const LARGEST: Self = Self { memory: 32 << 20, forests: 64 };

    /// Of one note, which has one script. Anybody can send notes, and a sync holds many of them.
    pub(crate) const NOTE: Self = Self { memory: 8 << 20, forests: 4 };
}

/// What the code in bytes takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Measure {
    /// How many bytes of memory decoding it takes at most.
    pub(crate) memory: u64,
    /// How many forests there are.
    pub(crate) forests: usize,
}

/// Refuses bytes, in any outer format, with code that would take more than the bounds to decode, or that no writer makes.
///
/// # Errors
/// [`ForeignCodeError`].
pub(crate) fn require_bounded(bytes: &[u8], bounds: Bounds) -> Result<(), ForeignCodeError> {
    measured(bytes, bounds).map(drop)
}

/// The [`Guard`] of a wallet.
///
/// # Errors
/// [`ForeignCodeError`].
pub(crate) fn guard(bytes: &[u8], bounds: Bounds) -> Result<u64, Cause> {
    Ok(measured(bytes, bounds)?.memory)
}

/// What the code in bytes takes, which is within the bounds.
///
/// A forest begins at any byte: one may be in another, or overlap it, and the outer format says which of them is decoded.
/// Each counts. Every step of a walk counts memory, so the bound of memory bounds the time as well.
pub(crate) fn measured(bytes: &[u8], bounds: Bounds) -> Result<Measure, ForeignCodeError> {
    let mut memory = Memory::bounded_by(bounds.memory);
    let mut forests = 0;
    for start in 0..bytes.len() {
        let rest = &bytes[start..];
        if !forest::begins(rest) {
            continue;
        }
        forests += 1;
        if forests > bounds.forests {
            return Err(ForeignCodeError::TooLarge {
                limit: format!("{} forests", bounds.forests),
            });
        }
        forest::walk(rest, &mut memory)?;
    }
    Ok(Measure { memory: memory.total(), forests })
}
