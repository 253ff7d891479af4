//! The messages that cross, as JSON. `include/messages/` holds one golden file of each; a test
//! here and one in Swift show that both sides read and write every one of them.

mod addresses;
mod answers;
mod configuration;
mod contracts;
mod errors;
mod events;
mod faucets;
mod files;
mod history;
mod keeping;
mod keys;
mod mnemonics;
mod money;
mod note_pages;
mod questions;
mod received_notes;
mod replies;
mod request_sealing;
mod requests;
mod signatures;
mod swaps;
mod tags;
mod transfers;

pub(crate) use addresses::{
    AddressReply, AddressRequest, AddressesReply, AddressesRequest, FormatAddressRequest,
    ParseAddressRequest, QrCodeReply, QrCodeRequest,
};
pub(crate) use answers::{FailureAnswer, SignatureAnswer};
pub(crate) use configuration::Configuration;
pub(crate) use contracts::{
    AdviceReply, AdviceText, CompileReply, CompileRequest, ContractDocumentReply,
    CreateAccountRequest, CustomTransactionMessage, DecodeValueRequest, DescribeContractRequest,
    DescribeInterfaceRequest, DescribeRequestReply, DescribeRequestRequest, EncodeValueRequest,
    FeltsReply, HashElementsRequest, HashReply, NetworkNoteReply, NetworkNoteRequest,
    NoteContentsReply, NoteContentsRequest, PackageReply, PackageRequest, ParseValueRequest,
    ProceduresReply, ProceduresRequest, ProgramReply, ProgramRequest, RequestBytes, StorageReply,
    StorageRequest, ValueReply,
};
pub(crate) use errors::ErrorMessage;
pub(crate) use events::LogEvent;
pub(crate) use faucets::{
    CheckInvitationReply, CheckInvitationRequest, CreateFaucetRequest, FaucetReply, RegisterRequest,
};
pub(crate) use files::{
    AccountFileReply, DescribeNoteFileReply, DescribeNoteFileRequest, ExportNoteRequest,
    ImportAccountRequest, ImportNoteRequest, ImportedNoteReply, NoteFileReply,
    UndeliveredNotesReply,
};
#[cfg(feature = "embedded-chain")]
pub(crate) use history::FillHistoryRequest;
pub(crate) use history::{EventsReply, EventsRequest, TransactionsReply, TransactionsRequest};
pub(crate) use keeping::{
    BackUpRequest, BackupReply, ExportKeyRequest, ImportKeyRequest, KeyReply, KeysReply,
    RenameAccountRequest,
};
pub(crate) use mnemonics::{
    CheckMnemonicRequest, GenerateMnemonicRequest, MnemonicReply, RestoreReply, RestoreRequest,
};
pub(crate) use money::{
    AccountDetailsReply, PublicAccountReply, PublicAccountRequest, TokenHiddenRequest, TokenReply,
    TokensReply,
};
pub(crate) use note_pages::{NoteEntryMessage, NoteRequest, NotesReply, NotesRequest};
pub(crate) use questions::{SignQuestion, TransactionMessage};
pub(crate) use received_notes::{ReceivedNotesReply, ReceivedNotesRequest};
pub(crate) use replies::{
    AccountReply, AccountsReply, BalanceReply, ConnectionReply, InfoReply, InputNotesReply,
    MintReply, SyncReply, TransactionReply,
};
pub(crate) use request_sealing::{
    DeriveLinkKeysRequest, DeriveSecretKeysRequest, LinkKeysReply, OpenReceiptRequest,
    OpenRequestRequest, OpenedReply, RequesterKeyReply, RequesterKeyRequest, SealReceiptRequest,
    SealRequestRequest, SealedReply, SecretKeysReply, SignRequestReply, SignRequestRequest,
    VerifyRequestReply, VerifyRequestRequest,
};
pub(crate) use requests::{
    AccountRequest, CreateWalletRequest, DefaultAccountMessage, DismissNotesRequest,
    InputNotesRequest, MintRequest, TransactionRequest, VerifyNotesRequest,
};
pub(crate) use signatures::{
    DescribePayloadReply, DescribePayloadRequest, ReadPayloadReply, ReadPayloadRequest,
    SignMessageRequest, SignatureReply, VerifyMessageReply, VerifyMessageRequest,
    VerifyPayloadReply, VerifyPayloadRequest,
};
#[cfg(feature = "embedded-chain")]
pub(crate) use signatures::{TestSignReply, TestSignRequest};
pub(crate) use swaps::SwapsReply;
pub(crate) use tags::{FollowedTagsReply, TagReply, TagRequest};
pub(crate) use transfers::{
    ConsumeAllReply, ConsumeAllRequest, OutcomeReply, OutcomeRequest, PreviewConsumeAllReply,
    PreviewConsumeAllRequest, PreviewRequest, TransactReply, TransactRequest,
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

/// Secrets: wiped when they are dropped, shown by no `Debug`, quoted in no error.
pub(crate) mod secret {
    use std::fmt;

    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use zeroize::Zeroizing;

    /// A secret text.
    #[derive(Clone)]
    pub(crate) struct SecretText(pub(crate) Zeroizing<String>);

    /// Secret bytes, which cross as base64.
    #[derive(Clone)]
    pub(crate) struct SecretBytes(pub(crate) Zeroizing<Vec<u8>>);

    impl Serialize for SecretText {
        fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
            out.serialize_str(&self.0)
        }
    }

    impl<'de> Deserialize<'de> for SecretText {
        fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
            String::deserialize(input).map(|text| Self(Zeroizing::new(text)))
        }
    }

    impl Serialize for SecretBytes {
        fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
            out.serialize_str(&Zeroizing::new(STANDARD.encode(self.0.as_slice())))
        }
    }

    impl<'de> Deserialize<'de> for SecretBytes {
        fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
            let text = Zeroizing::new(String::deserialize(input)?);
            // The decoder's error names the byte it stumbled over.
            let bytes = STANDARD.decode(text.as_bytes());
            bytes
                .map(|bytes| Self(Zeroizing::new(bytes)))
                .map_err(|_| serde::de::Error::custom("secret bytes that are no base64"))
        }
    }

    impl fmt::Debug for SecretText {
        fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            out.write_str("SecretText")
        }
    }

    impl fmt::Debug for SecretBytes {
        fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            out.write_str("SecretBytes")
        }
    }
}
