//! The door for what needs no wallet.

use crate::bytes;
use crate::codes::WC_INTERNAL;
use crate::computations;
use crate::guard::guarded;
use crate::messages::ErrorMessage;

/// Computes something that needs no wallet, on the calling thread, and touches neither disk nor
/// network. May be called from any thread, a callback's too.
///
/// `computation` is one of `WC_COMPUTATION_…`, `request` its JSON. Returns `WC_OK` or the code of an
/// error; `reply` receives the reply or the error message, whose bytes belong to the caller, who
/// gives them to `wc_bytes_free`; no bytes are a null pointer. Bytes with a secret in them are wiped
/// when they are freed.
///
/// # Safety
/// - `request` points to `length` readable bytes, or the length is 0.
/// - `reply` and `reply_length` are each null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wc_compute(
    computation: u32,
    request: *const u8,
    length: usize,
    reply: *mut *mut u8,
    reply_length: *mut usize,
) -> i32 {
    guarded("wc_compute", WC_INTERNAL, || {
        // SAFETY: passed on from this function's contract.
        unsafe { bytes::write_none(reply, reply_length) };
        // SAFETY: passed on from this function's contract.
        let request = unsafe { bytes::copy_in(request, length) };
        let answer = match request {
            Some(request) => computations::compute(computation, &request),
            None => Err(ErrorMessage::invalid_parameter("The request is no memory.")),
        };
        let (code, answer) = computations::code_and_bytes(answer);
        if !reply.is_null() && !reply_length.is_null() {
            let (bytes, length) = bytes::give_secret(answer);
            // SAFETY: not null, and so by this function's contract valid for a write.
            unsafe {
                reply.write(bytes);
                reply_length.write(length);
            }
        }
        code
    })
}
