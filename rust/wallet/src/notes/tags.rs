//! The tags that notes are found by.
//!
//! Every sync asks the node for the notes of these tags. Those of accounts and of expected notes the
//! client keeps itself; others are followed on request, such as the one a service gives its notes.

use miden_client::account::AccountId;
use miden_client::note::NoteTag;
use miden_client::sync::{NoteTagRecord, NoteTagSource};

use crate::errors::{ErrorMapper, Result};
use crate::pending::Pending;
use crate::transactions::coordinator::Coordinator;

/// Why a tag is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TagReason {
    /// Notes for this account of the wallet have it.
    Account(AccountId),
    /// A note that is expected has it.
    ExpectedNote,
    /// Notes that continue another one have it, such as what is left of a swap.
    Subscription,
    /// It was asked for.
    Request,
}

/// A tag that is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FollowedTag {
    /// The tag.
    pub tag: u32,
    /// Why. A tag may be followed for several reasons, and is there once for each.
    pub reason: TagReason,
}

impl Coordinator {
    /// The tags that syncs ask for. Reads the store alone.
    ///
    /// # Errors
    /// [`WalletError::Store`](crate::WalletError::Store).
    pub fn followed_tags(&self) -> Pending<'_, Result<Vec<FollowedTag>>> {
        Box::pin(async move {
            let records = self.store.get_note_tags().await.map_err(ErrorMapper::store)?;
            let mut tags: Vec<_> = records.into_iter().map(FollowedTag::from).collect();
            tags.sort_by_key(|followed| followed.tag);
            Ok(tags)
        })
    }

    /// Follows a tag from the next sync on. False where it is followed on request already.
    ///
    /// # Errors
    /// [`WalletError::Store`](crate::WalletError::Store).
    pub fn follow_tag(&self, tag: u32) -> Pending<'_, Result<bool>> {
        Box::pin(async move {
            // Not while a sync works with the tags there were when it began.
            let _client = self.client().await?;
            self.store.add_note_tag(on_request(tag)).await.map_err(ErrorMapper::store)
        })
    }

    /// Follows a tag no longer. False where it was not followed on request; for what other reason it is
    /// followed it goes on to be.
    ///
    /// # Errors
    /// [`WalletError::Store`](crate::WalletError::Store).
    pub fn unfollow_tag(&self, tag: u32) -> Pending<'_, Result<bool>> {
        Box::pin(async move {
            let _client = self.client().await?;
            let removed = self.store.remove_note_tag(on_request(tag)).await;
            Ok(removed.map_err(ErrorMapper::store)? > 0)
        })
    }
}

fn on_request(tag: u32) -> NoteTagRecord {
    NoteTagRecord { tag: NoteTag::from(tag), source: NoteTagSource::User }
}

impl From<NoteTagRecord> for FollowedTag {
    fn from(record: NoteTagRecord) -> Self {
        let reason = match record.source {
            NoteTagSource::Account(account) => TagReason::Account(account),
            NoteTagSource::Note(_) => TagReason::ExpectedNote,
            NoteTagSource::Subscription(_) => TagReason::Subscription,
            NoteTagSource::User => TagReason::Request,
        };
        Self { tag: record.tag.as_u32(), reason }
    }
}
