//! Bringing the index up to date with the store.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::Ordering;

use miden_client::account::AccountId;
use miden_client::block::BlockNumber;
use miden_client::note::{NoteId, Nullifier};
use miden_client::store::{InputNoteRecord, NoteFilter, TransactionFilter};
use miden_client::transaction::{TransactionId, TransactionRecord};

use super::describe::{self, NotesByNullifier};
use super::error::IndexError;
use super::index::Changes;
use super::note_rows::{self, NoteRow};
use super::store_file;
use super::stored::{BlockTimes, ConsumedNotes, NoteStage, Row};
use super::unusable;
use crate::blocking_tasks::run_blocking;
use crate::errors::{ErrorMapper, Result, StoreError, WalletError};
use crate::reader::Reader;
use crate::unix_time::unix_time;

/// How many records are decoded at a time: they are some kilobytes each.
const RECORDS_AT_A_TIME: usize = 128;

/// What has just happened to the store, as far as its caller knows.
#[derive(Debug, Default)]
pub(crate) struct Occurrence {
    pub(crate) transactions: Vec<TransactionId>,
    pub(crate) notes: Vec<NoteId>,
    /// The block a sync has come to.
    pub(crate) synced: Option<u32>,
}

/// A row, with what orders it where several are of the same second.
struct Placed {
    row: Row,
    before: miden_client::Word,
    after: miden_client::Word,
}

impl Reader {
    /// Records what has just happened to the store. A failure is logged and no more: what could not be
    /// recorded is found by the next who looks.
    pub(crate) async fn record(&self, occurrence: Occurrence) {
        let history = &self.history;
        let _turn = history.turn.lock().await;
        let changes = history.changes.load(Ordering::SeqCst);
        let missed = history.missed.swap(false, Ordering::SeqCst);
        let recorded = if missed || !history.is_current() {
            self.compare_with_store(occurrence.synced).await
        } else {
            self.look_at(occurrence).await
        };
        match recorded {
            Ok(()) => history.seen.store(changes, Ordering::SeqCst),
            Err(error) => {
                let causes = error.causes();
                tracing::warn!(%error, ?causes, "the history could not be written");
                history.missed.fetch_or(missed, Ordering::SeqCst);
                history.mark_stale();
            }
        }
    }

    /// Compares the index with the store where something may have happened that it does not know of.
    pub(super) async fn bring_history_up_to_date(&self) -> Result<()> {
        let history = &self.history;
        if history.is_current() {
            return Ok(());
        }
        let _turn = history.turn.lock().await;
        self.compare_where_needed().await
    }

    /// The same, for who has the history's turn.
    pub(super) async fn compare_where_needed(&self) -> Result<()> {
        let history = &self.history;
        if history.is_current() {
            return Ok(());
        }
        let changes = history.changes.load(Ordering::SeqCst);
        self.compare_with_store(None).await?;
        history.seen.store(changes, Ordering::SeqCst);
        Ok(())
    }

    /// Compares all of the index with all of the store, and once more where the index turned out to be
    /// damaged and was put aside.
    async fn compare_with_store(&self, synced: Option<u32>) -> Result<()> {
        match self.compare_once(synced).await? {
            Err(error) if error.is_damage() => self.compare_once(synced).await?.map_err(unusable),
            result => result.map_err(unusable),
        }
    }

    async fn compare_once(&self, synced: Option<u32>) -> Result<Result<(), IndexError>> {
        let own = self.own_accounts().await?;
        let own_count = own.len() as u64;
        let known = self
            .history
            .with_index(move |index| Ok((index.states()?, index.received_states(own_count)?)));
        let (known, known_received) = match known.await? {
            Ok(known) => known,
            Err(error) => return Ok(Err(error)),
        };
        let store_path = self.store_path.clone();
        let found = run_blocking(move || {
            let failed = |error| unreadable(&store_path, error);
            let found = store_file::states(&store_path).map_err(failed)?;
            Ok((found, store_file::consumed(&store_path, None).map_err(failed)?))
        })
        .await?;
        let (found, consumed) = found;
        let (transactions, gone) = difference(known.transactions, &found.transactions);
        let (notes, notes_gone) = difference(known.notes, &found.notes);
        let (received, received_gone) = difference(known_received, &found.received);
        let stages: BTreeMap<NoteId, NoteStage> = found.notes.into_iter().collect();
        let changes = Changes {
            transactions: self.rows(&transactions, synced.is_some()).await?,
            gone,
            notes: notes.into_iter().filter_map(|note| Some((note, *stages.get(&note)?))).collect(),
            notes_gone,
            received: self.rows_of_received_notes(&received, &own).await?.1,
            received_gone,
            consumed,
            own_accounts: Some(own_count),
            locked: self.locked_accounts().await?,
            synced,
            recorded_at: unix_time(),
        };
        self.history.with_index(move |index| index.write(&changes)).await
    }

    /// Looks at what has changed, and at what may have: the rest cannot.
    async fn look_at(&self, occurrence: Occurrence) -> Result<()> {
        let unsettled = self.history.with_index(|index| index.unsettled()).await?;
        let unsettled = unsettled.map_err(unusable)?;
        let mut transactions: BTreeSet<_> = occurrence.transactions.into_iter().collect();
        transactions.extend(unsettled.transactions.into_iter().map(|(id, _)| id));
        let mut notes: BTreeSet<_> = occurrence.notes.into_iter().collect();
        notes.extend(unsettled.notes.into_iter().map(|(id, _)| id));
        let transactions = transactions.into_iter().collect::<Vec<_>>();
        let transactions = self.rows(&transactions, occurrence.synced.is_some()).await?;
        // What a transaction consumes is being processed from now on.
        notes.extend(
            transactions
                .iter()
                .flat_map(|row| row.details.consumed_notes.iter().map(|note| note.0)),
        );
        let notes: Vec<NoteId> = notes.into_iter().collect();
        let (notes, received) =
            self.rows_of_received_notes(&notes, &self.own_accounts().await?).await?;
        let changes = Changes {
            transactions,
            notes,
            received,
            // Only a sync finds that somebody has consumed one.
            consumed: match occurrence.synced {
                Some(_) => self.newly_consumed().await?,
                None => None,
            },
            locked: self.locked_accounts().await?,
            synced: occurrence.synced,
            recorded_at: unix_time(),
            ..Changes::default()
        };
        self.history.with_index(move |index| index.write(&changes)).await?.map_err(unusable)
    }

    /// What is to be said of transactions, in the order in which they were recorded. `may_ask` says whether the node
    /// is asked for the times of their blocks.
    async fn rows(&self, ids: &[TransactionId], may_ask: bool) -> Result<Vec<Row>> {
        let mut placed = Vec::with_capacity(ids.len());
        for ids in ids.chunks(RECORDS_AT_A_TIME) {
            let records = self.transaction_records(TransactionFilter::Ids(ids.to_vec())).await?;
            let notes = self.notes_consumed_by(&records).await?;
            let times = self.times_of_commits(&records, may_ask).await?;
            for record in &records {
                let mut row = describe::row(record, &notes, &times);
                row.details.reference = self.reference_of(record.id).await?;
                let (before, after) =
                    (record.details.init_account_state, record.details.final_account_state);
                placed.push(Placed { row, before, after });
            }
        }
        Ok(in_order(placed))
    }

    async fn notes_consumed_by(&self, records: &[TransactionRecord]) -> Result<NotesByNullifier> {
        let nullifiers: BTreeSet<_> =
            records.iter().flat_map(|record| &record.details.input_note_nullifiers).collect();
        if nullifiers.is_empty() {
            return Ok(NotesByNullifier::new());
        }
        let nullifiers = nullifiers.into_iter().map(|word| Nullifier::from_raw(*word)).collect();
        let notes = self.note_records(NoteFilter::Nullifiers(nullifiers)).await?;
        Ok(notes
            .into_iter()
            .filter_map(|note| note.nullifier().map(|nullifier| (nullifier.as_word(), note)))
            .collect())
    }

    /// The stages of notes that came in, and what is to be said of them.
    async fn rows_of_received_notes(
        &self,
        notes: &[NoteId],
        own: &BTreeSet<AccountId>,
    ) -> Result<(Vec<(NoteId, NoteStage)>, Vec<NoteRow>)> {
        let (mut stages, mut rows) = (Vec::new(), Vec::new());
        for notes in notes.chunks(RECORDS_AT_A_TIME) {
            let records = self.note_records(NoteFilter::List(notes.to_vec())).await?;
            let times = self.times_of_blocks(&records).await?;
            for record in &records {
                let stage = NoteStage::of(record.state().discriminant());
                stages.extend(record.id().map(|id| (id, stage)));
                rows.extend(note_rows::received(record, own, &times));
            }
        }
        rows.sort_by_key(|row| (row.recorded_at, row.note));
        Ok((stages, rows))
    }

    /// The times of the blocks of notes whose records say no time.
    async fn times_of_blocks(&self, records: &[InputNoteRecord]) -> Result<BlockTimes> {
        let blocks: BTreeSet<BlockNumber> = records
            .iter()
            .filter(|record| record.created_at().is_none_or(|at| at == 0))
            .filter_map(|record| record.inclusion_proof())
            .map(|proof| proof.location().block_num())
            .collect();
        self.stored_times(&blocks).await
    }

    /// The notes that were made and are consumed, where there are others than the index knows of.
    async fn newly_consumed(&self) -> Result<Option<ConsumedNotes>> {
        let known = self.history.with_index(|index| index.consumed_count()).await?;
        let known = known.map_err(unusable)?;
        let store_path = self.store_path.clone();
        run_blocking(move || {
            let found = store_file::consumed(&store_path, Some(known));
            found.map_err(|error| unreadable(&store_path, error))
        })
        .await
    }

    async fn own_accounts(&self) -> Result<BTreeSet<AccountId>> {
        let accounts = self.store.get_account_ids().await.map_err(ErrorMapper::store)?;
        Ok(accounts.into_iter().collect())
    }

    async fn locked_accounts(&self) -> Result<Vec<AccountId>> {
        let accounts = self.store.get_account_headers().await.map_err(ErrorMapper::store)?;
        Ok(accounts
            .into_iter()
            .filter(|(_, status)| status.is_locked())
            .map(|(header, _)| header.id())
            .collect())
    }
}

/// What is new or another in `found`, and what is in `known` alone.
fn difference<K: Ord + Copy, V: PartialEq>(
    known: Vec<(K, V)>,
    found: &[(K, V)],
) -> (Vec<K>, Vec<K>) {
    let mut known: BTreeMap<K, V> = known.into_iter().collect();
    let mut changed = Vec::new();
    for (key, value) in found {
        match known.remove(key) {
            Some(before) if before == *value => {}
            _ => changed.push(*key),
        }
    }
    (changed, known.into_keys().collect())
}

/// Sorts by the time of the record. Of one second, those of one account are in the order in which each begins
/// with the state that another has left.
fn in_order(mut placed: Vec<Placed>) -> Vec<Row> {
    placed.sort_by_key(|entry| (entry.row.created_at, entry.row.account, entry.row.transaction));
    let mut rows = Vec::with_capacity(placed.len());
    let mut rest = placed.into_iter().peekable();
    while let Some(first) = rest.next() {
        let second = (first.row.created_at, first.row.account);
        let mut group = vec![first];
        while let Some(next) =
            rest.next_if(|entry| (entry.row.created_at, entry.row.account) == second)
        {
            group.push(next);
        }
        rows.extend(chained(group));
    }
    rows
}

fn chained(group: Vec<Placed>) -> Vec<Row> {
    let left: BTreeSet<_> = group.iter().map(|entry| entry.after).collect();
    let (heads, links): (Vec<_>, Vec<_>) =
        group.into_iter().partition(|entry| !left.contains(&entry.before));
    // Several begin with the same state where all but one were given up.
    let mut links_by_state: BTreeMap<_, Vec<Placed>> = BTreeMap::new();
    for link in links {
        links_by_state.entry(link.before).or_default().push(link);
    }
    let mut rows = Vec::new();
    let mut states = Vec::new();
    for head in heads {
        states.push(head.after);
        rows.push(head.row);
    }
    let mut next = 0;
    while let Some(state) = states.get(next).copied() {
        next += 1;
        for link in links_by_state.remove(&state).unwrap_or_default() {
            states.push(link.after);
            rows.push(link.row);
        }
    }
    // A ring of states there cannot be; what is left is not to be lost all the same.
    rows.extend(links_by_state.into_values().flatten().map(|link| link.row));
    rows
}

fn unreadable(store: &Path, error: IndexError) -> WalletError {
    WalletError::Store(StoreError::failed(Some(store), error))
}
