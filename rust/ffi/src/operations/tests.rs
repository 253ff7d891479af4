//! How operations end.

use miden_swift_runtime::Outcome;
use miden_swift_wallet::parse_transaction_id;

use super::commit::Committed;
use super::*;
use crate::codes::{
    WC_CANCELLED, WC_INTERNAL, WC_INVALID_HANDLE, WC_OPERATION_PING, WC_OPERATION_REGISTER_ACCOUNT,
    WC_OPERATION_TRANSACT, WC_TIMED_OUT,
};

fn state_of(operation: u32) -> CommitState {
    CommitState::new(&find(operation).expect("an operation").properties)
}

fn told(outcome: Outcome<Reply>, commit: &CommitState) -> (i32, serde_json::Value) {
    let reply = reply(outcome, commit);
    (reply.code, serde_json::from_slice(&reply.bytes).expect("an error message"))
}

#[test]
fn a_timeout_says_whether_the_transaction_will_complete() {
    let commit = state_of(WC_OPERATION_TRANSACT);
    let (code, message) = told(Outcome::TimedOut { will_complete: false }, &commit);
    assert_eq!((code, &message["kind"]), (WC_TIMED_OUT, &"timed_out".into()));
    assert!(message["message"].as_str().is_some_and(|text| text.contains("nothing was submitted")));
    assert_eq!(message.get("transaction_id"), None);

    let hex = format!("0x{:064x}", 7);
    let transaction = parse_transaction_id(&hex).expect("a transaction id");
    commit.set(Committed::Transaction(transaction));
    let (code, message) = told(Outcome::TimedOut { will_complete: true }, &commit);
    assert_eq!((code, &message["kind"]), (WC_TIMED_OUT, &"timed_out_after_submission".into()));
    assert!(
        message["message"].as_str().is_some_and(|text| text.contains("goes on in the background"))
    );
    assert_eq!(message["transaction_id"], hex);
    assert_eq!(message["retryable"], false);
}

#[test]
fn a_close_says_whether_a_transaction_is_on_its_way() {
    let commit = state_of(WC_OPERATION_TRANSACT);
    let (code, message) = told(Outcome::Closed, &commit);
    assert_eq!((code, &message["kind"]), (WC_INVALID_HANDLE, &"closed".into()));
    assert_eq!(message.get("transaction_id"), None);

    let hex = format!("0x{:064x}", 7);
    let transaction = parse_transaction_id(&hex).expect("a transaction id");
    commit.set(Committed::Transaction(transaction));
    let (code, message) = told(Outcome::Closed, &commit);
    assert_eq!((code, &message["kind"]), (WC_INVALID_HANDLE, &"closed_after_submission".into()));
    assert_eq!(message["transaction_id"], hex);
    assert_eq!(message["retryable"], false);
}

#[test]
fn an_ending_says_whether_something_is_being_written() {
    for (outcome, kind) in [
        (Outcome::Closed, "closed_while_writing"),
        (Outcome::TimedOut { will_complete: true }, "timed_out_while_writing"),
    ] {
        let commit = state_of(WC_OPERATION_REGISTER_ACCOUNT);
        assert_eq!(told(Outcome::Closed, &commit).1["kind"], "closed");
        commit.set(Committed::Write);
        let (_, message) = told(outcome, &commit);
        assert_eq!(message["kind"], kind);
        assert_eq!(message["retryable"], false);
        assert_eq!(message.get("transaction_id"), None);
    }
}

#[test]
fn every_other_ending_has_its_code() {
    let commit = state_of(WC_OPERATION_PING);
    assert_eq!(told(Outcome::Cancelled, &commit).0, WC_CANCELLED);
    assert_eq!(told(Outcome::Closed, &commit).0, WC_INVALID_HANDLE);
    let (code, message) = told(Outcome::Panicked("why".to_owned()), &commit);
    assert_eq!((code, &message["causes"][0]), (WC_INTERNAL, &"why".into()));
}
