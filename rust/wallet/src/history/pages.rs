//! Transactions in pages, newest first.

use std::collections::BTreeMap;

use miden_client::account::AccountId;
use miden_client::note::NoteId;
use miden_client::store::SettingScope;
use miden_client::transaction::TransactionId;

use super::cursor;
use super::error::IndexError;
use super::identity::{IDENTITY_SETTING, Identity, new_identity, refused};
use super::index::Index;
use super::limits::require_size;
use super::queries::TransactionQuery;
use super::stored::{Row, StoredAmount, StoredAssets, TakenFromChain, TransactionKind};
use super::unusable;
use crate::errors::{ErrorMapper, Result};
use crate::pending::Pending;
use crate::reader::Reader;
use crate::tokens::assets::{Assets, FungibleAmount, NonFungibleItem};
use crate::tokens::metadata::TokenMetadata;
use crate::transactions::TransactionState;

/// A transaction of the wallet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryEntry {
    /// The transaction.
    pub transaction: TransactionId,
    /// The account that carried it out.
    pub account: AccountId,
    /// What it does.
    pub kind: TransactionKind,
    /// How far it has come.
    pub state: TransactionState,
    /// The time of its block, in seconds since 1970, where it is in one.
    pub committed_at: Option<u64>,
    /// When it was recorded, in seconds since 1970. Of one that was made elsewhere, the time of its block.
    pub created_at: u64,
    /// What the notes it consumed carried, as far as that is known.
    pub assets_in: Assets,
    /// What the notes it made carry, without the fee, as far as that is known.
    pub assets_out: Assets,
    /// The fee it paid, where it paid one.
    pub fee: Option<FungibleAmount>,
    /// The notes it consumed.
    pub consumed_notes: Vec<NoteId>,
    /// The notes it made, without the one that pays its fee.
    pub created_notes: Vec<NoteId>,
    /// Who sent the notes it consumed, and whom those it made are for, as far as that is known.
    pub counterparties: Vec<AccountId>,
    /// How much of it is not known, where it was made elsewhere and the chain alone tells of it. `None` of what
    /// this wallet has made.
    pub from_chain: Option<TakenFromChain>,
    /// What the caller named the request by that it was made for. One of several ends with `/` and its number.
    pub reference: Option<String>,
}

/// Some transactions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransactionPage {
    /// The transactions, newest first.
    pub entries: Vec<HistoryEntry>,
    /// Where the next page begins, if there is one.
    pub next: Option<String>,
}

impl Reader {
    /// The transactions of the wallet in pages, newest first. The order is that in which they were recorded
    /// and does not change: who goes from page to page meets each once, whatever is recorded meanwhile. Those
    /// that its accounts made elsewhere come in at the time of their block, between the others.
    /// Reads the history's file alone, once that is up to date.
    ///
    /// # Errors
    /// [`crate::WalletError::InvalidCursor`], [`crate::WalletError::InvalidPageSize`],
    /// [`crate::StoreError::History`], [`crate::WalletError::Store`].
    pub fn transactions<'a>(
        &'a self,
        query: TransactionQuery,
        after: Option<&'a str>,
        limit: u32,
    ) -> Pending<'a, Result<TransactionPage>> {
        Box::pin(async move {
            require_size(limit)?;
            let store = self.store_identity().await?;
            let after = after.map(|text| cursor::transaction(store, text)).transpose()?;
            let page =
                match self.read_history(move |index| index.page(&query, after, limit)).await? {
                    Err(IndexError::NoSuchEntry) => {
                        return Err(refused("its transaction is not in this wallet any more"));
                    }
                    page => page.map_err(unusable)?,
                };
            let next = page.rows.last().filter(|_| page.has_more);
            let next = next.map(|row| cursor::after_transaction(store, row.transaction));
            let mut tokens = BTreeMap::new();
            let mut entries = Vec::with_capacity(page.rows.len());
            for row in page.rows {
                entries.push(self.described_row(row, &mut tokens).await?);
            }
            Ok(TransactionPage { entries, next })
        })
    }

    /// Reads from the index, which is brought up to date before where it has to be, and once more where it
    /// turns out to be damaged.
    pub(super) async fn read_history<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Index) -> Result<T, IndexError> + Clone + Send + 'static,
    ) -> Result<Result<T, IndexError>> {
        self.bring_history_up_to_date().await?;
        let again = read.clone();
        match self.history.with_index(move |index| read(index)).await? {
            Err(error) if error.is_damage() => {
                self.bring_history_up_to_date().await?;
                self.history.with_index(move |index| again(index)).await
            }
            result => Ok(result),
        }
    }

    /// What tells the store from every other. It is in the store and not in the index, so that cursors outlive
    /// the loss of the index.
    pub(super) async fn store_identity(&self) -> Result<Identity> {
        if let Some(identity) = self.stored_identity().await? {
            return Ok(identity);
        }
        let _turn = self.history.turn.lock().await;
        // Somebody else may have had the turn before.
        if let Some(identity) = self.stored_identity().await? {
            return Ok(identity);
        }
        let identity = new_identity();
        self.store
            .set_setting(SettingScope::User, IDENTITY_SETTING.to_owned(), identity.to_vec())
            .await
            .map_err(ErrorMapper::store)?;
        Ok(identity)
    }

    async fn stored_identity(&self) -> Result<Option<Identity>> {
        let stored = self
            .store
            .get_setting(SettingScope::User, IDENTITY_SETTING.to_owned())
            .await
            .map_err(ErrorMapper::store)?;
        Ok(stored.and_then(|bytes| Identity::try_from(bytes).ok()))
    }

    async fn described_row(&self, row: Row, tokens: &mut Tokens) -> Result<HistoryEntry> {
        let Row { transaction, account, kind, created_at, details, .. } = row;
        let (state, committed_at) = details.state.told();
        let mut fee = None;
        if let Some(stored) = details.fee {
            fee = Some(self.described_amount(&stored, tokens).await?);
        }
        Ok(HistoryEntry {
            transaction,
            account,
            kind,
            state,
            committed_at,
            created_at,
            assets_in: self.described_stored(details.assets_in, tokens).await?,
            assets_out: self.described_stored(details.assets_out, tokens).await?,
            fee,
            consumed_notes: details.consumed_notes.into_iter().map(|note| note.0).collect(),
            created_notes: details.created_notes.into_iter().map(|note| note.0).collect(),
            counterparties: details.counterparties.into_iter().map(|account| account.0).collect(),
            from_chain: details.from_chain,
            reference: details.reference,
        })
    }

    pub(super) async fn described_stored(
        &self,
        stored: StoredAssets,
        tokens: &mut Tokens,
    ) -> Result<Assets> {
        let mut fungible = Vec::with_capacity(stored.fungible.len());
        for amount in &stored.fungible {
            fungible.push(self.described_amount(amount, tokens).await?);
        }
        let non_fungible = stored.non_fungible.into_iter();
        let non_fungible = non_fungible
            .map(|item| NonFungibleItem { faucet: item.faucet.0, commitment: item.commitment.0 });
        Ok(Assets { fungible, non_fungible: non_fungible.collect() })
    }

    async fn described_amount(
        &self,
        stored: &StoredAmount,
        tokens: &mut Tokens,
    ) -> Result<FungibleAmount> {
        let faucet = stored.faucet.0;
        let token = if let Some(token) = tokens.get(&faucet) {
            token.clone()
        } else {
            let token = self.tokens.get(self.store.as_ref(), faucet).await?;
            tokens.insert(faucet, token.clone());
            token
        };
        Ok(FungibleAmount { faucet, amount: stored.amount, token })
    }
}

/// What is known of the tokens of a page, looked up once.
pub(super) type Tokens = BTreeMap<AccountId, Option<TokenMetadata>>;
