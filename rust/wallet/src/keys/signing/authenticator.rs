//! What the virtual machine asks for signatures.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use miden_client::Word;
use miden_client::auth::{
    PublicKey, PublicKeyCommitment, Signature, SigningInputs, TransactionAuthenticator,
};
use miden_client::note::NoteId;
use miden_tx::AuthenticationError;

use crate::errors::WalletError;
use crate::keys::keystore::{Keystore, StoredKey};
use crate::transactions::{Limit, NewNotes};

/// A signature that was asked for and was not at hand.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) key: PublicKeyCommitment,
    pub(crate) inputs: SigningInputs,
}

/// A signature that a signer gave.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) key: PublicKeyCommitment,
    pub(crate) message: Word,
    pub(crate) signature: Signature,
}

/// What an execution is signed with.
#[derive(Debug, Clone)]
pub(crate) enum Signatures {
    /// The keystore's keys, and what a signer has answered so far.
    Given {
        answers: Vec<Answer>,
        /// What may be signed. Nothing limits it if this is missing.
        limit: Option<Arc<Limit>>,
        /// What is known of the notes that it makes. All may be made if this is missing.
        new_notes: Option<Arc<NewNotes>>,
    },
    /// Nothing: it ends where the first signature is asked for.
    Withheld,
}

/// What came of the signatures of one execution.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// One was not at hand.
    pub(crate) asked: Option<Asked>,
    /// One was by a key that is not in the wallet.
    pub(crate) is_key_missing: bool,
    /// Notes that it makes and that may exist already. Nothing is signed before they are looked up.
    pub(crate) unknown_notes: Vec<NoteId>,
    /// The keystore failed, or what was to be signed was not approved.
    pub(crate) failure: Option<WalletError>,
}

/// Signs with the keystore's keys, and hands over what a signer signed before. It never waits: the
/// virtual machine holds the client's lock and a thread. What is not at hand is noted, and the
/// execution fails; whoever began it asks and begins again.
#[derive(Debug)]
pub(crate) struct Authenticator {
    keystore: Arc<Keystore>,
    /// What belongs to the execution under way. There is one at a time, under the client's lock.
    current: Mutex<Current>,
}

impl Default for Signatures {
    fn default() -> Self {
        Self::Given { answers: Vec::new(), limit: None, new_notes: None }
    }
}

#[derive(Debug, Default)]
struct Current {
    signatures: Signatures,
    outcome: Outcome,
}

impl Authenticator {
    pub(crate) fn new(keystore: Arc<Keystore>) -> Self {
        Self { keystore, current: Mutex::default() }
    }

    /// Prepares for an execution.
    pub(crate) fn begin(&self, signatures: Signatures) {
        *self.current() = Current { signatures, outcome: Outcome::default() };
    }

    /// What came of the execution's signatures. To be called before the client's lock is let go.
    pub(crate) fn end(&self) -> Outcome {
        std::mem::take(&mut *self.current()).outcome
    }

    fn current(&self) -> MutexGuard<'_, Current> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sign(
        &self,
        key: PublicKeyCommitment,
        inputs: &SigningInputs,
    ) -> Result<Signature, AuthenticationError> {
        let message = inputs.to_commitment();
        let mut current = self.current();
        let (answers, limit, new_notes) = match &current.signatures {
            Signatures::Given { answers, limit, new_notes } => {
                (answers, limit.clone(), new_notes.as_ref())
            }
            Signatures::Withheld => {
                current.outcome.asked = Some(Asked { key, inputs: inputs.clone() });
                return Err(AuthenticationError::other("the execution is not to be signed"));
            }
        };
        // Before there is a signature, so that none can get away.
        if let Some(error) = limit.and_then(|limit| limit.require_inputs(inputs).err()) {
            current.outcome.failure = Some(error);
            return Err(AuthenticationError::other("it does more than was approved"));
        }
        if let (Some(new_notes), SigningInputs::TransactionSummary(summary)) = (new_notes, inputs) {
            let unknown = new_notes.unknown(summary.output_notes());
            if !unknown.is_empty() {
                current.outcome.unknown_notes = unknown;
                return Err(AuthenticationError::other("its notes are not looked up yet"));
            }
        }
        let answer = answers.iter().find(|answer| answer.key == key && answer.message == message);
        if let Some(answer) = answer {
            return Ok(answer.signature.clone());
        }
        match self.keystore.key(key) {
            Ok(Some(StoredKey::Secret(secret))) => Ok(secret.sign(message)),
            Ok(Some(StoredKey::WithSigner)) => {
                current.outcome.asked = Some(Asked { key, inputs: inputs.clone() });
                Err(AuthenticationError::other("the signature is with a signer"))
            }
            Ok(None) => {
                current.outcome.is_key_missing = true;
                Err(AuthenticationError::UnknownPublicKey(key))
            }
            Err(error) => {
                current.outcome.failure = Some(error);
                Err(AuthenticationError::other("the keystore failed"))
            }
        }
    }
}

impl TransactionAuthenticator for Authenticator {
    async fn get_signature(
        &self,
        key: PublicKeyCommitment,
        inputs: &SigningInputs,
    ) -> Result<Signature, AuthenticationError> {
        self.sign(key, inputs)
    }

    async fn get_public_key(&self, key: PublicKeyCommitment) -> Option<Arc<PublicKey>> {
        self.keystore.public_key(key).ok().flatten().map(Arc::new)
    }
}
