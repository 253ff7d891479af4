//! Notes in pages, newest first: those that came in and those that were made.

use std::collections::BTreeMap;

use miden_client::account::AccountId;
use miden_client::note::{NoteId, NoteType};
use miden_client::transaction::TransactionId;

use super::error::IndexError;
use super::identity::refused;
use super::limits::require_size;
use super::note_rows::{NoteDirection, NoteRow, NoteState};
use super::pages::Tokens;
use super::queries::NoteQuery;
use super::{cursor, unusable};
use crate::errors::{NoteError, Result};
use crate::pending::Pending;
use crate::reader::Reader;
use crate::tokens::assets::Assets;
use crate::transactions::swaps::NoteKind;

/// A note of the wallet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteEntry {
    /// The note.
    pub note: NoteId,
    /// Whether it came in or was made.
    pub direction: NoteDirection,
    /// The wallet's account that has consumed it, that it is for, or that made it, where that can be told.
    pub account: Option<AccountId>,
    /// Whether all of it is on the chain or only a commitment.
    pub note_type: NoteType,
    /// What its script is, where more of it is known than a commitment.
    pub kind: Option<NoteKind>,
    /// How far it has come.
    pub state: NoteState,
    /// The block it is in, where it is in one.
    pub block_number: Option<u32>,
    /// The block in which it was consumed, of a note that came in and was.
    pub consumed_in_block: Option<u32>,
    /// When the wallet learned of it, in seconds since 1970. Of a note that a sync brought, the time of its block.
    pub recorded_at: u64,
    /// What it carries.
    pub assets: Assets,
    /// Who made it, or whom it is for where that can be told.
    pub counterparty: Option<AccountId>,
    /// The transaction of this wallet that made it or consumes it.
    pub transaction: Option<TransactionId>,
}

/// Some notes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotePage {
    /// The notes, newest first.
    pub entries: Vec<NoteEntry>,
    /// Where the next page begins, if there is one.
    pub next: Option<String>,
}

impl Reader {
    /// The notes of the wallet in pages, newest first: those that came in and those that were made, whatever
    /// has become of them. The order is that in which they were recorded and does not change. Reads the
    /// history's file alone, once that is up to date.
    ///
    /// # Errors
    /// [`crate::WalletError::InvalidCursor`], [`crate::WalletError::InvalidPageSize`],
    /// [`crate::StoreError::History`], [`crate::WalletError::Store`].
    pub fn notes<'a>(
        &'a self,
        query: NoteQuery,
        after: Option<&'a str>,
        limit: u32,
    ) -> Pending<'a, Result<NotePage>> {
        Box::pin(async move {
            require_size(limit)?;
            let store = self.store_identity().await?;
            let after = after.map(|text| cursor::note(store, text)).transpose()?;
            let found = self.read_history(move |index| index.notes(&query, after, limit)).await?;
            let page = match found {
                Err(IndexError::NoSuchEntry) => {
                    return Err(refused("its note is not in this wallet any more"));
                }
                page => page.map_err(unusable)?,
            };
            let next = page.rows.last().filter(|_| page.has_more);
            let next = next.map(|row| cursor::after_note(store, row.direction as u8, row.note));
            let mut tokens = BTreeMap::new();
            let mut entries = Vec::with_capacity(page.rows.len());
            for row in page.rows {
                entries.push(self.note_entry(row, &mut tokens).await?);
            }
            Ok(NotePage { entries, next })
        })
    }

    /// A note of the wallet, whatever has become of it, as the pages have it. Of one between two accounts of the
    /// wallet, which is there twice, this is how it came in.
    ///
    /// # Errors
    /// [`NoteError::Unknown`], [`crate::StoreError::History`], [`crate::WalletError::Store`].
    pub fn note(&self, note: NoteId) -> Pending<'_, Result<NoteEntry>> {
        Box::pin(async move {
            let found = self.read_history(move |index| index.note(note)).await?;
            let row = found.map_err(unusable)?.ok_or(NoteError::Unknown { note })?;
            self.note_entry(row, &mut BTreeMap::new()).await
        })
    }

    async fn note_entry(&self, row: NoteRow, tokens: &mut Tokens) -> Result<NoteEntry> {
        let NoteRow { note, direction, account, state, note_type, kind, details, .. } = row;
        Ok(NoteEntry {
            note,
            direction,
            account,
            note_type,
            kind,
            state,
            block_number: row.block,
            consumed_in_block: details.consumed_block,
            recorded_at: row.recorded_at.unwrap_or_default(),
            assets: self.described_stored(details.assets, tokens).await?,
            counterparty: details.counterparty.map(|account| account.0),
            transaction: row.transaction,
        })
    }
}
