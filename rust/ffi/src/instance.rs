//! An open wallet with its worker.

use std::sync::{Arc, OnceLock};

use miden_swift_runtime::{Limits, SpawnError, Worker};
use miden_swift_wallet::{BackupFile, StoreWait, Wallet, WalletConfiguration};

use crate::caller::Caller;
use crate::codes::WC_LOOKUP;
use crate::log_sink::LogSink;
use crate::messages::ErrorMessage;
use crate::operations::{Job, Reply};
use crate::questions::Questions;

/// What a handle stands for.
pub(crate) struct Instance {
    pub(crate) worker: Worker<Wallet, Reply, Job, Caller>,
    log: LogSink,
    questions: Option<Arc<Questions>>,
}

/// How a wallet is opened.
pub(crate) enum Access {
    /// On its store, once no other wallet has it open, after the backup was restored there if there is one.
    ReadWrite(Option<BackupFile>, StoreWait),
    /// On a copy of its store.
    ReadOnly,
}

impl Instance {
    /// Opens a wallet on a worker of its own, as `access` says. Blocks until the store is open, and
    /// waits for one that another wallet has open.
    pub(crate) fn open(
        configuration: WalletConfiguration,
        access: Access,
        log: LogSink,
        questions: Option<Arc<Questions>>,
    ) -> Result<Self, ErrorMessage> {
        let scope = log.clone();
        // Until the worker's thread has ended, which waits for those that it has work done on: a connection of the store
        // is closed on one, and a write whose caller has given up goes on there.
        let store = Arc::new(OnceLock::new());
        let hold = store.clone();
        let worker = Worker::spawn(
            "miden-wallet",
            Limits::default(),
            move || {
                Box::pin(async move {
                    let wallet = match access {
                        Access::ReadWrite(backup, wait) => {
                            Wallet::open_when_free(configuration, backup, &wait).await?
                        }
                        Access::ReadOnly => Wallet::open_read_only(configuration).await?,
                    };
                    let _ = hold.set(wallet.store_hold());
                    Ok(wallet)
                })
            },
            // Every thread of the wallet logs to its own logger: there is no global one.
            move |body| {
                crate::broken_pipes::keep_signal_away();
                tracing::subscriber::with_default(scope.subscriber(), body);
                drop(store);
            },
        )
        .map_err(|error| match error {
            SpawnError::Setup(error) => ErrorMessage::from(&error),
            SpawnError::Panicked(panic) => ErrorMessage::panicked(panic),
            SpawnError::Thread(error) => ErrorMessage::panicked(error.to_string()),
        })?;
        Ok(Self { worker, log, questions })
    }

    /// Takes an answer to a question of the wallet, and returns what the one who gave it is told.
    pub(crate) fn answer(&self, question: u64, code: i32, bytes: &[u8]) -> i32 {
        match &self.questions {
            Some(questions) => questions.answer(question, code, bytes),
            None => WC_LOOKUP,
        }
    }

    /// Writes to the wallet's log that an entry point panicked.
    pub(crate) fn log_panic(&self, entry: &str, panic: &str) {
        tracing::subscriber::with_default(self.log.subscriber(), || {
            tracing::error!(entry, panic, "an entry point panicked");
        });
    }

    /// Ends the worker, and lets nothing more through to the logger and the signer.
    pub(crate) fn close(&self) {
        self.worker.close();
        if let Some(questions) = &self.questions {
            questions.close();
        }
        self.log.close();
    }
}
