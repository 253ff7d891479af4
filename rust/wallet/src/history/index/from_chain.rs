//! Transactions that the wallet's accounts made elsewhere. The store does not have them: they are in the index
//! alone, and are left alone where the index is compared with the store.

use std::collections::BTreeSet;

use miden_client::account::AccountId;
use miden_client::transaction::TransactionId;
use miden_client::utils::{Deserializable, Serializable};
use rusqlite::{OptionalExtension, Transaction, params};

use super::{Index, read_row, seconds};
use crate::history::chain_facts::ChainTransaction;
use crate::history::error::IndexError;
use crate::history::identity::Identity;
use crate::history::stored::Row;

/// What was added with version 4. `chain_facts` has what the chain told of each transaction, so that more can be
/// said once more of its notes is known; `asked_accounts` has the accounts whose transactions were asked for,
/// each with what it was marked with then.
pub(super) const CHAIN_TABLES: &str = "
    ALTER TABLE transactions ADD COLUMN is_from_chain INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE chain_facts (
        id BLOB PRIMARY KEY,
        is_complete INTEGER NOT NULL,
        body TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX incomplete ON chain_facts(is_complete) WHERE is_complete = 0;
    CREATE TABLE asked_accounts (id BLOB PRIMARY KEY, mark BLOB NOT NULL) STRICT, WITHOUT ROWID;
";

impl Index {
    /// What the account was marked with when its transactions were last asked for.
    pub(in crate::history) fn asked(
        &self,
        account: AccountId,
    ) -> Result<Option<Identity>, IndexError> {
        let mark = self
            .connection
            .prepare_cached("SELECT mark FROM asked_accounts WHERE id = ?1")?
            .query_row([account.to_bytes()], |row| row.get(0))
            .optional()?;
        Ok(mark)
    }

    /// Says that all transactions of the account are here which there were when it was marked.
    pub(in crate::history) fn set_asked(
        &mut self,
        account: AccountId,
        mark: Identity,
    ) -> Result<(), IndexError> {
        self.connection.execute(
            "INSERT OR REPLACE INTO asked_accounts (id, mark) VALUES (?1, ?2)",
            params![account.to_bytes(), mark],
        )?;
        Ok(())
    }

    /// How many transactions were made elsewhere.
    pub(in crate::history) fn count_made_elsewhere(&self) -> Result<usize, IndexError> {
        let count: i64 = self.connection.query_row(
            "SELECT count(*) FROM transactions WHERE is_from_chain = 1",
            [],
            |row| row.get(0),
        )?;
        Ok(usize::try_from(count).unwrap_or(0))
    }

    /// The transactions of an account that are here, wherever they were made.
    pub(in crate::history) fn transactions_of(
        &self,
        account: AccountId,
    ) -> Result<BTreeSet<TransactionId>, IndexError> {
        let mut statement =
            self.connection.prepare_cached("SELECT id FROM transactions WHERE account = ?1")?;
        let ids = statement.query_map([account.to_bytes()], |row| row.get::<_, Vec<u8>>(0))?;
        ids.map(|id| {
            TransactionId::read_from_bytes(&id?).map_err(|error| IndexError::Entry(error.into()))
        })
        .collect()
    }

    /// A transaction, where it was made elsewhere.
    pub(in crate::history) fn made_elsewhere(
        &self,
        transaction: TransactionId,
    ) -> Result<Option<Row>, IndexError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT id, account, kind, created_at, body
             FROM transactions AS entry CROSS JOIN details ON details.sequence = entry.sequence
             WHERE id = ?1 AND is_from_chain = 1",
        )?;
        let mut rows = statement.query([transaction.to_bytes()])?;
        rows.next()?.map(read_row).transpose()
    }

    /// What the chain told of transactions whose notes are not all known.
    pub(in crate::history) fn incomplete(&self) -> Result<Vec<ChainTransaction>, IndexError> {
        let mut statement =
            self.connection.prepare_cached("SELECT body FROM chain_facts WHERE is_complete = 0")?;
        let mut rows = statement.query([])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let body = row.get_ref(0)?.as_str().map_err(|error| IndexError::Entry(error.into()))?;
            found.push(serde_json::from_str(body)?);
        }
        Ok(found)
    }

    /// Adds transactions that are not here yet, oldest first, each at the time of its block between the others:
    /// their order stays as it is. Says of those that are here what is known now. There are no events in it: all
    /// of it happened before the wallet had a part in it.
    pub(in crate::history) fn write_from_chain(
        &mut self,
        transactions: &[ChainTransaction],
    ) -> Result<(), IndexError> {
        let database = self.connection.transaction()?;
        let mut new = Vec::new();
        for transaction in transactions {
            if !update(&database, transaction)? {
                new.push(transaction);
            }
        }
        for (transaction, sequence) in new.iter().zip(make_room(&database, &new)?) {
            insert(&database, transaction, sequence)?;
        }
        Ok(database.commit()?)
    }
}

/// Every account is to be asked for once more.
pub(super) fn forget_asked(database: &Transaction<'_>) -> Result<(), IndexError> {
    database.execute("DELETE FROM asked_accounts", [])?;
    Ok(())
}

/// The store has it after all: from now on it is as all others there.
pub(super) fn made_here(
    database: &Transaction<'_>,
    sequence: i64,
    id: &[u8],
) -> Result<(), IndexError> {
    let was_elsewhere = database
        .prepare_cached(
            "UPDATE transactions SET is_from_chain = 0 WHERE sequence = ?1 AND is_from_chain = 1",
        )?
        .execute([sequence])?;
    if was_elsewhere > 0 {
        database.execute("DELETE FROM chain_facts WHERE id = ?1", [id])?;
    }
    Ok(())
}

/// Says what is known now of a transaction, where it is here; the store knows better of what was made here.
fn update(database: &Transaction<'_>, facts: &ChainTransaction) -> Result<bool, IndexError> {
    let row = facts.row();
    let known: Option<(i64, bool)> = database
        .prepare_cached("SELECT sequence, is_from_chain FROM transactions WHERE id = ?1")?
        .query_row([row.transaction.to_bytes()], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    if let Some((sequence, true)) = known {
        database
            .prepare_cached("UPDATE transactions SET kind = ?2 WHERE sequence = ?1")?
            .execute(params![sequence, row.kind as u8])?;
        database
            .prepare_cached("UPDATE details SET body = ?2 WHERE sequence = ?1")?
            .execute(params![sequence, serde_json::to_string(&row.details)?])?;
        write_facts(database, facts)?;
    }
    Ok(known.is_some())
}

fn insert(
    database: &Transaction<'_>,
    facts: &ChainTransaction,
    sequence: i64,
) -> Result<(), IndexError> {
    let row = facts.row();
    database
        .prepare_cached(
            "INSERT INTO transactions
                (sequence, id, account, state, kind, created_at, is_noted, is_from_chain)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, 1)",
        )?
        .execute(params![
            sequence,
            row.transaction.to_bytes(),
            row.account.to_bytes(),
            row.details.state.number(),
            row.kind as u8,
            seconds(row.created_at),
        ])?;
    database
        .prepare_cached("INSERT INTO details (sequence, body) VALUES (?1, ?2)")?
        .execute(params![sequence, serde_json::to_string(&row.details)?])?;
    write_facts(database, facts)
}

fn write_facts(database: &Transaction<'_>, facts: &ChainTransaction) -> Result<(), IndexError> {
    database
        .prepare_cached(
            "INSERT OR REPLACE INTO chain_facts (id, is_complete, body) VALUES (?1, ?2, ?3)",
        )?
        .execute(params![
            facts.transaction.0.to_bytes(),
            facts.is_complete(),
            serde_json::to_string(facts)?
        ])?;
    Ok(())
}

/// Moves those that come later out of the way of new ones, and returns the new ones' numbers. A cursor names a
/// transaction and not its number, so only the order counts.
fn make_room(
    database: &Transaction<'_>,
    new: &[&ChainTransaction],
) -> Result<Vec<i64>, IndexError> {
    if new.is_empty() {
        return Ok(Vec::new());
    }
    let present: Vec<(i64, i64)> = {
        let mut statement =
            database.prepare("SELECT sequence, created_at FROM transactions ORDER BY sequence")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        rows.collect::<Result<_, _>>()?
    };
    let mut numbers = Vec::with_capacity(new.len());
    // Those from a number on, with by how much they move.
    let mut moves: Vec<(i64, i64)> = Vec::new();
    let mut place = 0;
    let mut count = 0;
    for facts in new {
        let at = seconds(facts.at);
        while present.get(place).is_some_and(|(_, created_at)| *created_at <= at) {
            place += 1;
        }
        let next = present.get(place).map(|(sequence, _)| *sequence);
        let last = present.last().map_or(0, |(sequence, _)| *sequence);
        numbers.push(next.unwrap_or(last + 1) + count);
        count += 1;
        if let Some(next) = next {
            match moves.last_mut() {
                Some((from, by)) if *from == next => *by = count,
                _ => moves.push((next, count)),
            }
        }
    }
    for table in ["transactions", "details"] {
        // No two may have the same number meanwhile.
        for (index, (from, by)) in moves.iter().enumerate() {
            let until = moves.get(index + 1).map_or(i64::MAX, |(next, _)| *next);
            database.execute(
                &format!(
                    "UPDATE {table} SET sequence = -(sequence + ?3)
                     WHERE sequence >= ?1 AND sequence < ?2"
                ),
                params![from, until, by],
            )?;
        }
        database
            .execute(&format!("UPDATE {table} SET sequence = -sequence WHERE sequence < 0"), [])?;
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests;
