//! No panic crosses into C: unwinding there is undefined behaviour.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs an entry point's body; a panic is logged and becomes `fallback`.
pub(crate) fn guarded<T>(entry: &'static str, fallback: T, body: impl FnOnce() -> T) -> T {
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        #[cfg(test)]
        injection::panic_if_asked(entry);
        body()
    }));
    outcome.unwrap_or_else(|panic| {
        tracing::error!(entry, panic = message(panic.as_ref()), "an entry point panicked");
        fallback
    })
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
