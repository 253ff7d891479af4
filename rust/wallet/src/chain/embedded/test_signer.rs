//! A signer outside the wallet, for tests of what asks one.

use miden_client::Word;
use miden_client::account::AccountType;
use zeroize::Zeroizing;

use crate::blocking_tasks::run_blocking;
use crate::errors::{Result, WalletError};
use crate::keys::account_secret::{AccountSecret, SignatureScheme};
use crate::keys::signing::{MessageSignature, signature_bytes};

/// Signs 32 bytes with the key that a seed gives, as a signer has to that is asked to.
///
/// # Errors
/// [`WalletError::InvalidSeed`], and [`WalletError::Unsupported`] for a message that is none.
pub async fn test_signature(
    seed: Zeroizing<Vec<u8>>,
    scheme: SignatureScheme,
    message: &[u8],
) -> Result<MessageSignature> {
    let seed = Zeroizing::new(
        <[u8; 32]>::try_from(seed.as_slice())
            .map_err(|_| WalletError::InvalidSeed { length: seed.len() })?,
    );
    let message = <[u8; 32]>::try_from(message)
        .ok()
        .and_then(|bytes| Word::try_from(bytes).ok())
        .ok_or_else(|| WalletError::Unsupported {
        what: "What a signer signs is 32 bytes of four field elements.".to_owned(),
    })?;
    run_blocking(move || {
        let key = AccountSecret::derive(&seed, scheme, AccountType::Public)?.key;
        let public_key = SignatureScheme::public_key_bytes(&key.public_key());
        let signature = signature_bytes(&key.sign(message));
        Ok(MessageSignature { scheme, public_key, signature })
    })
    .await
}
