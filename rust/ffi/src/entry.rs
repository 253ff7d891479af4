//! The exported functions.
//!
//! Each one catches panics, checks its handle, and does nothing else of its own.

mod computation;
mod lifecycle;
mod opening;
mod question;
mod request;
mod self_description;

pub use crate::caller::wc_callback;
pub use computation::wc_compute;
pub use lifecycle::{
    wc_miden_create, wc_miden_destroy, wc_miden_shutdown, wc_miden_stats, wc_shutdown_report,
    wc_statistics,
};
pub use opening::{wc_miden_begin_opening, wc_miden_end_opening};
pub use question::wc_miden_answer;
pub use request::{wc_bytes_free, wc_miden_call, wc_miden_cancel, wc_miden_submit};
pub use self_description::{wc_abi_version, wc_cpu_features, wc_features};

#[cfg(test)]
mod tests;
