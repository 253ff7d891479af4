//! Addresses of accounts, and QR codes of them.

use miden_swift_wallet::QrFormat;
use serde::{Deserialize, Serialize};

/// Asks for the address of an account.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FormatAddressRequest {
    pub(crate) account_id: String,
    /// The network's name, or the address of its node.
    pub(crate) network: String,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct AddressReply {
    pub(crate) address: String,
}

/// Asks for the account of an address.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ParseAddressRequest {
    pub(crate) address: String,
    /// The network's name, or the address of its node.
    pub(crate) network: String,
}

/// Asks for a text as a QR code.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct QrCodeRequest {
    pub(crate) text: String,
    pub(crate) format: QrFormat,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct QrCodeReply {
    #[serde(with = "super::base64")]
    pub(crate) image: Vec<u8>,
}
