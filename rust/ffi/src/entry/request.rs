//! The one door: requests go in, completions come out.

use std::ffi::c_void;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use miden_swift_runtime::{Completion, Refused, Request, on_any_worker_thread};
use zeroize::Zeroizing;

use crate::bytes;
use crate::caller::{Caller, Listener, wc_callback};
use crate::codes::{
    WC_INTERNAL, WC_INVALID_HANDLE, WC_INVALID_PARAMETER, WC_OK, WC_QUEUE_FULL, WC_WOULD_DEADLOCK,
};
use crate::guard::{guarded, guarded_with};
use crate::handles;
use crate::instance::Instance;
use crate::messages::ErrorMessage;
use crate::operations::{self, CommitState, Job, Reply};

/// How much longer than its deadline a blocking call waits for a worker that does not answer,
/// because a callback holds it up.
const PATIENCE: Duration = Duration::from_millis(500);

/// Hands a request to the worker. Returns at once.
///
/// `operation` is one of `WC_OPERATION_…`, `payload` its JSON, or nothing where it takes none.
/// After `timeout_milliseconds` the request ends with `WC_TIMED_OUT` at the latest, 0 meaning never.
/// `request` receives the number by which it can be cancelled; the callback may have been called
/// by then.
///
/// Returns `WC_OK` where the request was accepted: the callback is then called exactly once, come
/// what may. Otherwise it is never called: `WC_INVALID_PARAMETER` (no such operation, no callback,
/// a payload that is no memory), `WC_INVALID_HANDLE`, or `WC_QUEUE_FULL` where 256 requests wait.
///
/// # Safety
/// - `payload` points to `payload_length` readable bytes, or the length is 0. They are copied
///   before this returns.
/// - `callback` may be called from another thread with `context`, until it has been called once.
/// - `request` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wc_miden_submit(
    handle: u64,
    operation: u32,
    payload: *const u8,
    payload_length: usize,
    timeout_milliseconds: u64,
    callback: wc_callback,
    context: *mut c_void,
    request: *mut u64,
) -> i32 {
    guarded_with("wc_miden_submit", handle, WC_INTERNAL, || {
        let Some(callback) = callback else { return WC_INVALID_PARAMETER };
        // SAFETY: passed on from this function's contract.
        let Some(payload) = (unsafe { bytes::copy_in(payload, payload_length) }) else {
            return WC_INVALID_PARAMETER;
        };
        // SAFETY: passed on from this function's contract.
        let listener = unsafe { Listener::callback(callback, context) };
        let submitted = handles::with(handle, |instance| {
            submit(instance, operation, payload, timeout_milliseconds, listener)
        });
        match submitted.unwrap_or(Err(WC_INVALID_HANDLE)) {
            Ok(id) => {
                // SAFETY: passed on from this function's contract.
                unsafe { bytes::write_out(request, id) };
                WC_OK
            }
            Err(code) => code,
        }
    })
}

/// Does the same and waits for the end. Blocks the calling thread.
///
/// Returns the code; `reply` receives the reply or the error message, whose bytes belong to the
/// caller, who gives them to `wc_bytes_free`; no bytes are a null pointer. On the thread of any
/// wallet's worker, which is where callbacks run, it fails at once with `WC_WOULD_DEADLOCK`. With a
/// timeout it returns half a second after it at the latest, even where the worker is held up.
///
/// # Safety
/// - `payload` points to `payload_length` readable bytes, or the length is 0.
/// - `reply` and `reply_length` are each null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wc_miden_call(
    handle: u64,
    operation: u32,
    payload: *const u8,
    payload_length: usize,
    timeout_milliseconds: u64,
    reply: *mut *mut u8,
    reply_length: *mut usize,
) -> i32 {
    guarded_with("wc_miden_call", handle, WC_INTERNAL, || {
        // SAFETY: passed on from this function's contract.
        unsafe { bytes::write_none(reply, reply_length) };
        // SAFETY: passed on from this function's contract.
        let payload = unsafe { bytes::copy_in(payload, payload_length) };
        let answer = match payload {
            Some(payload) => call(handle, operation, payload, timeout_milliseconds),
            None => ErrorMessage::invalid_parameter("The payload is no memory.").into(),
        };
        let code = answer.code;
        let (bytes, length) = answer.given();
        if reply.is_null() || reply_length.is_null() {
            // SAFETY: just given, and to nobody else.
            let _ = unsafe { bytes::take_back(bytes, length) };
        } else {
            // SAFETY: not null, and so by this function's contract valid for a write.
            unsafe {
                reply.write(bytes);
                reply_length.write(length);
            }
        }
        code
    })
}

fn call(
    handle: u64,
    operation: u32,
    payload: Zeroizing<Vec<u8>>,
    timeout_milliseconds: u64,
) -> Reply {
    if on_any_worker_thread() {
        let error = ErrorMessage::would_deadlock();
        debug_assert_eq!(error.code, WC_WOULD_DEADLOCK);
        return error.into();
    }
    let Some(instance) = handles::get(handle) else {
        return ErrorMessage::closed().into();
    };
    let (answer, answered) = mpsc::sync_channel(1);
    let listener = Listener::Thread(answer);
    let id = match submit(&instance, operation, payload, timeout_milliseconds, listener) {
        Ok(id) => id,
        Err(WC_QUEUE_FULL) => return ErrorMessage::queue_full().into(),
        Err(WC_INVALID_HANDLE) => return ErrorMessage::closed().into(),
        Err(_) => return ErrorMessage::unsupported_operation(operation).into(),
    };
    if timeout_milliseconds == 0 {
        return answered.recv().unwrap_or_else(|_| ErrorMessage::closed().into());
    }
    let patience = Duration::from_millis(timeout_milliseconds).saturating_add(PATIENCE);
    match answered.recv_timeout(patience) {
        Ok(reply) => reply,
        Err(mpsc::RecvTimeoutError::Disconnected) => ErrorMessage::closed().into(),
        Err(mpsc::RecvTimeoutError::Timeout) => {
            instance.worker.cancel(id);
            ErrorMessage::timed_out_unanswered().into()
        }
    }
}

fn submit(
    instance: &Instance,
    operation: u32,
    payload: Zeroizing<Vec<u8>>,
    timeout_milliseconds: u64,
    listener: Listener,
) -> Result<u64, i32> {
    let operation = operations::find(operation).ok_or(WC_INVALID_PARAMETER)?;
    let commit = CommitState::new(&operation.properties);
    let now = Instant::now();
    let deadline = match timeout_milliseconds {
        0 => None,
        milliseconds => now.checked_add(Duration::from_millis(milliseconds)),
    };
    let completion = Completion::calling(Caller { listener, commit: commit.clone() });
    let lane = operation.properties.lane;
    let job = Job { operation, payload, commit };
    let request = Request { lane, deadline, job, completion };
    instance.worker.submit_at(now, request).map_err(|refused| match refused {
        Refused::QueueFull => WC_QUEUE_FULL,
        Refused::Closed => WC_INVALID_HANDLE,
    })
}

/// Cancels a request. One that waits leaves the queue; one that runs ends at its next boundary; one
/// that has submitted its transaction completes. Its callback is called in each case. A number that
/// names no request, or one that has ended, is no error.
///
/// Returns `WC_OK` or `WC_INVALID_HANDLE`.
#[unsafe(no_mangle)]
pub extern "C" fn wc_miden_cancel(handle: u64, request: u64) -> i32 {
    guarded_with("wc_miden_cancel", handle, WC_INTERNAL, || {
        let cancelled = handles::with(handle, |instance| instance.worker.cancel(request));
        if cancelled.is_some() { WC_OK } else { WC_INVALID_HANDLE }
    })
}

/// Frees bytes that this library gave out. Null is nothing to free.
///
/// What is not out is refused and left alone: bytes that were freed before, another length than was
/// told, an address inside bytes or one that was never given. That catches mistakes, but not all:
/// once the address has been given out again for as many bytes, freeing it a second time takes them
/// from their new owner.
///
/// Returns `WC_OK`, or `WC_INVALID_PARAMETER` where it was refused.
///
/// # Safety
/// `bytes` and `length` are a pair this library gave out, and were not freed before; or null; or an
/// address at which no other caller owns bytes. Nobody uses the bytes any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wc_bytes_free(bytes: *mut u8, length: usize) -> i32 {
    guarded("wc_bytes_free", WC_INTERNAL, || {
        // SAFETY: passed on from this function's contract.
        if unsafe { bytes::take_back(bytes, length) } { WC_OK } else { WC_INVALID_PARAMETER }
    })
}
