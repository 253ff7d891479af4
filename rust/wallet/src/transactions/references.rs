//! References: what a caller names a request by, so that it is carried out once however often it is made.
//!
//! The store has one setting for each reference: what was asked, and each transaction that was made for it. It is
//! written after the proof and before the point of no return, and is on the disk then. What became of a transaction is
//! not in it: that follows from the store's record and from the chain. A second setting has the reference of each
//! transaction, for the history.
//!
//! A new transaction is made for a reference only if none before it can be included any more, or if it spends the same
//! state of the account: of those the chain accepts one. Those that have expired are forgotten then.

mod draft_digest;
mod request;
mod restore_mark;
mod restore_time;
mod restored;
mod stored;

use hex::ToHex;
use miden_client::Word;
use miden_client::account::AccountId;
use miden_client::block::BlockNumber;
use miden_client::note::NoteId;
use miden_client::store::{SettingMutation, SettingScope, TransactionFilter};
use miden_client::transaction::{
    TransactionId, TransactionRecord, TransactionResult, TransactionStatus,
};
use miden_client::utils::{Deserializable, Serializable};
use miden_protocol::crypto::hash::keccak::Keccak256;
use tokio::sync::OwnedMutexGuard;

pub(crate) use self::request::Request;
pub(crate) use self::restore_mark::settings_of_restore;
use self::stored::{Attempt, StoredReference};
use super::SentTransaction;
use super::outcome::Presence;
use crate::errors::{Cause, ErrorMapper, ReferenceError, Result, StoreError, WalletError};
use crate::reader::Reader;
use crate::transactions::coordinator::Coordinator;
use crate::transactions::proving::ProvenBy;
use crate::unix_time::unix_time;

/// How many characters a reference has at most.
pub const LONGEST_REFERENCE: usize = 112;

/// What the settings begin with that hold the references.
const REFERENCE_SETTING: &str = "transaction_reference/";

/// What the settings begin with that hold the reference of each transaction.
const TRANSACTION_SETTING: &str = "reference_of_transaction/";

/// A reference that no other task uses until this is dropped.
pub(crate) struct HeldReference {
    name: String,
    _turn: OwnedMutexGuard<()>,
}

/// What a reference stands for when a request is made with it.
pub(super) enum Standing {
    /// The request was carried out.
    Made(Made),
    /// A transaction may be made for it.
    Free(Claim),
}

/// A transaction that was made for a reference.
#[derive(Debug, Clone)]
pub(super) struct Made {
    pub(super) sent: SentTransaction,
    /// The notes it makes for its draft, or those it consumes if it consumes what there was.
    pub(super) notes: Vec<NoteId>,
}

/// The right to make a transaction for a reference.
pub(crate) struct Claim {
    name: String,
    request: Request,
    before: Vec<Attempt>,
    /// An earlier transaction that may still be included. The new one has to spend the same state.
    open: Option<Box<Attempt>>,
    notes: Vec<NoteId>,
    /// As long as the transaction is made, another task with the same reference waits.
    _held: Option<HeldReference>,
}

impl Claim {
    /// The claim for a transaction that makes or consumes notes.
    pub(super) fn of_notes(self, notes: Vec<NoteId>) -> Self {
        Self { notes, ..self }
    }

    /// The same, which holds a reference.
    fn holding(self, held: HeldReference) -> Self {
        Self { _held: Some(held), ..self }
    }

    /// The reference.
    pub(super) fn reference(&self) -> &str {
        &self.name
    }

    /// Refuses a state of the account that another transaction than the one still open could spend, too.
    pub(super) fn require_state(&self, state: Word) -> Result<()> {
        match &self.open {
            Some(open) if open.initial != state => {
                let source = format!(
                    "its account has made other transactions since, and it can be included until block {}",
                    open.expiration
                );
                Err(unsettled(&self.name, open, source).into())
            }
            _ => Ok(()),
        }
    }
}

impl Reader {
    async fn record_of(&self, attempt: &Attempt) -> Result<Option<TransactionRecord>> {
        let filter = TransactionFilter::Ids(vec![attempt.transaction]);
        Ok(self.transaction_records(filter).await?.pop())
    }

    async fn stored_reference(&self, name: &str) -> Result<Option<StoredReference>> {
        let bytes = self.store.get_setting(SettingScope::User, setting(name)).await;
        let Some(bytes) = bytes.map_err(ErrorMapper::store)? else { return Ok(None) };
        let read = StoredReference::read_from_bytes(&bytes).map_err(|error| {
            WalletError::from(StoreError::Failed { source: error.into(), transient: false })
        })?;
        Ok(Some(read))
    }

    /// The reference that a transaction was made for.
    pub(crate) async fn reference_of(&self, transaction: TransactionId) -> Result<Option<String>> {
        let key = setting_of_transaction(transaction);
        let bytes = self.store.get_setting(SettingScope::User, key).await;
        let bytes = bytes.map_err(ErrorMapper::store)?;
        Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
    }
}

impl Coordinator {
    /// Waits until no other task uses a reference.
    pub(super) async fn hold_reference(&self, reference: &str) -> Result<HeldReference> {
        let length = reference.chars().count();
        if length == 0 || length > LONGEST_REFERENCE {
            return Err(ReferenceError::Invalid { length, most: LONGEST_REFERENCE }.into());
        }
        let name = reference.to_owned();
        Ok(HeldReference { _turn: self.references.lock(name.clone()).await, name })
    }

    /// The outcome of a request with a reference, if the store has it. Asks nobody else.
    pub(super) async fn recorded_outcome(
        &self,
        held: &HeldReference,
        request: &Request,
    ) -> Result<Option<Made>> {
        // What consumes all notes has derived ones alone.
        let first = self.stored_reference(&derived(&held.name, 1)).await?;
        if let Some(first) = first.filter(|first| first.request.consumes_all()) {
            return Err(first.used(&held.name).into());
        }
        let attempts = self.attempts(&held.name, request).await?;
        self.recorded(&attempts).await
    }

    /// What a reference stands for when a request is made with it of which the store has had no outcome. Under the lock of
    /// the request's account.
    pub(super) async fn standing(&self, held: HeldReference, request: Request) -> Result<Standing> {
        let standing = self.standing_of(&held.name, request).await?;
        Ok(match standing {
            Standing::Free(claim) => Standing::Free(claim.holding(held)),
            made @ Standing::Made(_) => made,
        })
    }

    /// What was made so far for a reference to consume all notes with, oldest first, and the claim for the next.
    pub(super) async fn standing_of_series(
        &self,
        held: HeldReference,
        account: AccountId,
    ) -> Result<(Vec<Made>, Claim)> {
        let stored = self.stored_reference(&held.name).await?;
        // One that consumes all notes has derived this name, and is no other request with this reference.
        if let Some(stored) = stored.filter(|stored| !stored.request.consumes_all()) {
            return Err(stored.used(&held.name).into());
        }
        let mut made = Vec::new();
        loop {
            let name = derived(&held.name, made.len() + 1);
            match self.standing_of(&name, Request::of_all_notes(account)).await? {
                Standing::Made(one) => made.push(one),
                Standing::Free(claim) => return Ok((made, claim.holding(held))),
            }
        }
    }

    async fn standing_of(&self, name: &str, request: Request) -> Result<Standing> {
        let attempts = self.attempts(name, &request).await?;
        if let Some(made) = self.recorded(&attempts).await? {
            return Ok(Standing::Made(made));
        }
        self.require_references_known(request.account).await?;
        let here = self.store.get_sync_height().await.map_err(ErrorMapper::store)?;
        let (mut before, mut open) = (Vec::new(), None);
        for attempt in attempts {
            match self.fate(name, &attempt).await? {
                Fate::Made(block) => return Ok(Standing::Made(attempt.made(block.as_u32()))),
                // It was looked up for the last time.
                Fate::Gone if attempt.expiration < here => continue,
                Fate::Gone => {}
                Fate::Open => open = Some(Box::new(attempt.clone())),
            }
            before.push(attempt);
        }
        let account = request.account;
        let (name, notes) = (name.to_owned(), Vec::new());
        let claim = Claim { name, request, before, open, notes, _held: None };
        // Before its proof.
        let header = self.store.get_account_header(account).await.map_err(ErrorMapper::store)?;
        if let Some((header, status)) = header {
            let state = if status.is_new() { Word::empty() } else { header.to_commitment() };
            claim.require_state(state)?;
        }
        Ok(Standing::Free(claim))
    }

    /// The transactions that were made for a request with a reference. Refuses if it is of another request.
    async fn attempts(&self, name: &str, request: &Request) -> Result<Vec<Attempt>> {
        match self.stored_reference(name).await? {
            Some(stored) if stored.request != *request => Err(stored.used(name).into()),
            stored => Ok(stored.map(|stored| stored.attempts).unwrap_or_default()),
        }
    }

    /// The one of several transactions that the store has recorded and not discarded.
    async fn recorded(&self, attempts: &[Attempt]) -> Result<Option<Made>> {
        for attempt in attempts {
            if let Some(record) = self.record_of(attempt).await?
                && !matches!(record.status, TransactionStatus::Discarded(_))
            {
                return Ok(Some(attempt.made(record.details.submission_height.as_u32())));
            }
        }
        Ok(None)
    }

    /// What became of a transaction that was made for a reference, and that the store has not recorded, or has
    /// discarded.
    async fn fate(&self, name: &str, attempt: &Attempt) -> Result<Fate> {
        let is_discarded = self.record_of(attempt).await?.is_some();
        let presence = self.presence(attempt).await;
        let presence = presence.map_err(|source| unsettled(name, attempt, source))?;
        Ok(match presence {
            Presence::Committed(block) => {
                // The store may be on the state before it.
                self.sync_with(self.exclusive_client().await?).await?;
                Fate::Made(block)
            }
            // One that replaces it has spent its state. If the node lies, the chain accepts one of the two.
            Presence::Impossible(_) | Presence::Replaced => Fate::Gone,
            // An input of it is gone, which the chain does not say of the transaction.
            Presence::NotFound if is_discarded => Fate::Gone,
            Presence::NotFound => Fate::Open,
        })
    }

    /// Notes down that a transaction is made for a reference. Returns when that is on the disk.
    pub(super) async fn write_reference(
        &self,
        claim: &Claim,
        executed: &TransactionResult,
        proven_by: ProvenBy,
    ) -> Result<()> {
        let attempt = Attempt {
            transaction: executed.id(),
            initial: executed.executed_transaction().initial_account().initial_commitment(),
            executed_at: executed.block_num(),
            expiration: executed.executed_transaction().expiration_block_num(),
            account: claim.request.account,
            proven_by,
            at: unix_time(),
            notes: claim.notes.clone(),
        };
        let mut attempts = claim.before.clone();
        attempts.push(attempt);
        let stored = StoredReference {
            reference: claim.name.clone(),
            request: claim.request.clone(),
            attempts,
        };
        let mutations = vec![
            SettingMutation::Set {
                key: setting_of_transaction(executed.id()),
                value: claim.name.clone().into_bytes(),
            },
            SettingMutation::Set { key: setting(&claim.name), value: stored.to_bytes() },
        ];
        // One writes at a time: another account may have been asked meanwhile with a name that is a derived one here.
        let writing = self.references.lock(String::new()).await;
        let found = self.stored_reference(&claim.name).await?;
        if let Some(found) = found.filter(|found| found.request != claim.request) {
            return Err(found.used(&claim.name).into());
        }
        let written = self.store.apply_settings_mutations(SettingScope::User, mutations).await;
        written.map_err(ErrorMapper::store)?;
        drop(writing);
        self.sync_store_to_disk().await
    }
}

/// What became of a transaction.
enum Fate {
    /// It is in this block.
    Made(BlockNumber),
    /// It cannot be included any more.
    Gone,
    /// It may still be included.
    Open,
}

/// The reference of one of several transactions that a request takes.
fn derived(reference: &str, number: usize) -> String {
    format!("{reference}/{number}")
}

/// By a hash: a reference may have any characters.
fn setting(reference: &str) -> String {
    let hash: [u8; 32] = Keccak256::hash(reference.as_bytes()).into();
    format!("{REFERENCE_SETTING}{}", hash.encode_hex::<String>())
}

fn setting_of_transaction(transaction: TransactionId) -> String {
    format!("{TRANSACTION_SETTING}{}", transaction.to_hex())
}

fn unsettled(name: &str, attempt: &Attempt, source: impl Into<Cause>) -> ReferenceError {
    ReferenceError::Unsettled {
        reference: name.to_owned(),
        transaction: attempt.transaction,
        source: source.into(),
    }
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests;
