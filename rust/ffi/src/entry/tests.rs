//! The ABI as C sees it.

use std::ffi::{CStr, c_void};
use std::ptr;
use std::sync::mpsc;
use std::time::Duration;

use super::*;
use crate::codes::*;
use crate::guard::injection::panic_in;
use crate::messages::ErrorMessage;
use crate::questions::wc_ask_callback;

mod computations;
mod logged_panics;
#[cfg(feature = "embedded-chain")]
mod openings;
mod questions;

type Answer = (i32, Vec<u8>);

/// Sends what a callback is called with to a channel.
unsafe extern "C" fn answer(context: *mut c_void, code: i32, bytes: *mut u8, length: usize) {
    // SAFETY: every test passes a boxed sender that lives until its callback was called.
    let sender = unsafe { Box::from_raw(context.cast::<mpsc::Sender<Answer>>()) };
    let copy = if bytes.is_null() {
        Vec::new()
    } else {
        // SAFETY: the bytes are the callee's, as many as it was told.
        unsafe { std::slice::from_raw_parts(bytes, length) }.to_vec()
    };
    // SAFETY: as above, and given back once.
    unsafe { wc_bytes_free(bytes, length) };
    sender.send((code, copy)).expect("the test listens");
}

fn submit(handle: u64, operation: u32, payload: &str) -> (i32, mpsc::Receiver<Answer>) {
    let (sender, receiver) = mpsc::channel();
    let context = Box::into_raw(Box::new(sender));
    // SAFETY: the payload is readable, and the callback takes the context once.
    let code = unsafe {
        wc_miden_submit(
            handle,
            operation,
            payload.as_ptr(),
            payload.len(),
            0,
            Some(answer),
            context.cast(),
            ptr::null_mut(),
        )
    };
    if code != WC_OK {
        // SAFETY: it was not accepted, so the callback never takes the context.
        drop(unsafe { Box::from_raw(context) });
    }
    (code, receiver)
}

fn create(configuration: &str) -> Result<u64, ErrorMessage> {
    create_with(configuration, None, ptr::null_mut())
}

fn create_with(
    configuration: &str,
    ask: wc_ask_callback,
    ask_context: *mut c_void,
) -> Result<u64, ErrorMessage> {
    let (mut handle, mut error, mut length) = (0, ptr::null_mut(), 0);
    // SAFETY: the configuration is readable, the three places can be written, and the context lives
    // longer than the wallet.
    let code = unsafe {
        wc_miden_create(
            configuration.as_ptr(),
            configuration.len(),
            None,
            ptr::null_mut(),
            0,
            ask,
            ask_context,
            &raw mut handle,
            &raw mut error,
            &raw mut length,
        )
    };
    if code == WC_OK {
        return Ok(handle);
    }
    // SAFETY: an error message was given, as many bytes as were told.
    let bytes = unsafe { std::slice::from_raw_parts(error, length) }.to_vec();
    // SAFETY: as above, and given back once.
    unsafe { wc_bytes_free(error, length) };
    Err(serde_json::from_slice(&bytes).expect("an error message"))
}

fn configuration(folder: &std::path::Path) -> String {
    serde_json::json!({
        // A port nobody listens at: nothing here needs a network.
        "network": { "kind": "custom", "rpc_endpoint": "http://127.0.0.1:9" },
        "store_path": folder.join("store.sqlite3"),
        "keystore_path": folder.join("keystore"),
        "keys": { "kind": "key_file", "path": folder.join("keystore.key") },
    })
    .to_string()
}

/// An open wallet that is destroyed with the test.
struct Opened {
    handle: u64,
    _folder: tempfile::TempDir,
}

impl Opened {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let handle = create(&configuration(folder.path())).expect("it opens");
        Self { handle, _folder: folder }
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        wc_miden_destroy(self.handle);
    }
}

fn call(handle: u64, operation: u32, payload: &str) -> Answer {
    let (mut reply, mut length) = (ptr::null_mut(), 0);
    // SAFETY: the payload is readable, and both places can be written.
    let code = unsafe {
        wc_miden_call(
            handle,
            operation,
            payload.as_ptr(),
            payload.len(),
            10_000,
            &raw mut reply,
            &raw mut length,
        )
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

const PATIENCE: Duration = Duration::from_secs(30);

#[test]
fn a_request_goes_through_the_door_and_back() {
    let wallet = Opened::new();
    let (code, answered) = submit(wallet.handle, WC_OPERATION_PING, "");
    assert_eq!(code, WC_OK);
    assert_eq!(answered.recv_timeout(PATIENCE).expect("an answer"), (WC_OK, Vec::new()));
    let (code, reply) = call(wallet.handle, WC_OPERATION_INFO, "");
    assert_eq!(code, WC_OK);
    let reply: serde_json::Value = serde_json::from_slice(&reply).expect("JSON");
    assert_eq!(reply["network"], "custom");
}

#[test]
fn a_panic_in_any_entry_point_stays_inside() {
    let wallet = Opened::new();
    let handle = wallet.handle;

    panic_in("wc_abi_version");
    assert_eq!(wc_abi_version(), 0);
    panic_in("wc_features");
    assert!(wc_features().is_null());
    panic_in("wc_cpu_features");
    assert!(wc_cpu_features().is_null());

    panic_in("wc_miden_create");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = configuration(folder.path());
    let mut created = 0;
    // SAFETY: the configuration is readable and the handle can be written; no errors are wanted.
    let code = unsafe {
        wc_miden_create(
            text.as_ptr(),
            text.len(),
            None,
            ptr::null_mut(),
            0,
            None,
            ptr::null_mut(),
            &raw mut created,
            ptr::null_mut(),
            ptr::null_mut(),
        )
    };
    assert_eq!((code, created), (WC_INTERNAL, 0));

    panic_in("wc_miden_submit");
    assert_eq!(submit(handle, WC_OPERATION_PING, "").0, WC_INTERNAL);
    panic_in("wc_miden_call");
    assert_eq!(call(handle, WC_OPERATION_PING, ""), (WC_INTERNAL, Vec::new()));
    panic_in("wc_miden_cancel");
    assert_eq!(wc_miden_cancel(handle, 1), WC_INTERNAL);
    let mut counts = wc_statistics::default();
    panic_in("wc_miden_stats");
    // SAFETY: the place can be written.
    assert_eq!(unsafe { wc_miden_stats(handle, &raw mut counts) }, WC_INTERNAL);
    panic_in("wc_miden_shutdown");
    // SAFETY: no report is wanted.
    assert_eq!(unsafe { wc_miden_shutdown(handle, 0, ptr::null_mut()) }, WC_INTERNAL);
    panic_in("wc_miden_answer");
    // SAFETY: there are no bytes.
    assert_eq!(unsafe { wc_miden_answer(handle, 1, WC_OK, ptr::null(), 0) }, WC_INTERNAL);
    panic_in("wc_compute");
    assert_eq!(
        computations::compute(WC_COMPUTATION_CHECK_MNEMONIC, "{}"),
        (WC_INTERNAL, Vec::new())
    );
    panic_in("wc_bytes_free");
    // SAFETY: null is nothing to free.
    assert_eq!(unsafe { wc_bytes_free(ptr::null_mut(), 0) }, WC_INTERNAL);
    panic_in("wc_miden_destroy");
    assert_eq!(wc_miden_destroy(handle), WC_INTERNAL);

    // And after all that the wallet works.
    assert_eq!(call(handle, WC_OPERATION_PING, ""), (WC_OK, Vec::new()));
}

#[test]
fn a_handle_that_is_stale_freed_or_made_up_names_nothing() {
    let stale = {
        let wallet = Opened::new();
        wallet.handle
    };
    // Its slot is used again, by another wallet.
    let wallet = Opened::new();
    for handle in [0, 1, u64::MAX, stale, wallet.handle ^ (1 << 63)] {
        assert_eq!(submit(handle, WC_OPERATION_PING, "").0, WC_INVALID_HANDLE, "{handle:x}");
        assert_eq!(call(handle, WC_OPERATION_PING, "").0, WC_INVALID_HANDLE);
        assert_eq!(wc_miden_cancel(handle, 1), WC_INVALID_HANDLE);
        let mut counts = wc_statistics::default();
        // SAFETY: the place can be written.
        assert_eq!(unsafe { wc_miden_stats(handle, &raw mut counts) }, WC_INVALID_HANDLE);
        // SAFETY: no report is wanted.
        assert_eq!(unsafe { wc_miden_shutdown(handle, 0, ptr::null_mut()) }, WC_INVALID_HANDLE);
        assert_eq!(wc_miden_destroy(handle), WC_INVALID_HANDLE);
    }
    assert_eq!(call(wallet.handle, WC_OPERATION_PING, "").0, WC_OK);
}

#[test]
fn what_cannot_be_a_request_is_refused() {
    let wallet = Opened::new();
    assert_eq!(submit(wallet.handle, 4711, "").0, WC_INVALID_PARAMETER);
    // SAFETY: without a callback nothing is called, and the null payload is what is tested.
    let (no_callback, no_memory) = unsafe {
        (
            wc_miden_submit(
                wallet.handle,
                WC_OPERATION_PING,
                ptr::null(),
                0,
                0,
                None,
                ptr::null_mut(),
                ptr::null_mut(),
            ),
            wc_miden_submit(
                wallet.handle,
                WC_OPERATION_PING,
                ptr::null(),
                8,
                0,
                Some(answer),
                ptr::null_mut(),
                ptr::null_mut(),
            ),
        )
    };
    assert_eq!((no_callback, no_memory), (WC_INVALID_PARAMETER, WC_INVALID_PARAMETER));
    for payload in ["", "{", "[]", "{\"account_id\": 5}", "{\"account_id\": \"0x1\"}"] {
        let (code, reply) = call(wallet.handle, WC_OPERATION_GET_BALANCE, payload);
        assert_eq!(code, WC_INVALID_PARAMETER, "{payload}");
        let _: ErrorMessage = serde_json::from_slice(&reply).expect("an error message");
    }
    assert_eq!(call(wallet.handle, WC_OPERATION_PING, "{}").0, WC_INVALID_PARAMETER);
}

#[test]
fn an_operation_that_was_removed_is_unsupported_and_reaches_no_worker() {
    let wallet = Opened::new();
    for removed in [8, 9] {
        // What the operation once took.
        let payload = "{\"account_id\": \"0x8a7c2f6b1d3e4f501122334455667a\"}";
        let (code, answered) = submit(wallet.handle, removed, payload);
        assert_eq!(code, WC_INVALID_PARAMETER, "{removed}");
        assert!(answered.recv().is_err(), "{removed} has no callback");
        let (code, reply) = call(wallet.handle, removed, payload);
        let error: ErrorMessage = serde_json::from_slice(&reply).expect("an error message");
        assert_eq!((code, error.code), (WC_INVALID_PARAMETER, WC_INVALID_PARAMETER), "{removed}");
        assert_eq!(error.kind, "unsupported_operation", "{removed}");
    }
    let mut counts = wc_statistics::default();
    // SAFETY: the place can be written.
    assert_eq!(unsafe { wc_miden_stats(wallet.handle, &raw mut counts) }, WC_OK);
    assert_eq!(counts.waiting + counts.running + counts.completed + counts.failed, 0);
}

/// Calls the wallet from inside its own callback.
unsafe extern "C" fn call_back_in(context: *mut c_void, _: i32, bytes: *mut u8, length: usize) {
    // SAFETY: the bytes are the callee's.
    unsafe { wc_bytes_free(bytes, length) };
    // SAFETY: the test passes a boxed pair that lives until this was called.
    let pair = unsafe { Box::from_raw(context.cast::<(u64, mpsc::Sender<(i32, i32)>)>()) };
    let (handle, sender) = *pair;
    let code = call(handle, WC_OPERATION_PING, "").0;
    // SAFETY: no report is wanted.
    let shutdown = unsafe { wc_miden_shutdown(handle, 1_000, ptr::null_mut()) };
    sender.send((code, shutdown)).expect("the test listens");
}

#[test]
fn a_blocking_call_from_a_callback_fails_at_once() {
    let wallet = Opened::new();
    let (sender, receiver) = mpsc::channel::<(i32, i32)>();
    let context = Box::into_raw(Box::new((wallet.handle, sender)));
    // SAFETY: there is no payload, and the callback takes the context once.
    let code = unsafe {
        wc_miden_submit(
            wallet.handle,
            WC_OPERATION_PING,
            ptr::null(),
            0,
            0,
            Some(call_back_in),
            context.cast(),
            ptr::null_mut(),
        )
    };
    assert_eq!(code, WC_OK);
    let codes = receiver.recv_timeout(PATIENCE).expect("no deadlock");
    assert_eq!(codes, (WC_WOULD_DEADLOCK, WC_WOULD_DEADLOCK));
    assert_eq!(call(wallet.handle, WC_OPERATION_PING, "").0, WC_OK);
}

/// Destroys the wallet from inside its own callback.
unsafe extern "C" fn destroy_inside(context: *mut c_void, _: i32, bytes: *mut u8, length: usize) {
    // SAFETY: the bytes are the callee's.
    unsafe { wc_bytes_free(bytes, length) };
    // SAFETY: the test passes a boxed pair that lives until this was called.
    let pair = unsafe { Box::from_raw(context.cast::<(u64, mpsc::Sender<i32>)>()) };
    let (handle, sender) = *pair;
    sender.send(wc_miden_destroy(handle)).expect("the test listens");
}

#[test]
fn a_wallet_can_be_destroyed_from_its_own_callback() {
    let wallet = Opened::new();
    let (sender, receiver) = mpsc::channel::<i32>();
    let context = Box::into_raw(Box::new((wallet.handle, sender)));
    // SAFETY: there is no payload, and the callback takes the context once.
    let code = unsafe {
        wc_miden_submit(
            wallet.handle,
            WC_OPERATION_PING,
            ptr::null(),
            0,
            0,
            Some(destroy_inside),
            context.cast(),
            ptr::null_mut(),
        )
    };
    assert_eq!(code, WC_OK);
    assert_eq!(receiver.recv_timeout(PATIENCE).expect("no deadlock"), WC_OK);
    assert_eq!(submit(wallet.handle, WC_OPERATION_PING, "").0, WC_INVALID_HANDLE);
}

#[test]
fn a_store_is_free_again_when_destroy_returns() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = configuration(folder.path());
    let first = create(&text).expect("it opens");
    let refused = create(&text).expect_err("it is open already");
    assert_eq!(refused.code, WC_STORE);
    assert_eq!(wc_miden_destroy(first), WC_OK);
    let second = create(&text).expect("it opens again");
    assert_eq!(wc_miden_destroy(second), WC_OK);
}

#[test]
fn the_library_says_what_it_is() {
    assert_eq!(wc_abi_version(), WC_ABI_VERSION);
    // SAFETY: a static NUL-terminated text.
    let features = unsafe { CStr::from_ptr(wc_features()) };
    let features: serde_json::Value =
        serde_json::from_slice(features.to_bytes()).expect("it is JSON");
    assert_eq!(features["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(features["embedded_chain"], cfg!(feature = "embedded-chain"));
    // SAFETY: a static NUL-terminated text.
    let cpu = unsafe { CStr::from_ptr(wc_cpu_features()) };
    assert_eq!(features["cpu_features"], cpu.to_str().expect("ASCII"));
}
