//! What has happened, in the order in which it did.

use super::limits::require_size;
use super::stored_event::Happening;
use super::{cursor, unusable};
use crate::errors::Result;
use crate::pending::Pending;
use crate::reader::Reader;

/// Something that has happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The place after it, from which a later call goes on.
    pub cursor: String,
    /// When the wallet learned of it, in seconds since 1970.
    pub recorded_at: u64,
    /// What it was.
    pub happening: Happening,
}

/// Some events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventPage {
    /// The events, oldest first.
    pub events: Vec<Event>,
    /// The place after the newest event there is.
    pub newest: String,
}

impl Reader {
    /// The events after a cursor, oldest first, or from the first one on. Reads the history's file alone,
    /// once that is up to date.
    ///
    /// # Errors
    /// [`crate::WalletError::InvalidCursor`], [`crate::WalletError::InvalidPageSize`], [`crate::StoreError::History`].
    pub fn events<'a>(
        &'a self,
        after: Option<&'a str>,
        limit: u32,
    ) -> Pending<'a, Result<EventPage>> {
        Box::pin(async move {
            require_size(limit)?;
            let after = after.map(str::to_owned);
            self.read_history(move |index| {
                let logs = index.logs();
                let after = after.as_deref().map(|text| cursor::event(logs, text));
                let number = match after.transpose() {
                    Ok(number) => number.unwrap_or(0),
                    Err(refused) => return Ok(Err(refused)),
                };
                let found = index.events(number, limit)?;
                let events = found.rows.into_iter().map(|(number, recorded_at, event)| Event {
                    cursor: cursor::after_event(logs, number),
                    recorded_at,
                    happening: event.told(),
                });
                Ok(Ok(EventPage {
                    events: events.collect(),
                    newest: cursor::after_event(logs, found.newest),
                }))
            })
            .await?
            .map_err(unusable)?
        })
    }
}
