//! An open wallet with its worker.

use miden_swift_runtime::{Limits, SpawnError, Worker};
use miden_swift_wallet::{Wallet, WalletConfiguration};

use crate::log_sink::LogSink;
use crate::messages::ErrorMessage;
use crate::operations::Reply;

/// What a handle stands for.
pub(crate) struct Instance {
    pub(crate) worker: Worker<Wallet, Reply>,
    log: LogSink,
}

impl Instance {
    /// Opens a wallet on a worker of its own. Blocks until the store is open.
    pub(crate) fn open(
        configuration: WalletConfiguration,
        log: LogSink,
    ) -> Result<Self, ErrorMessage> {
        let scope = log.clone();
        let worker = Worker::spawn(
            "miden-wallet",
            Limits::default(),
            move || Box::pin(Wallet::open(configuration)),
            // Every thread of the wallet logs to its own logger: there is no global one.
            move |body| {
                crate::broken_pipes::keep_signal_away();
                tracing::subscriber::with_default(scope.subscriber(), body);
            },
        )
        .map_err(|error| match error {
            SpawnError::Setup(error) => ErrorMessage::from(&error),
            SpawnError::Panicked(panic) => ErrorMessage::panicked(panic),
            SpawnError::Thread(error) => ErrorMessage::panicked(error.to_string()),
        })?;
        Ok(Self { worker, log })
    }

    /// Ends the worker and lets nothing more through to the logger.
    pub(crate) fn close(&self) {
        self.worker.close();
        self.log.close();
    }
}
