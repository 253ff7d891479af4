//! Openings that wait for a store, and end when they are cancelled.

use std::thread;

use super::super::{wc_miden_begin_opening, wc_miden_destroy, wc_miden_end_opening};
use super::{configuration, create};
use crate::codes::{WC_CANCELLED, WC_INVALID_HANDLE, WC_OK};
use crate::guard::injection::panic_in;

/// A configuration that waits for its store longer than a test may take.
fn waiting(folder: &std::path::Path, opening: u64) -> String {
    let mut configuration: serde_json::Value =
        serde_json::from_str(&configuration(folder)).expect("JSON");
    configuration["open_timeout_milliseconds"] = 3_600_000.into();
    configuration["opening"] = opening.into();
    configuration.to_string()
}

#[test]
fn an_opening_that_is_cancelled_does_not_wait_for_its_store() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let owner = create(&configuration(folder.path())).expect("it opens");
    let opening = wc_miden_begin_opening();
    let text = waiting(folder.path(), opening);
    let waiting = thread::spawn(move || create(&text));
    assert_eq!(wc_miden_end_opening(opening), WC_OK);
    let refused = waiting.join().expect("no panic").expect_err("it was cancelled");
    assert_eq!((refused.code, refused.kind.as_str()), (WC_CANCELLED, "cancelled"));
    assert_eq!(wc_miden_end_opening(opening), WC_INVALID_HANDLE);
    assert_eq!(wc_miden_destroy(owner), WC_OK);
}

#[test]
fn an_opening_that_waits_opens_when_the_store_is_free() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let owner = create(&configuration(folder.path())).expect("it opens");
    let opening = wc_miden_begin_opening();
    let text = waiting(folder.path(), opening);
    let waiting = thread::spawn(move || create(&text));
    assert_eq!(wc_miden_destroy(owner), WC_OK);
    let handle = waiting.join().expect("no panic").expect("it opens");
    assert_eq!(wc_miden_end_opening(opening), WC_INVALID_HANDLE);
    assert_eq!(wc_miden_destroy(handle), WC_OK);
}

#[test]
fn the_number_of_an_opening_survives_panics() {
    panic_in("wc_miden_begin_opening");
    assert_eq!(wc_miden_begin_opening(), 0);
    let opening = wc_miden_begin_opening();
    assert_ne!(opening, 0);
    panic_in("wc_miden_end_opening");
    assert_eq!(wc_miden_end_opening(opening), crate::codes::WC_INTERNAL);
    assert_eq!(wc_miden_end_opening(opening), WC_OK);
}
