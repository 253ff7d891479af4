//! Catching panics of strangers: jobs, completions, destructors.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs `work`; a panic in it becomes its message.
///
/// Everything that is handed in here is either dropped or never looked at again after a panic, so
/// it does not matter that it may have been left half changed.
pub(crate) fn caught<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(message)
}

/// Drops `value`; a panic in its destructor is logged.
pub(crate) fn discard<V>(value: V, what: &'static str) {
    if let Err(message) = caught(|| drop(value)) {
        tracing::error!(what, panic = %message, "a destructor panicked");
    }
}

/// The message of a panic's payload.
pub(crate) fn message(payload: Box<dyn Any + Send>) -> String {
    let payload = match payload.downcast::<String>() {
        Ok(message) => return *message,
        Err(payload) => payload,
    };
    match payload.downcast::<&'static str>() {
        Ok(message) => (*message).to_owned(),
        Err(payload) => {
            // A payload of a type of its own may panic once more when it is dropped; what that one
            // throws is leaked, or this would have no end.
            if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
                std::mem::forget(again);
            }
            "a panic without a message".to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct PanicsWhenDropped;

    impl Drop for PanicsWhenDropped {
        fn drop(&mut self) {
            panic!("dropped");
        }
    }

    #[test]
    fn every_kind_of_payload_has_a_message() {
        let number = 7;
        assert_eq!(caught(|| number), Ok(7));
        assert_eq!(caught(|| panic!("plain")), Err::<(), _>("plain".to_owned()));
        assert_eq!(caught(|| panic!("number {number}")), Err::<(), _>("number 7".to_owned()));
        assert_eq!(
            caught(|| std::panic::panic_any(PanicsWhenDropped)),
            Err::<(), _>("a panic without a message".to_owned())
        );
    }

    #[test]
    fn discarding_what_panics_returns() {
        discard(PanicsWhenDropped, "test");
    }
}
