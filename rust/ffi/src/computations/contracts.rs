//! From sources to packages, and from values to field elements.

use miden_swift_wallet::{
    Interface, Result, SerializedRequest, compile, parse_advice, parse_value,
};

use crate::messages::{
    AdviceReply, AdviceText, CompileReply, CompileRequest, ContractDocumentReply,
    DecodeValueRequest, DescribeContractRequest, DescribeInterfaceRequest, DescribeRequestReply,
    DescribeRequestRequest, EncodeValueRequest, ErrorMessage, FeltsReply, HashElementsRequest,
    HashReply, PackageReply, PackageRequest, ParseValueRequest, ValueReply,
};

pub(super) fn compile_source(request: CompileRequest) -> Result<CompileReply, ErrorMessage> {
    told(request.parsed().and_then(|source| CompileReply::of(&compile(&source)?)))
}

pub(super) fn describe_package(request: PackageRequest) -> Result<PackageReply, ErrorMessage> {
    told(request.parsed().and_then(|package| PackageReply::of(&package)))
}

pub(super) fn describe_contract(
    request: DescribeContractRequest,
) -> Result<ContractDocumentReply, ErrorMessage> {
    request.described()
}

pub(super) fn describe_interface(
    request: DescribeInterfaceRequest,
) -> Result<Interface, ErrorMessage> {
    told(request.described())
}

pub(super) fn read_advice(request: AdviceText) -> Result<AdviceReply, ErrorMessage> {
    let AdviceText { text } = request;
    told(parse_advice(&text).map(AdviceReply::from))
}

pub(super) fn describe_request(
    request: DescribeRequestRequest,
) -> Result<DescribeRequestReply, ErrorMessage> {
    let DescribeRequestRequest { request } = request;
    told(SerializedRequest::read(request).map(|request| request.describe().into()))
}

pub(super) fn encode(request: EncodeValueRequest) -> Result<FeltsReply, ErrorMessage> {
    told(request.encoded().map(FeltsReply::from))
}

pub(super) fn decode(request: DecodeValueRequest) -> Result<ValueReply, ErrorMessage> {
    told(request.decoded().map(ValueReply::from))
}

pub(super) fn read_value(request: ParseValueRequest) -> Result<ValueReply, ErrorMessage> {
    let ParseValueRequest { json } = request;
    told(parse_value(&json).map(ValueReply::from))
}

pub(super) fn hash(request: HashElementsRequest) -> Result<HashReply, ErrorMessage> {
    told(request.hashed())
}

fn told<T>(result: Result<T>) -> Result<T, ErrorMessage> {
    result.map_err(|error| ErrorMessage::from(&error))
}
