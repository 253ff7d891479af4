//! Questions of a wallet to its caller, and the caller's answers.

use std::collections::HashMap;
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use miden_swift_wallet::{SignatureQuestion, Signer, SignerFailure};
use tokio::sync::oneshot;

use crate::codes::{
    WC_INVALID_PARAMETER, WC_LOOKUP, WC_OK, WC_QUESTION_SIGN, WC_QUESTION_WITHDRAWN,
};
use crate::messages::{FailureAnswer, SignQuestion, SignatureAnswer};

/// Called with a question to the caller: `kind` is one of `WC_QUESTION_…`, `bytes` its JSON,
/// borrowed for the call only. Answered with `wc_miden_answer`, now or later. Called on the worker's
/// thread, which does nothing else meanwhile: it must return soon, and a blocking call from inside it
/// fails at once.
pub type wc_ask_callback = Option<
    unsafe extern "C" fn(
        context: *mut c_void,
        question: u64,
        kind: u32,
        bytes: *const u8,
        length: usize,
    ),
>;

type Answer = Result<Vec<u8>, SignerFailure>;

/// The questions of one wallet.
pub(crate) struct Questions {
    callback: unsafe extern "C" fn(*mut c_void, u64, u32, *const u8, usize),
    context: *mut c_void,
    open: Mutex<HashMap<u64, oneshot::Sender<Answer>>>,
    last: AtomicU64,
    /// Nobody is asked any more: the wallet is being destroyed. A flag is enough, for whoever sets it
    /// has either waited for the worker's thread to end, or is on it.
    closed: AtomicBool,
}

// SAFETY: the context is only handed back to the callback, which `wc_miden_create` demands to be
// callable with it on the worker's thread.
unsafe impl Send for Questions {}
// SAFETY: as above; nothing here dereferences the context.
unsafe impl Sync for Questions {}

impl Questions {
    /// Where a wallet's questions go, if there is a callback.
    ///
    /// # Safety
    /// Until [`Questions::close`] returns, `callback` may be called with `context` on the wallet's
    /// worker.
    pub(crate) unsafe fn new(callback: wc_ask_callback, context: *mut c_void) -> Option<Arc<Self>> {
        callback.map(|callback| {
            Arc::new(Self {
                callback,
                context,
                open: Mutex::default(),
                last: AtomicU64::new(0),
                closed: AtomicBool::new(false),
            })
        })
    }

    /// Asks nothing any more.
    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::Release);
    }

    /// Takes an answer in, and returns what the one who gave it is told.
    pub(crate) fn answer(&self, question: u64, code: i32, bytes: &[u8]) -> i32 {
        let answer = if code == WC_OK {
            serde_json::from_slice(bytes).map(|answer: SignatureAnswer| Ok(answer.signature))
        } else {
            serde_json::from_slice(bytes)
                .map(|answer: FailureAnswer| Err(SignerFailure { message: answer.message }))
        };
        let Ok(answer) = answer else { return WC_INVALID_PARAMETER };
        match self.open().remove(&question).map(|waiting| waiting.send(answer)) {
            Some(Ok(())) => WC_OK,
            _ => WC_LOOKUP,
        }
    }

    fn open(&self) -> MutexGuard<'_, HashMap<u64, oneshot::Sender<Answer>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ask(&self, question: u64, kind: u32, bytes: &[u8]) {
        if self.closed.load(Ordering::Acquire) {
            return;
        }
        let start = if bytes.is_empty() { ptr::null() } else { bytes.as_ptr() };
        // SAFETY: not closed, so by the contract of `Questions::new` the callback may be called with
        // its context; the bytes live until it returns.
        unsafe { (self.callback)(self.context, question, kind, start, bytes.len()) };
    }
}

/// Says that nobody waits for an answer any more, unless it is there.
struct Waiting<'a> {
    questions: &'a Questions,
    question: u64,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let withdrawn = self.questions.open().remove(&self.question).is_some();
        if withdrawn {
            self.questions.ask(self.question, WC_QUESTION_WITHDRAWN, &[]);
        }
    }
}

#[async_trait]
impl Signer for Questions {
    async fn sign(&self, question: SignatureQuestion) -> Answer {
        let unwritten = |error: serde_json::Error| SignerFailure { message: error.to_string() };
        let text = serde_json::to_vec(&SignQuestion::from(question)).map_err(unwritten)?;
        let number = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        let (answer, answered) = oneshot::channel();
        // Before it is asked: the answer may come from inside the callback.
        self.open().insert(number, answer);
        let _waiting = Waiting { questions: self, question: number };
        self.ask(number, WC_QUESTION_SIGN, &text);
        answered.await.unwrap_or_else(|_| {
            Err(SignerFailure { message: "the question was withdrawn".to_owned() })
        })
    }
}
