//! From a seed to a key and an account.
//!
//! The derivation is that of the official Miden wallet, so that a seed gives the same account in
//! both: a ChaCha12 generator seeded with the 32 bytes makes the key first, and the 32 bytes it
//! gives next are the account's own seed.

use miden_client::account::component::BasicWallet;
use miden_client::account::{
    Account, AccountBuilder, AccountBuilderSchemaCommitmentExt, AccountType,
};
use miden_client::auth::{Approver, AuthSchemeId, AuthSecretKey, AuthSingleSig, PublicKey};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha12Rng;
use serde::{Deserialize, Serialize};

use crate::errors::{Result, WalletError};

/// How an account signs.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub enum SignatureScheme {
    /// ECDSA over secp256k1 with Keccak, the default of Miden wallets: its proofs are about five
    /// times cheaper than Falcon's.
    #[default]
    #[serde(rename = "ecdsa_k256_keccak")]
    EcdsaK256Keccak,
    /// Falcon-512 with Poseidon2, which withstands quantum computers.
    #[serde(rename = "falcon512_poseidon2")]
    Falcon512Poseidon2,
}

impl SignatureScheme {
    pub(crate) fn id(self) -> AuthSchemeId {
        match self {
            Self::EcdsaK256Keccak => AuthSchemeId::EcdsaK256Keccak,
            Self::Falcon512Poseidon2 => AuthSchemeId::Falcon512Poseidon2,
        }
    }
}

/// A new account with its key, before either is stored.
pub struct AccountSecret {
    /// The account, with nonce 0 and the seed that proves its id.
    pub account: Account,
    /// The key it signs with.
    pub key: AuthSecretKey,
}

impl AccountSecret {
    /// Derives the account and the key of a seed. The same seed, scheme and visibility give the
    /// same account everywhere. Takes some milliseconds, with Falcon about a quarter of a second.
    ///
    /// # Errors
    /// [`WalletError::Key`] or [`WalletError::AccountCreation`].
    pub fn derive(
        seed: &[u8; 32],
        scheme: SignatureScheme,
        visibility: AccountType,
    ) -> Result<Self> {
        let mut generator = ChaCha12Rng::from_seed(*seed);
        let key = AuthSecretKey::with_scheme_and_rng(scheme.id(), &mut generator)
            .map_err(|error| WalletError::Key { source: error.into() })?;
        let mut account_seed = [0; 32];
        generator.fill_bytes(&mut account_seed);
        let account = account_of(account_seed, &key.public_key(), visibility)?;
        Ok(Self { account, key })
    }
}

/// A new account that signs with a key.
pub(crate) fn account_of(
    account_seed: [u8; 32],
    key: &PublicKey,
    visibility: AccountType,
) -> Result<Account> {
    let approver = Approver::new(key.to_commitment(), key.auth_scheme());
    AccountBuilder::new(account_seed)
        .account_type(visibility)
        .with_component(AuthSingleSig::new(approver))
        .with_component(BasicWallet)
        .build_with_schema_commitment()
        .map_err(|error| WalletError::AccountCreation { source: error.into() })
}
