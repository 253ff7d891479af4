//! A signer that the app supplies.

use async_trait::async_trait;

use super::SignatureQuestion;

/// What signs with keys that this wallet does not have: a hardware module, a key service, a person
/// who confirms.
#[async_trait]
pub trait Signer: Send + Sync {
    /// Signs the question's message, or says why not. The future is dropped where nobody waits for the
    /// signature any more: the request was cancelled, or its time is over.
    ///
    /// The bytes are, for ECDSA, r and s in 64 bytes, or with the recovery id in 65, or DER; for Falcon
    /// the signature as Miden serialises it. They are verified before anything is done with them.
    ///
    /// # Errors
    /// What the signer has to say for itself. It becomes the error of the transaction, which fails
    /// alone.
    async fn sign(&self, question: SignatureQuestion) -> Result<Vec<u8>, SignerFailure>;
}

/// Why a signer did not sign, in its own words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SignerFailure {
    /// What it says.
    pub message: String,
}
