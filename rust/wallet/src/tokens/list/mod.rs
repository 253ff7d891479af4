//! The tokens a wallet knows, as its user wants them: added, hidden, shown.

use miden_client::account::standards::faucets::{
    FungibleFaucet, TokenMetadata as FaucetTexts, TokenName,
};
use miden_client::account::{AccountId, FaucetMetadata};
use miden_client::rpc::domain::account::AccountFetch;
use miden_client::store::SettingScope;
use miden_client::utils::Serializable;
use miden_protocol::account::StorageSlotHeader;
use miden_protocol::asset::TokenSymbol;
use serde::{Deserialize, Serialize};

use crate::accounts::public_accounts::InBlock;
use crate::errors::{ErrorMapper, FaucetError, LookupError, Result, WalletError};
use crate::pending::Pending;
use crate::reader::Reader;
use crate::tokens::cache::{METADATA_PREFIX, setting_key};
use crate::tokens::metadata::TokenMetadata;

/// The beginning of the settings in which more is kept of a token than other clients keep.
const TOKEN_PREFIX: &str = "miden_swift_token:";

/// A token that a wallet knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedToken {
    /// The faucet that issues it.
    pub faucet: AccountId,
    /// Symbol and decimals, where they are known: a private faucet tells nobody.
    pub metadata: Option<TokenMetadata>,
    /// What it calls itself at length, where it does.
    pub name: Option<String>,
    /// How much of it there is, where that is known.
    pub supply: Option<TokenSupply>,
    /// Whether the user has added it, and not only met it.
    pub is_added: bool,
    /// Whether the user does not want to see it.
    pub is_hidden: bool,
}

/// How much there is of a token, in base units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenSupply {
    /// What was issued and not burnt, at the block.
    pub issued: u64,
    /// What there can be at most.
    pub maximum: u64,
    /// The block at which the faucet said so.
    pub block: u32,
}

/// What is kept of a token besides symbol and decimals.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct TokenNotes {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    supply: Option<TokenSupply>,
    is_added: bool,
    is_hidden: bool,
}

/// What a faucet says of its token.
struct Told {
    metadata: TokenMetadata,
    name: Option<String>,
    supply: TokenSupply,
}

impl Reader {
    /// The tokens that the wallet knows: those its accounts hold, those of notes for them, those it has met
    /// before, and those that were added. In the order of their symbols; what has none comes last. Reads
    /// the store alone.
    ///
    /// # Errors
    /// [`WalletError::Store`].
    pub fn tokens(&self) -> Pending<'_, Result<Vec<ListedToken>>> {
        Box::pin(async move {
            let mut faucets = self.met_faucets().await?;
            let keys = self.store.list_setting_keys(SettingScope::User).await;
            for key in keys.map_err(ErrorMapper::store)? {
                let faucet = [METADATA_PREFIX, TOKEN_PREFIX]
                    .iter()
                    .find_map(|prefix| key.strip_prefix(prefix))
                    .and_then(|text| AccountId::from_hex(text).ok());
                faucets.extend(faucet);
            }
            let mut tokens = Vec::with_capacity(faucets.len());
            for faucet in faucets {
                tokens.push(self.listed_token(faucet).await?);
            }
            tokens.sort_by_key(|token| {
                let symbol = token.metadata.as_ref().map(|metadata| metadata.symbol.clone());
                (symbol.is_none(), symbol, token.faucet)
            });
            Ok(tokens)
        })
    }

    /// Adds the token of a faucet, by asking the network for what there is to know of it. One that is known is
    /// asked for anew; one that was hidden is shown again.
    ///
    /// # Errors
    /// [`LookupError::AccountNotOnChain`], [`LookupError::AccountPrivate`], [`LookupError::NoFaucet`],
    /// [`crate::NodeError`], [`WalletError::Store`].
    pub fn add_token(&self, faucet: AccountId) -> Pending<'_, Result<ListedToken>> {
        Box::pin(async move {
            let told = self.ask_faucet(faucet).await?;
            self.keep_token(faucet, told, |notes| {
                notes.is_added = true;
                notes.is_hidden = false;
            })
            .await?;
            self.listed_token(faucet).await
        })
    }

    /// Hides a token, or shows it again. Only the user's view of it: what an account holds is as before.
    ///
    /// # Errors
    /// [`LookupError::UnknownToken`], [`WalletError::Store`].
    pub fn set_token_hidden(
        &self,
        faucet: AccountId,
        is_hidden: bool,
    ) -> Pending<'_, Result<ListedToken>> {
        Box::pin(async move {
            let known = self.tokens().await?;
            if !known.iter().any(|token| token.faucet == faucet) {
                return Err(LookupError::UnknownToken { faucet }.into());
            }
            self.change_token_notes(faucet, |notes| notes.is_hidden = is_hidden).await?;
            self.listed_token(faucet).await
        })
    }

    /// Asks a faucet for its token and keeps what it says.
    pub(crate) fn learn_token_of(&self, faucet: AccountId) -> Pending<'_, Result<()>> {
        Box::pin(async move {
            let told = self.ask_faucet(faucet).await?;
            self.keep_token(faucet, told, |_| {}).await
        })
    }

    /// Whether all there is to know of a token has been asked for.
    pub(crate) async fn has_learned_token(&self, faucet: AccountId) -> Result<bool> {
        if self.tokens.get(self.store.as_ref(), faucet).await?.is_none() {
            return Ok(false);
        }
        Ok(self.token_notes(faucet).await?.supply.is_some())
    }

    async fn listed_token(&self, faucet: AccountId) -> Result<ListedToken> {
        let metadata = self.tokens.get(self.store.as_ref(), faucet).await?;
        let TokenNotes { name, supply, is_added, is_hidden } = self.token_notes(faucet).await?;
        let token = ListedToken { faucet, metadata, name, supply, is_added, is_hidden };
        Ok(self.with_own_state(&token).await?.unwrap_or(token))
    }

    /// What a faucet of the wallet's own says of its token: the wallet knows that without asking.
    async fn with_own_state(&self, token: &ListedToken) -> Result<Option<ListedToken>> {
        if !self.has_account(token.faucet).await? {
            return Ok(None);
        }
        let report = match self.faucet(token.faucet).await {
            Ok(report) => report,
            // Of another make than the tokens of wallets.
            Err(WalletError::Faucet(FaucetError::NotAFaucet { .. })) => return Ok(None),
            Err(error) => return Err(error),
        };
        let block = self.store.get_sync_height().await.map_err(ErrorMapper::store)?.as_u32();
        let supply = TokenSupply { issued: report.issued, maximum: report.maximum_supply, block };
        Ok(Some(ListedToken {
            metadata: Some(report.token),
            name: Some(report.name).filter(|name| !name.is_empty()),
            supply: Some(supply),
            ..token.clone()
        }))
    }

    /// What a faucet says of its token. Its answer is checked against the block it is of.
    async fn ask_faucet(&self, faucet: AccountId) -> Result<Told> {
        let InBlock { block, proof } =
            self.account_in_block(faucet, None, AccountFetch::new()).await?;
        let block = block.block_num().as_u32();
        let Some((header, storage)) = proof.account_header().zip(proof.storage_header()) else {
            let commitment = proof.account_commitment().to_hex();
            return Err(LookupError::AccountPrivate { account: faucet, commitment, block }.into());
        };
        if storage.to_commitment() != header.storage_commitment() {
            return Err(self.does_not_hold("the storage is not that of the account"));
        }
        let slot = |name| storage.find_slot_header_by_name(name).map(StorageSlotHeader::value);
        let told = slot(FungibleFaucet::token_config_slot()).and_then(|config| {
            let [issued, maximum, decimals, symbol] = *config;
            let symbol = TokenSymbol::try_from(symbol).ok()?.to_string();
            let decimals = u8::try_from(decimals.as_canonical_u64())
                .ok()
                .filter(|decimals| *decimals <= FungibleFaucet::MAX_DECIMALS)?;
            let issued = issued.as_canonical_u64();
            let supply = TokenSupply { issued, maximum: maximum.as_canonical_u64(), block };
            let words =
                slot(FaucetTexts::name_chunk_0_slot()).zip(slot(FaucetTexts::name_chunk_1_slot()));
            let name = words
                .and_then(|(first, second)| TokenName::try_from_words(&[first, second]).ok())
                .map(|name| name.as_str().to_owned())
                .filter(|name| !name.is_empty());
            Some(Told { metadata: TokenMetadata { symbol, decimals }, name, supply })
        });
        told.ok_or_else(|| LookupError::NoFaucet { account: faucet }.into())
    }

    async fn keep_token(
        &self,
        faucet: AccountId,
        told: Told,
        change: impl FnOnce(&mut TokenNotes),
    ) -> Result<()> {
        let Told { metadata, name, supply } = told;
        self.keep_metadata(faucet, metadata).await?;
        self.change_token_notes(faucet, |notes| {
            notes.name = name;
            notes.supply = Some(supply);
            change(notes);
        })
        .await
    }

    /// Keeps how a token's amounts are shown, where other clients keep it too.
    pub(crate) async fn keep_metadata(
        &self,
        faucet: AccountId,
        metadata: TokenMetadata,
    ) -> Result<()> {
        let shared =
            FaucetMetadata { symbol: metadata.symbol.clone(), decimals: metadata.decimals };
        self.store
            .set_setting(SettingScope::User, setting_key(faucet), shared.to_bytes())
            .await
            .map_err(ErrorMapper::store)?;
        self.tokens.remember(faucet, metadata);
        Ok(())
    }

    async fn change_token_notes(
        &self,
        faucet: AccountId,
        change: impl FnOnce(&mut TokenNotes),
    ) -> Result<()> {
        // What is read here must be what is written over.
        let _turn = self.tokens.turn.lock().await;
        let mut notes = self.token_notes(faucet).await?;
        change(&mut notes);
        let bytes = serde_json::to_vec(&notes).map_err(WalletError::internal)?;
        self.store
            .set_setting(SettingScope::User, format!("{TOKEN_PREFIX}{faucet}"), bytes)
            .await
            .map_err(ErrorMapper::store)
    }

    /// What is kept of a token. What cannot be read is as good as nothing.
    async fn token_notes(&self, faucet: AccountId) -> Result<TokenNotes> {
        let stored = self
            .store
            .get_setting(SettingScope::User, format!("{TOKEN_PREFIX}{faucet}"))
            .await
            .map_err(ErrorMapper::store)?;
        Ok(stored.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default())
    }
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests;
