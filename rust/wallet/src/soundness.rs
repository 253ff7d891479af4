//! Whether a wallet may still be trusted with its state.
//!
//! A panic between the entry of a transaction in the journal and its record in the store leaves
//! nobody who could say how far it came. The wallet then refuses every further call: what is on the
//! disk is whole, and whoever opens it again begins with that and with the journal. A panic anywhere
//! else loses no more than the call it happened in.

use std::sync::OnceLock;

use miden_client::transaction::TransactionId;

use crate::errors::{Result, WalletError};

/// Remembers the transaction that a panic has left in the middle.
#[derive(Debug, Default)]
pub(crate) struct Soundness {
    poison: OnceLock<TransactionId>,
}

impl Soundness {
    /// Refuses where a panic has left a transaction in the middle.
    pub(crate) fn require(&self) -> Result<()> {
        match self.poison.get() {
            Some(transaction) => Err(WalletError::WalletPoisoned { transaction: *transaction }),
            None => Ok(()),
        }
    }

    /// Watches over a transaction until the guard is dropped. To be held for all of its crossing, so that
    /// whoever waits to be alone meets the poison, and for what is done after it before its caller is told.
    pub(crate) fn watch(&self, transaction: TransactionId) -> Watch<'_> {
        Watch { soundness: self, transaction }
    }
}

/// Poisons the wallet where it is dropped by a panic.
pub(crate) struct Watch<'a> {
    soundness: &'a Soundness,
    transaction: TransactionId,
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            tracing::error!(
                transaction = %self.transaction,
                "a panic past the point of no return: the wallet has to be opened again"
            );
            // Where there were two, the first is as good as the second.
            let _ = self.soundness.poison.set(self.transaction);
        }
    }
}
