//! The messages that cross, as JSON. `include/messages/` holds one golden file of each; a test
//! here and one in Swift show that both sides read and write every one of them.

mod configuration;
mod errors;
mod events;
mod replies;
mod requests;

pub(crate) use configuration::Configuration;
pub(crate) use errors::ErrorMessage;
pub(crate) use events::LogEvent;
pub(crate) use replies::{
    AccountReply, AccountsReply, BalanceReply, ConnectionReply, InfoReply, InputNotesReply,
    SentReply, SyncReply, TransactionReply,
};
pub(crate) use requests::{
    AccountRequest, ConsumeNotesRequest, CreateWalletRequest, ImportAccountRequest,
    InputNotesRequest, MintRequest, SendRequest, TransactionRequest,
};

#[cfg(test)]
mod golden;

/// Bytes as base64.
pub(crate) mod base64 {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(bytes: &[u8], out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(&STANDARD.encode(bytes))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(input)?;
        STANDARD.decode(text).map_err(serde::de::Error::custom)
    }

    /// The same for bytes that may be missing.
    pub(crate) mod option {
        use serde::{Deserialize, Deserializer, Serializer};

        #[allow(clippy::ref_option, reason = "the signature serde calls")]
        pub(crate) fn serialize<S: Serializer>(
            bytes: &Option<Vec<u8>>,
            out: S,
        ) -> Result<S::Ok, S::Error> {
            match bytes {
                Some(bytes) => super::serialize(bytes, out),
                None => out.serialize_none(),
            }
        }

        pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
            input: D,
        ) -> Result<Option<Vec<u8>>, D::Error> {
            #[derive(Deserialize)]
            struct Bytes(#[serde(with = "super")] Vec<u8>);
            Ok(Option::<Bytes>::deserialize(input)?.map(|bytes| bytes.0))
        }
    }
}
