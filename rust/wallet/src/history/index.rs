//! The file: a SQLite database with what the pages show, and the events.

mod file;
mod from_chain;
mod notes;
mod writing;

use std::path::PathBuf;

use miden_client::account::AccountId;
use miden_client::note::NoteId;
use miden_client::transaction::TransactionId;
use miden_client::utils::{Deserializable, Serializable};
use rusqlite::{Connection, OptionalExtension, params};

use super::error::IndexError;
use super::logs::Logs;
use super::note_rows::NoteRow;
use super::queries::{TransactionQuery, TransactionStage};
use super::store_file::pairs;
use super::stored::{ConsumedNotes, Details, NoteStage, Row, TransactionKind};
use super::stored_event::StoredEvent;
pub(super) use file::{APPLICATION, VERSION};

/// What is new in the store.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// Transactions that are new or have come further, oldest first.
    pub(super) transactions: Vec<Row>,
    /// Transactions the store does not have any more: it was restored from a backup.
    pub(super) gone: Vec<TransactionId>,
    pub(super) notes: Vec<(NoteId, NoteStage)>,
    /// Notes the store does not have any more.
    pub(super) notes_gone: Vec<NoteId>,
    /// Notes that came in, as their pages show them. Those that were made are with their transactions.
    pub(super) received: Vec<NoteRow>,
    /// Notes of these that the store does not have any more.
    pub(super) received_gone: Vec<NoteId>,
    /// The notes that were made and are consumed: all of them, where that may have changed.
    pub(super) consumed: Option<ConsumedNotes>,
    /// How many accounts the wallet has, where all was compared.
    pub(super) own_accounts: Option<u64>,
    /// All accounts that are locked now.
    pub(super) locked: Vec<AccountId>,
    /// The block a sync has come to.
    pub(super) synced: Option<u32>,
    /// When all this was found, in seconds since 1970.
    pub(super) recorded_at: u64,
}

/// How far everything in the index has come.
#[derive(Debug, Default)]
pub(super) struct IndexStates {
    pub(super) transactions: Vec<(TransactionId, u8)>,
    pub(super) notes: Vec<(NoteId, NoteStage)>,
}

/// A page of transactions as the index has it.
pub(super) struct RowPage {
    pub(super) rows: Vec<Row>,
    pub(super) has_more: bool,
}

/// Events with their numbers and times.
pub(super) struct EventRows {
    pub(super) rows: Vec<(u64, u64, StoredEvent)>,
    /// The number of the newest event there ever was.
    pub(super) newest: u64,
}

/// The open file.
pub(super) struct Index {
    connection: Connection,
    path: PathBuf,
    logs: Logs,
}

impl Index {
    /// How far everything has come that the store has to know, too.
    pub(super) fn states(&self) -> Result<IndexStates, IndexError> {
        self.states_where("iif(is_noted, state, 255)", "WHERE is_from_chain = 0", "")
    }

    /// The same of what can still change without anybody being told: pending transactions, and notes that
    /// are expected or being consumed.
    pub(super) fn unsettled(&self) -> Result<IndexStates, IndexError> {
        self.states_where("state", "WHERE state = 0", "WHERE stage IN (0, 2)")
    }

    fn states_where(
        &self,
        state: &str,
        transactions: &str,
        notes: &str,
    ) -> Result<IndexStates, IndexError> {
        let transactions = pairs(
            &self.connection,
            &format!("SELECT id, {state} FROM transactions {transactions}"),
            TransactionId::read_from_bytes,
        )?;
        let notes = pairs(
            &self.connection,
            &format!("SELECT id, stage FROM notes {notes}"),
            NoteId::read_from_bytes,
        )?;
        let notes = notes
            .into_iter()
            .map(|(note, stage)| Ok((note, stage_numbered(stage)?)))
            .collect::<Result<_, IndexError>>()?;
        Ok(IndexStates { transactions, notes })
    }

    /// A page of transactions, newest first.
    pub(super) fn page(
        &self,
        query: &TransactionQuery,
        after: Option<TransactionId>,
        limit: u32,
    ) -> Result<RowPage, IndexError> {
        let before = match after {
            None => i64::MAX,
            Some(id) => self
                .connection
                .prepare_cached("SELECT sequence FROM transactions WHERE id = ?1")?
                .query_row([id.to_bytes()], |row| row.get(0))
                .optional()?
                .ok_or(IndexError::NoSuchEntry)?,
        };
        // Joined crosswise, which settles who leads: the filters.
        let mut statement = self.connection.prepare_cached(
            "SELECT id, account, kind, created_at, body
             FROM transactions AS entry CROSS JOIN details ON details.sequence = entry.sequence
             WHERE entry.sequence < ?1
               AND (?2 IS NULL OR account = ?2) AND (?3 IS NULL OR state = ?3)
               AND (?4 IS NULL OR kind = ?4)
               AND (?5 IS NULL OR created_at >= ?5) AND (?6 IS NULL OR created_at < ?6)
               AND (?7 IS NULL OR body ->> '$.reference' = ?7
                    OR (substr(body ->> '$.reference', 1, length(?7) + 1) = ?7 || '/'
                        AND substr(body ->> '$.reference', length(?7) + 2) GLOB '[0-9]*'
                        AND substr(body ->> '$.reference', length(?7) + 2) NOT GLOB '*[^0-9]*'))
             ORDER BY entry.sequence DESC LIMIT ?8",
        )?;
        let mut rows = statement.query(params![
            before,
            query.account.map(|account| account.to_bytes()),
            query.stage.map(|stage| match stage {
                TransactionStage::Pending => 0_u8,
                TransactionStage::Committed => 1,
                TransactionStage::Discarded => 2,
            }),
            query.kind.map(|kind| kind as u8),
            query.created_from.map(seconds),
            query.created_before.map(seconds),
            query.reference,
            i64::from(limit) + 1,
        ])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            if found.len() == limit as usize {
                return Ok(RowPage { rows: found, has_more: true });
            }
            found.push(read_row(row)?);
        }
        Ok(RowPage { rows: found, has_more: false })
    }

    /// The events after a number, oldest first.
    pub(super) fn events(&self, after: u64, limit: u32) -> Result<EventRows, IndexError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT number, recorded_at, body FROM events WHERE number > ?1 ORDER BY number LIMIT ?2",
        )?;
        let mut rows = statement.query(params![seconds(after), limit])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let body = row.get_ref(2)?.as_str().map_err(|error| IndexError::Entry(error.into()))?;
            let number: i64 = row.get(0)?;
            let recorded_at: i64 = row.get(1)?;
            let event = serde_json::from_str(body)?;
            found.push((number.unsigned_abs(), recorded_at.unsigned_abs(), event));
        }
        Ok(EventRows { rows: found, newest: self.newest_event()? })
    }

    /// The number of the newest event there ever was.
    fn newest_event(&self) -> Result<u64, IndexError> {
        let newest: Option<i64> = self
            .connection
            .query_row("SELECT seq FROM sqlite_sequence WHERE name = 'events'", [], |row| {
                row.get(0)
            })
            .optional()?;
        Ok(newest.unwrap_or(0).unsigned_abs())
    }
}

fn read_row(row: &rusqlite::Row<'_>) -> Result<Row, IndexError> {
    let entry = |error: miden_client::utils::DeserializationError| IndexError::Entry(error.into());
    let created_at: i64 = row.get(3)?;
    let body = row.get_ref(4)?.as_str().map_err(|error| IndexError::Entry(error.into()))?;
    let details: Details = serde_json::from_str(body)?;
    Ok(Row {
        transaction: TransactionId::read_from_bytes(blob(row, 0)?).map_err(entry)?,
        account: AccountId::read_from_bytes(blob(row, 1)?).map_err(entry)?,
        kind: TransactionKind::numbered(row.get(2)?)
            .ok_or_else(|| IndexError::Entry("a kind there is not".into()))?,
        created_at: created_at.unsigned_abs(),
        details,
        made: Vec::new(),
    })
}

fn blob<'a>(row: &'a rusqlite::Row<'_>, column: usize) -> Result<&'a [u8], IndexError> {
    row.get_ref(column)?.as_blob().map_err(|error| IndexError::Entry(error.into()))
}

fn stage_numbered(number: u8) -> Result<NoteStage, IndexError> {
    use NoteStage::{Arrived, Consumed, Expected, Processing};
    [Expected, Arrived, Processing, Consumed]
        .into_iter()
        .find(|stage| *stage as u8 == number)
        .ok_or_else(|| IndexError::Entry("a stage there is not".into()))
}

/// SQLite's numbers have a sign. What is too large for one is later than everything.
fn seconds(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests;
