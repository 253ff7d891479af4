//! The history in backups: a copy of it, and a place for one.

use std::path::Path;

use tokio::sync::MutexGuard;

use super::index::{self, Index};
use super::{History, unusable};
use crate::errors::{Cause, Result};
use crate::reader::Reader;
use crate::store::database_copies::Head;
use crate::store::private_files;

/// The history as it stands, up to date with the store. Nobody writes it as long as this is there.
pub(crate) struct HistoryAtRest<'a> {
    reader: &'a Reader,
    _turn: MutexGuard<'a, ()>,
}

impl Reader {
    /// Brings the history up to date and holds it still. Whoever holds the client besides keeps the store
    /// from going on meanwhile.
    pub(crate) async fn history_at_rest(&self) -> Result<HistoryAtRest<'_>> {
        let turn = self.history.turn.lock().await;
        self.compare_where_needed().await?;
        Ok(HistoryAtRest { reader: self, _turn: turn })
    }
}

impl HistoryAtRest<'_> {
    /// How many transactions it has that the store does not.
    pub(crate) async fn count_made_elsewhere(&self) -> Result<usize> {
        let history = &self.reader.history;
        history.with_index(|index| index.count_made_elsewhere()).await?.map_err(unusable)
    }

    /// A copy of the file, of this moment.
    pub(crate) async fn copy(&self) -> Result<Vec<u8>> {
        let history = &self.reader.history;
        let copied = history.with_index(|index| index.copy()).await?;
        match copied {
            // It is put aside, and made anew of the store.
            Err(error) if error.is_damage() => {
                self.reader.compare_where_needed().await?;
                history.with_index(|index| index.copy()).await?.map_err(unusable)
            }
            copied => copied.map_err(unusable),
        }
    }
}

impl History {
    /// The newest version of a history that this library can read. Older ones are added to.
    pub(crate) const VERSION: u32 = index::VERSION.unsigned_abs();

    /// The version of a copy of a history; `None` where it is none.
    pub(crate) fn version_of(copy: &[u8]) -> Option<u32> {
        Head::of(copy)
            .filter(|head| head.application == index::APPLICATION)
            .map(|head| head.version)
    }

    /// Puts a copy of a history beside a store that is to be there next, in place of the one that may be
    /// there. Its log of events goes on under another identity: the wallet the copy is of may go on, too, and
    /// from now on the two count different events. One that turns out not to be usable is left out, and
    /// is made anew of the store.
    pub(crate) fn put(store: &Path, copy: &[u8]) -> Result<(), Cause> {
        let path = Self::of(store).path;
        Index::remove(&path);
        private_files::write(&path, copy, || {})?;
        match Index::open(&path).and_then(|mut index| index.branch_off()) {
            Err(error) if error.is_damage() => {
                tracing::warn!(path = %path.display(), %error, "the history of a backup is damaged");
                Index::remove(&path);
                Ok(())
            }
            result => Ok(result?),
        }
    }
}
