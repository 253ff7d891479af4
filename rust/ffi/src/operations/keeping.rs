//! What is about keeping a wallet: backups, keys and the names of accounts.

use miden_swift_runtime::Lane;
use miden_swift_wallet::{Wallet, parse_account_id};

use super::payloads::{known, no_payload, read, written, written_secret};
use crate::codes::{
    WC_OPERATION_BACK_UP, WC_OPERATION_EXPORT_KEY, WC_OPERATION_GET_KEYS, WC_OPERATION_IMPORT_KEY,
    WC_OPERATION_RENAME_ACCOUNT,
};
use crate::messages::{
    AccountReply, BackUpRequest, BackupReply, ErrorMessage, ExportKeyRequest, ImportKeyRequest,
    KeyReply, KeysReply, RenameAccountRequest,
};

/// The lane of an operation, where it is one of these.
pub(super) fn lane(operation: u32) -> Option<Lane> {
    match operation {
        // A backup waits for a sync, and may settle what an earlier run left; a key may bring an account
        // that the network has.
        WC_OPERATION_BACK_UP | WC_OPERATION_IMPORT_KEY => Some(Lane::Remote),
        WC_OPERATION_EXPORT_KEY | WC_OPERATION_RENAME_ACCOUNT | WC_OPERATION_GET_KEYS => {
            Some(Lane::Quick)
        }
        _ => None,
    }
}

pub(super) async fn run(
    wallet: &Wallet,
    operation: u32,
    payload: &[u8],
) -> Result<Vec<u8>, ErrorMessage> {
    match operation {
        WC_OPERATION_BACK_UP => {
            let BackUpRequest { path, passphrase } = read(payload)?;
            written::<BackupReply, _>(wallet.back_up(&path, passphrase.0).await)
        }
        WC_OPERATION_EXPORT_KEY => {
            let request: ExportKeyRequest = read(payload)?;
            let account = known(parse_account_id(&request.account_id))?;
            match request.passphrase()? {
                Some(passphrase) => {
                    written_secret::<KeyReply, _>(wallet.export_key(account, passphrase).await)
                }
                None => written_secret::<KeyReply, _>(wallet.export_key_unencrypted(account).await),
            }
        }
        WC_OPERATION_IMPORT_KEY => {
            let request: ImportKeyRequest = read(payload)?;
            let account = request.account_id.as_deref().map(parse_account_id).transpose();
            let account = known(account)?;
            written::<AccountReply, _>(wallet.import_key(request.key(), account).await)
        }
        WC_OPERATION_RENAME_ACCOUNT => {
            let request: RenameAccountRequest = read(payload)?;
            let account = known(parse_account_id(&request.account_id))?;
            known(wallet.rename_account(account, request.name.as_deref()).await)?;
            written::<AccountReply, _>(Ok(account))
        }
        WC_OPERATION_GET_KEYS => {
            no_payload(payload)?;
            written::<KeysReply, _>(wallet.keys().await)
        }
        _ => Err(ErrorMessage::invalid_parameter(format!("{operation} is not about keeping."))),
    }
}
