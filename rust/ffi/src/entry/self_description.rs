//! What the library says of itself. Callable before anything else, and on any CPU.

use std::ffi::c_char;

use crate::codes::WC_ABI_VERSION;
use crate::features::{CPU_FEATURES, FEATURES};
use crate::guard::guarded;

/// The version of this ABI: `WC_ABI_VERSION` of the header the library was built with.
#[unsafe(no_mangle)]
pub extern "C" fn wc_abi_version() -> u32 {
    guarded("wc_abi_version", 0, || WC_ABI_VERSION)
}

/// What was built, as JSON in a static NUL-terminated text:
/// `{"version", "embedded_chain", "target_cpu", "cpu_features"}`.
#[unsafe(no_mangle)]
pub extern "C" fn wc_features() -> *const c_char {
    guarded("wc_features", std::ptr::null(), || FEATURES.as_ptr())
}

/// What the library needs of the CPU: rustc's names of target features with commas between, in a
/// static NUL-terminated text. To be compared with the CPU before a wallet is created.
#[unsafe(no_mangle)]
pub extern "C" fn wc_cpu_features() -> *const c_char {
    guarded("wc_cpu_features", std::ptr::null(), || CPU_FEATURES.as_ptr())
}
