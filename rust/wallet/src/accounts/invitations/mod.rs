//! Networks that take new accounts by invitation.

use miden_client::ClientError;
use miden_client::account::{AccountId, AccountType};
use miden_client::rpc::{EndpointError, GrpcError, RegisterAccountError, RpcError};
use tracing::info;

use crate::accounts::own_accounts::random_seed;
use crate::blocking_tasks::run_blocking;
use crate::commit_point;
use crate::errors::{ErrorMapper, InvitationError, Result, WalletError};
use crate::keys::account_secret::{AccountSecret, SignatureScheme};
use crate::pending::Pending;
use crate::transactions::coordinator::Coordinator;

impl Coordinator {
    /// Uses an invitation code for a new account, before its first transaction. A code is for one account.
    /// The network may pay the account some of the token fees are paid in: a later sync brings that.
    ///
    /// # Errors
    /// [`WalletError::UnknownAccount`], [`WalletError::Invitation`], what a failed call of the node means, and
    /// where the wallet has to catch up first, what a failed sync means.
    pub fn register<'a>(
        &'a self,
        account: AccountId,
        invitation_code: &'a str,
    ) -> Pending<'a, Result<()>> {
        Box::pin(async move {
            // The node takes codes only from who names its genesis block, which a wallet that was never synced
            // does not know.
            self.catch_up().await?;
            self.require_sound()?;
            let client = self.client_of_its_own().await?;
            // Whoever gives up waiting for the answer would be told that nothing was done, and give the code, which
            // may be used up, to another account.
            commit_point::announce();
            client
                .register_account(account, invitation_code)
                .await
                .map_err(|error| self.refused_invitation(account, error))
        })
    }

    /// Whether an invitation code can still be used for a new account. Uses none up.
    ///
    /// # Errors
    /// [`InvitationError::NoneNeeded`] where the network takes every account,
    /// [`InvitationError::InvalidCode`], what a failed call of the node means, and where the wallet has to
    /// catch up first, what a failed sync means.
    pub fn check_invitation<'a>(&'a self, invitation_code: &'a str) -> Pending<'a, Result<bool>> {
        Box::pin(async move {
            // As for its use: the node wants to hear its genesis block.
            self.catch_up().await?;
            self.require_sound()?;
            let client = self.client_of_its_own().await?;
            let checked = client.is_invitation_code_valid(invitation_code).await;
            let is_usable = checked.map_err(|error| self.refused_check(error))?;
            // A network that takes every account calls every code valid.
            if is_usable && self.takes_everybody().await? {
                return Err(InvitationError::NoneNeeded.into());
            }
            Ok(is_usable)
        })
    }

    fn refused_check(&self, error: ClientError) -> WalletError {
        match &error {
            ClientError::RpcError(RpcError::RequestError {
                error_kind: GrpcError::InvalidArgument,
                ..
            }) => InvitationError::InvalidCode { source: error.into() }.into(),
            _ => self.errors.client(error),
        }
    }

    /// Whether the network takes an account that nobody has: no invitation was used for it.
    async fn takes_everybody(&self) -> Result<bool> {
        let nobody = run_blocking(|| {
            let (scheme, account) = (SignatureScheme::EcdsaK256Keccak, AccountType::Private);
            AccountSecret::derive(&random_seed(), scheme, account)
        })
        .await?;
        match self.node.is_account_allowed(nobody.account.id()).await {
            Ok(takes) => Ok(takes),
            Err(error) => {
                info!(%error, "could not tell whether the network takes every account");
                Ok(false)
            }
        }
    }

    fn refused_invitation(&self, account: AccountId, error: ClientError) -> WalletError {
        let refusal = match &error {
            ClientError::AccountIsNotNew(_)
            | ClientError::AccountAlreadyAllowed(_)
            | ClientError::AccountIsNetworkAccount(_) => {
                return InvitationError::NotNeeded { account }.into();
            }
            ClientError::RpcError(RpcError::RequestError {
                endpoint_error: Some(EndpointError::RegisterAccount(refusal)),
                ..
            }) => refusal,
            _ => return self.errors.client(error),
        };
        match refusal {
            RegisterAccountError::InvitationNotFound => {
                InvitationError::UnknownCode { source: error.into() }
            }
            RegisterAccountError::AlreadyRegistered => {
                InvitationError::CodeUsed { source: error.into() }
            }
            RegisterAccountError::InvalidRequest(_) => {
                InvitationError::InvalidCode { source: error.into() }
            }
        }
        .into()
    }

    /// Refuses a transaction that creates an account which the network does not take: it would only say
    /// so after the proof.
    pub(crate) async fn require_invited(&self, account: AccountId) -> Result<()> {
        let known = self.store.get_account_header(account).await.map_err(ErrorMapper::store)?;
        if !known.is_some_and(|(_, status)| status.is_new()) {
            return Ok(());
        }
        match self.node.is_account_allowed(account).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(WalletError::NotInvited { account }),
            // A node that cannot tell decides when it gets the transaction.
            Err(error) => {
                info!(%account, %error, "could not tell whether the network takes the account");
                Ok(())
            }
        }
    }
}

#[cfg(all(test, feature = "embedded-chain"))]
mod tests;
