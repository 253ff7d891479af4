//! The keys of accounts: which there are, and one that goes out or comes in by itself.

use std::collections::{BTreeMap, BTreeSet};

use hex::ToHex;
use miden_client::Word;
use miden_client::account::{Account, AccountFile, AccountId};
use miden_client::auth::{AuthSecretKey, AuthSingleSig, PublicKeyCommitment};
use zeroize::Zeroizing;

use crate::accounts::own_accounts::Origin;
use crate::accounts::restore::OnChain;
use crate::blocking_tasks::run_blocking;
use crate::errors::{AccountError, ErrorMapper, Result, SealedFileError, WalletError};
use crate::ids::parse_account_id;
use crate::keys::account_secret::SignatureScheme;
use crate::keys::keystore::{
    self, Contents, StoredKey, WrittenKey, key_from_bytes, open_sealed_file, secret_bytes,
};
use crate::pending::Pending;
use crate::transactions::coordinator::Coordinator;

/// The file of one key.
const KEY_FILE: Contents =
    Contents { format: "miden-swift key", version: 1, oldest: 1, what: "a key file" };

/// Where the secret part of a key is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyPlace {
    /// In the wallet's keystore.
    Here,
    /// With the app's signer.
    Signer,
    /// The wallet has the account and not its key: it can look, and cannot sign.
    Nowhere,
    /// Its file is in the wallet's keystore, and cannot be read.
    Damaged,
}

/// A key, without its secret part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeySummary {
    /// The commitment to the public key, which is what the chain knows of it.
    pub commitment: Word,
    /// How it signs; `None` where only its commitment is known.
    pub scheme: Option<SignatureScheme>,
    /// The public key; `None` where only its commitment is known.
    pub public_key: Option<Vec<u8>>,
    /// Where its secret part is.
    pub place: KeyPlace,
    /// The accounts of this wallet that sign with it.
    pub accounts: Vec<AccountId>,
}

impl KeySummary {
    /// A key of which only the commitment is known.
    fn without_key(
        commitment: PublicKeyCommitment,
        place: KeyPlace,
        accounts: Vec<AccountId>,
    ) -> Self {
        Self { commitment: commitment.into(), scheme: None, public_key: None, place, accounts }
    }
}

/// A key that comes in.
pub enum GivenKey<'a> {
    /// In a key file, with its passphrase.
    File {
        /// The file's content.
        file: &'a [u8],
        /// Its passphrase.
        passphrase: Zeroizing<String>,
    },
    /// As [`Coordinator::export_key_unencrypted`] writes it.
    Hex(Zeroizing<String>),
}

impl Coordinator {
    /// The keys that this wallet has or its accounts need. Reads the store and the keystore. What is wrong
    /// with a damaged one is logged, and told to whoever uses it.
    ///
    /// # Errors
    /// [`WalletError::Store`], [`WalletError::Key`].
    pub fn keys(&self) -> Pending<'_, Result<Vec<KeySummary>>> {
        Box::pin(async move {
            let keystore = self.keys.keystore.clone();
            let listed = run_blocking(move || keystore.keys()).await?;
            let mut accounts = self.accounts_by_key().await?;
            let mut keys = Vec::with_capacity(listed.len());
            for (commitment, key) in listed {
                let of_key = accounts.remove(&keystore::hex(commitment));
                let accounts = of_key.map_or_else(Vec::new, |(_, accounts)| accounts);
                keys.push(match key {
                    Ok(key) => KeySummary {
                        commitment: commitment.into(),
                        scheme: Some(SignatureScheme::of(&key.public_key)),
                        public_key: Some(SignatureScheme::public_key_bytes(&key.public_key)),
                        place: if key.is_secret { KeyPlace::Here } else { KeyPlace::Signer },
                        accounts,
                    },
                    Err(error) => {
                        let causes = error.causes();
                        tracing::warn!(%error, ?causes, "a key cannot be read");
                        KeySummary::without_key(commitment, KeyPlace::Damaged, accounts)
                    }
                });
            }
            keys.extend(accounts.into_values().map(|(commitment, accounts)| {
                KeySummary::without_key(commitment, KeyPlace::Nowhere, accounts)
            }));
            Ok(keys)
        })
    }

    /// The key of an account as a file under a passphrase of its own. The passphrase is not the
    /// keystore's, unless somebody chooses the same. Takes a good part of a second.
    ///
    /// # Errors
    /// [`WalletError::UnknownAccount`], [`AccountError::KeyNotHere`],
    /// [`SealedFileError::PassphraseEmpty`], [`WalletError::Unsupported`] for an account that is not
    /// of one key, [`crate::KeyError::KeystoreDamaged`].
    pub fn export_key(
        &self,
        account: AccountId,
        passphrase: Zeroizing<String>,
    ) -> Pending<'_, Result<Vec<u8>>> {
        Box::pin(async move {
            if passphrase.is_empty() {
                return Err(SealedFileError::PassphraseEmpty { what: KEY_FILE.what }.into());
            }
            let key = self.secret_key_of(account).await?;
            run_blocking(move || {
                let written = WrittenKey::secret(&key, BTreeSet::from([account.to_hex()]));
                let text = written.to_json()?;
                keystore::sealed_file(KEY_FILE, &passphrase, text)
            })
            .await
        })
    }

    /// The key of an account as hexadecimal digits, protected by nothing: who has them has the account.
    /// They are Miden's encoding of a secret key, one byte for the scheme and then the key.
    ///
    /// # Errors
    /// As for [`Self::export_key`].
    pub fn export_key_unencrypted(
        &self,
        account: AccountId,
    ) -> Pending<'_, Result<Zeroizing<String>>> {
        Box::pin(async move { Ok(hex_of(&secret_bytes(&*self.secret_key_of(account).await?))) })
    }

    /// Takes in the key of an account: of one that the wallet has without its key or with a damaged one, or of a public one
    /// that it does not have, whose state then comes from the network, with what the chain tells of its
    /// earlier transactions. A private one's state is in its account file and nowhere else.
    ///
    /// `account` says whose key it is, where the key does not; a key file does, and for hexadecimal
    /// digits the wallet looks among its own accounts first.
    ///
    /// # Errors
    /// Those of [`SealedFileError`], [`AccountError::InvalidKey`],
    /// [`AccountError::KeyOfAnotherAccount`], [`AccountError::KeyOfUnknownAccount`],
    /// [`AccountError::StateNeeded`], [`WalletError::AccountAlreadyTracked`] where account and key are
    /// here already, [`WalletError::Unsupported`] where a signer keeps the wallet's keys, what a failed
    /// call of the node means, [`WalletError::Key`], [`WalletError::Store`].
    pub fn import_key<'a>(
        &'a self,
        given: GivenKey<'a>,
        account: Option<AccountId>,
    ) -> Pending<'a, Result<AccountId>> {
        Box::pin(async move {
            let (key, named) = match given {
                GivenKey::File { file, passphrase } => {
                    let file = file.to_vec();
                    run_blocking(move || opened(&file, &passphrase)).await?
                }
                GivenKey::Hex(text) => (key_of_hex(&text)?, None),
            };
            let commitment = key.public_key().to_commitment();
            let account = match (account, named) {
                (Some(account), Some(named)) if account != named => {
                    return Err(AccountError::KeyOfAnotherAccount { account }.into());
                }
                (Some(account), _) | (None, Some(account)) => account,
                (None, None) => self.account_that_signs_with(commitment).await?,
            };
            if self.has_account(account).await? {
                self.add_key(account, key).await?;
            } else {
                self.fetch_with_key(account, key).await?;
            }
            Ok(account)
        })
    }

    /// Adds the key of an account that is here, for all accounts that sign with it.
    pub(crate) async fn add_key(&self, account: AccountId, key: AuthSecretKey) -> Result<()> {
        let commitment = key.public_key().to_commitment();
        if self.key_of(account).await? != commitment {
            return Err(AccountError::KeyOfAnotherAccount { account }.into());
        }
        let of_key = self.accounts_by_key().await?.remove(&keystore::hex(commitment));
        let accounts = of_key.map_or_else(|| vec![account], |(_, accounts)| accounts);
        let accounts = accounts.iter().map(|account| account.to_hex()).collect();
        let keystore = self.keys.keystore.clone();
        run_blocking(move || match keystore.whole_key(commitment)? {
            Some(StoredKey::Secret(_)) => Err(WalletError::AccountAlreadyTracked { account }),
            _ => keystore.add_of_accounts(&key, &accounts),
        })
        .await
    }

    /// Takes in an account as the network has it, with its key.
    async fn fetch_with_key(&self, account: AccountId, key: AuthSecretKey) -> Result<()> {
        let OnChain::State(state) = self.on_chain(account).await? else {
            return Err(AccountError::StateNeeded { account }.into());
        };
        if key_in_slot(&state) != Some(key.public_key().to_commitment()) {
            return Err(AccountError::KeyOfAnotherAccount { account }.into());
        }
        self.expect_past(account).await?;
        self.adopt(&AccountFile::new(*state, vec![key]), Origin::Elsewhere).await?;
        self.learn_past().await;
        self.learn_tokens().await;
        Ok(())
    }

    async fn account_that_signs_with(&self, key: PublicKeyCommitment) -> Result<AccountId> {
        let accounts = self.accounts_by_key().await?;
        let found = accounts.get(&keystore::hex(key)).and_then(|(_, accounts)| accounts.first());
        found.copied().ok_or_else(|| AccountError::KeyOfUnknownAccount.into())
    }

    /// The accounts of this wallet by the keys they sign with, which are named by their commitments.
    async fn accounts_by_key(
        &self,
    ) -> Result<BTreeMap<String, (PublicKeyCommitment, Vec<AccountId>)>> {
        let mut by_key: BTreeMap<_, (_, Vec<_>)> = BTreeMap::new();
        for account in self.store.get_account_ids().await.map_err(ErrorMapper::store)? {
            // Others sign in another way.
            if let Some(key) = self.key_if_any(account).await? {
                by_key.entry(keystore::hex(key)).or_insert((key, Vec::new())).1.push(account);
            }
        }
        Ok(by_key)
    }

    async fn secret_key_of(&self, account: AccountId) -> Result<Box<AuthSecretKey>> {
        self.require_account(account).await?;
        let commitment = self.key_of(account).await?;
        let keystore = self.keys.keystore.clone();
        match run_blocking(move || keystore.key(commitment)).await? {
            Some(StoredKey::Secret(key)) => Ok(key),
            _ => Err(AccountError::KeyNotHere { account }.into()),
        }
    }
}

/// The key in the slot for the one that an account signs with.
fn key_in_slot(account: &Account) -> Option<PublicKeyCommitment> {
    account.storage().get_item(AuthSingleSig::public_key_slot()).ok().map(Into::into)
}

/// The key in a key file, and the account it says it is of.
fn opened(file: &[u8], passphrase: &str) -> Result<(AuthSecretKey, Option<AccountId>)> {
    let damaged = |source| SealedFileError::Damaged { what: KEY_FILE.what, source };
    let text = open_sealed_file(KEY_FILE, passphrase, file)?;
    let written = WrittenKey::from_json(&text).map_err(damaged)?;
    let key = written.secret_key().map_err(damaged)?;
    let key = key.ok_or_else(|| damaged("there is no secret key in it".into()))?;
    let account = written.accounts().iter().next().map(|account| parse_account_id(account));
    Ok((key, account.transpose()?))
}

fn hex_of(bytes: &[u8]) -> Zeroizing<String> {
    // With the room for all of it: a text that grows leaves copies behind.
    let mut text = Zeroizing::new(String::with_capacity(2 + 2 * bytes.len()));
    text.push_str("0x");
    text.push_str(&Zeroizing::new(bytes.encode_hex::<String>()));
    text
}

/// Reads a key. What is wrong with it is said without a digit of it.
fn key_of_hex(text: &str) -> Result<AuthSecretKey, AccountError> {
    let invalid = |reason: &str| AccountError::InvalidKey { reason: reason.to_owned() };
    let text = text.trim();
    let digits = text.strip_prefix("0x").unwrap_or(text);
    let mut bytes = Zeroizing::new(vec![0; digits.len() / 2]);
    hex::decode_to_slice(digits, &mut bytes)
        .map_err(|_| invalid("it is not an even number of hexadecimal digits"))?;
    key_from_bytes(&bytes)
        .ok_or_else(|| invalid("these digits are not a secret key in Miden's encoding"))
}
