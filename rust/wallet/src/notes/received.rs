//! The notes that came in for an account, whatever has become of them, with what other Miden clients say of a note.

use std::cmp::Reverse;

use miden_client::account::AccountId;
use miden_client::note::{Note, NoteId, NoteMetadata, NoteType, Nullifier};
use miden_client::store::{InputNoteRecord, InputNoteState, NoteFilter};

use crate::errors::{ErrorMapper, Result};
use crate::notes::screening::{Holdings, NoteConsumers, Verdicts};
use crate::pending::Pending;
use crate::reader::Reader;
use crate::tokens::assets::Assets;

/// Which notes are asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReceivedNoteQuery {
    /// All notes.
    All,
    /// Those that were consumed.
    Consumed,
    /// Those on the chain that were not consumed.
    Committed,
    /// Those that are expected to be on the chain.
    Expected,
    /// Those that a transaction of this wallet consumes.
    Processing,
    /// Those on the chain, which is not verified yet.
    Unverified,
    /// Those of ids.
    Notes(Vec<NoteId>),
    /// Those of nullifiers.
    Nullifiers(Vec<Nullifier>),
}

/// How far a note is, as the store tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReceivedNoteState {
    /// It is expected to be on the chain.
    Expected,
    /// It is on the chain, which is not verified yet.
    Unverified,
    /// It is on the chain.
    Committed,
    /// It cannot be consumed.
    Invalid,
    /// A transaction of this wallet consumes it.
    ProcessingAuthenticated,
    /// A transaction of this wallet consumes it before it is on the chain.
    ProcessingUnauthenticated,
    /// A transaction of this wallet consumed it.
    ConsumedAuthenticatedLocal,
    /// A transaction of this wallet consumed it before it was on the chain.
    ConsumedUnauthenticatedLocal,
    /// Another wallet consumed it.
    ConsumedExternal,
}

/// A note that came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedNote {
    /// The note's id; notes of which too little is known to tell it are left out.
    pub note: NoteId,
    /// Who sent it.
    pub sender: Option<AccountId>,
    /// Whether all of it is on the chain or only a commitment.
    pub note_type: Option<NoteType>,
    /// What it carries.
    pub assets: Assets,
    /// What marks it as consumed.
    pub nullifier: Nullifier,
    /// How far it is.
    pub state: ReceivedNoteState,
}

impl Reader {
    /// The notes that came in for an account: those that it consumed, and those that it can or may be able to consume.
    /// Those in no block come first, then those of the newest block. Reads the store and runs no script.
    ///
    /// # Errors
    /// [`crate::WalletError::UnknownAccount`], [`crate::WalletError::Store`].
    pub fn received_notes(
        &self,
        account: AccountId,
        query: ReceivedNoteQuery,
    ) -> Pending<'_, Result<Vec<ReceivedNote>>> {
        Box::pin(async move {
            self.require_account(account).await?;
            let mut records = self.note_records(query.into()).await?;
            records.sort_by_key(|record| {
                let block = record.inclusion_proof().map(|proof| proof.location().block_num());
                Reverse(block.map_or(u32::MAX, |block| block.as_u32()))
            });
            let own = self.store.get_account_ids().await.map_err(ErrorMapper::store)?;
            let verdicts = Verdicts::read(self.store.as_ref()).await?;
            let mut holdings = Holdings::of(self.store.as_ref());
            let mut notes = Vec::new();
            for record in records {
                let Some((note, nullifier)) = record.id().zip(record.nullifier()) else { continue };
                if verdicts.is_dismissed(note)
                    || !came_in_for(account, &record, &own, &verdicts, &mut holdings).await?
                {
                    continue;
                }
                let (fungible, non_fungible) =
                    self.described_assets(record.assets().iter()).await?;
                notes.push(ReceivedNote {
                    note,
                    sender: record.metadata().map(NoteMetadata::sender),
                    note_type: record.metadata().map(NoteMetadata::note_type),
                    assets: Assets { fungible, non_fungible },
                    nullifier,
                    state: record.state().into(),
                });
            }
            Ok(notes)
        })
    }
}

/// Whether a note came in for an account. Other accounts of the wallet may have notes of their own, which are none of its.
async fn came_in_for(
    account: AccountId,
    record: &InputNoteRecord,
    own: &[AccountId],
    verdicts: &Verdicts,
    holdings: &mut Holdings<'_>,
) -> Result<bool> {
    if let Some(consumer) = record.consumer_account() {
        return Ok(consumer == account);
    }
    // What the account sent, and another one consumed.
    let is_sender = record.metadata().is_some_and(|metadata| metadata.sender() == account);
    if is_sender && record.is_consumed() {
        return Ok(false);
    }
    let Ok(note) = record.clone().try_into() else { return Ok(false) };
    let note: Note = note;
    let consumers = NoteConsumers::of(&note, &[account], own, verdicts, holdings).await?;
    Ok(!consumers.is_empty())
}

impl From<ReceivedNoteQuery> for NoteFilter {
    fn from(query: ReceivedNoteQuery) -> Self {
        match query {
            ReceivedNoteQuery::All => Self::All,
            ReceivedNoteQuery::Consumed => Self::Consumed,
            ReceivedNoteQuery::Committed => Self::Committed,
            ReceivedNoteQuery::Expected => Self::Expected,
            ReceivedNoteQuery::Processing => Self::Processing,
            ReceivedNoteQuery::Unverified => Self::Unverified,
            ReceivedNoteQuery::Notes(notes) => Self::List(notes),
            ReceivedNoteQuery::Nullifiers(nullifiers) => Self::Nullifiers(nullifiers),
        }
    }
}

impl From<&InputNoteState> for ReceivedNoteState {
    fn from(state: &InputNoteState) -> Self {
        match state {
            InputNoteState::Expected(_) => Self::Expected,
            InputNoteState::Unverified(_) => Self::Unverified,
            InputNoteState::Committed(_) => Self::Committed,
            InputNoteState::Invalid(_) => Self::Invalid,
            InputNoteState::ProcessingAuthenticated(_) => Self::ProcessingAuthenticated,
            InputNoteState::ProcessingUnauthenticated(_) => Self::ProcessingUnauthenticated,
            InputNoteState::ConsumedAuthenticatedLocal(_) => Self::ConsumedAuthenticatedLocal,
            InputNoteState::ConsumedUnauthenticatedLocal(_) => Self::ConsumedUnauthenticatedLocal,
            InputNoteState::ConsumedExternal(_) => Self::ConsumedExternal,
        }
    }
}
