//! What needs no wallet.

use std::ptr;

use super::Answer;
use crate::codes::*;
use crate::entry::*;
use crate::messages::ErrorMessage;

pub(super) fn compute(computation: u32, request: &str) -> Answer {
    let (mut reply, mut length) = (ptr::null_mut(), 0);
    // SAFETY: the request is readable, and both places can be written.
    let code = unsafe {
        wc_compute(computation, request.as_ptr(), request.len(), &raw mut reply, &raw mut length)
    };
    if reply.is_null() {
        return (code, Vec::new());
    }
    // SAFETY: a reply was given, as many bytes as were told.
    let bytes = unsafe { std::slice::from_raw_parts(reply, length) }.to_vec();
    // SAFETY: as above, and given back once.
    unsafe { wc_bytes_free(reply, length) };
    (code, bytes)
}

#[test]
fn a_computation_needs_no_wallet() {
    let (code, reply) = compute(WC_COMPUTATION_GENERATE_MNEMONIC, "{\"word_count\": 12}");
    assert_eq!(code, WC_OK);
    let (again, read) = compute(
        WC_COMPUTATION_CHECK_MNEMONIC,
        std::str::from_utf8(&reply).expect("a reply is what can be asked for"),
    );
    assert_eq!((again, read), (WC_OK, reply));
    for request in ["", "{", "[]", "{\"phrase\": 5}", "{\"phrase\": \"one two\"}"] {
        let (code, error) = compute(WC_COMPUTATION_CHECK_MNEMONIC, request);
        assert_eq!(code, WC_INVALID_PARAMETER, "{request}");
        let _: ErrorMessage = serde_json::from_slice(&error).expect("an error message");
    }
    assert_eq!(compute(4711, "{}").0, WC_INVALID_PARAMETER);
    // SAFETY: a request that is no memory, and nulls for the places, are what is tested.
    let codes = unsafe {
        let (nowhere, text) = (ptr::null_mut(), "{\"word_count\": 12}");
        [
            wc_compute(WC_COMPUTATION_CHECK_MNEMONIC, ptr::null(), 8, nowhere, ptr::null_mut()),
            wc_compute(
                WC_COMPUTATION_GENERATE_MNEMONIC,
                text.as_ptr(),
                text.len(),
                nowhere,
                ptr::null_mut(),
            ),
        ]
    };
    assert_eq!(codes, [WC_INVALID_PARAMETER, WC_OK]);
}
