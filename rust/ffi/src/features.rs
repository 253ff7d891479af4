//! What was built.

use std::ffi::CStr;

/// What the library is, as JSON.
pub(crate) const FEATURES: &CStr = text(if cfg!(feature = "embedded-chain") {
    concat!(
        "{\"version\":\"",
        env!("CARGO_PKG_VERSION"),
        "\",\"embedded_chain\":true,\"target_cpu\":\"",
        env!("WC_BUILT_FOR_CPU"),
        "\",\"cpu_features\":\"",
        env!("WC_BUILT_FOR_FEATURES"),
        "\"}\0"
    )
} else {
    concat!(
        "{\"version\":\"",
        env!("CARGO_PKG_VERSION"),
        "\",\"embedded_chain\":false,\"target_cpu\":\"",
        env!("WC_BUILT_FOR_CPU"),
        "\",\"cpu_features\":\"",
        env!("WC_BUILT_FOR_FEATURES"),
        "\"}\0"
    )
});

/// What the library needs of the CPU, as rustc's names with commas between.
pub(crate) const CPU_FEATURES: &CStr = text(concat!(env!("WC_BUILT_FOR_FEATURES"), "\0"));

const fn text(bytes: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(bytes.as_bytes()) {
        Ok(text) => text,
        Err(_) => panic!("a text with one NUL, at its end"),
    }
}
