//! Messages signed with an account's key: proofs to others that the account's owner said something.
//! What web pages ask for is signed in the same way.

use std::sync::Arc;

use miden_client::account::AccountId;
use miden_client::account::AccountReader;
use miden_client::auth::{AuthSingleSig, PublicKey, PublicKeyCommitment};
use miden_client::store::StoreError;
use miden_client::{ClientError, Word};
use miden_protocol::errors::AccountError as StateError;

use super::schemes::{has_high_s, signature_bytes, verified_signature};
use super::{PayloadKind, SignatureQuestion, Signer, SigningPayload};
use crate::blocking_tasks::run_blocking;
use crate::errors::{AccountError, KeyError, Result, WalletError};
use crate::keys::account_secret::SignatureScheme;
use crate::keys::keystore::StoredKey;
use crate::pending::Pending;
use crate::transactions::coordinator::Coordinator;

/// A signature over a message, or over what a web page asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageSignature {
    /// How it was signed.
    pub scheme: SignatureScheme,
    /// The public key it holds for.
    pub public_key: Vec<u8>,
    /// The signature.
    pub signature: Vec<u8>,
}

impl MessageSignature {
    /// The commitment to the public key in it, which is what the chain knows of a key.
    ///
    /// # Errors
    /// [`KeyError::InvalidPublicKey`].
    pub fn key_commitment(&self) -> Result<Word> {
        self.key().map(|key| key.to_commitment().into())
    }

    fn key(&self) -> Result<PublicKey> {
        let parsed = self.scheme.parse_public_key(&self.public_key);
        parsed.map_err(|error| KeyError::InvalidPublicKey { reason: error.to_string() }.into())
    }
}

/// Whether a signature that [`Coordinator::sign_message`] made holds for a message.
///
/// # Errors
/// [`KeyError::InvalidPublicKey`], [`KeyError::SignatureWithHighS`].
pub fn verify_message(signature: &MessageSignature, message: &[u8]) -> Result<bool> {
    let key = signature.key()?;
    if has_high_s(signature.scheme, &signature.signature) {
        return Err(KeyError::SignatureWithHighS.into());
    }
    let word = SigningPayload::read(PayloadKind::Message, message)?.word();
    Ok(verified_signature(&key, word, &signature.signature).is_ok())
}

impl Coordinator {
    /// Signs a message with an account's key, as [`Self::sign`] does.
    ///
    /// # Errors
    /// Those of [`Self::sign`].
    pub fn sign_message<'a>(
        &'a self,
        account: AccountId,
        message: &'a [u8],
    ) -> Pending<'a, Result<MessageSignature>> {
        self.sign(account, PayloadKind::Message, message)
    }

    /// Signs bytes of a kind with an account's key. Nothing of it goes to the network. Where a signer
    /// keeps the key it is asked, and dropping the future withdraws the question.
    ///
    /// # Errors
    /// [`WalletError::UnknownAccount`], [`WalletError::Unsupported`] for an account that is not of one
    /// key, [`AccountError::KeyNotHere`], [`KeyError::InvalidSigningPayload`],
    /// [`KeyError::SignerFailed`], [`KeyError::InvalidSignature`], [`KeyError::SignerUnavailable`],
    /// [`KeyError::KeystoreDamaged`].
    pub fn sign<'a>(
        &'a self,
        account: AccountId,
        kind: PayloadKind,
        bytes: &'a [u8],
    ) -> Pending<'a, Result<MessageSignature>> {
        Box::pin(async move {
            let commitment = self.key_of(account).await?;
            let bytes = bytes.to_vec();
            // A page chose the bytes: there a decoder that panics fails this call alone.
            let word = run_blocking(move || SigningPayload::read(kind, &bytes)).await?.word();
            let keystore = self.keys.keystore.clone();
            let (key, signed) = run_blocking(move || {
                let Some(key) = keystore.public_key(commitment)? else { return Ok(None) };
                match keystore.key(commitment)? {
                    Some(StoredKey::Secret(secret)) => {
                        Ok(Some((key, Some(signature_bytes(&secret.sign(word))))))
                    }
                    _ => Ok(Some((key, None))),
                }
            })
            .await?
            .ok_or(AccountError::KeyNotHere { account })?;
            let signature = match signed {
                Some(signature) => signature,
                None => {
                    signature_bytes(&self.ask_signer(account, &key, word, Some(kind), None).await?)
                }
            };
            let public_key = SignatureScheme::public_key_bytes(&key);
            Ok(MessageSignature { scheme: SignatureScheme::of(&key), public_key, signature })
        })
    }

    /// Asks the signer for a signature and verifies it.
    pub(crate) async fn ask_signer(
        &self,
        account: AccountId,
        key: &PublicKey,
        message: Word,
        payload: Option<PayloadKind>,
        transaction: Option<super::TransactionSummary>,
    ) -> Result<miden_client::auth::Signature> {
        let signer: &Arc<dyn Signer> =
            self.keys.signer.as_ref().ok_or(KeyError::SignerUnavailable { account })?;
        let scheme = SignatureScheme::of(key);
        let question = SignatureQuestion {
            account,
            scheme,
            public_key: SignatureScheme::public_key_bytes(key),
            message: message.as_bytes(),
            digest: scheme.digest(message),
            payload,
            transaction,
        };
        let signature = signer
            .sign(question)
            .await
            .map_err(|failure| KeyError::SignerFailed { account, source: failure.into() })?;
        verified_signature(key, message, &signature).map_err(|error| {
            KeyError::InvalidSignature { account, reason: error.to_string() }.into()
        })
    }

    /// The commitment to the key an account signs with.
    pub(crate) async fn key_of(&self, account: AccountId) -> Result<PublicKeyCommitment> {
        self.key_if_any(account).await?.ok_or_else(|| WalletError::Unsupported {
            what: format!("Account {account} is not one that signs with a key of its own."),
        })
    }

    /// The same, and `None` for an account that signs in another way.
    pub(crate) async fn key_if_any(
        &self,
        account: AccountId,
    ) -> Result<Option<PublicKeyCommitment>> {
        let reader = AccountReader::new(self.store.clone(), account);
        reader.header().await.map_err(|error| self.errors.client(error))?;
        match reader.get_storage_item(AuthSingleSig::public_key_slot().clone()).await {
            Ok(word) => Ok(Some(word.into())),
            Err(ClientError::StoreError(StoreError::AccountError(
                StateError::StorageSlotNameNotFound { .. },
            ))) => Ok(None),
            Err(error) => Err(self.errors.client(error)),
        }
    }
}

#[cfg(test)]
mod tests;
