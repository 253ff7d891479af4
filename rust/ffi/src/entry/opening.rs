//! How an opening that waits for a store is cancelled.

use crate::codes::{WC_INTERNAL, WC_INVALID_HANDLE, WC_OK};
use crate::guard::guarded;
use crate::openings;

/// Gives an opening that is to come a number: the `opening` of a configuration for `wc_miden_create`. It is valid until that
/// returns, or until `wc_miden_end_opening` is called. 0 if something unexpected went wrong.
#[unsafe(no_mangle)]
pub extern "C" fn wc_miden_begin_opening() -> u64 {
    guarded("wc_miden_begin_opening", 0, openings::register)
}

/// Cancels the wait of an opening for a store that another wallet has open, from any thread: `wc_miden_create` then
/// returns `WC_CANCELLED`. What does not wait for a store is not cancelled. Call it also for an opening whose
/// `wc_miden_create` is never called. The number is not valid any more: an opening with it that begins later is cancelled.
///
/// Returns `WC_OK` or `WC_INVALID_HANDLE`.
#[unsafe(no_mangle)]
pub extern "C" fn wc_miden_end_opening(opening: u64) -> i32 {
    guarded("wc_miden_end_opening", WC_INTERNAL, || match openings::remove(opening) {
        Some(token) => {
            token.cancel();
            WC_OK
        }
        None => WC_INVALID_HANDLE,
    })
}
