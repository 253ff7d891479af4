//! Many transactions at once, for tests and benchmarks of long histories.

use miden_client::Word;
use miden_client::transaction::TransactionId;
use miden_client::utils::Serializable;
use rusqlite::{Connection, params};

use crate::blocking_tasks::run_blocking;
use crate::errors::{Result, StoreError, WalletError};
use crate::transactions::coordinator::Coordinator;

/// How many copies are made at most.
const MOST: u32 = 100_000;

impl Coordinator {
    /// Puts copies of one of the wallet's transactions into the store, under ids of their own. They are as
    /// any other to the history, which finds them there, and to nothing else.
    ///
    /// # Errors
    /// [`WalletError::Unsupported`] where the wallet has no committed transaction to copy, [`WalletError::Store`].
    pub async fn fill_history(&self, count: u32) -> Result<()> {
        if count > MOST {
            let what = format!("A history is filled with {MOST} transactions at most.");
            return Err(WalletError::Unsupported { what });
        }
        let path = self.store_path.clone();
        let failed = |error: rusqlite::Error| {
            WalletError::Store(StoreError::Failed { source: error.into(), transient: false })
        };
        // No sync and no transaction meanwhile.
        let client = self.exclusive_client().await?;
        let copied = run_blocking(move || copy(&path, count).map_err(failed)).await?;
        drop(client);
        if copied == 0 && count > 0 {
            return Err(WalletError::Unsupported {
                what: "There is no committed transaction in this wallet to fill the history with."
                    .to_owned(),
            });
        }
        self.history.mark_stale();
        Ok(())
    }
}

fn copy(store: &std::path::Path, count: u32) -> Result<usize, rusqlite::Error> {
    let mut connection = Connection::open(store)?;
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    let database = connection.transaction()?;
    let mut copied = 0;
    let committed: bool = database.query_row(
        "SELECT EXISTS (SELECT 1 FROM transactions WHERE status_variant = 1)",
        [],
        |row| row.get(0),
    )?;
    let count = if committed { count } else { 0 };
    for number in 1..=count {
        let id = TransactionId::from_raw(Word::from([number, 0, 0, 0]));
        copied += database
            .prepare_cached(
                "INSERT OR IGNORE INTO transactions (id, details, script_root, status_variant, status)
                 SELECT ?1, details, script_root, status_variant, status
                 FROM transactions WHERE status_variant = 1 LIMIT 1",
            )?
            .execute(params![id.to_bytes()])?;
    }
    database.commit()?;
    Ok(copied)
}
