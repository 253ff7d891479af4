//! The notes that came in and have not been consumed.

use std::collections::BTreeMap;

use miden_client::account::AccountId;
use miden_client::note::{
    BlockNumber, Note, NoteConsumptionStatus, NoteId, NoteMetadata, NoteScreener, NoteType,
};
use miden_client::store::{InputNoteRecord, NoteFilter};

use crate::balance::{FungibleAmount, NonFungibleItem};
use crate::errors::{ErrorMapper, Result, WalletError};
use crate::note_terms::NoteTerms;
use crate::pending::Pending;
use crate::swaps::{NoteKind, SwapDescription, terms_of};
use crate::wallet::Wallet;

/// How far a note has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputNoteStage {
    /// Known, but not seen on the chain yet.
    Expected,
    /// On the chain and free to be consumed.
    Committed,
    /// Consumed by a transaction of this wallet that has not been committed yet.
    Processing,
}

/// A note that came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputNote {
    /// The note's id; notes of which too little is known to tell it are left out.
    pub note: NoteId,
    /// Who sent it.
    pub sender: Option<AccountId>,
    /// Whether all of it is on the chain or only a commitment.
    pub note_type: NoteType,
    /// How far it has come.
    pub stage: InputNoteStage,
    /// Whether its proof of inclusion was checked against a block header.
    pub is_authenticated: bool,
    /// What its script is.
    pub kind: NoteKind,
    /// What it offers and for what, where it is a swap.
    pub swap: Option<SwapDescription>,
    /// Its fungible assets.
    pub fungible: Vec<FungibleAmount>,
    /// Its non-fungible assets.
    pub non_fungible: Vec<NonFungibleItem>,
    /// The accounts of this wallet that can consume it now: of a swap, those that can fill all of it or
    /// cancel it.
    pub consumable_by: Vec<AccountId>,
    /// The block from which on it can be consumed, where nobody can yet.
    pub consumable_after_block: Option<u32>,
}

impl Wallet {
    /// The notes that came in and have not been consumed, for one account or for all. Reads the
    /// store; a note with a script of its own is tried out, which takes some 40 ms each.
    ///
    /// # Errors
    /// [`WalletError::UnknownAccount`], [`WalletError::Store`].
    pub fn input_notes(&self, account: Option<AccountId>) -> Pending<'_, Result<Vec<InputNote>>> {
        Box::pin(async move {
            if let Some(account) = account {
                self.require_account(account).await?;
            }
            let records = self
                .store
                .get_input_notes(NoteFilter::Unspent)
                .await
                .map_err(ErrorMapper::store)?;
            let own = self.store.get_account_ids().await.map_err(ErrorMapper::store)?;
            let asked = account.as_ref().map_or(&own[..], std::slice::from_ref);
            let mut consumers = self.consumers(&records, asked).await?;
            let mut notes = Vec::new();
            for record in &records {
                let Some((note, stage)) = record.id().zip(stage(record)) else { continue };
                let statuses = consumers.remove(&note).unwrap_or_default();
                let concerned = statuses.iter().any(|(consumer, _)| Some(*consumer) == account)
                    || account.is_some() && record.consumer_account() == account;
                if account.is_some() && !concerned {
                    continue;
                }
                // What an account of this wallet sent and none may take back did not come in.
                let sender = record.metadata().map(NoteMetadata::sender);
                let is_own = sender.is_some_and(|sender| own.contains(&sender));
                if is_own && statuses.is_empty() && stage != InputNoteStage::Processing {
                    continue;
                }
                notes.push(self.described_note(record, note, stage, &statuses).await?);
            }
            Ok(notes)
        })
    }

    /// The notes an account can consume now without paying for it: swaps are not among them.
    pub(crate) fn consumable_notes(&self, account: AccountId) -> Pending<'_, Result<Vec<Note>>> {
        Box::pin(async move {
            let records = self.note_records(NoteFilter::Committed).await?;
            let consumers = self.consumers(&records, &[account]).await?;
            let is_consumable = |record: &InputNoteRecord| {
                let is_swap = NoteKind::of(record.details().script().root()).is_swap();
                let statuses = record.id().and_then(|note| consumers.get(&note));
                !is_swap
                    && statuses
                        .is_some_and(|statuses| statuses.iter().any(|(_, status)| is_now(status)))
            };
            records
                .into_iter()
                .filter(is_consumable)
                .map(|record| record.try_into().map_err(WalletError::internal))
                .collect()
        })
    }

    /// Which of the accounts, of which there is one or which are all, can consume which note, and when. A payment says
    /// so itself, and of another note it takes to try it.
    async fn consumers(
        &self,
        records: &[InputNoteRecord],
        accounts: &[AccountId],
    ) -> Result<Consumers> {
        let candidates: Vec<Note> = records
            .iter()
            .filter(|record| !record.is_processing())
            .filter_map(|record| record.clone().try_into().ok())
            .collect();
        if candidates.is_empty() {
            return Ok(Consumers::new());
        }
        let now = self.store.get_sync_height().await.map_err(ErrorMapper::store)?;
        let mut consumers = Consumers::new();
        let mut others = Vec::new();
        for note in candidates {
            let Some(terms) = NoteTerms::of(&note) else {
                others.push(note);
                continue;
            };
            let opens_for = |account: &AccountId| Some((*account, terms.opens_for(*account)?));
            let opens = accounts.iter().filter_map(opens_for);
            let statuses = opens.map(|(account, height)| (account, status_at(now, height.into())));
            consumers.insert(note.id(), statuses.collect());
        }
        consumers.extend(self.tried_out(others, accounts).await?);
        Ok(consumers)
    }

    /// Runs the scripts of notes for the accounts, one or all: of one read at a time, as who has given up a script that
    /// takes long leaves it running.
    async fn tried_out(&self, notes: Vec<Note>, accounts: &[AccountId]) -> Result<Consumers> {
        if notes.is_empty() {
            return Ok(Consumers::new());
        }
        let screener = NoteScreener::new(self.store.clone(), self.node.clone());
        let only = if let [account] = accounts { Some(*account) } else { None };
        let turn = self.trying.clone().lock_owned().await;
        let tried = self.apart(async move || {
            let _turn = turn;
            match only {
                Some(account) => {
                    screener.get_batch_consumability_for_account(account, &notes).await
                }
                None => screener.get_batch_consumability(&notes).await,
            }
        });
        tried.await?.map_err(WalletError::internal)
    }

    async fn described_note(
        &self,
        record: &InputNoteRecord,
        note: NoteId,
        stage: InputNoteStage,
        statuses: &[(AccountId, NoteConsumptionStatus)],
    ) -> Result<InputNote> {
        let (fungible, non_fungible) = self.described_assets(record.assets().iter()).await?;
        let ready = stage == InputNoteStage::Committed;
        let consumable_by = statuses
            .iter()
            .filter(|(_, status)| ready && is_now(status))
            .map(|(account, _)| *account)
            .collect();
        let waits = statuses.iter().filter_map(|(_, status)| match status {
            NoteConsumptionStatus::ConsumableAfter(block) => Some(block.as_u32()),
            _ => None,
        });
        let consumable_after_block =
            waits.min().filter(|_| !statuses.iter().any(|(_, status)| is_now(status)));
        Ok(InputNote {
            note,
            sender: record.metadata().map(NoteMetadata::sender),
            note_type: record.metadata().map_or(NoteType::Private, NoteMetadata::note_type),
            stage,
            is_authenticated: record.is_authenticated(),
            kind: NoteKind::of(record.details().script().root()),
            swap: match terms_of(record) {
                Some(terms) => Some(self.described_swap(&terms).await?),
                None => None,
            },
            fungible,
            non_fungible,
            consumable_by,
            consumable_after_block,
        })
    }
}

/// By note, the accounts that can consume it and when.
type Consumers = BTreeMap<NoteId, Vec<(AccountId, NoteConsumptionStatus)>>;

fn is_now(status: &NoteConsumptionStatus) -> bool {
    matches!(
        status,
        NoteConsumptionStatus::Consumable | NoteConsumptionStatus::ConsumableWithAuthorization
    )
}

/// The status of a payment that can be consumed from a block on.
fn status_at(now: BlockNumber, height: BlockNumber) -> NoteConsumptionStatus {
    if height > now {
        NoteConsumptionStatus::ConsumableAfter(height)
    } else {
        NoteConsumptionStatus::ConsumableWithAuthorization
    }
}

/// The stage of a note that is not consumed, or `None` where it never will be.
pub(crate) fn stage(record: &InputNoteRecord) -> Option<InputNoteStage> {
    if record.is_processing() {
        Some(InputNoteStage::Processing)
    } else if record.is_committed() {
        Some(InputNoteStage::Committed)
    } else if record.is_inclusion_pending() {
        Some(InputNoteStage::Expected)
    } else {
        None
    }
}
