//! Signatures over messages and over what web pages ask for.

use miden_swift_wallet::{
    MessageSignature, PayloadDescription, PayloadKind, SignatureScheme, SignedTransaction,
};
use serde::{Deserialize, Serialize};

use super::TransactionMessage;
#[cfg(feature = "embedded-chain")]
use super::secret::SecretBytes;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignMessageRequest {
    pub(crate) account_id: String,
    /// What the bytes are: a message if it is left out.
    #[serde(default)]
    pub(crate) kind: PayloadKind,
    #[serde(with = "super::base64")]
    pub(crate) message: Vec<u8>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SignatureReply {
    scheme: SignatureScheme,
    #[serde(with = "super::base64")]
    public_key: Vec<u8>,
    #[serde(with = "super::base64")]
    signature: Vec<u8>,
}

impl From<MessageSignature> for SignatureReply {
    fn from(signature: MessageSignature) -> Self {
        let MessageSignature { scheme, public_key, signature } = signature;
        Self { scheme, public_key, signature }
    }
}

/// Asks whether a signature is one of a message.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VerifyMessageRequest {
    scheme: SignatureScheme,
    #[serde(with = "super::base64")]
    public_key: Vec<u8>,
    #[serde(with = "super::base64")]
    signature: Vec<u8>,
    #[serde(with = "super::base64")]
    message: Vec<u8>,
}

impl VerifyMessageRequest {
    /// The signature and what it is said to be over.
    pub(crate) fn into_parts(self) -> (MessageSignature, Vec<u8>) {
        let Self { scheme, public_key, signature, message } = self;
        (MessageSignature { scheme, public_key, signature }, message)
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct VerifyMessageReply {
    pub(crate) is_valid: bool,
    /// The commitment to the public key, which is what the chain knows of it.
    pub(crate) key_commitment: String,
}

/// Asks whether a signature in the form that web pages get is one by the key of a commitment.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VerifyPayloadRequest {
    #[serde(with = "super::base64")]
    pub(crate) signature: Vec<u8>,
    pub(crate) kind: PayloadKind,
    #[serde(with = "super::base64")]
    pub(crate) payload: Vec<u8>,
    #[serde(with = "super::base64")]
    pub(crate) key_commitment: Vec<u8>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct VerifyPayloadReply {
    pub(crate) is_valid: bool,
}

/// Asks what the bytes are that a web page wants to have signed.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadPayloadRequest {
    #[serde(with = "super::base64")]
    pub(crate) payload: Vec<u8>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ReadPayloadReply {
    /// Left out if they cannot be signed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) kind: Option<PayloadKind>,
}

/// Asks what a signature over bytes would authorise.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DescribePayloadRequest {
    pub(crate) kind: PayloadKind,
    #[serde(with = "super::base64")]
    pub(crate) payload: Vec<u8>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct DescribePayloadReply {
    may_authorise_transaction: bool,
    #[serde(flatten)]
    payload: DescribedPayload,
}

/// What the bytes are.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum DescribedPayload {
    Text,
    Word,
    Transaction(Box<SignedTransactionMessage>),
    Arbitrary { element_count: usize, is_transaction: bool },
    Blind,
}

#[derive(Debug, Serialize, Deserialize)]
struct SignedTransactionMessage {
    transaction: TransactionMessage,
    nonce_increment: u64,
    block_number: u32,
    expiration_delta: u16,
    adds_up: bool,
}

impl From<PayloadDescription> for DescribePayloadReply {
    fn from(description: PayloadDescription) -> Self {
        use PayloadDescription as D;
        let may_authorise_transaction = description.may_authorise_transaction();
        let payload = match description {
            D::Text => DescribedPayload::Text,
            D::Word => DescribedPayload::Word,
            D::Transaction(signed) => DescribedPayload::Transaction(Box::new((*signed).into())),
            D::Arbitrary { elements, is_transaction } => {
                DescribedPayload::Arbitrary { element_count: elements, is_transaction }
            }
            D::Blind => DescribedPayload::Blind,
        };
        Self { may_authorise_transaction, payload }
    }
}

impl From<SignedTransaction> for SignedTransactionMessage {
    fn from(signed: SignedTransaction) -> Self {
        Self {
            transaction: signed.summary.into(),
            nonce_increment: signed.nonce_increment,
            block_number: signed.block_number,
            expiration_delta: signed.expiration_delta,
            adds_up: signed.adds_up,
        }
    }
}

/// 32 bytes to sign with the key of a seed, for tests of signers.
#[cfg(feature = "embedded-chain")]
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TestSignRequest {
    pub(crate) seed: SecretBytes,
    pub(crate) scheme: SignatureScheme,
    #[serde(with = "super::base64")]
    pub(crate) message: Vec<u8>,
}

#[cfg(feature = "embedded-chain")]
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct TestSignReply {
    #[serde(with = "super::base64")]
    public_key: Vec<u8>,
    #[serde(with = "super::base64")]
    signature: Vec<u8>,
}

#[cfg(feature = "embedded-chain")]
impl From<MessageSignature> for TestSignReply {
    fn from(signature: MessageSignature) -> Self {
        Self { public_key: signature.public_key, signature: signature.signature }
    }
}
