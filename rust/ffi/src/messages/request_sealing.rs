//! The keys, signatures and seals of requests between apps.

use miden_swift_wallet::{LinkKeys, SecretKeys};
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use super::secret::SecretBytes;

fn secret(bytes: &[u8]) -> SecretBytes {
    SecretBytes(Zeroizing::new(bytes.to_vec()))
}

/// Asks for the keys that derive from the secret of a request.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeriveSecretKeysRequest {
    pub(crate) secret: SecretBytes,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SecretKeysReply {
    link_key: SecretBytes,
    requester_token: SecretBytes,
    #[serde(with = "super::base64")]
    receipt_key: Vec<u8>,
}

impl From<SecretKeys> for SecretKeysReply {
    fn from(keys: SecretKeys) -> Self {
        Self {
            link_key: secret(keys.link_key.as_slice()),
            requester_token: secret(keys.requester_token.as_slice()),
            receipt_key: keys.receipt_key.to_vec(),
        }
    }
}

/// Asks for the keys that derive from the key of a link.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeriveLinkKeysRequest {
    pub(crate) link_key: SecretBytes,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct LinkKeysReply {
    #[serde(with = "super::base64")]
    id: Vec<u8>,
    request_key: SecretBytes,
    wallet_token: SecretBytes,
}

impl From<LinkKeys> for LinkKeysReply {
    fn from(keys: LinkKeys) -> Self {
        Self {
            id: keys.id.to_vec(),
            request_key: secret(keys.request_key.as_slice()),
            wallet_token: secret(keys.wallet_token.as_slice()),
        }
    }
}

/// Asks for the public key of a requester's seed.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RequesterKeyRequest {
    pub(crate) seed: SecretBytes,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RequesterKeyReply {
    #[serde(with = "super::base64")]
    pub(crate) public_key: Vec<u8>,
}

/// Asks for a requester's signature over a request text.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignRequestRequest {
    #[serde(with = "super::base64")]
    pub(crate) text: Vec<u8>,
    pub(crate) seed: SecretBytes,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SignRequestReply {
    #[serde(with = "super::base64")]
    pub(crate) signature: Vec<u8>,
}

/// Asks whether a signature over a request text is one by a requester's key.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VerifyRequestRequest {
    #[serde(with = "super::base64")]
    pub(crate) signature: Vec<u8>,
    #[serde(with = "super::base64")]
    pub(crate) text: Vec<u8>,
    #[serde(with = "super::base64")]
    pub(crate) public_key: Vec<u8>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct VerifyRequestReply {
    pub(crate) is_valid: bool,
}

/// Asks for a signed request to be sealed with the key of its link.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SealRequestRequest {
    #[serde(with = "super::base64")]
    pub(crate) request: Vec<u8>,
    pub(crate) link_key: SecretBytes,
}

/// What is sealed.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SealedReply {
    #[serde(with = "super::base64")]
    pub(crate) sealed: Vec<u8>,
}

/// Asks for a sealed request to be opened with the key of its link.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpenRequestRequest {
    #[serde(with = "super::base64")]
    pub(crate) sealed: Vec<u8>,
    pub(crate) link_key: SecretBytes,
}

/// What was sealed.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct OpenedReply {
    /// Left out if it does not open.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "super::base64::option")]
    pub(crate) opened: Option<Vec<u8>>,
}

/// Asks for a signed receipt to be sealed to the requester.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SealReceiptRequest {
    #[serde(with = "super::base64")]
    pub(crate) receipt: Vec<u8>,
    #[serde(with = "super::base64")]
    pub(crate) receipt_key: Vec<u8>,
    #[serde(with = "super::base64")]
    pub(crate) request_digest: Vec<u8>,
}

/// Asks for a sealed receipt to be opened with the secret of its request.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpenReceiptRequest {
    #[serde(with = "super::base64")]
    pub(crate) sealed: Vec<u8>,
    pub(crate) secret: SecretBytes,
    #[serde(with = "super::base64")]
    pub(crate) request_digest: Vec<u8>,
}
