//! Keys, signatures and backups.

use miden_swift_runtime::Lane;
use miden_swift_wallet::parse_account_id;

use super::job::Call;
use super::json::NoRequest;
use super::{Access, Commit, Operation, Properties, ReplyContent};
use crate::codes::{
    WC_OPERATION_BACK_UP, WC_OPERATION_EXPORT_KEY, WC_OPERATION_GET_KEYS, WC_OPERATION_IMPORT_KEY,
    WC_OPERATION_SIGN_MESSAGE,
};
use crate::messages::{
    AccountReply, BackUpRequest, BackupReply, ErrorMessage, ExportKeyRequest, ImportKeyRequest,
    KeyReply, KeysReply, SignMessageRequest, SignatureReply,
};

/// Writes the whole wallet into one file, under a passphrase.
pub(super) struct BackUp;

impl Operation for BackUp {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_BACK_UP,
        // Waits for a sync, and may settle what an earlier run left.
        lane: Lane::Remote,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = BackUpRequest;
    type Reply = BackupReply;

    async fn run(call: &Call, request: BackUpRequest) -> Result<BackupReply, ErrorMessage> {
        let BackUpRequest { path, passphrase } = request;
        Ok(call.wallet.back_up(&path, passphrase.0).await?.into())
    }
}

/// Exports the key of an account, under a passphrase or in clear.
pub(super) struct ExportKey;

impl Operation for ExportKey {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_EXPORT_KEY,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Secret,
    };
    type Request = ExportKeyRequest;
    type Reply = KeyReply;

    async fn run(call: &Call, request: ExportKeyRequest) -> Result<KeyReply, ErrorMessage> {
        let account = parse_account_id(&request.account_id)?;
        Ok(match request.passphrase()? {
            Some(passphrase) => call.wallet.export_key(account, passphrase).await?.into(),
            None => call.wallet.export_key_unencrypted(account).await?.into(),
        })
    }
}

/// Imports the key of an account.
pub(super) struct ImportKey;

impl Operation for ImportKey {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_IMPORT_KEY,
        // A key may bring an account that the network has.
        lane: Lane::Remote,
        commit: Commit::Write,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = ImportKeyRequest;
    type Reply = AccountReply;

    async fn run(call: &Call, request: ImportKeyRequest) -> Result<AccountReply, ErrorMessage> {
        let account = request.account_id.as_deref().map(parse_account_id).transpose()?;
        Ok(call.wallet.import_key(request.key(), account).await?.into())
    }
}

/// Lists the keys that the wallet has or its accounts need.
pub(super) struct GetKeys;

impl Operation for GetKeys {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_GET_KEYS,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadOnly,
        reply: ReplyContent::Public,
    };
    type Request = NoRequest;
    type Reply = KeysReply;

    async fn run(call: &Call, _: NoRequest) -> Result<KeysReply, ErrorMessage> {
        Ok(call.wallet.keys().await?.into())
    }
}

/// Signs a message, or what a web page asked for, with an account's key.
pub(super) struct SignMessage;

impl Operation for SignMessage {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_SIGN_MESSAGE,
        // A signer may take as long as a person does.
        lane: Lane::Long,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = SignMessageRequest;
    type Reply = SignatureReply;

    async fn run(call: &Call, request: SignMessageRequest) -> Result<SignatureReply, ErrorMessage> {
        let account = parse_account_id(&request.account_id)?;
        Ok(call.wallet.sign(account, request.kind, &request.message).await?.into())
    }
}
