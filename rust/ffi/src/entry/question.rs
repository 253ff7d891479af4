//! The caller's answers to a wallet's questions.

use crate::bytes;
use crate::codes::{WC_INTERNAL, WC_INVALID_HANDLE, WC_INVALID_PARAMETER};
use crate::guard::guarded_with;
use crate::handles;

/// Answers a question: with `WC_OK` and `{"signature": base64}`, or with any other code and
/// `{"message": "what went wrong"}`. Callable from any thread, also from inside the callback that
/// asked. Never blocks.
///
/// Returns `WC_OK`, `WC_INVALID_HANDLE`, `WC_INVALID_PARAMETER` (an answer that cannot be read, and
/// the question stays open), or `WC_LOOKUP` where there is no such question: it was answered before,
/// or withdrawn.
///
/// # Safety
/// `bytes` points to `length` readable bytes, or the length is 0. They are copied before this
/// returns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wc_miden_answer(
    handle: u64,
    question: u64,
    code: i32,
    bytes: *const u8,
    length: usize,
) -> i32 {
    guarded_with("wc_miden_answer", handle, WC_INTERNAL, || {
        // SAFETY: passed on from this function's contract.
        let Some(answer) = (unsafe { bytes::copy_in(bytes, length) }) else {
            return WC_INVALID_PARAMETER;
        };
        match handles::get(handle) {
            Some(instance) => instance.answer(question, code, &answer),
            None => WC_INVALID_HANDLE,
        }
    })
}
