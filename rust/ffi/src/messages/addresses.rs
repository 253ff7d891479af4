//! Addresses of accounts, and QR codes of them.

use miden_swift_wallet::{OwnAddress, QrFormat};
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
    /// The network's name, or the address of its node; any network if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) network: Option<String>,
}

/// Asks for the addresses that are kept for an account, or for all.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AddressesRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) account_id: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct AddressesReply {
    addresses: Vec<OwnAddressMessage>,
}

#[derive(Debug, Serialize, Deserialize)]
struct OwnAddressMessage {
    account_id: String,
    address: String,
}

impl From<Vec<OwnAddress>> for AddressesReply {
    fn from(addresses: Vec<OwnAddress>) -> Self {
        let addresses = addresses.into_iter().map(|OwnAddress { account, address }| {
            OwnAddressMessage { account_id: account.to_hex(), address }
        });
        Self { addresses: addresses.collect() }
    }
}

/// An address that is to be kept, or no longer.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AddressRequest {
    pub(crate) address: String,
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
