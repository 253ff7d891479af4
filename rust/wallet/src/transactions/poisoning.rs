//! A wallet is poisoned by a panic that leaves its state unknown.
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
pub(crate) struct Poisoning {
    poison: OnceLock<TransactionId>,
}

impl Poisoning {
    /// Refuses where a panic has left a transaction in the middle.
    pub(crate) fn require(&self) -> Result<()> {
        match self.poison.get() {
            Some(transaction) => Err(WalletError::WalletPoisoned { transaction: *transaction }),
            None => Ok(()),
        }
    }

    /// Poisons the wallet if a panic drops the guard. To be held for as long as the shared store guard of the transaction, so
    /// that whoever waits for the exclusive one meets the poison, and for what is done after it before its caller is told.
    pub(crate) fn guard(&self, transaction: TransactionId) -> PoisonGuard<'_> {
        PoisonGuard { poisoning: self, transaction }
    }
}

/// Poisons the wallet where it is dropped by a panic.
pub(crate) struct PoisonGuard<'a> {
    poisoning: &'a Poisoning,
    transaction: TransactionId,
}

impl Drop for PoisonGuard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            tracing::error!(
                transaction = %self.transaction,
                "a panic past the point of no return: the wallet has to be opened again"
            );
            // Where there were two, the first is as good as the second.
            let _ = self.poisoning.poison.set(self.transaction);
        }
    }
}
