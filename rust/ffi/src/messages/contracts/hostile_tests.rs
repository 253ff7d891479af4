//! Every request with a package reads it where a panic or a long time of the reader harms nobody.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use miden_swift_wallet::{CodeKind, Compilation, Source, compile};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::super::ErrorMessage;
use super::{
    CompileRequest, CreateAccountRequest, CustomTransactionMessage, DescribeContractRequest,
    DescribeInterfaceRequest, PackageRequest, ProceduresRequest, ProgramRequest,
};

/// A number of 32 bits as packages have it.
fn encoded(number: u32) -> Vec<u8> {
    (((u64::from(number) << 1) | 1) << 4).to_le_bytes()[..5].to_vec()
}

/// A package with a type on which the reader of Miden panics: its size overflows. It cannot be compiled, so the length in
/// another one is changed.
fn panicking() -> String {
    const LENGTH: u32 = 0xf000_0000;
    let code = format!(
        "pub type Entry = struct {{ a: [u8; {LENGTH}], b: u32 }}\n\
         @account_procedure\npub proc go(entry: Entry)\n    push.1 drop\nend\n"
    );
    let compiled = compile(&Source::new(CodeKind::AccountComponent, code)).expect("an answer");
    let Compilation::Compiled(package, _) = compiled else { panic!("it is refused") };
    let mut bytes = package.to_bytes();
    let (from, to) = (encoded(LENGTH), encoded(u32::MAX));
    let places: Vec<usize> =
        (0..bytes.len()).filter(|at| bytes[*at..].starts_with(&from)).collect();
    assert!(!places.is_empty());
    for at in places {
        bytes[at..at + to.len()].copy_from_slice(&to);
    }
    STANDARD.encode(bytes)
}

fn is_refused<Request: DeserializeOwned, Parsed, Error: Into<ErrorMessage>>(
    request: Value,
    parsed: impl FnOnce(Request) -> Result<Parsed, Error>,
) {
    let shown = request.to_string();
    let request = serde_json::from_value(request).expect("a request");
    let Err(error) = parsed(request) else { panic!("it is read: {shown}") };
    let error: ErrorMessage = error.into();
    assert_eq!(error.kind, "invalid_package", "{shown}");
    let text = String::from_utf8(error.to_json()).expect("JSON");
    assert!(text.contains("its reader panicked"), "{text}");
}

#[test]
fn a_package_on_which_the_reader_panics_is_refused_in_every_request() {
    let file = panicking();
    let account = "0x5401ef36815e47d14b651e8e968153";
    let root = format!("0x{}", "01".repeat(32));
    let source =
        json!({ "kind": "library", "code": "pub proc one push.1 end", "packages": [file] });
    is_refused(source, CompileRequest::parsed);
    is_refused(json!({ "file": file }), PackageRequest::parsed);
    is_refused(json!({ "file": file }), DescribeContractRequest::described);
    let described = json!({ "name": account, "roots": [root], "packages": [file] });
    is_refused(described, DescribeInterfaceRequest::described);
    let procedures = json!({ "account_id": account, "packages": [file] });
    is_refused(procedures, |request: ProceduresRequest| request.parsed());
    let deployment = json!({
        "components": [file], "basic_wallet": true, "scheme": "ecdsa_k256_keccak",
        "visibility": "public",
    });
    is_refused(deployment, CreateAccountRequest::parsed);
    let script = json!({ "script": { "package": file } });
    is_refused(script.clone(), |request: CustomTransactionMessage| request.parsed());
    is_refused(script, |request: ProgramRequest| request.parsed());
    let note = json!({ "script": file, "storage": [], "note_type": "public" });
    let notes = json!({ "created_notes": [note] });
    is_refused(notes, |request: CustomTransactionMessage| request.parsed());
}
