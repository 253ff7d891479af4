//! Values in bytes that somebody else may have made, and the code in them.
//! Every room may import it; it imports `errors`.
//!
//! The decoder of serialized code takes far more memory than the bytes have, and no budget counts it (UPSTREAM(0.18):
//! `MastForest` in miden-core). So the bytes are looked through before they are decoded: [`require_bounded`] finds each
//! serialized forest in them and refuses what would take too much. What may contain code is decoded in this folder, or
//! behind this guard in a file that `lint` knows. See `docs/decisions/foreign-code.md`.
//!
//! A backup has no guard: it is the user's own, and opens with a passphrase. Neither has the store of the wallet.

mod bounds;
mod cursor;
mod error;
mod forest;
mod library_scripts;
mod memory;
mod reading;

#[cfg(test)]
mod tests;

#[cfg(test)]
pub(crate) use bounds::measured;
pub(crate) use bounds::{Bounds, Guard, guard, require_bounded};
pub(crate) use library_scripts::{
    file_with_library_script, library_roots, library_script, note_with_library_script,
    with_library_script,
};
pub(crate) use reading::{Unreadable, read_account_file, read_note_file, read_package, read_whole};
