//! The one who made a request, and how it is told.

use std::ffi::c_void;
use std::sync::mpsc::SyncSender;

use miden_swift_runtime::{Callback, Outcome};

use crate::codes::WC_OK;
use crate::operations::{self, CommitState, Reply};

/// Called once when a request is done: with `WC_OK` and the reply, or with another code and an
/// error message. The bytes belong to the callee, who gives them to `wc_bytes_free`; no bytes are a
/// null pointer. Called on the worker's thread, which does nothing else meanwhile: it must return
/// soon, and a blocking call from inside it fails at once.
pub type wc_callback =
    Option<unsafe extern "C" fn(context: *mut c_void, code: i32, bytes: *mut u8, length: usize)>;

/// Who hears how a request ended.
pub(crate) enum Listener {
    /// A C function.
    Function(Function),
    /// A thread that waits.
    Thread(SyncSender<Reply>),
}

impl Listener {
    /// A callback with what it is called with.
    ///
    /// # Safety
    /// `callback` may be called with `context` from another thread, once.
    pub(crate) unsafe fn callback(
        callback: unsafe extern "C" fn(*mut c_void, i32, *mut u8, usize),
        context: *mut c_void,
    ) -> Self {
        Self::Function(Function { callback, context })
    }
}

pub(crate) struct Function {
    callback: unsafe extern "C" fn(*mut c_void, i32, *mut u8, usize),
    context: *mut c_void,
}

// SAFETY: the context is only handed back to the callback, which `Listener::callback` demands to be
// callable with it on the worker's thread.
unsafe impl Send for Function {}

/// The one who made a request.
pub(crate) struct Caller {
    pub(crate) listener: Listener,
    pub(crate) commit: CommitState,
}

impl Callback<Reply> for Caller {
    fn call(self, outcome: Outcome<Reply>) {
        let reply = operations::reply(outcome, &self.commit);
        match self.listener {
            Listener::Function(Function { callback, context }) => {
                let code = reply.code;
                let (bytes, length) = reply.given();
                // SAFETY: by the contract of `Listener::callback` it may be called once with its
                // context, and this consumes the only copy of both.
                unsafe { callback(context, code, bytes, length) };
            }
            // Nobody listens any more where the wait was given up.
            Listener::Thread(thread) => drop(thread.send(reply)),
        }
    }

    fn is_failure(reply: &Reply) -> bool {
        reply.code != WC_OK
    }

    /// The error's message, which never has a secret in it.
    fn described(failure: &Reply) -> String {
        String::from_utf8_lossy(&failure.bytes).into_owned()
    }
}
