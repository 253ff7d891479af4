//! Accounts of a mnemonic that a wallet does not have, found on the network.
//!
//! Of each kind the accounts of index 0, 1, 2 … are derived, and the network is asked which of them
//! exist, until so many in a row do not as the gap limit says. The network knows an account from its
//! first transaction on: one that has been paid and has not done anything yet is not found.

use std::sync::Arc;

use miden_client::account::{Account, AccountFile, AccountId};
use miden_client::auth::AuthSecretKey;
use miden_client::rpc::RpcError;
use miden_client::rpc::domain::account::GetAccountRequest;
use miden_client::rpc::node::{EndpointError, GetAccountError};
use miden_client::{ClientError, EMPTY_WORD};

use crate::accounts::own_accounts::Origin;
use crate::accounts::visibility::Visibility;
use crate::blocking_tasks::run_blocking;
use crate::errors::{MnemonicError, Result, WalletError};
use crate::keys::account_secret::{AccountSecret, SignatureScheme};
use crate::keys::mnemonic::{AccountPath, Derivation, Mnemonic, MnemonicSeed};
use crate::pending::Pending;
use crate::transactions::coordinator::Coordinator;

/// The highest gap limit: each unused account is a question to the network.
pub const HIGHEST_GAP_LIMIT: u32 = 100;

/// What is to be looked for.
#[derive(Debug, Clone)]
pub struct Restoration {
    /// The words.
    pub mnemonic: Mnemonic,
    /// After how many unused accounts in a row no more are looked for.
    pub gap_limit: u32,
    /// How the accounts sign. To look for those of Falcon takes a quarter of a second for each.
    pub schemes: Vec<SignatureScheme>,
    /// How they are derived.
    pub derivations: Vec<Derivation>,
}

/// An account of the mnemonic that exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RestoredAccount {
    /// The account.
    pub account: AccountId,
    /// Which one of the mnemonic's it is.
    pub path: AccountPath,
    /// What has become of it.
    pub outcome: RestoreOutcome,
}

/// What a restoration has made of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RestoreOutcome {
    /// It is in the wallet now, with its key.
    Restored,
    /// The wallet had it before.
    AlreadyThere,
    /// It is private: the network has only a commitment to its state. The state is in an account file,
    /// and without one it is lost.
    NeedsAccountFile,
}

/// What the network has of an account.
pub(crate) enum OnChain {
    Nothing,
    Commitment,
    State(Box<Account>),
}

impl Coordinator {
    /// Looks for the accounts of a mnemonic and takes in those whose state the network has. Where it
    /// fails or is dropped, what was found until then stays, and the next call finds it there.
    ///
    /// The accounts come as they are at the tip of the chain. Sync before using them. Their earlier
    /// transactions come into the history, as far as the chain tells of them; where the node does not
    /// answer that, the next sync asks again.
    ///
    /// # Errors
    /// [`MnemonicError::InvalidGapLimit`], [`WalletError::Unsupported`] where a signer keeps the
    /// wallet's keys, [`WalletError::Node`], [`WalletError::Key`], [`WalletError::Store`].
    pub fn restore(&self, restoration: Restoration) -> Pending<'_, Result<Vec<RestoredAccount>>> {
        Box::pin(async move {
            let Restoration { mnemonic, gap_limit, schemes, derivations } = restoration;
            if !(1..=HIGHEST_GAP_LIMIT).contains(&gap_limit) {
                let (limit, most) = (gap_limit, HIGHEST_GAP_LIMIT);
                return Err(MnemonicError::InvalidGapLimit { limit, most }.into());
            }
            if self.keys.signer.is_some() {
                return Err(WalletError::Unsupported {
                    what: "This wallet's keys are kept by a signer, and those of a mnemonic's accounts \
                           would have to be here. Restore them into a wallet that keeps its keys itself."
                        .to_owned(),
                });
            }
            let seed = Arc::new(run_blocking(move || mnemonic.seed()).await?);
            let mut found = Vec::new();
            for derivation in without_repetition(derivations) {
                for scheme in without_repetition(schemes.clone()) {
                    for visibility in [Visibility::Public, Visibility::Private] {
                        let first = AccountPath { derivation, scheme, visibility, index: 0 };
                        self.restore_branch(&seed, first, gap_limit, &mut found).await?;
                    }
                }
            }
            self.learn_past().await;
            self.learn_tokens().await;
            Ok(found)
        })
    }

    /// The accounts of one kind.
    async fn restore_branch(
        &self,
        seed: &Arc<MnemonicSeed>,
        first: AccountPath,
        gap_limit: u32,
        found: &mut Vec<RestoredAccount>,
    ) -> Result<()> {
        let mut unused = 0;
        let mut path = first;
        while unused < gap_limit {
            if let Some(account) = self.restore_one(seed, path).await? {
                found.push(account);
                unused = 0;
            } else {
                unused += 1;
            }
            path.index += 1;
        }
        Ok(())
    }

    /// The account of a path, where there is one.
    async fn restore_one(
        &self,
        seed: &Arc<MnemonicSeed>,
        path: AccountPath,
    ) -> Result<Option<RestoredAccount>> {
        let seed = seed.clone();
        let AccountSecret { account, key } = run_blocking(move || {
            let seed = seed.account_seed(&path)?;
            AccountSecret::derive(&seed, path.scheme, path.visibility.account_type())
        })
        .await?;
        let account = account.id();
        let outcome = if self.has_account(account).await? {
            RestoreOutcome::AlreadyThere
        } else {
            match self.on_chain(account).await? {
                OnChain::Nothing => return Ok(None),
                OnChain::Commitment => RestoreOutcome::NeedsAccountFile,
                OnChain::State(state) => self.take_in(*state, key).await?,
            }
        };
        tracing::info!(%account, ?outcome, "an account of the mnemonic");
        Ok(Some(RestoredAccount { account, path, outcome }))
    }

    async fn take_in(&self, state: Account, key: AuthSecretKey) -> Result<RestoreOutcome> {
        self.expect_past(state.id()).await?;
        match self.adopt(&AccountFile::new(state, vec![key]), Origin::Elsewhere).await {
            Ok(_) => Ok(RestoreOutcome::Restored),
            // Another call of this wallet was faster.
            Err(WalletError::AccountAlreadyTracked { .. }) => Ok(RestoreOutcome::AlreadyThere),
            Err(error) => Err(error),
        }
    }

    /// Asks the node for an account. Of a private one it proves what commitment it has, if any.
    pub(crate) async fn on_chain(&self, account: AccountId) -> Result<OnChain> {
        let answer = if account.is_public() {
            self.node.get_account_details(account).await.map(|state| match state {
                Some(state) => OnChain::State(Box::new(state)),
                None => OnChain::Nothing,
            })
        } else {
            self.node.get_account(GetAccountRequest::new(account)).await.map(|(_, proof)| {
                if proof.account_commitment() == EMPTY_WORD {
                    OnChain::Nothing
                } else {
                    OnChain::Commitment
                }
            })
        };
        match answer {
            Ok(answer) => Ok(answer),
            Err(error) if is_not_found(&error) => Ok(OnChain::Nothing),
            Err(error) => Err(self.explain(ClientError::RpcError(error)).await),
        }
    }
}

fn is_not_found(error: &RpcError) -> bool {
    matches!(
        error.endpoint_error(),
        Some(EndpointError::GetAccount(GetAccountError::AccountNotFound))
    )
}

/// The same, each once and in the order of their first mention.
fn without_repetition<T: PartialEq + Copy>(all: Vec<T>) -> Vec<T> {
    let mut each = Vec::with_capacity(all.len());
    for one in all {
        if !each.contains(&one) {
            each.push(one);
        }
    }
    each
}
