//! How a wallet begins and ends.

use std::ffi::c_void;
use std::sync::Arc;
use std::time::Duration;

use miden_swift_wallet::Signer;

use crate::bytes;
use crate::codes::{
    WC_INTERNAL, WC_INVALID_HANDLE, WC_INVALID_PARAMETER, WC_OK, WC_WOULD_DEADLOCK,
};
use crate::guard::{guarded, guarded_with};
use crate::handles;
use crate::instance::{Access, Instance};
use crate::log_sink::{LogSink, wc_log_callback};
use crate::messages::{Configuration, ErrorMessage};
use crate::openings;
use crate::questions::{Questions, wc_ask_callback};

/// Counts of a wallet's worker, all taken at one moment.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub struct wc_statistics {
    /// Requests in the queue.
    pub waiting: u64,
    /// Requests that were started and are not done.
    pub running: u64,
    /// Transactions that go on although their time has passed, which count as timed out.
    pub background: u64,
    /// Requests that were answered with `WC_OK`.
    pub completed: u64,
    /// Requests that were answered with an error of their own: not that of a cancellation, a deadline or
    /// a close.
    pub failed: u64,
    /// Requests that were cancelled.
    pub cancelled: u64,
    /// Requests whose time ran out.
    pub timed_out: u64,
    /// Requests that were not accepted.
    pub rejected: u64,
    /// The longest that a request waited before it was started, in microseconds.
    pub longest_wait_microseconds: u64,
}

/// What became of the requests that were under way when a wallet was shut down.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub struct wc_shutdown_report {
    /// Ended in time.
    pub finished: u64,
    /// Ended because the time was over.
    pub cancelled: u64,
    /// Past their point of no return, and going on.
    pub abandoned: u64,
}

/// Opens a wallet. Blocks while the store is opened, and while it waits for a store that another wallet has open, if the
/// configuration names a time for that (`wc_miden_end_opening` cancels the wait); makes no connection, unless the configuration
/// names a backup to be restored: then the node is asked whether it is of that network.
///
/// `configuration` is JSON. What the wallet logs up to `log_level` (0 nothing … 5 everything) goes
/// to `log`, which may be null. What the wallet has to ask goes to `ask`, which may be null unless
/// the configuration says that a signer keeps the keys. On success `handle` receives the wallet's
/// handle. Otherwise `error` receives an error message, whose bytes belong to the caller, who gives
/// them to `wc_bytes_free`. Null means that there are none: on success, and where an argument is no
/// memory.
///
/// Returns `WC_OK`, `WC_INVALID_PARAMETER` or the code in the error message.
///
/// # Safety
/// - `configuration` points to `configuration_length` readable bytes.
/// - `log` may be called with `log_context` from any thread until `wc_miden_destroy` has returned
///   for the handle, or until this has returned an error.
/// - `ask` may be called with `ask_context` from another thread until `wc_miden_destroy` has
///   returned for the handle, or until this has returned an error.
/// - `handle` is valid for a write; `error` and `error_length` are each null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wc_miden_create(
    configuration: *const u8,
    configuration_length: usize,
    log: wc_log_callback,
    log_context: *mut c_void,
    log_level: i32,
    ask: wc_ask_callback,
    ask_context: *mut c_void,
    handle: *mut u64,
    error: *mut *mut u8,
    error_length: *mut usize,
) -> i32 {
    guarded("wc_miden_create", WC_INTERNAL, || {
        // SAFETY: passed on from this function's contract.
        unsafe { bytes::write_none(error, error_length) };
        // SAFETY: passed on from this function's contract.
        let configuration = unsafe { bytes::copy_in(configuration, configuration_length) };
        let Some(configuration) = configuration.filter(|_| !handle.is_null()) else {
            return WC_INVALID_PARAMETER;
        };
        // SAFETY: the sink is closed before `wc_miden_destroy` returns, and below where the wallet
        // does not open.
        let log = unsafe { LogSink::new(log, log_context, log_level) };
        // SAFETY: as above.
        let questions = unsafe { Questions::new(ask, ask_context) };
        match open(&configuration, log.clone(), questions) {
            Ok(opened) => {
                // SAFETY: not null, and so by this function's contract valid for a write.
                unsafe { handle.write(opened) };
                WC_OK
            }
            Err(message) => {
                log.close();
                let (bytes, length) = bytes::give(message.to_json());
                if error.is_null() || error_length.is_null() {
                    // SAFETY: just given, and to nobody else.
                    let _ = unsafe { bytes::take_back(bytes, length) };
                } else {
                    // SAFETY: not null, and so by this function's contract valid for a write.
                    unsafe {
                        error.write(bytes);
                        error_length.write(length);
                    }
                }
                message.code
            }
        }
    })
}

fn open(
    configuration: &[u8],
    log: LogSink,
    questions: Option<Arc<Questions>>,
) -> Result<u64, ErrorMessage> {
    let configuration: Configuration = serde_json::from_slice(configuration).map_err(|error| {
        ErrorMessage::invalid_parameter(format!("The configuration cannot be read: {error}."))
    })?;
    let signer = questions.clone().map(|questions| questions as Arc<dyn Signer>);
    let opening = configuration.opening();
    let wait = configuration.store_wait()?;
    let cancellation = wait.cancellation.clone();
    let access = match configuration.restored_backup() {
        Some(_) if configuration.read_only => {
            return Err(ErrorMessage::invalid_parameter(
                "A backup cannot be restored into a wallet that is opened read-only.",
            ));
        }
        _ if configuration.read_only => Access::ReadOnly,
        backup => Access::ReadWrite(backup, wait),
    };
    let configuration = configuration.for_wallet(signer)?;
    let opened = Instance::open(configuration, access, log, questions);
    if let Some(opening) = opening {
        openings::remove(opening);
    }
    let instance = opened.map_err(|error| {
        let was_cancelled = error.kind == "store_in_use" && cancellation.is_cancelled();
        if was_cancelled { ErrorMessage::cancelled() } else { error }
    })?;
    Ok(handles::insert(Arc::new(instance)))
}

/// Counts of the wallet's worker. Never blocks.
///
/// Returns `WC_OK`, `WC_INVALID_PARAMETER` (null) or `WC_INVALID_HANDLE`.
///
/// # Safety
/// `statistics` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wc_miden_stats(handle: u64, statistics: *mut wc_statistics) -> i32 {
    guarded_with("wc_miden_stats", handle, WC_INTERNAL, || {
        if statistics.is_null() {
            return WC_INVALID_PARAMETER;
        }
        let counts = handles::with(handle, |instance| instance.worker.statistics());
        let Some(counts) = counts else { return WC_INVALID_HANDLE };
        let wait = u64::try_from(counts.longest_wait.as_micros()).unwrap_or(u64::MAX);
        let counts = wc_statistics {
            waiting: counts.waiting as u64,
            running: counts.running as u64,
            background: counts.background as u64,
            completed: counts.completed,
            failed: counts.failed,
            cancelled: counts.cancelled,
            timed_out: counts.timed_out,
            rejected: counts.rejected,
            longest_wait_microseconds: wait,
        };
        // SAFETY: not null, and so by this function's contract valid for a write.
        unsafe { statistics.write(counts) };
        WC_OK
    })
}

/// Drains the wallet: takes no new work, lets what waits and runs come to its end, and when
/// `timeout_milliseconds` are over ends everything that has submitted nothing. Blocks until then.
/// The handle stays valid for `wc_miden_destroy`.
///
/// Returns `WC_OK`, `WC_INVALID_HANDLE`, or `WC_WOULD_DEADLOCK` on the worker's own thread.
///
/// # Safety
/// `report` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wc_miden_shutdown(
    handle: u64,
    timeout_milliseconds: u64,
    report: *mut wc_shutdown_report,
) -> i32 {
    guarded_with("wc_miden_shutdown", handle, WC_INTERNAL, || {
        let Some(instance) = handles::get(handle) else { return WC_INVALID_HANDLE };
        let grace = Duration::from_millis(timeout_milliseconds);
        let Ok(counts) = instance.worker.shutdown(grace) else { return WC_WOULD_DEADLOCK };
        let counts = wc_shutdown_report {
            finished: counts.finished as u64,
            cancelled: counts.cancelled as u64,
            abandoned: counts.abandoned as u64,
        };
        // SAFETY: passed on from this function's contract.
        unsafe { bytes::write_out(report, counts) };
        WC_OK
    })
}

/// Ends a wallet: everything that has submitted nothing is completed with an error, what has is
/// waited for up to ten seconds (by its caller for 50 milliseconds, but after a shutdown as long),
/// what computes or writes although its caller has given up for up to four, and the store is closed.
/// Called on the worker's own thread, from a callback, it returns at once and the same happens after.
/// The handle names nothing any more.
///
/// From a callback of another wallet it waits as from any other thread. Two callbacks that end each
/// other's wallets would wait for each other for ever: end a wallet from its own, or from none.
///
/// Returns `WC_OK` or `WC_INVALID_HANDLE`.
#[unsafe(no_mangle)]
pub extern "C" fn wc_miden_destroy(handle: u64) -> i32 {
    guarded_with("wc_miden_destroy", handle, WC_INTERNAL, || match handles::remove(handle) {
        Some(instance) => {
            instance.close();
            WC_OK
        }
        None => WC_INVALID_HANDLE,
    })
}
