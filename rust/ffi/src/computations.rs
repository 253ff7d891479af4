//! From a number and a request to what needs no wallet.

mod contracts;
mod request_sealing;

use miden_swift_wallet::{
    Mnemonic, NoteFileDescription, PayloadDescription, SigningPayload, WordCount, account_address,
    parse_account_address, parse_account_id, qr_code, verify_message, verify_payload,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use zeroize::Zeroizing;

use crate::codes::{
    WC_COMPUTATION_CHECK_MNEMONIC, WC_COMPUTATION_COMPILE, WC_COMPUTATION_DECODE_VALUE,
    WC_COMPUTATION_DERIVE_LINK_KEYS, WC_COMPUTATION_DERIVE_SECRET_KEYS,
    WC_COMPUTATION_DESCRIBE_CONTRACT, WC_COMPUTATION_DESCRIBE_INTERFACE,
    WC_COMPUTATION_DESCRIBE_NOTE_FILE, WC_COMPUTATION_DESCRIBE_PACKAGE,
    WC_COMPUTATION_DESCRIBE_PAYLOAD, WC_COMPUTATION_DESCRIBE_REQUEST, WC_COMPUTATION_ENCODE_VALUE,
    WC_COMPUTATION_FORMAT_ADDRESS, WC_COMPUTATION_GENERATE_MNEMONIC, WC_COMPUTATION_HASH_ELEMENTS,
    WC_COMPUTATION_OPEN_RECEIPT, WC_COMPUTATION_OPEN_REQUEST, WC_COMPUTATION_PARSE_ADDRESS,
    WC_COMPUTATION_PARSE_ADVICE, WC_COMPUTATION_PARSE_VALUE, WC_COMPUTATION_QR_CODE,
    WC_COMPUTATION_READ_PAYLOAD, WC_COMPUTATION_REQUESTER_KEY, WC_COMPUTATION_SEAL_RECEIPT,
    WC_COMPUTATION_SEAL_REQUEST, WC_COMPUTATION_SIGN_REQUEST, WC_COMPUTATION_VERIFY_MESSAGE,
    WC_COMPUTATION_VERIFY_PAYLOAD, WC_COMPUTATION_VERIFY_REQUEST, WC_OK,
};
use crate::messages::{
    AccountReply, AddressReply, CheckMnemonicRequest, DescribeNoteFileReply,
    DescribeNoteFileRequest, DescribePayloadReply, DescribePayloadRequest, ErrorMessage,
    FormatAddressRequest, GenerateMnemonicRequest, MnemonicReply, ParseAddressRequest, QrCodeReply,
    QrCodeRequest, ReadPayloadReply, ReadPayloadRequest, VerifyMessageReply, VerifyMessageRequest,
    VerifyPayloadReply, VerifyPayloadRequest,
};

/// What a computation comes to: the JSON of its reply, which may be a secret.
type Computed = Result<Zeroizing<Vec<u8>>, ErrorMessage>;

/// A computation: from the JSON of its request to that of its reply.
type Computation = fn(&[u8]) -> Computed;

/// Every computation there is.
const COMPUTATIONS: &[(u32, Computation)] = &[
    (WC_COMPUTATION_VERIFY_MESSAGE, |request| computed(request, verify)),
    (WC_COMPUTATION_GENERATE_MNEMONIC, |request| computed(request, generate_mnemonic)),
    (WC_COMPUTATION_CHECK_MNEMONIC, |request| computed(request, check_mnemonic)),
    (WC_COMPUTATION_FORMAT_ADDRESS, |request| computed(request, format_address)),
    (WC_COMPUTATION_PARSE_ADDRESS, |request| computed(request, parse_address)),
    (WC_COMPUTATION_QR_CODE, |request| computed(request, draw_qr_code)),
    (WC_COMPUTATION_COMPILE, |request| computed(request, contracts::compile_source)),
    (WC_COMPUTATION_DESCRIBE_PACKAGE, |request| computed(request, contracts::describe_package)),
    (WC_COMPUTATION_DESCRIBE_INTERFACE, |request| computed(request, contracts::describe_interface)),
    (WC_COMPUTATION_PARSE_ADVICE, |request| computed(request, contracts::read_advice)),
    (WC_COMPUTATION_VERIFY_PAYLOAD, |request| computed(request, verify_page_signature)),
    (WC_COMPUTATION_READ_PAYLOAD, |request| computed(request, read_payload)),
    (WC_COMPUTATION_DESCRIBE_PAYLOAD, |request| computed(request, describe_payload)),
    (WC_COMPUTATION_DESCRIBE_NOTE_FILE, |request| computed(request, describe_note_file)),
    (WC_COMPUTATION_DESCRIBE_REQUEST, |request| computed(request, contracts::describe_request)),
    (WC_COMPUTATION_ENCODE_VALUE, |request| computed(request, contracts::encode)),
    (WC_COMPUTATION_DECODE_VALUE, |request| computed(request, contracts::decode)),
    (WC_COMPUTATION_PARSE_VALUE, |request| computed(request, contracts::read_value)),
    (WC_COMPUTATION_HASH_ELEMENTS, |request| computed(request, contracts::hash)),
    (WC_COMPUTATION_DERIVE_SECRET_KEYS, |request| computed(request, request_sealing::secret_keys)),
    (WC_COMPUTATION_DERIVE_LINK_KEYS, |request| computed(request, request_sealing::link_keys)),
    (WC_COMPUTATION_REQUESTER_KEY, |request| computed(request, request_sealing::requester_key)),
    (WC_COMPUTATION_SIGN_REQUEST, |request| computed(request, request_sealing::sign)),
    (WC_COMPUTATION_VERIFY_REQUEST, |request| computed(request, request_sealing::verify)),
    (WC_COMPUTATION_SEAL_REQUEST, |request| computed(request, request_sealing::seal)),
    (WC_COMPUTATION_OPEN_REQUEST, |request| computed(request, request_sealing::open)),
    (WC_COMPUTATION_SEAL_RECEIPT, |request| computed(request, request_sealing::seal_a_receipt)),
    (WC_COMPUTATION_OPEN_RECEIPT, |request| computed(request, request_sealing::open_a_receipt)),
    (WC_COMPUTATION_DESCRIBE_CONTRACT, |request| computed(request, contracts::describe_contract)),
];

/// Carries out the computation of a number.
pub(crate) fn compute(number: u32, request: &[u8]) -> Computed {
    let found = COMPUTATIONS.iter().find(|(known, _)| *known == number);
    let Some((_, computation)) = found else {
        let text = format!("There is no computation {number}.");
        return Err(ErrorMessage::invalid_parameter(text));
    };
    computation(request)
}

/// As it crosses.
pub(crate) fn code_and_bytes(computed: Computed) -> (i32, Zeroizing<Vec<u8>>) {
    match computed {
        Ok(bytes) => (WC_OK, bytes),
        Err(error) => (error.code, Zeroizing::new(error.to_json())),
    }
}

fn describe_note_file(
    request: DescribeNoteFileRequest,
) -> Result<DescribeNoteFileReply, ErrorMessage> {
    let DescribeNoteFileRequest { file } = request;
    Ok(NoteFileDescription::of(&file).map_err(|error| ErrorMessage::from(&error))?.into())
}

fn verify(request: VerifyMessageRequest) -> Result<VerifyMessageReply, ErrorMessage> {
    let (signature, message) = request.into_parts();
    let verified = verify_message(&signature, &message)
        .and_then(|is_valid| Ok((is_valid, signature.key_commitment()?)));
    match verified {
        Ok((is_valid, commitment)) => {
            Ok(VerifyMessageReply { is_valid, key_commitment: commitment.to_hex() })
        }
        // The key is an argument here, and no account's.
        Err(error) => Err(ErrorMessage::from(&error).of_an_argument()),
    }
}

fn verify_page_signature(
    request: VerifyPayloadRequest,
) -> Result<VerifyPayloadReply, ErrorMessage> {
    let VerifyPayloadRequest { signature, kind, payload, key_commitment } = request;
    let verified = SigningPayload::read(kind, &payload)
        .and_then(|payload| verify_payload(&payload, &signature, &key_commitment));
    match verified {
        Ok(is_valid) => Ok(VerifyPayloadReply { is_valid }),
        Err(error) => Err(ErrorMessage::from(&error).of_an_argument()),
    }
}

#[allow(clippy::unnecessary_wraps, reason = "what a computation returns")]
fn read_payload(request: ReadPayloadRequest) -> Result<ReadPayloadReply, ErrorMessage> {
    let ReadPayloadRequest { payload } = request;
    let kind = SigningPayload::of_page(&payload).map(|payload| payload.kind());
    Ok(ReadPayloadReply { kind })
}

fn describe_payload(request: DescribePayloadRequest) -> Result<DescribePayloadReply, ErrorMessage> {
    let DescribePayloadRequest { kind, payload } = request;
    let described = PayloadDescription::of(kind, &payload);
    described.map(DescribePayloadReply::from).map_err(|error| ErrorMessage::from(&error))
}

fn generate_mnemonic(request: GenerateMnemonicRequest) -> Result<MnemonicReply, ErrorMessage> {
    let mnemonic = WordCount::of(request.word_count).and_then(Mnemonic::generate);
    mnemonic.map(MnemonicReply::from).map_err(|error| ErrorMessage::from(&error))
}

fn check_mnemonic(request: CheckMnemonicRequest) -> Result<MnemonicReply, ErrorMessage> {
    let CheckMnemonicRequest { phrase } = request;
    let mnemonic = Mnemonic::parse(&phrase.0);
    mnemonic.map(MnemonicReply::from).map_err(|error| ErrorMessage::from(&error))
}

fn format_address(request: FormatAddressRequest) -> Result<AddressReply, ErrorMessage> {
    let FormatAddressRequest { account_id, network } = request;
    let address =
        parse_account_id(&account_id).and_then(|account| account_address(account, &network));
    address.map(|address| AddressReply { address }).map_err(|error| ErrorMessage::from(&error))
}

fn parse_address(request: ParseAddressRequest) -> Result<AccountReply, ErrorMessage> {
    let ParseAddressRequest { address, network } = request;
    let account = parse_account_address(&address, network.as_deref());
    account.map(AccountReply::from).map_err(|error| ErrorMessage::from(&error))
}

fn draw_qr_code(request: QrCodeRequest) -> Result<QrCodeReply, ErrorMessage> {
    let QrCodeRequest { text, format } = request;
    let image = qr_code(&text, format);
    image.map(|image| QrCodeReply { image }).map_err(|error| ErrorMessage::from(&error))
}

/// Reads the request, computes, and writes the reply.
fn computed<Request: DeserializeOwned, Reply: Serialize>(
    request: &[u8],
    computation: impl FnOnce(Request) -> Result<Reply, ErrorMessage>,
) -> Computed {
    // Room for a mnemonic: bytes that grow would leave copies of it behind.
    const ROOM: usize = 512;
    let request = serde_json::from_slice(request).map_err(|error| {
        ErrorMessage::invalid_parameter(format!("The request cannot be read: {error}."))
    })?;
    let reply = computation(request)?;
    let mut bytes = Zeroizing::new(Vec::with_capacity(ROOM));
    serde_json::to_writer(&mut *bytes, &reply)
        .map_err(|error| ErrorMessage::panicked(format!("the reply cannot be written: {error}")))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use serde_json::{Value, json};

    use super::*;
    use crate::codes::WC_INVALID_PARAMETER;

    fn answer(number: u32, request: &Value) -> (i32, Value) {
        let (code, bytes) = code_and_bytes(compute(number, request.to_string().as_bytes()));
        (code, serde_json::from_slice(&bytes).expect("JSON"))
    }

    #[test]
    fn no_number_is_given_twice() {
        for (place, (number, _)) in COMPUTATIONS.iter().enumerate() {
            assert_eq!(COMPUTATIONS.iter().position(|(other, _)| other == number), Some(place));
        }
    }

    #[test]
    fn a_mnemonic_is_made_and_read_again() {
        for count in [12, 24] {
            let request = json!({ "word_count": count });
            let (code, made) = answer(WC_COMPUTATION_GENERATE_MNEMONIC, &request);
            assert_eq!(code, WC_OK);
            let phrase = made["phrase"].as_str().expect("a text");
            assert_eq!(phrase.split(' ').count(), count);
            let request = json!({ "phrase": phrase.to_uppercase() });
            let (code, read) = answer(WC_COMPUTATION_CHECK_MNEMONIC, &request);
            assert_eq!((code, read), (WC_OK, made));
        }
    }

    #[test]
    fn what_cannot_be_computed_is_an_error_with_its_kind() {
        let refused = |number, request: &Value, kind: &str| {
            let (code, error) = answer(number, request);
            assert_eq!((code, &error["kind"]), (WC_INVALID_PARAMETER, &kind.into()), "{request}");
        };
        refused(4711, &json!({}), "invalid_parameter");
        for number in COMPUTATIONS.iter().map(|(number, _)| *number) {
            refused(number, &json!({}), "invalid_parameter");
            refused(number, &json!(null), "invalid_parameter");
        }
        refused(WC_COMPUTATION_GENERATE_MNEMONIC, &json!({ "word_count": 15 }), "invalid_mnemonic");
        refused(WC_COMPUTATION_CHECK_MNEMONIC, &json!({ "phrase": "one" }), "invalid_mnemonic");
        let keyless = json!({
            "scheme": "ecdsa_k256_keccak", "public_key": "AQ==", "signature": "", "message": "",
        });
        refused(WC_COMPUTATION_VERIFY_MESSAGE, &keyless, "invalid_public_key");
        let no_word = json!({
            "signature": "", "kind": "word", "payload": "AQ==", "key_commitment": "",
        });
        refused(WC_COMPUTATION_VERIFY_PAYLOAD, &no_word, "invalid_signing_payload");
        let no_commitment = json!({
            "signature": "", "kind": "web_message", "payload": "", "key_commitment": "AQ==",
        });
        refused(WC_COMPUTATION_VERIFY_PAYLOAD, &no_commitment, "invalid_public_key");
    }

    #[test]
    fn a_payload_is_read_and_its_signature_is_verified() {
        let request = json!({ "payload": STANDARD.encode([0; 32]) });
        assert_eq!(
            answer(WC_COMPUTATION_READ_PAYLOAD, &request),
            (WC_OK, json!({ "kind": "word" }))
        );
        let request = json!({ "payload": "AQE=" });
        assert_eq!(
            answer(WC_COMPUTATION_READ_PAYLOAD, &request),
            (WC_OK, json!({ "kind": "signing_inputs" }))
        );
        let request = json!({ "payload": "" });
        assert_eq!(answer(WC_COMPUTATION_READ_PAYLOAD, &request), (WC_OK, json!({})));

        // The word [0, 0, 0, 0] and key of js/examples/signatures.json.
        let signature = concat!(
            "AYnEh7ARyUTa72SngRbzsl9dLFKFYuBcapMA9ehFmtwUEbanO1YAjA4rzLWSBUCsEw1BmvKtIgKk1T8WMtJz",
            "COgA",
        );
        let verified = |word: [u8; 32]| {
            let request = json!({
                "signature": signature, "kind": "word", "payload": STANDARD.encode(word),
                "key_commitment": "CHKYCeDq8EVWRJNyObckFfyp4CMxtbrSyBIyf5bggGk=",
            });
            answer(WC_COMPUTATION_VERIFY_PAYLOAD, &request)
        };
        assert_eq!(verified([0; 32]), (WC_OK, json!({ "is_valid": true })));
        assert_eq!(verified([1; 32]), (WC_OK, json!({ "is_valid": false })));
    }

    #[test]
    fn what_a_signature_would_authorise_is_described() {
        let described = |kind: &str, payload: &[u8]| {
            let request = json!({ "kind": kind, "payload": STANDARD.encode(payload) });
            answer(WC_COMPUTATION_DESCRIBE_PAYLOAD, &request)
        };
        let word = json!({ "type": "word", "may_authorise_transaction": true });
        assert_eq!(described("word", &[0; 32]), (WC_OK, word));
        let text = json!({ "type": "text", "may_authorise_transaction": false });
        assert_eq!(described("web_message", b"hello"), (WC_OK, text.clone()));
        assert_eq!(described("receipt", b"hello"), (WC_OK, text));
        let (code, error) = described("signing_inputs", b"hello");
        assert_eq!(
            (code, &error["kind"]),
            (WC_INVALID_PARAMETER, &"invalid_signing_payload".into())
        );
    }

    #[test]
    fn a_request_is_signed_sealed_and_opened_and_its_receipt_is() {
        let text = |bytes: &[u8]| STANDARD.encode(bytes);
        let computed = |number, request: &Value| {
            let (code, reply) = answer(number, request);
            assert_eq!(code, WC_OK, "{reply}");
            reply
        };
        let secret = text(&[7; 32]);
        let keys = computed(WC_COMPUTATION_DERIVE_SECRET_KEYS, &json!({ "secret": secret }));
        let link_key = &keys["link_key"];
        let link = computed(WC_COMPUTATION_DERIVE_LINK_KEYS, &json!({ "link_key": link_key }));
        let id = STANDARD.decode(link["id"].as_str().expect("a text")).expect("base64");
        assert_eq!(id.len(), 16);

        let seed = text(&[8; 32]);
        let public = computed(WC_COMPUTATION_REQUESTER_KEY, &json!({ "seed": seed }));
        let request = json!({ "text": text(b"{}"), "seed": seed });
        let signature = &computed(WC_COMPUTATION_SIGN_REQUEST, &request)["signature"];
        for (signed, is_valid) in [(&b"{}"[..], true), (&b"{ }"[..], false)] {
            let request = json!({
                "signature": signature, "text": text(signed), "public_key": public["public_key"],
            });
            let reply = computed(WC_COMPUTATION_VERIFY_REQUEST, &request);
            assert_eq!(reply, json!({ "is_valid": is_valid }));
        }

        let request = json!({ "request": text(b"a request"), "link_key": link_key });
        let sealed = &computed(WC_COMPUTATION_SEAL_REQUEST, &request)["sealed"];
        let opened = json!({ "opened": text(b"a request") });
        for (key, expected) in [(link_key, opened), (&json!(secret), json!({}))] {
            let request = json!({ "sealed": sealed, "link_key": key });
            assert_eq!(computed(WC_COMPUTATION_OPEN_REQUEST, &request), expected);
        }

        let request = json!({
            "receipt": text(b"a receipt"), "receipt_key": keys["receipt_key"],
            "request_digest": text(&[9; 32]),
        });
        let sealed = &computed(WC_COMPUTATION_SEAL_RECEIPT, &request)["sealed"];
        let opened = json!({ "opened": text(b"a receipt") });
        for (digest, expected) in [([9; 32], opened), ([10; 32], json!({}))] {
            let request = json!({
                "sealed": sealed, "secret": secret, "request_digest": text(&digest),
            });
            assert_eq!(computed(WC_COMPUTATION_OPEN_RECEIPT, &request), expected);
        }
    }

    #[test]
    fn keys_and_signatures_of_requests_with_a_wrong_length_are_refused() {
        let refused = |number, request: &Value, name: &str, kind: &str| {
            let (code, error) = answer(number, request);
            assert_eq!((code, &error["kind"]), (WC_INVALID_PARAMETER, &kind.into()), "{request}");
            let message = error["message"].as_str().expect("a text");
            assert!(message.contains(name), "{message}");
        };
        let right = STANDARD.encode([1; 32]);
        for wrong in
            [&[0_u8; 0][..], &[1; 31], &[1; 33], &[1; 65]].map(|bytes| STANDARD.encode(bytes))
        {
            let with_name = |name: &str| json!({ name: wrong });
            let kind = "invalid_parameter";
            let secret = with_name("secret");
            refused(WC_COMPUTATION_DERIVE_SECRET_KEYS, &secret, "The secret has", kind);
            let link = with_name("link_key");
            refused(WC_COMPUTATION_DERIVE_LINK_KEYS, &link, "The link key has", kind);
            refused(WC_COMPUTATION_REQUESTER_KEY, &with_name("seed"), "The seed has", kind);
            let request = json!({ "text": "", "seed": wrong });
            refused(WC_COMPUTATION_SIGN_REQUEST, &request, "The seed has", kind);
            let request = json!({ "signature": wrong, "text": "", "public_key": right });
            refused(WC_COMPUTATION_VERIFY_REQUEST, &request, "The signature has", kind);
            let signature = STANDARD.encode([1; 64]);
            let request = json!({ "signature": signature, "text": "", "public_key": wrong });
            refused(WC_COMPUTATION_VERIFY_REQUEST, &request, "The public key has", kind);
            let request = json!({ "request": "", "link_key": wrong });
            refused(WC_COMPUTATION_SEAL_REQUEST, &request, "The link key has", kind);
            let request = json!({ "sealed": "", "link_key": wrong });
            refused(WC_COMPUTATION_OPEN_REQUEST, &request, "The link key has", kind);
            let request = json!({ "receipt": "", "receipt_key": wrong, "request_digest": right });
            refused(WC_COMPUTATION_SEAL_RECEIPT, &request, "The receipt key has", kind);
            let request = json!({ "receipt": "", "receipt_key": right, "request_digest": wrong });
            refused(WC_COMPUTATION_SEAL_RECEIPT, &request, "The request digest has", kind);
            let request = json!({ "sealed": "", "secret": wrong, "request_digest": right });
            refused(WC_COMPUTATION_OPEN_RECEIPT, &request, "The secret has", kind);
            let request = json!({ "sealed": "", "secret": right, "request_digest": wrong });
            refused(WC_COMPUTATION_OPEN_RECEIPT, &request, "The request digest has", kind);
        }
        let zero = STANDARD.encode([0; 32]);
        let request = json!({ "receipt": "", "receipt_key": zero, "request_digest": right });
        refused(WC_COMPUTATION_SEAL_RECEIPT, &request, "small order", "invalid_public_key");
    }

    /// A package in base64.
    fn compiled(code: &str) -> Value {
        let request = json!({ "kind": "account_component", "path": "test::one", "code": code });
        let (code, reply) = answer(WC_COMPUTATION_COMPILE, &request);
        assert_eq!(code, WC_OK);
        reply["package"]["file"].clone()
    }

    #[test]
    fn a_contract_is_described_for_generators_and_has_the_same_bytes_each_time() {
        let file = compiled(
            "@account_procedure\n@view\npub proc get_one() -> u32\n    push.1 swap drop\nend\n",
        );
        let configuration = json!({ "text": "reads = [\"get_*\"]", "file_name": "One.miden.toml" });
        let request = json!({ "file": file, "configuration": configuration }).to_string();
        let described = || compute(WC_COMPUTATION_DESCRIBE_CONTRACT, request.as_bytes());
        let bytes = described().expect("it is described");
        assert_eq!(bytes, described().expect("it is described"));
        let document: Value = serde_json::from_slice(&bytes).expect("JSON");
        assert_eq!(document["format_version"], 1);
        assert_eq!(document["package"], file);
        assert_eq!(document["digest"].as_str().map(str::len), Some(66));
        assert_eq!(document["configuration"], json!({ "reads": ["::test::one::get_one"] }));
        let procedure = &document["interface"]["procedures"][0];
        assert_eq!(procedure["attributes"], json!(["view"]));

        let request = json!({ "component": "basic-wallet" });
        let (code, document) = answer(WC_COMPUTATION_DESCRIBE_CONTRACT, &request);
        assert_eq!(code, WC_OK);
        assert_eq!(document["interface"]["name"], "miden-standards-wallets-basic-wallet");
        assert_eq!(document["configuration"], json!({ "reads": [] }));
    }

    #[test]
    fn what_is_no_contract_or_no_configuration_is_refused() {
        let file = compiled("@account_procedure\npub proc one\n    push.1 drop\nend\n");
        let too_large = STANDARD.encode(vec![0_u8; miden_swift_wallet::MAX_PACKAGE_BYTES + 1]);
        let configuration = json!({ "text": "naem = 1", "file_name": "One.miden.toml" });
        for (request, kind, words) in [
            (
                json!({ "file": file, "component": "pausable" }),
                "invalid_parameter",
                "one of the two",
            ),
            (json!({ "configuration": configuration }), "invalid_parameter", "one of the two"),
            (json!({ "file": "bWFzcA==" }), "invalid_package", "not a package"),
            (json!({ "file": too_large }), "invalid_package", "not a package"),
            (json!({ "component": "pausible" }), "unknown_component", "nearest first: pausable,"),
            (
                json!({ "file": file, "configuration": configuration }),
                "invalid_contract_configuration",
                "One.miden.toml:1:1: error: ",
            ),
        ] {
            let (code, error) = answer(WC_COMPUTATION_DESCRIBE_CONTRACT, &request);
            assert_eq!((code, &error["kind"]), (WC_INVALID_PARAMETER, &kind.into()));
            assert!(error["message"].as_str().expect("a text").contains(words), "{error}");
        }
    }

    #[test]
    fn an_address_is_made_read_again_and_drawn() {
        let account = "0x5401ef36815e47d14b651e8e968153";
        let request = json!({ "account_id": account, "network": "testnet" });
        let (code, made) = answer(WC_COMPUTATION_FORMAT_ADDRESS, &request);
        assert_eq!(code, WC_OK);
        let request = json!({ "address": made["address"], "network": "testnet" });
        let (code, read) = answer(WC_COMPUTATION_PARSE_ADDRESS, &request);
        assert_eq!((code, read), (WC_OK, json!({ "account_id": account })));
        let request = json!({ "text": made["address"], "format": "svg" });
        assert_eq!(answer(WC_COMPUTATION_QR_CODE, &request).0, WC_OK);

        let request = json!({ "address": made["address"], "network": "mainnet" });
        let (code, error) = answer(WC_COMPUTATION_PARSE_ADDRESS, &request);
        assert_eq!(
            (code, &error["kind"]),
            (WC_INVALID_PARAMETER, &"address_of_another_network".into())
        );
    }

    #[test]
    fn a_reply_with_the_longest_mnemonic_has_room() {
        let phrase = "abstract ".repeat(24);
        let reply = json!({ "phrase": phrase.trim_end() }).to_string();
        assert!(reply.len() <= 512, "{}", reply.len());
    }
}
