//! What the accounts of a wallet did elsewhere, before they came into it: the node is asked for it.
//!
//! An account that comes in with a past, restored from a mnemonic, with its key or in an account file, is marked
//! in the store before it is there. Of what is marked, the node is asked for every transaction of the account, and
//! those that the wallet does not have are put into the index. That is written down in the index, which may be
//! lost: then the mark is still there, and the next sync asks again. So it does where a node did not answer.

use std::collections::{BTreeMap, BTreeSet};

use miden_client::account::AccountId;
use miden_client::block::BlockNumber;
use miden_client::note::{NoteHeader, NoteId, NoteType, Nullifier};
use miden_client::rpc::domain::note::FetchedNote;
use miden_client::rpc::domain::transaction::TransactionRecord;
use miden_client::store::{NoteFilter, SettingScope};
use miden_client::transaction::TransactionId;

use super::chain_facts::{ChainTransaction, ConsumedNote, CreatedNote, KnownNotes};
use super::identity::{Identity, new_identity};
use super::stored::Hex;
use super::unusable;
use crate::accounts::pending_scans::scan_key;
use crate::errors::{ErrorMapper, Result};
use crate::pending::Pending;
use crate::reader::Reader;
use crate::transactions::TransactionReport;

/// What the settings begin with that mark the accounts that came with a past. A mark is another one each time.
const MARK_SETTING: &str = "account_from_elsewhere/";

/// How many transactions are looked into at a time. They stay where the rest fails.
const TRANSACTIONS_AT_A_TIME: usize = 128;

/// How many transactions of an account are looked into by one call: a sync is not to take minutes for them. The
/// next one goes on.
const MOST_TRANSACTIONS: usize = 1024;

impl Reader {
    /// Says that an account has a past that this wallet does not know, before it is taken in.
    pub(crate) async fn expect_past(&self, account: AccountId) -> Result<()> {
        let key = scan_key(MARK_SETTING, account);
        let stored = self.store.set_setting(SettingScope::User, key, new_identity().to_vec()).await;
        stored.map_err(ErrorMapper::store)
    }

    /// Asks the node for what the accounts did elsewhere where that has not been done yet, and puts in what the
    /// wallet has come to know of their notes. A failure is logged and no more: the next sync tries again.
    pub(crate) fn learn_past(&self) -> Pending<'_, ()> {
        Box::pin(async move {
            if let Err(error) = self.try_to_learn_past().await {
                let causes = error.causes();
                tracing::warn!(%error, ?causes, "earlier transactions are not known yet");
            }
        })
    }

    /// Asks the node for all transactions of an account now. Returns whether the history has all of them: if there are too
    /// many for one call, the next one goes on.
    pub(crate) async fn learn_past_now(&self, account: AccountId) -> Result<bool> {
        let mark = new_identity();
        let _asking = self.history.asking.lock().await;
        self.bring_history_up_to_date().await?;
        self.learn_past_of(account, mark).await?;
        let asked = self.history.with_index(move |index| index.asked(account)).await?;
        Ok(asked.map_err(unusable)? == Some(mark))
    }

    /// What the history has of a transaction that was made elsewhere.
    pub(crate) async fn transaction_made_elsewhere(
        &self,
        transaction: TransactionId,
    ) -> Result<Option<TransactionReport>> {
        let found = self.read_history(move |index| index.made_elsewhere(transaction)).await?;
        Ok(found.map_err(unusable)?.map(|row| {
            let (state, _) = row.details.state.told();
            TransactionReport { transaction, account: row.account, state }
        }))
    }

    async fn try_to_learn_past(&self) -> Result<()> {
        let marked = self.marked_accounts().await?;
        if marked.is_empty() {
            return Ok(());
        }
        let _asking = self.history.asking.lock().await;
        // What was made here must be there first.
        self.bring_history_up_to_date().await?;
        let mut failed = None;
        for (account, mark) in marked {
            let asked = self.history.with_index(move |index| index.asked(account)).await?;
            if asked.map_err(unusable)? == Some(mark) || !self.has_account(account).await? {
                continue;
            }
            // One that fails holds back no other.
            if let Err(error) = self.learn_past_of(account, mark).await {
                failed = Some(error);
            }
        }
        self.complete_past().await?;
        failed.map_or(Ok(()), Err)
    }

    async fn marked_accounts(&self) -> Result<Vec<(AccountId, Identity)>> {
        let mut marked = Vec::new();
        for account in self.pending_scans(MARK_SETTING).await? {
            let key = scan_key(MARK_SETTING, account);
            let mark = self.store.get_setting(SettingScope::User, key).await;
            let mark = mark.map_err(ErrorMapper::store)?;
            marked.extend(mark.and_then(|mark| Some((account, mark.try_into().ok()?))));
        }
        Ok(marked)
    }

    async fn learn_past_of(&self, account: AccountId, mark: Identity) -> Result<()> {
        let tip = self.node.get_block_header_by_number(None, false).await;
        let tip = self.node_answered(tip).await?.0.block_num();
        let records = self.node.sync_transactions(BlockNumber::GENESIS, tip, vec![account]).await;
        let mut records = self.node_answered(records).await?;
        let known = self.history.with_index(move |index| index.transactions_of(account)).await?;
        let known = known.map_err(unusable)?;
        records.retain(|record| {
            let header = &record.transaction_header;
            header.account_id() == account && !known.contains(&header.id())
        });
        let mut records = in_order(records);
        tracing::info!(%account, count = records.len(), "transactions that were made elsewhere");
        let is_all = records.len() <= MOST_TRANSACTIONS;
        records.truncate(MOST_TRANSACTIONS);
        for records in records.chunks(TRANSACTIONS_AT_A_TIME) {
            let transactions = self.looked_into(records).await?;
            self.write_past(transactions).await?;
        }
        if !is_all {
            return Ok(());
        }
        let _turn = self.history.turn.lock().await;
        let written = self.history.with_index(move |index| index.set_asked(account, mark)).await?;
        written.map_err(unusable)
    }

    /// What the chain tells of transactions, and the wallet of their notes.
    async fn looked_into(&self, records: &[TransactionRecord]) -> Result<Vec<ChainTransaction>> {
        let times = self.times_of(records.iter().map(|record| record.block_num).collect()).await?;
        let public: BTreeSet<NoteId> = records.iter().flat_map(public_notes).collect();
        let mut notes = KnownNotes::default();
        if !public.is_empty() {
            let wanted: Vec<NoteId> = public.iter().copied().collect();
            let fetched = self.node.get_notes_by_id(&wanted).await;
            for note in self.node_answered(fetched).await? {
                // By the id and the nullifier that its content makes, whatever was asked for.
                if let FetchedNote::Public(note, _) = note {
                    notes.add_note(&note);
                }
            }
        }
        let mut transactions: Vec<ChainTransaction> = records
            .iter()
            .map(|record| {
                let at = times.get(&record.block_num).copied().unwrap_or_default();
                let mut transaction = told(record, at);
                transaction.complete(&notes);
                transaction
            })
            .collect();
        let notes = self.notes_here(&transactions).await?;
        for transaction in &mut transactions {
            transaction.complete(&notes);
        }
        Ok(transactions)
    }

    /// Puts in what the wallet knows by now of notes it did not know.
    async fn complete_past(&self) -> Result<()> {
        let incomplete = self.history.with_index(|index| index.incomplete()).await?;
        let mut incomplete = incomplete.map_err(unusable)?;
        let notes = self.notes_here(&incomplete).await?;
        incomplete.retain_mut(|transaction| transaction.complete(&notes));
        if incomplete.is_empty() {
            return Ok(());
        }
        self.write_past(incomplete).await
    }

    async fn write_past(&self, transactions: Vec<ChainTransaction>) -> Result<()> {
        let _turn = self.history.turn.lock().await;
        let written =
            self.history.with_index(move |index| index.write_from_chain(&transactions)).await?;
        written.map_err(unusable)
    }

    /// What the wallet has of the notes of which it is not known what they carry.
    async fn notes_here(&self, transactions: &[ChainTransaction]) -> Result<KnownNotes> {
        let mut known = KnownNotes::default();
        let consumed = transactions.iter().flat_map(ChainTransaction::unknown_consumed);
        let consumed: Vec<_> = consumed.map(Nullifier::from_raw).collect();
        let created: Vec<_> =
            transactions.iter().flat_map(ChainTransaction::unknown_created).collect();
        for nullifiers in consumed.chunks(TRANSACTIONS_AT_A_TIME) {
            for record in self.note_records(NoteFilter::Nullifiers(nullifiers.to_vec())).await? {
                known.add_record(&record);
            }
        }
        for notes in created.chunks(TRANSACTIONS_AT_A_TIME) {
            for record in self.note_records(NoteFilter::List(notes.to_vec())).await? {
                known.add_record(&record);
            }
        }
        Ok(known)
    }
}

/// The public notes of a transaction of which the chain says which they are.
fn public_notes(record: &TransactionRecord) -> BTreeSet<NoteId> {
    let header = &record.transaction_header;
    // What was not authenticated when it was consumed is there with its id.
    let named = header.input_notes().iter().filter_map(|note| note.header());
    let headers = header.output_notes().iter().chain(named);
    let public = headers.filter(|note| note.metadata().note_type() == NoteType::Public);
    let consumed = record.trusted_consumed_note_refs().map(|(_, note)| note);
    public.map(NoteHeader::id).chain(consumed).collect()
}

/// A transaction by what its record says.
fn told(record: &TransactionRecord, at: u64) -> ChainTransaction {
    let header = &record.transaction_header;
    let mut named: BTreeMap<Nullifier, NoteId> = record.trusted_consumed_note_refs().collect();
    named.extend(
        header
            .input_notes()
            .iter()
            .filter_map(|note| Some((note.nullifier(), note.header()?.id()))),
    );
    let consumed = header.input_notes().iter().map(|note| ConsumedNote {
        nullifier: Hex(note.nullifier().as_word()),
        note: named.get(&note.nullifier()).copied().map(Hex),
        facts: None,
    });
    let created = header.output_notes().iter();
    ChainTransaction {
        transaction: Hex(header.id()),
        account: Hex(header.account_id()),
        block: record.block_num.as_u32(),
        at,
        consumed: consumed.collect(),
        created: created.map(|note| CreatedNote { note: Hex(note.id()), facts: None }).collect(),
    }
}

/// Oldest first. Of one block, each follows the one that left the state it begins with.
fn in_order(mut records: Vec<TransactionRecord>) -> Vec<TransactionRecord> {
    records.sort_by_key(|record| record.block_num);
    let mut ordered: Vec<TransactionRecord> = Vec::with_capacity(records.len());
    let mut rest = records.into_iter().peekable();
    while let Some(first) = rest.next() {
        let block = first.block_num;
        let mut group = vec![first];
        while let Some(next) = rest.next_if(|record| record.block_num == block) {
            group.push(next);
        }
        while !group.is_empty() {
            let begins = |record: &TransactionRecord| {
                let before = record.transaction_header.initial_state_commitment();
                !group.iter().any(|other| {
                    other.transaction_header.id() != record.transaction_header.id()
                        && other.transaction_header.final_state_commitment() == before
                })
            };
            // A ring of states there cannot be; what is left is not to be lost all the same.
            let place = group.iter().position(begins).unwrap_or(0);
            ordered.push(group.remove(place));
        }
    }
    ordered
}
