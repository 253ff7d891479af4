//! Work that recurses as deep as code is nested.

use crate::errors::{Result, WalletError};

/// How deep code can be nested is a matter of the stack, and the caller's may be small.
const STACK_BYTES: usize = 64 << 20;

/// Does the work on a thread with room for it. `purpose` is what there is no thread for, where there is none.
pub(super) fn with_deep_stack<T: Send>(
    purpose: &str,
    work: impl FnOnce() -> Result<T> + Send,
) -> Result<T> {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new()
            .name("miden-masm".to_owned())
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, work)
            .map_err(|error| WalletError::Unsupported {
                what: format!("There is no thread to {purpose} with: {error}."),
            })?;
        worker
            .join()
            .map_err(|_| WalletError::internal(format!("the thread to {purpose} with panicked")))?
    })
}
