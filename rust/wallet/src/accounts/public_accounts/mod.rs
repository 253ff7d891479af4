//! Accounts of anybody, as the network has them: each value is checked against the block it is of.
//!
//! What a node says of an account hangs together by commitments. The assets, the storage and the code
//! make the commitments in the account's header; the header makes the account's own; that one is a leaf of
//! the account tree, whose root is in the header of the block; and the block is a leaf of the chain. The
//! last of these can be checked as far as the wallet has synced.

use miden_client::ClientError;
use miden_client::account::AccountId;
use miden_client::asset::AssetVault;
use miden_client::block::{BlockHeader, BlockNumber};
use miden_client::rpc::domain::account::{
    AccountDetails, AccountFetch, AccountProof, AccountVaultDetails, GetAccountRequest, VaultFetch,
};
use miden_client::rpc::node::GetAccountError;
use miden_client::rpc::{AccountStateAt, EndpointError, RpcError};
use miden_protocol::EMPTY_WORD;
use miden_protocol::crypto::merkle::MerklePath;

use crate::accounts::state::AccountState;
use crate::errors::{Cause, ErrorMapper, LookupError, NodeError, Result, WalletError};
use crate::pending::Pending;
use crate::reader::Reader;

/// A public account as it was at a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicAccount {
    /// What it is and holds. The key it signs with is part of what [`VerifiedPart::Account`] says.
    pub state: AccountState,
    /// The block all of this is of.
    pub block_number: u32,
    /// What of this was checked, and what was not.
    pub verification: Verification,
}

/// What was checked, and what was not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verification {
    /// What holds.
    pub checked: Vec<VerifiedPart>,
    /// What could not be checked here and is believed of the node.
    pub unchecked: Vec<VerifiedPart>,
    /// The block the wallet stands at: up to this one it knows the chain.
    pub sync_height: u32,
}

/// A link from a value to the chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VerifiedPart {
    /// The assets make the vault's root in the account's header.
    Assets,
    /// Code, storage, vault and nonce make the account's commitment.
    Account,
    /// The account's commitment is in the account tree that the block's header commits to.
    AccountTree,
    /// The block is one of the chain that the wallet has synced with.
    Chain,
}

/// What a node says of an account, with the header of the block it is of: the account is in its tree.
pub(crate) struct InBlock {
    pub(crate) block: BlockHeader,
    pub(crate) proof: AccountProof,
}

impl Reader {
    /// A public account of anybody, as it was at a block, or at the node's newest one. Asks the node, which
    /// forgets the accounts of old blocks, and checks what it says.
    ///
    /// # Errors
    /// [`LookupError`]; [`NodeError::AnswerInvalid`] where a check fails; [`NodeError`].
    pub fn public_account(
        &self,
        account: AccountId,
        at: Option<u32>,
    ) -> Pending<'_, Result<PublicAccount>> {
        Box::pin(async move {
            let fetch = AccountFetch::new().with_vault(VaultFetch::Always);
            let InBlock { block, proof } = self.account_in_block(account, at, fetch).await?;
            let number = block.block_num();
            let commitment = proof.account_commitment();
            let Some(mut details) = proof.into_details() else {
                return Err(LookupError::AccountPrivate {
                    account,
                    commitment: commitment.to_hex(),
                    block: number.as_u32(),
                }
                .into());
            };
            // A vault of many assets does not come with the rest.
            self.node
                .resolve_oversize_vault(account, number, &mut details)
                .await
                .map_err(|error| self.errors.node(error))?;
            let assets = self.checked_assets(&details)?;
            let assets: Vec<_> = assets.assets().collect();
            let storage = &details.storage_details.header;
            Ok(PublicAccount {
                state: self
                    .described_state(&details.header, &details.code, storage, &assets)
                    .await?,
                block_number: number.as_u32(),
                verification: self.verified(&block).await?,
            })
        })
    }

    /// What the node says of an account, at a block or at its newest one. It is the block's: that much is
    /// checked of every answer.
    pub(crate) async fn account_in_block(
        &self,
        account: AccountId,
        at: Option<u32>,
        fetch: AccountFetch,
    ) -> Result<InBlock> {
        let state =
            at.map_or(AccountStateAt::ChainTip, |block| AccountStateAt::Block(block.into()));
        let request = GetAccountRequest::new(account).with_fetch(fetch).at(state);
        let (number, proof) = match self.node.get_account(request).await {
            Ok(answer) => answer,
            Err(error) => return Err(self.explain_lookup(account, at, error).await),
        };
        let block = match self.node.get_block_header_by_number(Some(number), false).await {
            Ok((block, _)) => block,
            Err(error) => return Err(self.explain(ClientError::RpcError(error)).await),
        };
        // The tree has one account for all ids that begin alike: another one's is no answer about this one.
        if proof.account_id() != account && proof.account_id().prefix() == account.prefix() {
            return Err(LookupError::AccountNotOnChain { account, block: at }.into());
        }
        if proof.account_id() != account || block.block_num() != number {
            return Err(self.does_not_hold("it is of another account or block than asked for"));
        }
        self.require_in_tree(&proof, &block)?;
        if proof.account_commitment() == EMPTY_WORD {
            return Err(LookupError::AccountNotOnChain { account, block: at }.into());
        }
        Ok(InBlock { block, proof })
    }

    /// Refuses an account that is not in a block as the node says it is.
    pub(crate) fn require_in_tree(&self, proof: &AccountProof, block: &BlockHeader) -> Result<()> {
        if proof.account_witness().clone().into_proof().compute_root() == block.account_root() {
            Ok(())
        } else {
            Err(self.does_not_hold("the account is not in the account tree of its block"))
        }
    }

    /// The assets of an account, if they and the rest make the commitments in its header. That the header
    /// and the code are those of the account's commitment is checked when the answer is read.
    fn checked_assets(&self, details: &AccountDetails) -> Result<AssetVault> {
        let header = &details.header;
        if details.storage_details.header.to_commitment() != header.storage_commitment() {
            return Err(self.does_not_hold("the storage is not that of the account"));
        }
        let AccountVaultDetails::Assets(assets) = &details.vault_details else {
            return Err(self.does_not_hold("the account came without its assets"));
        };
        let vault = AssetVault::new(assets).map_err(|error| NodeError::AnswerInvalid {
            endpoint: self.errors.endpoint.clone(),
            source: error.into(),
        })?;
        if vault.root() != header.vault_root() {
            return Err(self.does_not_hold("the assets are not those of the account's vault"));
        }
        Ok(vault)
    }

    /// Says what holds of an account in a block, and whether the block is one of the chain.
    async fn verified(&self, block: &BlockHeader) -> Result<Verification> {
        let height = self.store.get_sync_height().await.map_err(ErrorMapper::store)?;
        let mut checked =
            vec![VerifiedPart::Assets, VerifiedPart::Account, VerifiedPart::AccountTree];
        let mut unchecked = Vec::new();
        if height == BlockNumber::GENESIS || block.block_num() > height {
            unchecked.push(VerifiedPart::Chain);
        } else {
            self.require_in_chain(block).await?;
            checked.push(VerifiedPart::Chain);
        }
        Ok(Verification { checked, unchecked, sync_height: height.as_u32() })
    }

    /// Refuses a block that is not in the chain the wallet knows.
    async fn require_in_chain(&self, block: &BlockHeader) -> Result<()> {
        let number = block.block_num();
        let stored =
            self.store.get_block_header_by_num(number).await.map_err(ErrorMapper::store)?;
        if let Some((known, _)) = stored {
            return if known.commitment() == block.commitment() {
                Ok(())
            } else {
                Err(self.does_not_hold("this block of the chain is another one"))
            };
        }
        let (_, proof) = match self.node.get_block_header_with_proof(number).await {
            Ok(answer) => answer,
            Err(error) => return Err(self.explain(ClientError::RpcError(error)).await),
        };
        let mut chain = self.store.get_current_partial_mmr().await.map_err(ErrorMapper::store)?;
        // The node's proof goes up to its own newest block, which may be above the wallet's.
        let tree = chain.forest().leaf_to_corresponding_tree(number.as_usize());
        let length = tree.ok_or_else(|| self.does_not_hold("the block is not in the chain"))?;
        let path = proof.merkle_path().nodes().iter().take(length as usize).copied().collect();
        chain.track(number.as_usize(), block.commitment(), &MerklePath::new(path)).map_err(
            |error| {
                NodeError::AnswerInvalid {
                    endpoint: self.errors.endpoint.clone(),
                    source: error.into(),
                }
                .into()
            },
        )
    }

    /// What a node's refusal to tell of an account means.
    pub(crate) async fn explain_lookup(
        &self,
        account: AccountId,
        at: Option<u32>,
        error: RpcError,
    ) -> WalletError {
        let Some(EndpointError::GetAccount(reason)) = error.endpoint_error() else {
            return self.explain(ClientError::RpcError(error)).await;
        };
        let block = at.unwrap_or_default();
        match reason {
            GetAccountError::AccountNotFound => {
                LookupError::AccountNotOnChain { account, block: at }.into()
            }
            GetAccountError::UnknownBlock => LookupError::BlockUnknown { block }.into(),
            GetAccountError::BlockPruned => LookupError::BlockPruned { block }.into(),
            _ => self.explain(ClientError::RpcError(error)).await,
        }
    }

    pub(crate) fn does_not_hold(&self, reason: &str) -> WalletError {
        let source = Cause::from(reason.to_owned());
        NodeError::AnswerInvalid { endpoint: self.errors.endpoint.clone(), source }.into()
    }
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests;
