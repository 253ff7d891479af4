//! Every golden file is read and written by the types of this side.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::*;

mod errors;

fn folder() -> PathBuf {
    // Not `env!`: what was built in one checkout runs in another.
    let package = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo runs the tests");
    PathBuf::from(package).join("../../include/messages")
}

fn reads_and_writes<T: Serialize + DeserializeOwned>(name: &str) {
    let text = std::fs::read_to_string(folder().join(name)).expect("the golden file is there");
    let message: T = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let expected: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let written = serde_json::to_value(&message).expect("it can be written");
    assert_eq!(written, expected, "{name}");
}

/// A golden file and the check of it.
type Check = (&'static str, fn(&str));

const CHECKS: &[Check] = &[
    ("configurations/testnet.json", reads_and_writes::<Configuration>),
    ("configurations/custom.json", reads_and_writes::<Configuration>),
    ("configurations/embedded.json", reads_and_writes::<Configuration>),
    ("configurations/mainnet.json", reads_and_writes::<Configuration>),
    ("requests/create_wallet.json", reads_and_writes::<CreateWalletRequest>),
    ("requests/create_wallet_of_signer.json", reads_and_writes::<CreateWalletRequest>),
    ("requests/create_wallet_named.json", reads_and_writes::<CreateWalletRequest>),
    ("requests/create_wallet_of_mnemonic.json", reads_and_writes::<CreateWalletRequest>),
    ("requests/get_balance.json", reads_and_writes::<AccountRequest>),
    ("requests/set_default_account.json", reads_and_writes::<DefaultAccountMessage>),
    ("requests/set_default_account_none.json", reads_and_writes::<DefaultAccountMessage>),
    ("requests/get_input_notes.json", reads_and_writes::<InputNotesRequest>),
    ("requests/get_received_notes.json", reads_and_writes::<ReceivedNotesRequest>),
    ("replies/get_received_notes.json", reads_and_writes::<ReceivedNotesReply>),
    ("requests/describe_note_file.json", reads_and_writes::<DescribeNoteFileRequest>),
    ("replies/describe_note_file.json", reads_and_writes::<DescribeNoteFileReply>),
    ("requests/verify_notes.json", reads_and_writes::<VerifyNotesRequest>),
    ("requests/dismiss_notes.json", reads_and_writes::<DismissNotesRequest>),
    ("replies/verify_notes.json", reads_and_writes::<InputNotesReply>),
    ("requests/consume_all.json", reads_and_writes::<ConsumeAllRequest>),
    ("requests/preview_consume_all.json", reads_and_writes::<PreviewConsumeAllRequest>),
    ("requests/preview_send.json", reads_and_writes::<PreviewRequest>),
    ("requests/preview_consume.json", reads_and_writes::<PreviewRequest>),
    ("requests/preview_fill_swap.json", reads_and_writes::<PreviewRequest>),
    ("requests/get_outcome.json", reads_and_writes::<OutcomeRequest>),
    ("replies/get_outcome.json", reads_and_writes::<OutcomeReply>),
    ("replies/get_outcome_none.json", reads_and_writes::<OutcomeReply>),
    ("requests/transact_send.json", reads_and_writes::<TransactRequest>),
    ("requests/transact_consume.json", reads_and_writes::<TransactRequest>),
    ("requests/transact_consume_with_prover.json", reads_and_writes::<TransactRequest>),
    ("requests/transact_approved.json", reads_and_writes::<TransactRequest>),
    ("requests/transact_call.json", reads_and_writes::<TransactRequest>),
    ("requests/transact_issue.json", reads_and_writes::<TransactRequest>),
    ("requests/transact_burn.json", reads_and_writes::<TransactRequest>),
    ("requests/transact_swap.json", reads_and_writes::<TransactRequest>),
    ("requests/transact_partial_swap.json", reads_and_writes::<TransactRequest>),
    ("requests/transact_fill_swap.json", reads_and_writes::<TransactRequest>),
    ("requests/transact_cancel_swap.json", reads_and_writes::<TransactRequest>),
    ("requests/create_faucet.json", reads_and_writes::<CreateFaucetRequest>),
    ("requests/get_faucet.json", reads_and_writes::<AccountRequest>),
    ("requests/register_account.json", reads_and_writes::<RegisterRequest>),
    ("requests/check_invitation.json", reads_and_writes::<CheckInvitationRequest>),
    ("replies/check_invitation.json", reads_and_writes::<CheckInvitationReply>),
    ("replies/transact.json", reads_and_writes::<TransactReply>),
    ("replies/transact_call.json", reads_and_writes::<TransactReply>),
    ("replies/transact_send.json", reads_and_writes::<TransactReply>),
    ("replies/transact_consume.json", reads_and_writes::<TransactReply>),
    ("replies/create_faucet.json", reads_and_writes::<AccountReply>),
    ("replies/get_faucet.json", reads_and_writes::<FaucetReply>),
    ("replies/get_swaps.json", reads_and_writes::<SwapsReply>),
    ("replies/register_account.json", reads_and_writes::<AccountReply>),
    ("configurations/restored_backup.json", reads_and_writes::<Configuration>),
    ("configurations/local.json", reads_and_writes::<Configuration>),
    ("requests/back_up.json", reads_and_writes::<BackUpRequest>),
    ("requests/export_key.json", reads_and_writes::<ExportKeyRequest>),
    ("requests/export_key_unencrypted.json", reads_and_writes::<ExportKeyRequest>),
    ("requests/import_key.json", reads_and_writes::<ImportKeyRequest>),
    ("requests/import_key_hex.json", reads_and_writes::<ImportKeyRequest>),
    ("requests/rename_account.json", reads_and_writes::<RenameAccountRequest>),
    ("replies/back_up.json", reads_and_writes::<BackupReply>),
    ("replies/export_key.json", reads_and_writes::<KeyReply>),
    ("replies/export_key_unencrypted.json", reads_and_writes::<KeyReply>),
    ("replies/import_key.json", reads_and_writes::<AccountReply>),
    ("replies/rename_account.json", reads_and_writes::<AccountReply>),
    ("replies/get_keys.json", reads_and_writes::<KeysReply>),
    ("requests/import_account.json", reads_and_writes::<ImportAccountRequest>),
    ("requests/export_account.json", reads_and_writes::<AccountRequest>),
    ("requests/export_note.json", reads_and_writes::<ExportNoteRequest>),
    ("requests/import_note.json", reads_and_writes::<ImportNoteRequest>),
    ("requests/follow_tag.json", reads_and_writes::<TagRequest>),
    ("replies/follow_tag.json", reads_and_writes::<TagReply>),
    ("replies/get_followed_tags.json", reads_and_writes::<FollowedTagsReply>),
    ("requests/get_addresses.json", reads_and_writes::<AddressesRequest>),
    ("requests/add_address.json", reads_and_writes::<AddressRequest>),
    ("replies/get_addresses.json", reads_and_writes::<AddressesReply>),
    ("requests/format_address.json", reads_and_writes::<FormatAddressRequest>),
    ("requests/parse_address.json", reads_and_writes::<ParseAddressRequest>),
    ("requests/parse_address_of_any_network.json", reads_and_writes::<ParseAddressRequest>),
    ("requests/qr_code.json", reads_and_writes::<QrCodeRequest>),
    ("replies/format_address.json", reads_and_writes::<AddressReply>),
    ("replies/parse_address.json", reads_and_writes::<AccountReply>),
    ("replies/qr_code.json", reads_and_writes::<QrCodeReply>),
    ("requests/get_transaction.json", reads_and_writes::<TransactionRequest>),
    ("requests/get_transactions.json", reads_and_writes::<TransactionsRequest>),
    ("requests/get_notes.json", reads_and_writes::<NotesRequest>),
    ("requests/get_note.json", reads_and_writes::<NoteRequest>),
    ("requests/get_events.json", reads_and_writes::<EventsRequest>),
    ("requests/add_token.json", reads_and_writes::<AccountRequest>),
    ("requests/set_token_hidden.json", reads_and_writes::<TokenHiddenRequest>),
    ("requests/get_public_account.json", reads_and_writes::<PublicAccountRequest>),
    ("requests/get_account_details.json", reads_and_writes::<AccountRequest>),
    ("requests/mint.json", reads_and_writes::<MintRequest>),
    ("requests/sign_message.json", reads_and_writes::<SignMessageRequest>),
    ("requests/sign_word.json", reads_and_writes::<SignMessageRequest>),
    ("requests/verify_payload.json", reads_and_writes::<VerifyPayloadRequest>),
    ("requests/read_payload.json", reads_and_writes::<ReadPayloadRequest>),
    ("requests/describe_payload.json", reads_and_writes::<DescribePayloadRequest>),
    ("replies/describe_payload.json", reads_and_writes::<DescribePayloadReply>),
    ("replies/describe_payload_arbitrary.json", reads_and_writes::<DescribePayloadReply>),
    ("requests/restore.json", reads_and_writes::<RestoreRequest>),
    ("requests/verify_message.json", reads_and_writes::<VerifyMessageRequest>),
    ("requests/generate_mnemonic.json", reads_and_writes::<GenerateMnemonicRequest>),
    ("requests/check_mnemonic.json", reads_and_writes::<CheckMnemonicRequest>),
    #[cfg(feature = "embedded-chain")]
    ("requests/test_fill_history.json", reads_and_writes::<FillHistoryRequest>),
    #[cfg(feature = "embedded-chain")]
    ("requests/test_sign.json", reads_and_writes::<TestSignRequest>),
    ("replies/info.json", reads_and_writes::<InfoReply>),
    ("replies/sync.json", reads_and_writes::<SyncReply>),
    ("replies/test_connection.json", reads_and_writes::<ConnectionReply>),
    ("replies/test_connection_unreachable.json", reads_and_writes::<ConnectionReply>),
    ("replies/create_wallet.json", reads_and_writes::<AccountReply>),
    ("replies/import_account.json", reads_and_writes::<AccountReply>),
    ("replies/export_account.json", reads_and_writes::<AccountFileReply>),
    ("replies/export_note.json", reads_and_writes::<NoteFileReply>),
    ("replies/import_note.json", reads_and_writes::<ImportedNoteReply>),
    ("replies/import_expected_note.json", reads_and_writes::<ImportedNoteReply>),
    ("replies/get_undelivered_notes.json", reads_and_writes::<UndeliveredNotesReply>),
    ("replies/set_default_account.json", reads_and_writes::<DefaultAccountMessage>),
    ("replies/set_default_account_none.json", reads_and_writes::<DefaultAccountMessage>),
    ("replies/get_accounts.json", reads_and_writes::<AccountsReply>),
    ("replies/get_balance.json", reads_and_writes::<BalanceReply>),
    ("replies/get_input_notes.json", reads_and_writes::<InputNotesReply>),
    ("replies/consume_all.json", reads_and_writes::<ConsumeAllReply>),
    ("replies/consume_all_nothing.json", reads_and_writes::<ConsumeAllReply>),
    ("replies/preview_consume_all.json", reads_and_writes::<PreviewConsumeAllReply>),
    ("replies/preview.json", reads_and_writes::<TransactionMessage>),
    ("replies/mint.json", reads_and_writes::<MintReply>),
    ("replies/get_transaction.json", reads_and_writes::<TransactionReply>),
    ("replies/get_transactions.json", reads_and_writes::<TransactionsReply>),
    ("replies/get_notes.json", reads_and_writes::<NotesReply>),
    ("replies/get_note.json", reads_and_writes::<NoteEntryMessage>),
    ("replies/get_tokens.json", reads_and_writes::<TokensReply>),
    ("replies/add_token.json", reads_and_writes::<TokenReply>),
    ("replies/set_token_hidden.json", reads_and_writes::<TokenReply>),
    ("replies/get_public_account.json", reads_and_writes::<PublicAccountReply>),
    ("replies/get_account_details.json", reads_and_writes::<AccountDetailsReply>),
    ("replies/get_public_account_unchecked.json", reads_and_writes::<PublicAccountReply>),
    ("replies/get_events.json", reads_and_writes::<EventsReply>),
    ("replies/sign_message.json", reads_and_writes::<SignatureReply>),
    ("replies/restore.json", reads_and_writes::<RestoreReply>),
    ("replies/verify_message.json", reads_and_writes::<VerifyMessageReply>),
    ("replies/verify_payload.json", reads_and_writes::<VerifyPayloadReply>),
    ("replies/read_payload.json", reads_and_writes::<ReadPayloadReply>),
    ("replies/read_payload_neither.json", reads_and_writes::<ReadPayloadReply>),
    ("replies/generate_mnemonic.json", reads_and_writes::<MnemonicReply>),
    ("replies/check_mnemonic.json", reads_and_writes::<MnemonicReply>),
    #[cfg(feature = "embedded-chain")]
    ("replies/test_sign.json", reads_and_writes::<TestSignReply>),
    ("requests/create_account.json", reads_and_writes::<CreateAccountRequest>),
    ("requests/transact_custom.json", reads_and_writes::<TransactRequest>),
    ("requests/transact_custom_notes.json", reads_and_writes::<TransactRequest>),
    ("requests/preview_custom.json", reads_and_writes::<PreviewRequest>),
    ("requests/run_program.json", reads_and_writes::<ProgramRequest>),
    ("requests/get_storage.json", reads_and_writes::<StorageRequest>),
    ("requests/get_storage_of_index.json", reads_and_writes::<StorageRequest>),
    ("requests/get_procedures.json", reads_and_writes::<ProceduresRequest>),
    ("requests/get_note_contents.json", reads_and_writes::<NoteContentsRequest>),
    ("requests/get_network_note.json", reads_and_writes::<NetworkNoteRequest>),
    ("requests/compile.json", reads_and_writes::<CompileRequest>),
    ("requests/describe_package.json", reads_and_writes::<PackageRequest>),
    ("requests/preview_serialized.json", reads_and_writes::<PreviewRequest>),
    ("requests/describe_request.json", reads_and_writes::<DescribeRequestRequest>),
    ("replies/describe_request.json", reads_and_writes::<DescribeRequestReply>),
    ("requests/describe_interface.json", reads_and_writes::<DescribeInterfaceRequest>),
    ("requests/parse_advice.json", reads_and_writes::<AdviceText>),
    ("requests/encode_value.json", reads_and_writes::<EncodeValueRequest>),
    ("requests/encode_storage_value.json", reads_and_writes::<EncodeValueRequest>),
    ("requests/decode_value.json", reads_and_writes::<DecodeValueRequest>),
    ("requests/parse_value.json", reads_and_writes::<ParseValueRequest>),
    ("requests/hash_elements.json", reads_and_writes::<HashElementsRequest>),
    ("replies/encode_value.json", reads_and_writes::<FeltsReply>),
    ("replies/decode_value.json", reads_and_writes::<ValueReply>),
    ("replies/parse_value.json", reads_and_writes::<ValueReply>),
    ("replies/hash_elements.json", reads_and_writes::<HashReply>),
    ("replies/create_account.json", reads_and_writes::<AccountReply>),
    ("replies/execute.json", reads_and_writes::<TransactReply>),
    ("replies/run_program.json", reads_and_writes::<ProgramReply>),
    ("replies/get_storage.json", reads_and_writes::<StorageReply>),
    ("replies/get_procedures.json", reads_and_writes::<ProceduresReply>),
    ("replies/get_note_contents.json", reads_and_writes::<NoteContentsReply>),
    ("replies/get_network_note.json", reads_and_writes::<NetworkNoteReply>),
    ("replies/compile.json", reads_and_writes::<CompileReply>),
    ("replies/compile_refused.json", reads_and_writes::<CompileReply>),
    ("replies/describe_package.json", reads_and_writes::<PackageReply>),
    ("replies/describe_interface.json", reads_and_writes::<miden_swift_wallet::Interface>),
    ("replies/parse_advice.json", reads_and_writes::<AdviceReply>),
    ("requests/derive_secret_keys.json", reads_and_writes::<DeriveSecretKeysRequest>),
    ("replies/derive_secret_keys.json", reads_and_writes::<SecretKeysReply>),
    ("requests/derive_link_keys.json", reads_and_writes::<DeriveLinkKeysRequest>),
    ("replies/derive_link_keys.json", reads_and_writes::<LinkKeysReply>),
    ("requests/requester_key.json", reads_and_writes::<RequesterKeyRequest>),
    ("replies/requester_key.json", reads_and_writes::<RequesterKeyReply>),
    ("requests/sign_request.json", reads_and_writes::<SignRequestRequest>),
    ("replies/sign_request.json", reads_and_writes::<SignRequestReply>),
    ("requests/verify_request.json", reads_and_writes::<VerifyRequestRequest>),
    ("replies/verify_request.json", reads_and_writes::<VerifyRequestReply>),
    ("requests/seal_request.json", reads_and_writes::<SealRequestRequest>),
    ("replies/seal_request.json", reads_and_writes::<SealedReply>),
    ("requests/open_request.json", reads_and_writes::<OpenRequestRequest>),
    ("replies/open_request.json", reads_and_writes::<OpenedReply>),
    ("replies/open_request_refused.json", reads_and_writes::<OpenedReply>),
    ("requests/seal_receipt.json", reads_and_writes::<SealReceiptRequest>),
    ("replies/seal_receipt.json", reads_and_writes::<SealedReply>),
    ("requests/open_receipt.json", reads_and_writes::<OpenReceiptRequest>),
    ("replies/open_receipt.json", reads_and_writes::<OpenedReply>),
    ("requests/describe_contract.json", reads_and_writes::<DescribeContractRequest>),
    ("requests/describe_contract_component.json", reads_and_writes::<DescribeContractRequest>),
    ("replies/describe_contract.json", reads_and_writes::<ContractDocumentReply>),
    ("replies/describe_contract_bare.json", reads_and_writes::<ContractDocumentReply>),
    ("questions/sign_receipt.json", reads_and_writes::<SignQuestion>),
    ("questions/sign_transaction.json", reads_and_writes::<SignQuestion>),
    ("questions/sign_free_transaction.json", reads_and_writes::<SignQuestion>),
    ("questions/sign_message.json", reads_and_writes::<SignQuestion>),
    ("questions/sign_word.json", reads_and_writes::<SignQuestion>),
    ("answers/signature.json", reads_and_writes::<SignatureAnswer>),
    ("answers/failure.json", reads_and_writes::<FailureAnswer>),
    ("events/log.json", reads_and_writes::<LogEvent>),
];

#[test]
fn every_golden_message_is_read_and_written() {
    for (name, check) in CHECKS {
        check(name);
    }
}

/// The golden file of an error and what it has to say.
fn golden_errors() -> BTreeMap<String, ErrorMessage> {
    let of_the_wallet = errors::of_the_wallet();
    let messages = of_the_wallet.iter().map(ErrorMessage::from).chain(errors::of_the_bridge());
    messages.map(|message| (format!("errors/{}.json", message.kind), message)).collect()
}

#[test]
fn every_error_says_what_its_golden_file_says() {
    for (name, message) in golden_errors() {
        let made = serde_json::to_value(&message).expect("it can be written");
        if std::env::var_os("UPDATE_MESSAGES").is_some() {
            let text = serde_json::to_string_pretty(&message).expect("it can be written");
            std::fs::write(folder().join(&name), text + "\n").expect("the file can be written");
        }
        let text = std::fs::read_to_string(folder().join(&name))
            .unwrap_or_else(|error| panic!("{name}: {error}; UPDATE_MESSAGES=1 writes it"));
        let golden: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(made, golden, "{name}");
        reads_and_writes::<ErrorMessage>(&name);
    }
}

#[test]
fn no_golden_message_is_left_out() {
    let mut found = BTreeSet::new();
    for kind in std::fs::read_dir(folder()).expect("the folder is there") {
        let kind = kind.expect("it can be read").path();
        for file in std::fs::read_dir(&kind).expect("a folder of messages") {
            let file = file.expect("it can be read").path();
            let name = file.strip_prefix(folder()).expect("inside").display().to_string();
            found.insert(name);
        }
    }
    let mut checked: BTreeSet<String> = CHECKS.iter().map(|(name, _)| (*name).to_owned()).collect();
    checked.extend(golden_errors().into_keys());
    assert_eq!(found, checked);
}
