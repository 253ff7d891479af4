//! The notes in the index, as their pages show them.

use miden_client::account::AccountId;
use miden_client::note::{NoteId, NoteType};
use miden_client::transaction::TransactionId;
use miden_client::utils::{Deserializable, Serializable};
use rusqlite::{Connection, OptionalExtension, Row as TableRow, Transaction, params};

use super::{Changes, Index, blob, seconds};
use crate::history::error::IndexError;
use crate::history::note_rows::{NoteDirection, NoteRow, NoteState};
use crate::history::queries::NoteQuery;
use crate::history::store_file::pairs;
use crate::history::stored::ConsumedNotes;
use crate::transactions::swaps::NoteKind;

/// What was added with version 2. `note_log` has what the notes were last brought up to date with: how many
/// accounts the wallet had, and how many of the notes it made were consumed.
pub(super) const NOTE_TABLES: &str = "
    CREATE TABLE note_log (own_accounts INTEGER NOT NULL, consumed INTEGER NOT NULL) STRICT;
    INSERT INTO note_log (own_accounts, consumed) VALUES (0, 0);
    CREATE TABLE note_entries (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        id BLOB NOT NULL,
        direction INTEGER NOT NULL,
        account BLOB,
        state INTEGER NOT NULL,
        is_private INTEGER NOT NULL,
        recorded_at INTEGER NOT NULL,
        block INTEGER,
        transaction_id BLOB,
        is_shown INTEGER NOT NULL,
        UNIQUE (id, direction)
    ) STRICT;
    CREATE INDEX made_by ON note_entries(transaction_id) WHERE direction = 1;
    CREATE TABLE note_details (sequence INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
";

/// What an index of version 1 lacks. Its transactions are read once more for the notes they made.
pub(super) const FROM_VERSION_1: &str =
    "ALTER TABLE transactions ADD COLUMN is_noted INTEGER NOT NULL DEFAULT 0;";

/// What was added with version 5: of what kind a note is. Where it is not known yet the note is read once more: of one that
/// came in, by a state there is not, and of one that was made, with its transaction.
pub(super) const NOTE_KINDS: &str = "
    ALTER TABLE note_entries ADD COLUMN kind INTEGER;
    UPDATE note_entries SET state = 255 WHERE direction = 0;
    UPDATE transactions SET is_noted = 0;
";

/// A page of notes as the index has it.
pub(in crate::history) struct NoteRowPage {
    pub(in crate::history) rows: Vec<NoteRow>,
    pub(in crate::history) has_more: bool,
}

impl Index {
    /// How far the notes that came in have come. Where the wallet has other accounts than when the index was
    /// written, what no page shows is left out: it may have come in after all.
    pub(in crate::history) fn received_states(
        &self,
        own_accounts: u64,
    ) -> Result<Vec<(NoteId, u8)>, IndexError> {
        let known: i64 =
            self.connection.query_row("SELECT own_accounts FROM note_log", [], |row| row.get(0))?;
        let shown = if known.unsigned_abs() == own_accounts { "" } else { "AND is_shown = 1" };
        pairs(
            &self.connection,
            &format!("SELECT id, state FROM note_entries WHERE direction = 0 {shown}"),
            NoteId::read_from_bytes,
        )
    }

    /// How many of the notes that were made are known to be consumed.
    pub(in crate::history) fn consumed_count(&self) -> Result<u64, IndexError> {
        let count: i64 =
            self.connection.query_row("SELECT consumed FROM note_log", [], |row| row.get(0))?;
        Ok(count.unsigned_abs())
    }

    /// A note; of one that came in and was made as well, how it came in.
    pub(in crate::history) fn note(&self, note: NoteId) -> Result<Option<NoteRow>, IndexError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT id, direction, account, state, is_private, recorded_at, block, transaction_id, body,
                kind
             FROM note_entries AS entry
                CROSS JOIN note_details ON note_details.sequence = entry.sequence
             WHERE id = ?1 AND is_shown = 1 ORDER BY direction LIMIT 1",
        )?;
        let mut rows = statement.query(params![note.to_bytes()])?;
        rows.next()?.map(read_note).transpose()
    }

    /// A page of notes, newest first.
    pub(in crate::history) fn notes(
        &self,
        query: &NoteQuery,
        after: Option<(u8, NoteId)>,
        limit: u32,
    ) -> Result<NoteRowPage, IndexError> {
        let before = match after {
            None => i64::MAX,
            Some((direction, id)) => self
                .connection
                .prepare_cached(
                    "SELECT sequence FROM note_entries WHERE id = ?1 AND direction = ?2",
                )?
                .query_row(params![id.to_bytes(), direction], |row| row.get(0))
                .optional()?
                .ok_or(IndexError::NoSuchEntry)?,
        };
        let mut statement = self.connection.prepare_cached(
            "SELECT id, direction, account, state, is_private, recorded_at, block, transaction_id, body,
                kind
             FROM note_entries AS entry
                CROSS JOIN note_details ON note_details.sequence = entry.sequence
             WHERE entry.sequence < ?1 AND is_shown = 1
               AND (?2 IS NULL OR account = ?2) AND (?3 IS NULL OR direction = ?3)
               AND (?4 IS NULL OR state = ?4) AND (?5 IS NULL OR is_private = ?5)
               AND (?6 IS NULL OR recorded_at >= ?6) AND (?7 IS NULL OR recorded_at < ?7)
               AND (?8 IS NULL OR block >= ?8) AND (?9 IS NULL OR block < ?9)
               AND (?10 IS NULL OR kind = ?10)
             ORDER BY entry.sequence DESC LIMIT ?11",
        )?;
        let mut rows = statement.query(params![
            before,
            query.account.map(|account| account.to_bytes()),
            query.direction.map(|direction| direction as u8),
            query.state.map(|state| state as u8),
            query.note_type.map(|note_type| note_type == NoteType::Private),
            query.recorded_from.map(seconds),
            query.recorded_before.map(seconds),
            query.block_from,
            query.block_before,
            query.kind.map(|kind| kind as u8),
            i64::from(limit) + 1,
        ])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            if found.len() == limit as usize {
                return Ok(NoteRowPage { rows: found, has_more: true });
            }
            found.push(read_note(row)?);
        }
        Ok(NoteRowPage { rows: found, has_more: false })
    }
}

/// Writes what is new of the notes, in the order in which they were recorded.
pub(super) fn write_notes(database: &Transaction<'_>, changes: &Changes) -> Result<(), IndexError> {
    let made = changes.transactions.iter().flat_map(|row| &row.made);
    let mut rows: Vec<&NoteRow> = made.chain(&changes.received).collect();
    // What has lost its time is old.
    rows.sort_by_key(|row| row.recorded_at.unwrap_or_default());
    for row in rows {
        write_note(database, row, changes.recorded_at)?;
    }
    for transaction in &changes.gone {
        remove(database, "direction = 1 AND transaction_id = ?1", &transaction.to_bytes())?;
    }
    for note in &changes.received_gone {
        remove(database, "direction = 0 AND id = ?1", &note.to_bytes())?;
    }
    if let Some(own_accounts) = changes.own_accounts {
        database.execute("UPDATE note_log SET own_accounts = ?1", [seconds(own_accounts)])?;
    }
    if let Some(consumed) = &changes.consumed {
        write_consumed(database, consumed)?;
    }
    Ok(())
}

fn write_note(database: &Transaction<'_>, row: &NoteRow, now: u64) -> Result<(), IndexError> {
    let (id, direction) = (row.note.to_bytes(), row.direction as u8);
    let known: Option<(i64, u8)> = database
        .prepare_cached(
            "SELECT sequence, state FROM note_entries WHERE id = ?1 AND direction = ?2",
        )?
        .query_row(params![id, direction], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let body = serde_json::to_string(&row.details)?;
    // The transaction that made a note does not know what became of it.
    let is_consumed = known.is_some_and(|(_, state)| state == NoteState::Consumed as u8);
    let state = match (row.direction, row.state) {
        (NoteDirection::Made, NoteState::Expected | NoteState::Committed) if is_consumed => {
            NoteState::Consumed
        }
        (_, state) => state,
    };
    let account = row.account.map(|account| account.to_bytes());
    let transaction = row.transaction.map(|transaction| transaction.to_bytes());
    let kind = row.kind.map(|kind| kind as u8);
    let (is_private, at) = (row.note_type == NoteType::Private, row.recorded_at.map(seconds));
    if let Some((sequence, _)) = known {
        database
            .prepare_cached(
                "UPDATE note_entries SET account = ?3, state = ?4, is_private = ?5,
                    recorded_at = ifnull(?6, recorded_at), block = ?7, transaction_id = ?8, is_shown = ?9,
                    kind = ?10
                 WHERE id = ?1 AND direction = ?2",
            )?
            .execute(params![
                id,
                direction,
                account,
                state as u8,
                is_private,
                at,
                row.block,
                transaction,
                row.is_shown,
                kind
            ])?;
        database
            .prepare_cached("UPDATE note_details SET body = ?2 WHERE sequence = ?1")?
            .execute(params![sequence, body])?;
    } else {
        // The store forgets the block of a note that is consumed; the transaction that did is there.
        let consumed_at: Option<i64> = database
            .prepare_cached("SELECT created_at FROM transactions WHERE id = ?1")?
            .query_row([&transaction], |row| row.get(0))
            .optional()?;
        let now = consumed_at.unwrap_or(seconds(now));
        database
            .prepare_cached(
                "INSERT INTO note_entries (id, direction, account, state, is_private, recorded_at,
                    block, transaction_id, is_shown, kind)
                 VALUES (?1, ?2, ?3, ?4, ?5, ifnull(?6, ?11), ?7, ?8, ?9, ?10)",
            )?
            .execute(params![
                id,
                direction,
                account,
                state as u8,
                is_private,
                at,
                row.block,
                transaction,
                row.is_shown,
                kind,
                now
            ])?;
        database
            .prepare_cached("INSERT INTO note_details (sequence, body) VALUES (?1, ?2)")?
            .execute(params![database.last_insert_rowid(), body])?;
    }
    Ok(())
}

/// Removes the notes of which something is true, which has one parameter.
fn remove(database: &Transaction<'_>, what: &str, parameter: &[u8]) -> Result<(), IndexError> {
    let chosen = format!("SELECT sequence FROM note_entries WHERE {what}");
    database
        .execute(&format!("DELETE FROM note_details WHERE sequence IN ({chosen})"), [parameter])?;
    database.execute(&format!("DELETE FROM note_entries WHERE {what}"), [parameter])?;
    Ok(())
}

/// Says of the notes that were made which are consumed. A store that went back to a backup knows of fewer.
fn write_consumed(database: &Connection, consumed: &ConsumedNotes) -> Result<(), IndexError> {
    database.execute(
        "CREATE TEMP TABLE IF NOT EXISTS consumed (id BLOB PRIMARY KEY) WITHOUT ROWID",
        [],
    )?;
    database.execute("DELETE FROM consumed", [])?;
    {
        let mut insert =
            database.prepare_cached("INSERT OR IGNORE INTO consumed (id) VALUES (?1)")?;
        for note in &consumed.notes {
            insert.execute([note.to_bytes()])?;
        }
    }
    database.execute(
        "UPDATE note_entries SET state = 3
         WHERE direction = 1 AND state IN (0, 1) AND id IN (SELECT id FROM consumed)",
        [],
    )?;
    database.execute(
        "UPDATE note_entries SET state = iif(block IS NULL, 0, 1)
         WHERE direction = 1 AND state = 3 AND id NOT IN (SELECT id FROM consumed)",
        [],
    )?;
    database.execute("DELETE FROM consumed", [])?;
    let count = i64::try_from(consumed.notes.len()).unwrap_or(i64::MAX);
    database.execute("UPDATE note_log SET consumed = ?1", [count])?;
    Ok(())
}

fn read_note(row: &TableRow<'_>) -> Result<NoteRow, IndexError> {
    let entry = |error: miden_client::utils::DeserializationError| IndexError::Entry(error.into());
    let optional = |column| -> Result<Option<Vec<u8>>, IndexError> { Ok(row.get(column)?) };
    let body = row.get_ref(8)?.as_str().map_err(|error| IndexError::Entry(error.into()))?;
    let recorded_at: i64 = row.get(5)?;
    let is_private: bool = row.get(4)?;
    let known = |what: &str| IndexError::Entry(format!("a {what} there is not").into());
    let kind = |number| NoteKind::numbered(number).ok_or_else(|| known("kind"));
    Ok(NoteRow {
        note: NoteId::read_from_bytes(blob(row, 0)?).map_err(entry)?,
        direction: NoteDirection::numbered(row.get(1)?).ok_or_else(|| known("direction"))?,
        account: optional(2)?
            .map(|bytes| AccountId::read_from_bytes(&bytes))
            .transpose()
            .map_err(entry)?,
        state: NoteState::numbered(row.get(3)?).ok_or_else(|| known("state"))?,
        kind: row.get::<_, Option<u8>>(9)?.map(kind).transpose()?,
        note_type: if is_private { NoteType::Private } else { NoteType::Public },
        recorded_at: Some(recorded_at.unsigned_abs()),
        block: row.get(6)?,
        transaction: optional(7)?
            .map(|bytes| TransactionId::read_from_bytes(&bytes))
            .transpose()
            .map_err(entry)?,
        is_shown: true,
        details: serde_json::from_str(body)?,
    })
}

#[cfg(test)]
mod tests;
