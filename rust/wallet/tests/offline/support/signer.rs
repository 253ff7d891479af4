//! A signer that does what the test says, question by question.

use std::sync::Arc;

use async_trait::async_trait;
use miden_swift_wallet::embedded::test_signature;
use miden_swift_wallet::{KeySource, SignatureQuestion, SignatureScheme, Signer, SignerFailure};
use tokio::sync::{mpsc, oneshot};

type Signature = Result<Vec<u8>, SignerFailure>;

/// Where the questions arrive.
pub struct Desk {
    questions: mpsc::UnboundedReceiver<Asked>,
}

/// A question with the way to answer it.
pub struct Asked {
    pub question: SignatureQuestion,
    answer: oneshot::Sender<Signature>,
}

struct Messenger(mpsc::UnboundedSender<Asked>);

#[async_trait]
impl Signer for Messenger {
    async fn sign(&self, question: SignatureQuestion) -> Signature {
        let (answer, answered) = oneshot::channel();
        self.0.send(Asked { question, answer }).expect("the test listens");
        answered.await.expect("the test answers")
    }
}

impl Desk {
    /// A desk, and the source of keys that asks it.
    pub fn new() -> (Self, KeySource) {
        let (sender, questions) = mpsc::unbounded_channel();
        (Self { questions }, KeySource::Signer(Arc::new(Messenger(sender))))
    }

    /// The next question.
    pub async fn asked(&mut self) -> Asked {
        self.questions.recv().await.expect("the wallet is open")
    }

    /// Whether a question waits.
    pub fn is_empty(&self) -> bool {
        self.questions.is_empty()
    }
}

impl Asked {
    /// Answers with what a seed's key signs.
    pub async fn sign(self, seed: [u8; 32]) -> SignatureQuestion {
        let signature = signature(seed, self.question.scheme, &self.question.message).await;
        self.answer(Ok(signature))
    }

    pub fn refuse(self, why: &str) -> SignatureQuestion {
        self.answer(Err(SignerFailure { message: why.to_owned() }))
    }

    pub fn answer(self, signature: Signature) -> SignatureQuestion {
        self.answer.send(signature).expect("somebody waits for the answer");
        self.question
    }

    /// Whether nobody waits for the answer any more.
    pub fn is_withdrawn(&self) -> bool {
        self.answer.is_closed()
    }
}

/// What a seed's key signs.
pub async fn signature(seed: [u8; 32], scheme: SignatureScheme, message: &[u8]) -> Vec<u8> {
    let signed = test_signature(seed.to_vec().into(), scheme, message).await;
    signed.expect("a signature").signature
}

/// The public key of a seed.
pub async fn public_key(seed: [u8; 32], scheme: SignatureScheme) -> Vec<u8> {
    let signed = test_signature(seed.to_vec().into(), scheme, &[0; 32]).await;
    signed.expect("a signature").public_key
}
