//! No panic crosses into C: unwinding there is undefined behaviour.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::handles;

/// Runs the body of an entry point that belongs to no wallet; a panic becomes `fallback`. It is on standard error
/// already, by way of the panic hook: there is no other place for it.
pub(crate) fn guarded<T>(entry: &'static str, fallback: T, body: impl FnOnce() -> T) -> T {
    run(entry, body).unwrap_or(fallback)
}

/// Runs the body of an entry point that is called with a wallet's handle; a panic is written to the wallet's log and
/// becomes `fallback`.
pub(crate) fn guarded_with<T>(
    entry: &'static str,
    handle: u64,
    fallback: T,
    body: impl FnOnce() -> T,
) -> T {
    run(entry, body).unwrap_or_else(|panic| {
        // The logger is the app's, so nothing is held while it is called. It must not unwind into C either.
        let logged = AssertUnwindSafe(|| {
            if let Some(instance) = handles::get(handle) {
                instance.log_panic(entry, message(panic.as_ref()));
            }
        });
        let _ = catch_unwind(logged);
        fallback
    })
}

fn run<T>(entry: &'static str, body: impl FnOnce() -> T) -> std::thread::Result<T> {
    catch_unwind(AssertUnwindSafe(|| {
        #[cfg(test)]
        injection::panic_if_asked(entry);
        #[cfg(not(test))]
        let _ = entry;
        body()
    }))
}

fn message(panic: &(dyn std::any::Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}

/// Panics on demand, for tests.
#[cfg(test)]
pub(crate) mod injection {
    use std::cell::Cell;

    thread_local! {
        static ENTRY: Cell<Option<&'static str>> = const { Cell::new(None) };
    }

    /// Makes the next call of `entry` on this thread panic.
    pub(crate) fn panic_in(entry: &'static str) {
        ENTRY.set(Some(entry));
    }

    pub(super) fn panic_if_asked(entry: &'static str) {
        if ENTRY.get() == Some(entry) {
            ENTRY.set(None);
            panic!("injected into {entry}");
        }
    }
}
