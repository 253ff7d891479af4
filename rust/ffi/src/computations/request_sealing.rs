//! The keys, signatures and seals of requests between apps.
#![allow(clippy::needless_pass_by_value, reason = "a computation has its request to itself")]

use miden_swift_wallet::{
    LinkKeys, SecretKeys, Zeroizing, open_receipt, open_request, request_public_key, seal_receipt,
    seal_request, sign_request, verify_request_signature,
};

use crate::messages::{
    DeriveLinkKeysRequest, DeriveSecretKeysRequest, ErrorMessage, LinkKeysReply,
    OpenReceiptRequest, OpenRequestRequest, OpenedReply, RequesterKeyReply, RequesterKeyRequest,
    SealReceiptRequest, SealRequestRequest, SealedReply, SecretKeysReply, SignRequestReply,
    SignRequestRequest, VerifyRequestReply, VerifyRequestRequest,
};

pub(super) fn secret_keys(
    request: DeriveSecretKeysRequest,
) -> Result<SecretKeysReply, ErrorMessage> {
    let secret = secret_of_length("secret", &request.secret.0)?;
    Ok(SecretKeys::of(&secret).map_err(|error| ErrorMessage::from(&error))?.into())
}

pub(super) fn link_keys(request: DeriveLinkKeysRequest) -> Result<LinkKeysReply, ErrorMessage> {
    let key = secret_of_length("link key", &request.link_key.0)?;
    Ok(LinkKeys::of(&key).map_err(|error| ErrorMessage::from(&error))?.into())
}

pub(super) fn requester_key(
    request: RequesterKeyRequest,
) -> Result<RequesterKeyReply, ErrorMessage> {
    let seed = secret_of_length("seed", &request.seed.0)?;
    Ok(RequesterKeyReply { public_key: request_public_key(&seed).to_vec() })
}

pub(super) fn sign(request: SignRequestRequest) -> Result<SignRequestReply, ErrorMessage> {
    let seed = secret_of_length("seed", &request.seed.0)?;
    Ok(SignRequestReply { signature: sign_request(&request.text, &seed).to_vec() })
}

pub(super) fn verify(request: VerifyRequestRequest) -> Result<VerifyRequestReply, ErrorMessage> {
    let VerifyRequestRequest { signature, text, public_key } = request;
    let signature = of_length("signature", &signature)?;
    let public_key = of_length("public key", &public_key)?;
    let is_valid = verify_request_signature(&signature, &text, &public_key);
    Ok(VerifyRequestReply { is_valid })
}

pub(super) fn seal(request: SealRequestRequest) -> Result<SealedReply, ErrorMessage> {
    let key = secret_of_length("link key", &request.link_key.0)?;
    let sealed = seal_request(&request.request, &key);
    Ok(SealedReply { sealed: sealed.map_err(|error| ErrorMessage::from(&error))? })
}

pub(super) fn open(request: OpenRequestRequest) -> Result<OpenedReply, ErrorMessage> {
    let key = secret_of_length("link key", &request.link_key.0)?;
    let opened = open_request(&request.sealed, &key);
    Ok(OpenedReply { opened: opened.map_err(|error| ErrorMessage::from(&error))? })
}

pub(super) fn seal_a_receipt(request: SealReceiptRequest) -> Result<SealedReply, ErrorMessage> {
    let SealReceiptRequest { receipt, receipt_key, request_digest } = request;
    let receipt_key = of_length("receipt key", &receipt_key)?;
    let digest = of_length("request digest", &request_digest)?;
    // The key is an argument here, and no account's.
    let sealed = seal_receipt(&receipt, &receipt_key, &digest)
        .map_err(|error| ErrorMessage::from(&error).of_an_argument())?;
    Ok(SealedReply { sealed })
}

pub(super) fn open_a_receipt(request: OpenReceiptRequest) -> Result<OpenedReply, ErrorMessage> {
    let secret = secret_of_length("secret", &request.secret.0)?;
    let digest = of_length("request digest", &request.request_digest)?;
    let opened = open_receipt(&request.sealed, &secret, &digest);
    Ok(OpenedReply { opened: opened.map_err(|error| ErrorMessage::from(&error))? })
}

fn secret_of_length(name: &str, bytes: &[u8]) -> Result<Zeroizing<[u8; 32]>, ErrorMessage> {
    of_length(name, bytes).map(Zeroizing::new)
}

fn of_length<const LENGTH: usize>(name: &str, bytes: &[u8]) -> Result<[u8; LENGTH], ErrorMessage> {
    bytes.try_into().map_err(|_| {
        ErrorMessage::invalid_parameter(format!(
            "The {name} has {} bytes. It must have {LENGTH}.",
            bytes.len()
        ))
    })
}
