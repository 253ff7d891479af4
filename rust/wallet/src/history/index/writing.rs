//! What is written, with the events it comes to.

use miden_client::account::AccountId;
use miden_client::note::NoteId;
use miden_client::transaction::TransactionId;
use miden_client::utils::Serializable;
use rusqlite::{OptionalExtension, Transaction, params};

use super::from_chain::{forget_asked, made_here};
use super::notes::write_notes;
use super::{Changes, Index, seconds, stage_numbered};
use crate::history::error::IndexError;
use crate::history::stored::{NoteStage, Row};
use crate::history::stored_event::StoredEvent;

impl Index {
    /// Writes what is new with the events it comes to: all of it or nothing.
    pub(in crate::history) fn write(&mut self, changes: &Changes) -> Result<(), IndexError> {
        let database = self.connection.transaction()?;
        let mut events = Vec::new();
        for row in &changes.transactions {
            write_transaction(&database, row, &mut events)?;
        }
        for transaction in &changes.gone {
            remove_transaction(&database, *transaction)?;
        }
        for (note, stage) in &changes.notes {
            write_note(&database, *note, *stage, &mut events)?;
        }
        for note in &changes.notes_gone {
            database.execute("DELETE FROM notes WHERE id = ?1", [note.to_bytes()])?;
        }
        if !changes.gone.is_empty() {
            // The chain may know some of them all the same.
            forget_asked(&database)?;
        }
        write_notes(&database, changes)?;
        write_locked(&database, &changes.locked, &mut events)?;
        for event in &events {
            write_event(&database, event, changes.recorded_at)?;
        }
        if let Some(block) = changes.synced {
            write_synced(&database, block, changes.recorded_at)?;
        }
        Ok(database.commit()?)
    }
}

fn write_transaction(
    database: &Transaction<'_>,
    row: &Row,
    events: &mut Vec<StoredEvent>,
) -> Result<(), IndexError> {
    let (id, state) = (row.transaction.to_bytes(), row.details.state.number());
    let known: Option<(i64, u8)> = database
        .prepare_cached("SELECT sequence, state FROM transactions WHERE id = ?1")?
        .query_row([&id], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let body = serde_json::to_string(&row.details)?;
    if let Some((sequence, _)) = known {
        database
            .prepare_cached(
                "UPDATE transactions SET state = ?2, kind = ?3, is_noted = 1 WHERE sequence = ?1",
            )?
            .execute(params![sequence, state, row.kind as u8])?;
        database
            .prepare_cached("UPDATE details SET body = ?2 WHERE sequence = ?1")?
            .execute(params![sequence, body])?;
        made_here(database, sequence, &id)?;
    } else {
        database
            .prepare_cached(
                "INSERT INTO transactions (id, account, state, kind, created_at, is_noted)
                 VALUES (?1, ?2, ?3, ?4, ?5, 1)",
            )?
            .execute(params![
                id,
                row.account.to_bytes(),
                state,
                row.kind as u8,
                seconds(row.created_at)
            ])?;
        database
            .prepare_cached("INSERT INTO details (sequence, body) VALUES (?1, ?2)")?
            .execute(params![database.last_insert_rowid(), body])?;
    }
    if known.is_none_or(|(_, before)| before != state) {
        events.extend(StoredEvent::of_transaction(row));
    }
    Ok(())
}

fn remove_transaction(
    database: &Transaction<'_>,
    transaction: TransactionId,
) -> Result<(), IndexError> {
    let id = transaction.to_bytes();
    database.execute(
        "DELETE FROM details WHERE sequence = (SELECT sequence FROM transactions WHERE id = ?1)",
        [&id],
    )?;
    database.execute("DELETE FROM transactions WHERE id = ?1", [&id])?;
    Ok(())
}

fn write_note(
    database: &Transaction<'_>,
    note: NoteId,
    stage: NoteStage,
    events: &mut Vec<StoredEvent>,
) -> Result<(), IndexError> {
    let id = note.to_bytes();
    let known: Option<u8> = database
        .prepare_cached("SELECT stage FROM notes WHERE id = ?1")?
        .query_row([&id], |row| row.get(0))
        .optional()?;
    let before = known.map_or(Ok(NoteStage::Expected), stage_numbered)?;
    database
        .prepare_cached("INSERT OR REPLACE INTO notes (id, stage) VALUES (?1, ?2)")?
        .execute(params![id, stage as u8])?;
    events.extend(StoredEvent::of_note(note, before, stage));
    Ok(())
}

fn write_locked(
    database: &Transaction<'_>,
    locked: &[AccountId],
    events: &mut Vec<StoredEvent>,
) -> Result<(), IndexError> {
    let mut statement = database.prepare_cached("SELECT id FROM locked_accounts")?;
    let known =
        statement.query_map([], |row| row.get::<_, Vec<u8>>(0))?.collect::<Result<Vec<_>, _>>()?;
    let now: Vec<Vec<u8>> = locked.iter().map(AccountId::to_bytes).collect();
    for id in known.iter().filter(|id| !now.contains(id)) {
        database.execute("DELETE FROM locked_accounts WHERE id = ?1", [id])?;
    }
    for (account, id) in locked.iter().zip(&now).filter(|(_, id)| !known.contains(id)) {
        database.execute("INSERT INTO locked_accounts (id) VALUES (?1)", [id])?;
        events.push(StoredEvent::locked(*account));
    }
    Ok(())
}

/// Says to which block the wallet has come. Where that was the newest event already, the new one takes its
/// place under a number of its own: a wallet that syncs for years with nothing to tell keeps one event.
fn write_synced(database: &Transaction<'_>, block: u32, at: u64) -> Result<(), IndexError> {
    let further = database.execute("UPDATE log SET synced = ?1 WHERE synced < ?1", [block])?;
    if further > 0 {
        database.execute(
            "DELETE FROM events
             WHERE is_sync = 1 AND number = (SELECT max(number) FROM events)",
            [],
        )?;
        write_event(database, &StoredEvent::Synced { block }, at)?;
    }
    Ok(())
}

fn write_event(database: &Transaction<'_>, event: &StoredEvent, at: u64) -> Result<(), IndexError> {
    let is_sync = matches!(event, StoredEvent::Synced { .. });
    database
        .prepare_cached("INSERT INTO events (recorded_at, is_sync, body) VALUES (?1, ?2, ?3)")?
        .execute(params![seconds(at), is_sync, serde_json::to_string(event)?])?;
    Ok(())
}
