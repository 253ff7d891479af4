//! The callback of a request, and the guard that sees to it that it is called.

use std::marker::PhantomData;

use crate::panics::caught;
use crate::request::Outcome;
use crate::request_id::RequestId;

/// What a [`Completion`] calls. A worker whose callbacks are all of one type carries them as they are;
/// [`BoxedCallback`] is for those that differ.
pub trait Callback<T>: Send {
    /// Takes in how the request ended.
    fn call(self, outcome: Outcome<T>);

    /// Whether a job that ran to its end with this result has failed. Only for the counts.
    #[must_use]
    fn is_failure(_result: &T) -> bool {
        false
    }

    /// What to log of a failure whose caller was told something else before: nobody else hears of it.
    #[must_use]
    fn described(_failure: &T) -> String {
        String::new()
    }
}

/// A [`Callback`] of any kind.
pub type BoxedCallback<T> = Box<dyn FnOnce(Outcome<T>) + Send>;

impl<T> Callback<T> for BoxedCallback<T> {
    fn call(self, outcome: Outcome<T>) {
        self(outcome);
    }
}

/// Whom to tell how a request ended. It is called exactly once, on the worker's thread.
///
/// One that is dropped unfinished is a mistake of the worker. It is logged as an error with its
/// request, and the callback is told [`Outcome::Closed`] all the same, so that nobody waits for
/// ever. It does not panic, not even in tests: the mistake is mostly found in an unwinding, where a
/// panic would end the process and with it every other wallet. Tests fail on the logged error.
pub struct Completion<T, C = BoxedCallback<T>>
where
    C: Callback<T>,
{
    callback: Option<C>,
    /// 0 until the request has been started.
    request: RequestId,
    told: PhantomData<fn(T)>,
}

impl<T> Completion<T> {
    /// Puts a callback into a box, for a worker that knows them only so.
    pub fn new(callback: impl FnOnce(Outcome<T>) + Send + 'static) -> Self {
        Self::calling(Box::new(callback))
    }
}

impl<T, C: Callback<T>> Completion<T, C> {
    /// Wraps a callback. It must not block: the worker does nothing else meanwhile. A panic in it
    /// is caught and logged by the worker.
    pub fn calling(callback: C) -> Self {
        Self { callback: Some(callback), request: 0, told: PhantomData }
    }

    /// Calls the callback, on the calling thread. A panic in it reaches the caller.
    pub fn complete(mut self, outcome: Outcome<T>) {
        if let Some(callback) = self.callback.take() {
            callback.call(outcome);
        }
    }

    /// Lets the guard know whose completion it is, for its complaint.
    pub(crate) fn accepted_as(&mut self, request: RequestId) {
        self.request = request;
    }

    /// Gives the callback up uncalled: its request was not accepted.
    pub(crate) fn defuse(mut self) {
        self.callback = None;
    }
}

impl<T, C: Callback<T>> Drop for Completion<T, C> {
    fn drop(&mut self) {
        let Some(callback) = self.callback.take() else {
            return;
        };
        let request = self.request;
        // The drop may be part of an unwinding, where a panic that gets out ends the process. The
        // log is a stranger too, and perhaps the one whose panic brought us here.
        let complained = caught(|| {
            tracing::error!(
                request,
                "a completion was dropped unfinished; it is told that the worker closed"
            );
        });
        let told = caught(|| callback.call(Outcome::Closed));
        if let (Ok(()), Err(message)) = (complained, told) {
            let _ = caught(|| tracing::error!(request, panic = %message, "a completion panicked"));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn completes_once_and_its_drop_is_silent_afterwards() {
        let (tell, told) = mpsc::channel();
        Completion::new(move |outcome| tell.send(outcome).expect("told is alive"))
            .complete(Outcome::Finished(1));
        assert_eq!(told.iter().collect::<Vec<_>>(), [Outcome::Finished(1)]);
    }

    #[test]
    fn dropped_unfinished_it_tells_closed() {
        let (tell, told) = mpsc::channel();
        drop(Completion::<u8>::new(move |outcome| {
            tell.send(outcome).expect("told is alive");
        }));
        assert_eq!(told.iter().collect::<Vec<_>>(), [Outcome::Closed]);
    }

    #[test]
    fn dropped_by_a_panic_it_tells_closed_even_if_it_panics_itself() {
        let (tell, told) = mpsc::channel();
        let completion = Completion::<u8>::new(move |outcome| {
            tell.send(outcome).expect("told is alive");
            panic!("in the callback");
        });
        let message = caught(move || {
            let _dropped_by_the_panic = completion;
            panic!("outside");
        });
        assert_eq!(message, Err::<(), _>("outside".to_owned()));
        assert_eq!(told.iter().collect::<Vec<_>>(), [Outcome::Closed]);
    }

    #[test]
    fn defused_it_tells_nobody() {
        let (tell, told) = mpsc::channel();
        Completion::<u8>::new(move |outcome| tell.send(outcome).expect("told is alive")).defuse();
        assert_eq!(told.iter().count(), 0);
    }
}
