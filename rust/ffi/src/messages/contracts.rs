//! Accounts, scripts and notes with code of one's own.

mod calls;
mod code;
mod document;
#[cfg(test)]
mod hostile_tests;
mod inspection;
mod interface;
mod serialized_requests;
mod storage;
mod transactions;
mod values;

pub(crate) use calls::CallsMessage;
pub(crate) use code::{
    AdviceReply, AdviceText, CompileReply, CompileRequest, PackageReply, PackageRequest,
};
pub(crate) use document::{ContractDocumentReply, DescribeContractRequest};
pub(crate) use inspection::{
    NoteContentsReply, NoteContentsRequest, ProceduresReply, ProceduresRequest,
};
pub(crate) use interface::DescribeInterfaceRequest;
pub(crate) use serialized_requests::{DescribeRequestReply, DescribeRequestRequest, RequestBytes};
pub(crate) use storage::{
    CreateAccountRequest, NetworkNoteReply, NetworkNoteRequest, StorageReply, StorageRequest,
};
pub(crate) use transactions::{CustomTransactionMessage, ProgramReply, ProgramRequest};
pub(crate) use values::{
    DecodeValueRequest, EncodeValueRequest, FeltsReply, HashElementsRequest, HashReply,
    ParseValueRequest, ValueReply,
};

use miden_swift_wallet::{Felt, Package, Result, Word, parse_felt, parse_word};
use serde::{Deserialize, Serialize};

/// A package, as it is in a file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct PackageBytes(#[serde(with = "super::base64")] Vec<u8>);

impl PackageBytes {
    fn parsed(&self) -> Result<Package> {
        Package::parse(&self.0)
    }
}

impl From<&Package> for PackageBytes {
    fn from(package: &Package) -> Self {
        Self(package.to_bytes())
    }
}

/// An entry of the advice map.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AdviceMessage {
    key: String,
    values: Vec<u64>,
}

impl AdviceMessage {
    fn parsed(&self) -> Result<(Word, Vec<Felt>)> {
        Ok((parse_word(&self.key)?, felts(&self.values)?))
    }
}

fn felts(numbers: &[u64]) -> Result<Vec<Felt>> {
    numbers.iter().map(|number| parse_felt(*number)).collect()
}

pub(super) fn numbers(felts: &[Felt]) -> Vec<u64> {
    felts.iter().map(Felt::as_canonical_u64).collect()
}
