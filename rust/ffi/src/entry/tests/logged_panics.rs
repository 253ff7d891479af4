//! Panics in entry points, in the log of the wallet they were called for.

use super::*;

type Logged = (i32, serde_json::Value);

/// Sends what is logged to a channel.
unsafe extern "C" fn log(context: *mut c_void, level: i32, json: *const u8, length: usize) {
    // SAFETY: the test passes a sender that lives longer than its wallet.
    let sender = unsafe { &*context.cast::<mpsc::Sender<Logged>>() };
    // SAFETY: as many bytes as are told can be read during the call.
    let event = serde_json::from_slice(unsafe { std::slice::from_raw_parts(json, length) });
    sender.send((level, event.expect("an event"))).expect("the test listens");
}

#[test]
fn a_panic_in_an_entry_point_is_in_the_log_of_its_wallet() {
    let (sender, logged) = mpsc::channel::<Logged>();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = configuration(folder.path());
    let mut handle = 0;
    // SAFETY: the configuration is readable, the handle can be written, and the sender lives longer than the wallet.
    let code = unsafe {
        wc_miden_create(
            text.as_ptr(),
            text.len(),
            Some(log),
            (&raw const sender).cast_mut().cast(),
            1,
            None,
            ptr::null_mut(),
            &raw mut handle,
            ptr::null_mut(),
            ptr::null_mut(),
        )
    };
    assert_eq!(code, WC_OK);
    panic_in("wc_miden_cancel");
    assert_eq!(wc_miden_cancel(handle, 1), WC_INTERNAL);
    let (level, event) = logged.try_recv().expect("it is logged before the call returns");
    assert_eq!((level, &event["fields"]["entry"]), (1, &"wc_miden_cancel".into()), "{event}");
    assert_eq!(event["fields"]["panic"], "injected into wc_miden_cancel", "{event}");
    assert_eq!(wc_miden_destroy(handle), WC_OK);
}
