//! Questions of a wallet, and the caller's answers.

use std::ffi::c_void;
use std::ptr;
use std::sync::mpsc;

use serde_json::{Value, json};

use super::computations::compute;
use super::{Answer, Opened, PATIENCE, answer, call, configuration, create_with};
use crate::codes::*;
use crate::entry::*;

/// A question as the callback got it.
type Question = (u64, u32, Vec<u8>);

/// Sends each question to a channel.
unsafe extern "C" fn ask(
    context: *mut c_void,
    question: u64,
    kind: u32,
    bytes: *const u8,
    length: usize,
) {
    // SAFETY: every test passes a sender that lives longer than its wallet.
    let sender = unsafe { &*context.cast::<mpsc::Sender<Question>>() };
    let bytes = if bytes.is_null() {
        Vec::new()
    } else {
        // SAFETY: as many bytes as were told, for the time of this call.
        unsafe { std::slice::from_raw_parts(bytes, length) }.to_vec()
    };
    sender.send((question, kind, bytes)).expect("the test listens");
}

/// A wallet whose keys a signer keeps, with an account.
struct Signed {
    wallet: Opened,
    account: String,
    questions: mpsc::Receiver<Question>,
    // After the wallet, which uses it.
    _sender: Box<mpsc::Sender<Question>>,
}

const SEED: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

impl Signed {
    fn new() -> Self {
        let (sender, questions) = mpsc::channel();
        let sender = Box::new(sender);
        let context = ptr::from_ref(sender.as_ref()).cast_mut().cast();
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut text: Value = serde_json::from_str(&configuration(folder.path())).expect("JSON");
        text["keys"] = json!({ "kind": "signer" });
        let handle = create_with(&text.to_string(), Some(ask), context).expect("it opens");
        let wallet = Opened { handle, _folder: folder };
        let mut signed = Self { wallet, account: String::new(), questions, _sender: sender };
        let key = signed.test_sign(&"A".repeat(43))["public_key"].clone();
        let request =
            json!({ "public_key": key, "scheme": "ecdsa_k256_keccak", "visibility": "public" });
        let (code, reply) = signed.call(WC_OPERATION_CREATE_WALLET, &request);
        assert_eq!(code, WC_OK, "{reply}");
        signed.account = reply["account_id"].as_str().expect("an id").to_owned();
        signed
    }

    fn call(&self, operation: u32, request: &Value) -> (i32, Value) {
        let (code, reply) = call(self.wallet.handle, operation, &request.to_string());
        (code, serde_json::from_slice(&reply).expect("JSON"))
    }

    /// What a signer would say, `message` being base64 without its last character, which is “=”.
    fn test_sign(&self, message: &str) -> Value {
        let message = format!("{}=", message.trim_end_matches('='));
        let request = json!({ "seed": SEED, "scheme": "ecdsa_k256_keccak", "message": message });
        let (code, reply) = self.call(WC_OPERATION_TEST_SIGN, &request);
        assert_eq!(code, WC_OK, "{reply}");
        reply
    }

    /// Asks for a message to be signed, and returns what becomes of it and the wallet's question.
    fn ask(&self, timeout: u64) -> (u64, mpsc::Receiver<Answer>, Question) {
        let (request, answered) = self.submit(timeout);
        let question = self.questions.recv_timeout(PATIENCE).expect("a question");
        assert_eq!(question.1, WC_QUESTION_SIGN);
        (request, answered, question)
    }

    fn submit(&self, timeout: u64) -> (u64, mpsc::Receiver<Answer>) {
        let (sender, receiver) = mpsc::channel::<Answer>();
        let context = Box::into_raw(Box::new(sender));
        let payload = json!({ "account_id": self.account, "message": "aGVsbG8=" }).to_string();
        let mut request = 0;
        // SAFETY: the payload is readable, the number can be written, and the callback takes the
        // context once.
        let code = unsafe {
            wc_miden_submit(
                self.wallet.handle,
                WC_OPERATION_SIGN_MESSAGE,
                payload.as_ptr(),
                payload.len(),
                timeout,
                Some(answer),
                context.cast(),
                &raw mut request,
            )
        };
        assert_eq!(code, WC_OK);
        (request, receiver)
    }

    fn is_withdrawn(&self, question: u64) -> bool {
        let withdrawn = self.questions.recv_timeout(PATIENCE).expect("it is withdrawn");
        withdrawn == (question, WC_QUESTION_WITHDRAWN, Vec::new())
    }
}

fn give(handle: u64, question: u64, code: i32, text: &str) -> i32 {
    // SAFETY: the text is readable.
    unsafe { wc_miden_answer(handle, question, code, text.as_ptr(), text.len()) }
}

fn verify(request: &Value) -> (i32, Value) {
    let (code, reply) = compute(WC_COMPUTATION_VERIFY_MESSAGE, &request.to_string());
    let reply: Value = serde_json::from_slice(&reply).expect("JSON");
    (code, reply[if code == WC_OK { "is_valid" } else { "kind" }].clone())
}

fn ending(answered: &mpsc::Receiver<Answer>) -> (i32, Value) {
    let (code, reply) = answered.recv_timeout(PATIENCE).expect("it ends");
    (code, serde_json::from_slice(&reply).expect("JSON"))
}

#[test]
fn a_signature_is_asked_for_and_given() {
    let signed = Signed::new();
    let handle = signed.wallet.handle;
    let (_, answered, (question, _, text)) = signed.ask(0);
    let text: Value = serde_json::from_slice(&text).expect("JSON");
    assert_eq!((&text["account_id"], &text["transaction"]), (&json!(signed.account), &Value::Null));
    assert_eq!(text["kind"], "message");
    let signature = signed.test_sign(text["message"].as_str().expect("a message"));
    assert_eq!(text["public_key"], signature["public_key"]);
    let reply = json!({ "signature": signature["signature"] }).to_string();

    for unreadable in ["", "{", "{}", "{\"signature\": \"no base64\"}", "{\"message\": \"no\"}"] {
        assert_eq!(give(handle, question, WC_OK, unreadable), WC_INVALID_PARAMETER);
    }
    // SAFETY: null with a length is what is tested.
    let null = unsafe { wc_miden_answer(handle, question, WC_OK, ptr::null(), 5) };
    assert_eq!(null, WC_INVALID_PARAMETER);
    assert_eq!(give(handle, question + 1, WC_OK, &reply), WC_LOOKUP);
    // Not the next number, which may be a wallet of another test.
    assert_eq!(give(u64::MAX, question, WC_OK, &reply), WC_INVALID_HANDLE);
    assert_eq!(give(handle, question, WC_OK, &reply), WC_OK);
    assert_eq!(give(handle, question, WC_OK, &reply), WC_LOOKUP);

    let (code, mut request) = ending(&answered);
    assert_eq!(code, WC_OK, "{request}");
    request["message"] = "aGVsbG8=".into();
    assert_eq!(verify(&request), (WC_OK, true.into()));
    request["message"] = "aGFsbG8=".into();
    assert_eq!(verify(&request), (WC_OK, false.into()));
    request["public_key"] = "AAAA".into();
    assert_eq!(verify(&request), (WC_INVALID_PARAMETER, "invalid_public_key".into()));
    assert_eq!(verify(&json!({})), (WC_INVALID_PARAMETER, "invalid_parameter".into()));
}

#[test]
fn a_signer_that_refuses_is_quoted() {
    let signed = Signed::new();
    let (_, answered, (question, ..)) = signed.ask(0);
    let text = json!({ "message": "The device was not confirmed." }).to_string();
    assert_eq!(give(signed.wallet.handle, question, WC_CANCELLED, &text), WC_OK);
    let (code, error) = ending(&answered);
    assert_eq!((code, &error["kind"]), (WC_ACCOUNT_OPERATION, &json!("signer_failed")));
    assert_eq!(error["causes"], json!(["The device was not confirmed."]));
}

#[test]
fn a_question_that_nobody_waits_for_is_withdrawn() {
    let signed = Signed::new();
    let handle = signed.wallet.handle;
    let answer = json!({ "message": "too late" }).to_string();

    let (request, answered, (question, ..)) = signed.ask(0);
    assert_eq!(wc_miden_cancel(handle, request), WC_OK);
    assert!(signed.is_withdrawn(question));
    assert_eq!(ending(&answered).0, WC_CANCELLED);
    assert_eq!(give(handle, question, WC_INTERNAL, &answer), WC_LOOKUP);

    let (_, answered, (question, ..)) = signed.ask(200);
    assert!(signed.is_withdrawn(question));
    assert_eq!(ending(&answered).0, WC_TIMED_OUT);

    let (_, answered, (question, ..)) = signed.ask(0);
    assert_eq!(wc_miden_destroy(handle), WC_OK);
    assert!(signed.is_withdrawn(question));
    assert_eq!(ending(&answered).0, WC_INVALID_HANDLE);
    assert_eq!(give(handle, question, WC_INTERNAL, &answer), WC_INVALID_HANDLE);
    assert!(signed.questions.try_recv().is_err(), "nothing is asked of a wallet that is gone");
}

/// Refuses from inside the callback.
unsafe extern "C" fn refuse(
    context: *mut c_void,
    question: u64,
    kind: u32,
    _: *const u8,
    _: usize,
) {
    assert_eq!(kind, WC_QUESTION_SIGN, "what was answered is not withdrawn");
    // SAFETY: the test passes a handle that lives longer than its wallet.
    let handle = unsafe { &*context.cast::<std::sync::OnceLock<u64>>() };
    let handle = *handle.get().expect("the wallet is open");
    assert_eq!(give(handle, question, WC_INTERNAL, "{\"message\": \"no\"}"), WC_OK);
}

#[test]
fn an_answer_may_come_from_inside_the_question() {
    let handle = Box::new(std::sync::OnceLock::new());
    let context = ptr::from_ref(handle.as_ref()).cast_mut().cast();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut text: Value = serde_json::from_str(&configuration(folder.path())).expect("JSON");
    text["keys"] = json!({ "kind": "signer" });
    let opened = create_with(&text.to_string(), Some(refuse), context).expect("it opens");
    handle.set(opened).expect("it is set once");
    let wallet = Opened { handle: opened, _folder: folder };
    let request =
        json!({ "seed": SEED, "scheme": "falcon512_poseidon2", "message": SEED_OF_ZEROS });
    let (code, reply) = call(wallet.handle, WC_OPERATION_TEST_SIGN, &request.to_string());
    assert_eq!(code, WC_OK);
    let reply: Value = serde_json::from_slice(&reply).expect("JSON");
    let request = json!({
        "public_key": reply["public_key"], "scheme": "falcon512_poseidon2", "visibility": "private",
    });
    let (code, reply) = call(wallet.handle, WC_OPERATION_CREATE_WALLET, &request.to_string());
    assert_eq!(code, WC_OK);
    let reply: Value = serde_json::from_slice(&reply).expect("JSON");
    let request = json!({ "account_id": reply["account_id"], "message": "" });
    let (code, _) = call(wallet.handle, WC_OPERATION_SIGN_MESSAGE, &request.to_string());
    assert_eq!(code, WC_ACCOUNT_OPERATION);
}

const SEED_OF_ZEROS: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

#[test]
fn a_signer_that_cannot_be_asked_is_no_signer() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut text: Value = serde_json::from_str(&configuration(folder.path())).expect("JSON");
    text["keys"] = json!({ "kind": "signer" });
    let error = create_with(&text.to_string(), None, ptr::null_mut()).expect_err("no callback");
    assert_eq!(error.code, WC_INVALID_PARAMETER);
    text["keys"] = json!({ "kind": "key", "key": "AAAA" });
    let error = create_with(&text.to_string(), None, ptr::null_mut()).expect_err("a short key");
    assert_eq!(error.code, WC_INVALID_PARAMETER);
    text.as_object_mut().expect("an object").remove("keys");
    let error = create_with(&text.to_string(), None, ptr::null_mut()).expect_err("no keys");
    assert_eq!(error.code, WC_INVALID_PARAMETER);
}
