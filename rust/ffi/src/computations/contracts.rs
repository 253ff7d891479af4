//! From sources to packages.

use miden_swift_wallet::{Result, SerializedRequest, compile, parse_advice};

use crate::messages::{
    AdviceReply, AdviceText, CompileReply, CompileRequest, DescribeRequestReply,
    DescribeRequestRequest, ErrorMessage, PackageReply, PackageRequest,
};

pub(super) fn compile_source(request: CompileRequest) -> Result<CompileReply, ErrorMessage> {
    told(request.parsed().and_then(|source| CompileReply::of(&compile(&source)?)))
}

pub(super) fn describe_package(request: PackageRequest) -> Result<PackageReply, ErrorMessage> {
    told(request.parsed().and_then(|package| PackageReply::of(&package)))
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

fn told<T>(result: Result<T>) -> Result<T, ErrorMessage> {
    result.map_err(|error| ErrorMessage::from(&error))
}
