//! The accounts of a wallet.

use miden_client::account::{Account, AccountFile, AccountId, AccountType};
use miden_client::address::Address;
use miden_client::auth::AuthSecretKey;
use miden_client::store::{AccountStatus, SettingScope};
use miden_client::sync::NoteTagRecord;
use miden_client::{ClientError, Deserializable, Serializable, Word};
use rand::Rng;
use zeroize::Zeroizing;

use crate::accounts::kinds::AccountKind;
use crate::accounts::state::signing_key;
use crate::accounts::visibility::Visibility;
use crate::blocking_tasks::run_blocking;
use crate::commit_point;
use crate::errors::{ErrorMapper, KeyError, Result, StoreError, WalletError};
use crate::fail_points::FailPoint;
use crate::keys::account_secret::{AccountSecret, SignatureScheme, account_of};
use crate::keys::mnemonic::{AccountPath, MnemonicAccount};
use crate::pending::Pending;
use crate::reader::Reader;
use crate::transactions::coordinator::Coordinator;

/// What a new account is to be.
#[derive(Clone, Default)]
pub struct NewWallet {
    /// What determines account and key, or `None` for random ones.
    pub seed: Option<Seed>,
    /// The public key of a key that the wallet's signer keeps: for ECDSA a point of 33 or 65 bytes,
    /// for Falcon Miden's encoding. Needed where there is a signer, and only there.
    pub public_key: Option<Vec<u8>>,
    /// How it signs.
    pub scheme: SignatureScheme,
    /// Who may see its state.
    pub visibility: Visibility,
    /// What people call it, in this wallet alone.
    pub name: Option<String>,
}

/// What determines an account and its key.
#[derive(Clone)]
pub enum Seed {
    /// 32 bytes.
    Bytes(Zeroizing<Vec<u8>>),
    /// A mnemonic, and which of its accounts. Scheme and visibility say the rest of which one.
    Mnemonic(MnemonicAccount),
}

impl From<Vec<u8>> for Seed {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(Zeroizing::new(bytes))
    }
}

impl Seed {
    /// The 32 bytes. Of a mnemonic this takes some milliseconds.
    fn bytes(
        &self,
        scheme: SignatureScheme,
        visibility: Visibility,
    ) -> Result<Zeroizing<[u8; 32]>> {
        match self {
            Self::Bytes(bytes) => <[u8; 32]>::try_from(bytes.as_slice())
                .map(Zeroizing::new)
                .map_err(|_| WalletError::InvalidSeed { length: bytes.len() }),
            Self::Mnemonic(MnemonicAccount { mnemonic, index, derivation }) => {
                let path =
                    AccountPath { derivation: *derivation, scheme, visibility, index: *index };
                mnemonic.seed()?.account_seed(&path)
            }
        }
    }
}

/// How an account stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountSummary {
    /// The account.
    pub account: AccountId,
    /// What it is for.
    pub kind: AccountKind,
    /// Who may see its state.
    pub visibility: Visibility,
    /// How many transactions it has carried out.
    pub nonce: u64,
    /// Whether it exists on this machine alone so far: its first transaction creates it.
    pub is_new: bool,
    /// Whether the network has a newer state of it than this wallet.
    pub is_locked: bool,
    /// What people call it, in this wallet alone.
    pub name: Option<String>,
}

/// Where an account comes from that is taken in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// It was made just now: nobody can have heard of it.
    Here,
    /// Of a seed, a file or the network: it may have been paid before.
    Elsewhere,
}

/// The setting that holds the account meant where none is named.
const DEFAULT_ACCOUNT_SETTING: &str = "default_account_id";

/// Refuses a file whose key is not the one that its account signs with: it is damaged.
fn require_own_keys(file: &AccountFile) -> Result<()> {
    let (account, keys) = (file.account(), file.auth_secret_keys());
    // One that signs in another way may have any.
    let own = signing_key(account.code(), &account.storage().to_header());
    let is_own = |key: &AuthSecretKey| {
        own.is_none_or(|own| Word::from(key.public_key().to_commitment()) == own)
    };
    if keys.is_empty() || keys.iter().any(is_own) {
        return Ok(());
    }
    let source = "the key in it is not the account's".into();
    Err(WalletError::InvalidAccountFile { source })
}

impl Reader {
    /// Whether the wallet has an account.
    pub(crate) async fn has_account(&self, account: AccountId) -> Result<bool> {
        let known = self.store.get_account_header(account).await.map_err(ErrorMapper::store)?;
        Ok(known.is_some())
    }

    /// Refuses an account the wallet does not have.
    pub(crate) async fn require_account(&self, account: AccountId) -> Result<()> {
        if self.has_account(account).await? {
            return Ok(());
        }
        Err(WalletError::UnknownAccount { account })
    }

    /// Refuses an account of which the network has a newer state. The client would find that out once the
    /// transaction is submitted.
    pub(crate) async fn require_unlocked(&self, account: AccountId) -> Result<()> {
        if self.is_locked(account).await? {
            return Err(WalletError::AccountLocked { account });
        }
        Ok(())
    }

    pub(crate) async fn is_locked(&self, account: AccountId) -> Result<bool> {
        let known = self.store.get_account_header(account).await.map_err(ErrorMapper::store)?;
        Ok(known.is_some_and(|(_, status)| status.is_locked()))
    }

    /// All of an account, as the store has it.
    pub(crate) async fn account_state(&self, account: AccountId) -> Result<Account> {
        let record = self.store.get_account(account).await.map_err(ErrorMapper::store)?;
        let record = record.ok_or(WalletError::UnknownAccount { account })?;
        record.try_into().map_err(WalletError::internal)
    }

    /// The accounts of the wallet. Reads the store alone.
    ///
    /// # Errors
    /// [`WalletError::Store`].
    pub fn accounts(&self) -> Pending<'_, Result<Vec<AccountSummary>>> {
        Box::pin(async move {
            let headers = self.store.get_account_headers().await.map_err(ErrorMapper::store)?;
            let mut names = self.account_names().await?;
            let mut accounts = Vec::with_capacity(headers.len());
            for (header, status) in headers {
                accounts.push(AccountSummary {
                    account: header.id(),
                    kind: self.account_kinds.of(self.store.as_ref(), &header).await?,
                    visibility: Visibility::of(header.id()),
                    nonce: header.nonce().as_canonical_u64(),
                    is_new: matches!(status, AccountStatus::New { .. }),
                    is_locked: status.is_locked(),
                    name: names.remove(&header.id()),
                });
            }
            Ok(accounts)
        })
    }

    /// The account that is meant where none is named.
    ///
    /// # Errors
    /// [`WalletError::Store`].
    pub async fn default_account(&self) -> Result<Option<AccountId>> {
        let stored = self
            .store
            .get_setting(SettingScope::User, DEFAULT_ACCOUNT_SETTING.to_owned())
            .await
            .map_err(ErrorMapper::store)?;
        let Some(bytes) = stored else { return Ok(None) };
        let account = AccountId::read_from_bytes(&bytes).map_err(|error| {
            WalletError::Store(StoreError::Failed { source: error.into(), transient: false })
        })?;
        // It was to be taken in when the process died.
        Ok(self.has_account(account).await?.then_some(account))
    }

    /// Chooses the account that is meant where none is named.
    ///
    /// # Errors
    /// [`WalletError::UnknownAccount`], [`WalletError::Store`].
    pub async fn set_default_account(&self, account: AccountId) -> Result<()> {
        self.require_account(account).await?;
        self.write_default_account(account).await
    }

    async fn write_default_account(&self, account: AccountId) -> Result<()> {
        self.store
            .set_setting(SettingScope::User, DEFAULT_ACCOUNT_SETTING.to_owned(), account.to_bytes())
            .await
            .map_err(ErrorMapper::store)
    }

    /// Has no account be meant where none is named, until one is chosen, or a wallet's account is made or
    /// taken in.
    ///
    /// # Errors
    /// [`WalletError::Store`].
    pub async fn remove_default_account(&self) -> Result<()> {
        self.store
            .remove_setting(SettingScope::User, DEFAULT_ACCOUNT_SETTING.to_owned())
            .await
            .map(|_| ())
            .map_err(ErrorMapper::store)
    }
}

impl Coordinator {
    /// Makes an account and its key, and stores both. The first account of a wallet becomes its
    /// default one. Makes no call of the network: the account's first transaction creates it there.
    ///
    /// # Errors
    /// [`WalletError::InvalidSeed`], [`WalletError::Mnemonic`],
    /// [`WalletError::AccountAlreadyTracked`], [`WalletError::Key`], [`KeyError::InvalidPublicKey`],
    /// [`crate::AccountError::InvalidName`], [`crate::AccountError::NameTaken`].
    pub fn create_wallet(&self, new: NewWallet) -> Pending<'_, Result<AccountId>> {
        Box::pin(async move {
            let visibility = new.visibility.account_type();
            let name = new.name.as_deref();
            // Held until the account is there.
            let _turn = match name {
                Some(name) => Some(self.require_free_name(name, None).await?),
                None => None,
            };
            match (new.public_key, &self.keys.signer) {
                (Some(key), Some(_)) if new.seed.is_none() => {
                    return self.create_wallet_of_signer(&key, new.scheme, visibility, name).await;
                }
                (Some(_), Some(_)) => {
                    return Err(no_key("a seed gives a key of its own, so name one of the two"));
                }
                (Some(_), None) => {
                    return Err(no_key(
                        "this wallet makes its keys itself. Open it with a signer for keys of a signer",
                    ));
                }
                (None, Some(_)) => {
                    return Err(no_key(
                        "there is none. This wallet's keys are kept by a signer, and a new account \
                         needs the public key of one of them",
                    ));
                }
                (None, None) => {}
            }
            // A Falcon key takes a quarter of a second, which nobody else should wait for.
            let origin = if new.seed.is_some() { Origin::Elsewhere } else { Origin::Here };
            let secret = run_blocking(move || {
                let seed = match new.seed {
                    Some(seed) => seed.bytes(new.scheme, new.visibility)?,
                    None => random_seed(),
                };
                AccountSecret::derive(&seed, new.scheme, visibility)
            })
            .await?;
            let file = AccountFile::new(secret.account, vec![secret.key]);
            self.adopt_named(&file, origin, name).await
        })
    }

    /// Makes an account for a key that the signer keeps.
    async fn create_wallet_of_signer(
        &self,
        public_key: &[u8],
        scheme: SignatureScheme,
        visibility: AccountType,
        name: Option<&str>,
    ) -> Result<AccountId> {
        let key =
            scheme.parse_public_key(public_key).map_err(|error| no_key(&error.to_string()))?;
        let account = account_of(*random_seed(), &key, visibility)?;
        let (id, keystore) = (account.id(), self.keys.keystore.clone());
        run_blocking(move || keystore.add_public(&key, id)).await?;
        self.adopt_named(&AccountFile::new(account, Vec::new()), Origin::Here, name).await
    }

    /// Takes in an account with its keys. One that is locked gets the state in the file, where that is
    /// the network's.
    pub(crate) async fn adopt(&self, file: &AccountFile, origin: Origin) -> Result<AccountId> {
        self.adopt_named(file, origin, None).await
    }

    /// The same, and gives it a name that [`Coordinator::require_free_name`] has found to be free. One that is
    /// locked keeps its own.
    async fn adopt_named(
        &self,
        file: &AccountFile,
        origin: Origin,
        name: Option<&str>,
    ) -> Result<AccountId> {
        let account = file.account();
        let id = account.id();
        // A state that takes the place of another must not meet a transaction of the one before.
        let guard =
            if self.is_locked(id).await? { Some(self.exclusive_guard().await) } else { None };
        let mut client = self.client().await?;
        // The client takes the place of a locked one only by the state the network has.
        let replaces = guard.is_some() && self.is_locked(id).await?;
        if !replaces && self.has_account(id).await? {
            return Err(WalletError::AccountAlreadyTracked { account: id });
        }
        require_own_keys(file)?;
        let kind = AccountKind::of(account.code());
        // Who names no account means one that holds assets.
        let is_first = kind == AccountKind::Wallet && self.default_account().await?.is_none();
        self.fail_points.reached(FailPoint::BeforeKey).await;
        commit_point::announce();
        // The key first: a key without an account is harmless, the opposite is a lost account.
        let (keys, keystore) = (file.auth_secret_keys().to_vec(), self.keys.keystore.clone());
        run_blocking(move || keys.iter().try_for_each(|key| keystore.add(key, id))).await?;
        self.fail_points.reached(FailPoint::AfterKey).await;
        if matches!(origin, Origin::Elsewhere) {
            self.expect_earlier_notes(id).await?;
            self.expect_references_elsewhere(id).await?;
        }
        // Before the account, as its name and the tag by which it is paid: what ends in between leaves none that nobody
        // means, none without its name, and none whose notes are not found. Without the account they mean nothing.
        if is_first {
            self.write_default_account(id).await?;
        }
        if !replaces {
            let tag = NoteTagRecord::with_account_source(Address::new(id).to_note_tag(), id);
            self.store.add_note_tag(tag).await.map_err(ErrorMapper::store)?;
            if let Some(name) = name {
                self.write_account_name(id, name).await?;
            }
        }
        client.add_account(account, replaces).await.map_err(|error| match error {
            ClientError::AccountCommitmentMismatch(_) | ClientError::AccountNonceTooLow => {
                WalletError::AccountLocked { account: id }
            }
            error @ ClientError::AccountError(_) => {
                WalletError::AccountCreation { source: error.into() }
            }
            error => self.errors.client(error),
        })?;
        drop((client, guard));
        self.history.mark_stale();
        // Its address may be given out at once, and what makes it is known to nobody else. It is there in any case: whoever
        // is told of a failure makes a second one.
        if let Err(error) = self.sync_store_to_disk().await {
            let causes = error.causes();
            tracing::warn!(account = %id, %error, ?causes, "the disk may not have a new account yet");
        }
        self.learn_own_token(account).await;
        Ok(id)
    }
}

pub(crate) fn no_key(reason: &str) -> WalletError {
    KeyError::InvalidPublicKey { reason: reason.to_owned() }.into()
}

pub(crate) fn random_seed() -> Zeroizing<[u8; 32]> {
    let mut seed = Zeroizing::new([0; 32]);
    rand::rng().fill_bytes(seed.as_mut_slice());
    seed
}
