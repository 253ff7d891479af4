//! What has happened in a wallet: its transactions and notes in pages, and its events in their order.
//! `notes`, `reader`, `store`, `sync`, `transactions` and `wallet` may import it.
//!
//! The store knows all of it and gives it out only as a whole, every record decoded. So an index of
//! what a page needs lies beside the store, in a file of its own. It is a cache: it is made anew of the
//! store where it is missing or damaged, and brought up to date where a process died before it wrote
//! down what the store had already, or where another program has used the store.
//!
//! What is compared then is the state of each transaction, note and account in the store and in the
//! index. Every event is a difference between the two, found when it happens or when it is caught up
//! with, and numbered in the transaction of the database that writes the new state. So none is lost and
//! none is told twice under two numbers, wherever a process dies.
//!
//! What the accounts of the wallet did elsewhere the store does not know: that comes from the node, and is beside
//! the rest in the index (`elsewhere`).

mod block_times;
mod chain_facts;
mod cursor;
mod describe;
mod elsewhere;
#[cfg(all(test, feature = "embedded-chain"))]
mod elsewhere_tests;
mod error;
mod events;
#[cfg(feature = "embedded-chain")]
mod filling;
mod identity;
mod index;
mod limits;
mod logs;
mod note_pages;
mod note_rows;
#[cfg(all(test, feature = "embedded-chain"))]
mod note_tests;
mod pages;
mod queries;
mod refresh;
mod rest;
mod store_file;
mod stored;
mod stored_event;
#[cfg(all(test, feature = "embedded-chain"))]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

pub use events::{Event, EventPage};
pub use limits::LARGEST_PAGE;
pub use note_pages::{NoteEntry, NotePage};
pub use note_rows::{NoteDirection, NoteState};
pub use pages::{HistoryEntry, TransactionPage};
pub use queries::{NoteQuery, TransactionQuery, TransactionStage};
pub use stored::{TakenFromChain, TransactionKind};
pub use stored_event::Happening;

pub(crate) use identity::new_identity;

use crate::blocking_tasks::run_blocking;
use crate::errors::{Result, StoreError, WalletError};
use crate::store::database_copies::beside;
use error::IndexError;
use index::Index;
pub(crate) use refresh::Occurrence;

/// The index beside a store, and how it stands to the store.
pub(crate) struct History {
    path: PathBuf,
    /// Open from its first use on.
    index: Arc<Mutex<Option<Index>>>,
    /// Held by whoever brings the index up to date, from its look at the store to its last write: an
    /// older look must not be written over a newer one.
    turn: tokio::sync::Mutex<()>,
    /// How often something has happened to the store that the index may not know of.
    changes: Arc<AtomicU64>,
    /// How many of these the index has been compared with the store since.
    seen: AtomicU64,
    /// A sync was dropped, and what it has begun to write may still be on its way into the store.
    missed: AtomicBool,
    /// Held by whoever asks the node for what accounts did elsewhere: once is enough.
    asking: tokio::sync::Mutex<()>,
}

impl History {
    /// The history of a store. Opens nothing yet.
    pub(crate) fn of(store: &Path) -> Self {
        Self {
            path: beside(store, ".history"),
            index: Arc::default(),
            turn: tokio::sync::Mutex::default(),
            // Nobody knows what happened to the store while it was closed.
            changes: Arc::new(AtomicU64::new(1)),
            seen: AtomicU64::new(0),
            missed: AtomicBool::new(false),
            asking: tokio::sync::Mutex::default(),
        }
    }

    /// Removes the history of a store that is being replaced. Nobody may have it open.
    pub(crate) fn remove(store: &Path) {
        Index::remove(&Self::of(store).path);
    }

    /// Says that the store was changed in a way the index is not told of otherwise. The next look at the
    /// history compares the two.
    pub(crate) fn mark_stale(&self) {
        self.changes.fetch_add(1, Ordering::SeqCst);
    }

    /// Watches over a change of the store, until what it came to is recorded. Where it is dropped before,
    /// nobody knows what came of the change.
    pub(crate) fn watch(&self) -> Unrecorded<'_> {
        Unrecorded { history: Some(self) }
    }

    fn is_current(&self) -> bool {
        self.seen.load(Ordering::SeqCst) == self.changes.load(Ordering::SeqCst)
    }

    /// Does something with the index, on a thread that may block. One that turns out to be damaged is put
    /// aside, so that the next one who asks makes it anew.
    async fn with_index<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Index) -> Result<T, IndexError> + Send + 'static,
    ) -> Result<Result<T, IndexError>> {
        let (index, path, changes) = (self.index.clone(), self.path.clone(), self.changes.clone());
        run_blocking(move || {
            let mut place = index.lock().unwrap_or_else(PoisonError::into_inner);
            let result = opened(&mut place, &path).and_then(work);
            if let Err(error) = &result
                && error.is_damage()
            {
                tracing::warn!(path = %path.display(), %error, "the history is damaged: it is made anew");
                *place = None;
                Index::remove(&path);
                changes.fetch_add(1, Ordering::SeqCst);
            }
            Ok(result)
        })
        .await
    }
}

fn opened<'a>(place: &'a mut Option<Index>, path: &Path) -> Result<&'a mut Index, IndexError> {
    match place {
        Some(index) => Ok(index),
        None => Ok(place.insert(Index::open(path)?)),
    }
}

/// A change of the store that is not recorded yet.
pub(crate) struct Unrecorded<'a> {
    history: Option<&'a History>,
}

impl Unrecorded<'_> {
    /// It is recorded, or will be by whoever looks next.
    pub(crate) fn done(mut self) {
        self.history = None;
    }
}

impl Drop for Unrecorded<'_> {
    fn drop(&mut self) {
        if let Some(history) = self.history {
            history.missed.store(true, Ordering::SeqCst);
            history.mark_stale();
        }
    }
}

fn unusable(error: IndexError) -> WalletError {
    let error = StoreError::disk_full(error.into());
    error.unwrap_or_else(|source| StoreError::History { source }).into()
}
