//! Making a faucet.

use miden_client::account::component::{
    BurnPolicy, FungibleFaucet, MintPolicy, TokenName, TokenPolicyManager,
    create_singlesig_user_fungible_faucet,
};
use miden_client::account::{Account, AccountFile, AccountId, AccountType};
use miden_client::asset::{AssetAmount, TokenSymbol};
use miden_client::auth::{Approver, AuthSecretKey, AuthSingleSig, PublicKey};
use rand::SeedableRng;
use rand_chacha::ChaCha12Rng;

use crate::accounts::own_accounts::{Origin, no_key, random_seed};
use crate::accounts::visibility::Visibility;
use crate::blocking_tasks::run_blocking;
use crate::errors::{FaucetError, Result, WalletError};
use crate::keys::account_secret::SignatureScheme;
use crate::pending::Pending;
use crate::transactions::coordinator::Coordinator;

/// What a new faucet is to be.
#[derive(Debug, Clone)]
pub struct NewFaucet {
    /// What its token is called: 1 to 12 capital letters.
    pub symbol: String,
    /// How many digits of an amount in base units stand behind the decimal point, 12 at most.
    pub decimals: u8,
    /// What it may issue at most, in base units.
    pub maximum_supply: u64,
    /// The token's name, of 32 bytes at most; the symbol where there is none.
    pub name: Option<String>,
    /// How it signs.
    pub scheme: SignatureScheme,
    /// Who may see its state. Of a private faucet nobody else can learn what its token is.
    pub visibility: Visibility,
    /// The public key of a key that the wallet's signer keeps, as
    /// [`NewWallet::public_key`](crate::NewWallet) takes it. Needed where there is a signer, and only there.
    pub public_key: Option<Vec<u8>>,
}

impl Coordinator {
    /// Makes a faucet of a fungible token, with a key of its own, and stores both. Makes no call of the
    /// network: its first transaction creates it there. It pays the fees of its transactions itself, so
    /// where there are fees it has to be paid some of the token they are paid in, and consume that.
    ///
    /// # Errors
    /// [`FaucetError::InvalidToken`], [`WalletError::Key`], [`crate::KeyError::InvalidPublicKey`].
    pub fn create_faucet(&self, new: NewFaucet) -> Pending<'_, Result<AccountId>> {
        Box::pin(async move {
            let token = token(&new)?;
            let visibility = new.visibility.account_type();
            match (&new.public_key, &self.keys.signer) {
                (Some(key), Some(_)) => {
                    let key = new
                        .scheme
                        .parse_public_key(key)
                        .map_err(|error| no_key(&error.to_string()))?;
                    let account = faucet_of(*random_seed(), token, &key, visibility)?;
                    let (id, keystore) = (account.id(), self.keys.keystore.clone());
                    run_blocking(move || keystore.add_public(&key, id)).await?;
                    self.adopt(&AccountFile::new(account, Vec::new()), Origin::Here).await
                }
                (Some(_), None) => Err(no_key(
                    "this wallet makes its keys itself. Open it with a signer for keys of a signer",
                )),
                (None, Some(_)) => Err(no_key(
                    "there is none. This wallet's keys are kept by a signer, and a new account needs \
                     the public key of one of them",
                )),
                (None, None) => {
                    // A Falcon key takes a quarter of a second, which nobody else should wait for.
                    let file = run_blocking(move || {
                        let mut generator = ChaCha12Rng::from_seed(*random_seed());
                        let key =
                            AuthSecretKey::with_scheme_and_rng(new.scheme.id(), &mut generator)
                                .map_err(|error| WalletError::Key { source: error.into() })?;
                        let account =
                            faucet_of(*random_seed(), token, &key.public_key(), visibility)?;
                        Ok(AccountFile::new(account, vec![key]))
                    })
                    .await?;
                    self.adopt(&file, Origin::Here).await
                }
            }
        })
    }
}

/// The faucet's own part of the account.
fn token(new: &NewFaucet) -> Result<FungibleFaucet> {
    let symbol = TokenSymbol::new(&new.symbol).map_err(|error| invalid(error.to_string()))?;
    let name = new.name.as_deref().unwrap_or(&new.symbol);
    if name.is_empty() {
        return Err(invalid("its name is empty"));
    }
    let name = TokenName::new(name).map_err(|error| invalid(format!("its name: {error}")))?;
    if new.maximum_supply == 0 {
        return Err(invalid("with a maximum supply of 0 there could never be any of it"));
    }
    let maximum =
        AssetAmount::new(new.maximum_supply).map_err(|error| invalid(error.to_string()))?;
    FungibleFaucet::builder()
        .name(name)
        .symbol(symbol)
        .decimals(new.decimals)
        .max_supply(maximum)
        .build()
        .map_err(|error| invalid(error.to_string()))
}

/// A new faucet that signs with a key. Whoever has the key issues; who holds the token may burn it.
fn faucet_of(
    account_seed: [u8; 32],
    token: FungibleFaucet,
    key: &PublicKey,
    visibility: AccountType,
) -> Result<Account> {
    let approver = Approver::new(key.to_commitment(), key.auth_scheme());
    let policies = TokenPolicyManager::builder()
        .active_mint_policy(MintPolicy::allow_all())
        .active_burn_policy(BurnPolicy::allow_all())
        .build();
    create_singlesig_user_fungible_faucet(
        account_seed,
        token,
        AuthSingleSig::new(approver),
        policies,
        visibility,
    )
    .map_err(|error| WalletError::AccountCreation { source: error.into() })
}

fn invalid(reason: impl Into<String>) -> WalletError {
    FaucetError::InvalidToken { reason: reason.into() }.into()
}
