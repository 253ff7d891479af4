//! Accounts with components of one's own.

use miden_client::account::component::{AccountComponent, BasicWallet};
use miden_client::account::{
    Account, AccountBuilder, AccountBuilderSchemaCommitmentExt, AccountFile, AccountId,
};
use miden_client::auth::{Approver, AuthSecretKey, AuthSingleSig, PublicKey};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha12Rng;
use zeroize::Zeroizing;

use super::components::{InitialSlot, components};
use super::packages::Package;
use crate::accounts::own_accounts::{Origin, no_key, random_seed};
use crate::accounts::visibility::Visibility;
use crate::blocking_tasks::run_blocking;
use crate::errors::{ContractError, Result, WalletError};
use crate::keys::account_secret::SignatureScheme;
use crate::pending::Pending;
use crate::transactions::coordinator::Coordinator;

/// What a new account is to be made of.
#[derive(Clone, Default)]
pub struct NewAccount {
    /// The packages of its components. Where one of them decides on transactions itself, the account has
    /// no key; else it has one of this wallet.
    pub components: Vec<Package>,
    /// Whether it can also receive and send assets as wallets do. An account that cannot receive
    /// anything cannot pay a fee either.
    pub basic_wallet: bool,
    /// What is in its storage to begin with.
    pub slots: Vec<InitialSlot>,
    /// The same as TOML, in the form of Miden's tools, for slots that the components declare.
    pub initial_storage: Option<String>,
    /// 32 bytes that determine account and key, or `None` for random ones.
    pub seed: Option<Zeroizing<Vec<u8>>>,
    /// The public key of a key that the wallet's signer keeps, where there is a signer.
    pub public_key: Option<Vec<u8>>,
    /// How it signs.
    pub scheme: SignatureScheme,
    /// Who may see its state.
    pub visibility: Visibility,
}

/// Who signs for a new account.
enum NewKey {
    /// A component decides, without a key.
    None,
    /// A new key.
    Own(Box<AuthSecretKey>),
    /// The signer's.
    OfSigner(Box<PublicKey>),
}

impl Coordinator {
    /// Makes an account of components, and its key, and stores both. Makes no call of the network: the
    /// account's first transaction creates it there. A first account becomes the default one.
    ///
    /// # Errors
    /// [`WalletError::Contract`] for what is wrong with a component or its storage,
    /// [`WalletError::InvalidSeed`], [`WalletError::AccountAlreadyTracked`], [`WalletError::Key`],
    /// [`crate::KeyError::InvalidPublicKey`].
    pub fn create_account(&self, new: NewAccount) -> Pending<'_, Result<AccountId>> {
        Box::pin(async move {
            let has_signer = self.keys.signer.is_some();
            let origin = if new.seed.is_some() { Origin::Elsewhere } else { Origin::Here };
            // A Falcon key takes a quarter of a second, which nobody else should wait for.
            let (account, key) = run_blocking(move || new.build(has_signer)).await?;
            let keys = match key {
                NewKey::None => Vec::new(),
                NewKey::Own(key) => vec![*key],
                NewKey::OfSigner(key) => {
                    let (id, keystore) = (account.id(), self.keys.keystore.clone());
                    run_blocking(move || keystore.add_public(&key, id)).await?;
                    Vec::new()
                }
            };
            self.adopt(&AccountFile::new(account, keys), origin).await
        })
    }
}

impl NewAccount {
    fn build(self, has_signer: bool) -> Result<(Account, NewKey)> {
        let initial = self.initial_storage.as_deref();
        let mut components = components(&self.components, &self.slots, initial)?;
        if components.is_empty() && !self.basic_wallet {
            return Err(ContractError::NoComponents.into());
        }
        let seed = match &self.seed {
            Some(seed) => <[u8; 32]>::try_from(seed.as_slice())
                .map(Zeroizing::new)
                .map_err(|_| WalletError::InvalidSeed { length: seed.len() })?,
            None => random_seed(),
        };
        let decides = components.iter().any(AccountComponent::is_auth_component);
        let (account_seed, key) = self.key(&seed, decides, has_signer)?;
        let public_key = match &key {
            NewKey::None => None,
            NewKey::Own(key) => Some(key.public_key()),
            NewKey::OfSigner(key) => Some((**key).clone()),
        };
        if let Some(key) = public_key {
            let approver = Approver::new(key.to_commitment(), key.auth_scheme());
            components.insert(0, AuthSingleSig::new(approver).into());
        }
        if self.basic_wallet {
            components.push(BasicWallet.into());
        }
        let builder = components.into_iter().fold(
            AccountBuilder::new(*account_seed).account_type(self.visibility.account_type()),
            AccountBuilder::with_component,
        );
        let account = builder
            .build_with_schema_commitment()
            .map_err(|error| ContractError::InvalidComponent { source: error.into() })?;
        Ok((account, key))
    }

    /// The account's own seed and its key. Of a seed they come as those of a wallet do.
    fn key(
        &self,
        seed: &[u8; 32],
        decides: bool,
        has_signer: bool,
    ) -> Result<(Zeroizing<[u8; 32]>, NewKey)> {
        let own = Zeroizing::new(*seed);
        match (&self.public_key, has_signer) {
            (None, _) if decides => Ok((own, NewKey::None)),
            (Some(_), _) if decides => {
                Err(no_key("a component of this account decides on its transactions without it"))
            }
            (Some(key), true) => {
                let key = self
                    .scheme
                    .parse_public_key(key)
                    .map_err(|error| no_key(&error.to_string()))?;
                Ok((own, NewKey::OfSigner(Box::new(key))))
            }
            (Some(_), false) => Err(no_key(
                "this wallet makes its keys itself. Open it with a signer for keys of a signer",
            )),
            (None, true) => Err(no_key(
                "there is none. This wallet's keys are kept by a signer, and a new account needs the \
                 public key of one of them",
            )),
            (None, false) => {
                let mut generator = ChaCha12Rng::from_seed(*seed);
                let key = AuthSecretKey::with_scheme_and_rng(self.scheme.id(), &mut generator)
                    .map_err(|error| WalletError::Key { source: error.into() })?;
                let mut account_seed = Zeroizing::new([0; 32]);
                generator.fill_bytes(account_seed.as_mut_slice());
                Ok((account_seed, NewKey::Own(Box::new(key))))
            }
        }
    }
}
