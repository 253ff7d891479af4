//! A panic between submission and record, as it is seen through the door.

use std::path::Path;
use std::sync::mpsc;

use miden_swift_runtime::{Completion, Limits, Request, Worker};
use miden_swift_wallet::{
    KeySource, Network, NoteScriptBudget, Wallet, WalletConfiguration, WalletError,
};
use serde_json::{Value, json};

use super::*;
use crate::codes::{
    WC_OK, WC_OPERATION_CREATE_WALLET, WC_OPERATION_GET_BALANCE, WC_OPERATION_GET_TRANSACTION,
    WC_OPERATION_MINT, WC_OPERATION_SYNC, WC_OPERATION_TRANSACT,
};

/// A wallet on its worker, as a handle stands for one.
struct Opened {
    worker: Worker<Wallet, Reply, Job>,
}

impl Opened {
    fn new(folder: &Path, failure: Option<&'static str>) -> Self {
        let configuration = WalletConfiguration {
            network: Network::Embedded {
                chain_directory: folder.join("chain"),
                dummy_proofs: true,
                verification_base_fee: 0,
                node_version: None,
                submission_delay: std::time::Duration::ZERO,
                sync_delay: std::time::Duration::ZERO,
                note_transport_is_down: false,
            },
            store_path: folder.join("store.sqlite3"),
            keystore_path: folder.join("keystore"),
            keys: KeySource::key_file(folder.join("keystore.key")),
            node_call_timeout: WalletConfiguration::NODE_CALL_TIMEOUT,
            note_scripts: NoteScriptBudget::default(),
            prover_threads: 0,
            concurrent_proofs: std::num::NonZeroUsize::MIN,
            proof_memory: miden_swift_wallet::ProofMemory::default(),
            prover: miden_swift_wallet::ProverChoice::Local,
            note_transport: miden_swift_wallet::NoteTransport::OfNetwork,
            on_prover_thread_start: || {},
        };
        let setup = move || -> miden_swift_runtime::JobFuture<Result<Wallet, WalletError>> {
            Box::pin(async move {
                let wallet = Wallet::open(configuration).await?;
                failure.map_or(Ok(()), |failure| wallet.fail_at(failure))?;
                Ok(wallet)
            })
        };
        let worker = Worker::spawn("test", Limits::default(), setup, |body| body());
        Self { worker: worker.unwrap_or_else(|error| panic!("it does not open: {error}")) }
    }

    fn call(&self, operation: u32, payload: &Value) -> (i32, Value) {
        let payload = if payload.is_null() { String::new() } else { payload.to_string() };
        let operation = find(operation).expect("an operation");
        let commit = CommitState::new(&operation.properties);
        let (sender, receiver) = mpsc::channel();
        let state = commit.clone();
        let request = Request {
            lane: operation.properties.lane,
            deadline: None,
            job: Job { operation, payload: payload.into_bytes().into(), commit },
            completion: Completion::new(move |outcome| {
                let reply = reply(outcome, &state);
                sender.send((reply.code, reply.bytes)).expect("the test listens");
            }),
        };
        self.worker.submit(request).expect("it is accepted");
        let (code, bytes) = receiver.recv().expect("an answer");
        (code, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    fn well(&self, operation: u32, payload: &Value) -> Value {
        let (code, reply) = self.call(operation, payload);
        assert_eq!(code, WC_OK, "{reply}");
        reply
    }
}

#[test]
fn every_call_after_a_panic_between_submission_and_record_says_so() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wallet = Opened::new(folder.path(), Some("after-submit:panic"));
    let new = json!({ "scheme": "ecdsa_k256_keccak", "visibility": "private" });
    let account = wallet.well(WC_OPERATION_CREATE_WALLET, &new)["account_id"].clone();
    let mint =
        json!({ "account_id": account, "token": "MIDEN", "amount": 5, "note_type": "public" });
    let note = wallet.well(WC_OPERATION_MINT, &mint)["note_id"].clone();
    wallet.well(WC_OPERATION_SYNC, &Value::Null);
    let consume = json!({ "account_id": account, "draft": { "consume": [note] } });

    let (code, panicked) = wallet.call(WC_OPERATION_TRANSACT, &consume);
    assert_eq!(code, crate::codes::WC_INTERNAL);
    assert_eq!(panicked["kind"], "wallet_poisoned", "{panicked}");
    assert!(panicked["transaction_id"].is_string(), "{panicked}");
    assert!(panicked["causes"][0].as_str().is_some_and(|cause| cause.contains("AfterSubmit")));
    let mut transaction = Value::Null;
    for operation in OPERATIONS {
        let operation = operation.properties.number;
        let (code, refused) = wallet.call(operation, &Value::Null);
        assert_eq!(code, crate::codes::WC_INTERNAL, "{operation}: {refused}");
        assert_eq!(refused["kind"], "wallet_poisoned", "{operation}");
        assert_eq!(refused["retryable"], false);
        transaction = refused["transaction_id"].clone();
        assert_eq!(transaction, panicked["transaction_id"]);
    }
    drop(wallet);

    let wallet = Opened::new(folder.path(), None);
    wallet.well(WC_OPERATION_SYNC, &Value::Null);
    wallet.well(WC_OPERATION_SYNC, &Value::Null);
    let named = json!({ "transaction_id": transaction });
    let report = wallet.well(WC_OPERATION_GET_TRANSACTION, &named);
    assert_eq!(report["state"], "committed", "{report}");
    let balance = wallet.well(WC_OPERATION_GET_BALANCE, &json!({ "account_id": account }));
    assert_eq!(balance["fungible_assets"][0]["amount"], 5, "{balance}");
}
