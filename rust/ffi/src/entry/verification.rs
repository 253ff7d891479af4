//! Signatures over messages, verified without a wallet.

use miden_swift_wallet::verify_message;

use crate::bytes;
use crate::codes::{WC_INTERNAL, WC_INVALID_PARAMETER, WC_OK};
use crate::guard::guarded;
use crate::messages::VerifyMessageRequest;

/// Whether a signature that `WC_OPERATION_SIGN_MESSAGE` made holds for a message. Needs no wallet.
///
/// `request` is `{"scheme", "public_key", "signature", "message"}`, the last three base64. `valid`
/// receives 1 where the signature holds and 0 where it does not.
///
/// Returns `WC_OK`, or `WC_INVALID_PARAMETER`: a request that cannot be read, a public key that is
/// none of the scheme's, or no place for the result.
///
/// # Safety
/// - `request` points to `request_length` readable bytes.
/// - `valid` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wc_verify_message(
    request: *const u8,
    request_length: usize,
    valid: *mut i32,
) -> i32 {
    guarded("wc_verify_message", WC_INTERNAL, || {
        // SAFETY: passed on from this function's contract.
        let request = unsafe { bytes::copy_in(request, request_length) };
        let Some(request) = request.filter(|_| !valid.is_null()) else {
            return WC_INVALID_PARAMETER;
        };
        let Ok(request) = serde_json::from_slice::<VerifyMessageRequest>(&request) else {
            return WC_INVALID_PARAMETER;
        };
        let (signature, message) = request.into_parts();
        let Ok(holds) = verify_message(&signature, &message) else { return WC_INVALID_PARAMETER };
        // SAFETY: not null, and so by this function's contract valid for a write.
        unsafe { valid.write(i32::from(holds)) };
        WC_OK
    })
}
