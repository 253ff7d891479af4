//! Requests of a stranger: what is read in them, and what is carried out.

use std::path::Path;

use miden_client::asset::FungibleAsset;
use miden_client::note::{NoteType, P2idNote};
use miden_client::store::TransactionFilter;
use miden_client::transaction::TransactionScript;
use miden_client::utils::Serializable;
use tempfile::tempdir;

use super::*;
use crate::chain::expiration::EXPIRATION_BLOCKS;
use crate::contracts::scripts::plain;
use crate::contracts::{CodeKind, Compilation, Package, Source, compile};
use crate::test_wallet::{given, open, paid, payment_note};
use crate::transactions::{Draft, Token, TransactionOptions};
use crate::wallet::Wallet;
use crate::{NewWallet, NoteScriptBudget, SentTransaction, WalletConfiguration};

fn compiled(source: &Source) -> Package {
    match compile(source).expect("it can be compiled") {
        Compilation::Compiled(package, _) => *package,
        Compilation::Refused(diagnostics) => panic!("{diagnostics:#?}"),
    }
}

fn script(code: &str) -> TransactionScript {
    let package = compiled(&Source::new(CodeKind::TransactionScript, code));
    plain(&package).expect("a transaction script")
}

fn running(code: &str) -> SerializedRequest {
    of_script(script(code))
}

fn of_script(script: TransactionScript) -> SerializedRequest {
    let request = TransactionRequestBuilder::new().custom_script(script).build();
    SerializedRequest::read(request.expect("a request").to_bytes()).expect("it decodes")
}

/// A request that calls a procedure of Miden's and one of a stranger under harmless names, in a branch that is not taken.
fn under_harmless_names() -> SerializedRequest {
    let stranger = compiled(&Source {
        path: Some("tests::stranger".to_owned()),
        ..Source::new(
            CodeKind::AccountComponent,
            "pub use {move_asset_to_note as claim_reward} from miden::standards::wallets::basic\n\
             @account_procedure\npub proc harmless\n    push.83 drop\nend\n",
        )
    });
    let code = "use tests::stranger\n\n@transaction_script\npub proc main\n    push.0\n    \
                if.true\n        call.stranger::claim_reward call.stranger::harmless\n    end\nend\n";
    let source =
        Source { packages: vec![stranger], ..Source::new(CodeKind::TransactionScript, code) };
    of_script(plain(&compiled(&source)).expect("a transaction script"))
}

/// The draft of a request.
fn draft(request: SerializedRequest) -> Draft {
    Draft::Serialized(Box::new(request))
}

async fn funded(wallet: &Wallet) -> (AccountId, AccountId) {
    let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
    let note = paid(wallet, account, Token::Miden, 100).await;
    wallet.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
    wallet.sync().await.expect("a sync");
    let balance = wallet.balance(account).await.expect("a balance");
    (account, balance.fungible[0].faucet)
}

async fn made(wallet: &Wallet, account: AccountId, draft: &Draft) -> SentTransaction {
    let preview = wallet.preview(account, draft).await.expect("a preview");
    let approved = preview.approval;
    let options = TransactionOptions { approved, ..TransactionOptions::default() };
    let (sent, _) = wallet.transact(account, draft, options, |_| {}).await.expect("it is made");
    wallet.sync().await.expect("a sync");
    sent
}

/// How many blocks a transaction had to be included.
async fn blocks_until_expiration(wallet: &Wallet, sent: SentTransaction) -> u32 {
    let filter = TransactionFilter::Ids(vec![sent.transaction]);
    let records = wallet.transaction_records(filter).await.expect("the record");
    let details = &records[0].details;
    details.expiration_block_num.as_u32() - details.block_num.as_u32()
}

fn payment(account: AccountId, faucet: AccountId) -> Note {
    payment_note(account, FungibleAsset::new(faucet, 7).expect("an asset"), 1)
}

#[tokio::test]
async fn a_payment_in_bytes_is_described_previewed_and_made() {
    let folder = tempdir().expect("a folder");
    let wallet = open(folder.path()).await;
    let (account, faucet) = funded(&wallet).await;
    let note = payment(account, faucet);
    let request = TransactionRequestBuilder::new().own_output_notes([note.clone()]).build();
    let request = SerializedRequest::read(request.expect("a request").to_bytes());
    let request = request.expect("it decodes");
    let described = request.describe();
    assert_eq!(described.created_notes.len(), 1);
    assert_eq!(described.created_notes[0].note, note.id());
    assert_eq!(described.created_notes[0].recipient, Some(account));
    assert_eq!(described.created_notes[0].assets.fungible[0].amount, 7);
    assert_eq!(described.recipients[0].account, Some(account));
    assert_eq!((described.script, described.consumed_notes.len()), (None, 0));

    let sent = made(&wallet, account, &draft(request)).await;
    // The request itself has no expiration.
    assert_eq!(blocks_until_expiration(&wallet, sent).await, u32::from(EXPIRATION_BLOCKS));
}

#[tokio::test]
async fn a_note_in_a_request_is_consumed_if_the_wallet_has_it() {
    let folder = tempdir().expect("a folder");
    let asset = || {
        let faucet = crate::parse_account_id("0x550559ffb22381117072d0749fccd2");
        FungibleAsset::new(faucet.expect("a faucet"), 5).expect("an asset")
    };
    let (wallet, account, notes) =
        given(folder.path(), |account| vec![payment_note(account, asset(), 1)]).await;
    let consuming = |note: Note| {
        let request = TransactionRequestBuilder::new().build_consume_notes(vec![note]);
        SerializedRequest::read(request.expect("a request").to_bytes()).expect("it decodes")
    };
    let there = consuming(payment_note(account, asset(), 1));
    let described = there.describe();
    assert_eq!(described.consumed_notes[0].note, notes[0]);
    assert!(described.consumed_notes[0].is_standard);
    let nowhere = draft(consuming(payment_note(account, asset(), 2)));
    let error = wallet.preview(account, &nowhere).await.expect_err("there is no such note");
    assert_eq!(error.kind(), "unknown_note");
    made(&wallet, account, &draft(there)).await;
}

#[tokio::test]
async fn what_a_request_calls_is_described_and_previewed_without_the_names_of_a_stranger() {
    let folder = tempdir().expect("a folder");
    let wallet = open(folder.path()).await;
    let (account, _) = funded(&wallet).await;
    let request = under_harmless_names();
    let calls = request.describe().calls;
    let names: Vec<&[String]> = calls.procedures.iter().map(|it| it.names.as_slice()).collect();
    assert_eq!(names[0], ["basic_wallet::move_asset_to_note"]);
    assert_eq!((names.len(), names[1].len()), (2, 0));
    let preview = wallet.preview(account, &draft(request)).await.expect("a preview");
    assert_eq!(preview.calls, calls);
    let plain = running("@transaction_script\npub proc main\n    nop\nend\n");
    assert_eq!(plain.describe().calls, Calls::default());
}

#[tokio::test]
async fn a_script_without_an_expiration_gets_one_and_an_earlier_one_is_kept() {
    let folder = tempdir().expect("a folder");
    let wallet = open(folder.path()).await;
    let (account, _) = funded(&wallet).await;
    let plain = "@transaction_script\npub proc main\n    nop\nend\n";
    let hasty = "use miden::protocol::tx\n\n@transaction_script\npub proc main\n    push.3 \
                 exec.tx::update_expiration_block_delta\nend\n";
    for (code, blocks) in [(plain, u32::from(EXPIRATION_BLOCKS)), (hasty, 3)] {
        let request = running(code);
        let root: Word = script(code).root().into();
        assert_eq!(request.describe().script, Some(root));
        let sent = made(&wallet, account, &draft(request)).await;
        assert_eq!(blocks_until_expiration(&wallet, sent).await, blocks);
    }
}

#[tokio::test]
async fn a_script_that_takes_too_long_is_given_up() {
    let folder = tempdir().expect("a folder");
    let account = {
        let wallet = open(folder.path()).await;
        funded(&wallet).await.0
    };
    let note_scripts = NoteScriptBudget { cycles: 1 << 18, ..NoteScriptBudget::default() };
    let configuration =
        crate::test_wallet::configuration_on(&folder.path().join("chain"), folder.path());
    let configuration = WalletConfiguration { note_scripts, ..configuration };
    let wallet = Wallet::open(configuration).await.expect("it opens");
    let endless = "@transaction_script\npub proc main\n    push.1 while.true push.1 end\nend\n";
    let runs = wallet.untrusted.count();
    let endless = draft(running(endless));
    assert_eq!(wallet.untrusted.count(), runs, "reading a request runs nothing");
    let error = wallet.preview(account, &endless).await.expect_err("it has no end");
    assert_eq!(error.kind(), "request_over_budget");
    let error = wallet.transact(account, &endless, None, |_| panic!("it is submitted")).await;
    assert_eq!(error.expect_err("it has no end").kind(), "request_over_budget");
}

#[tokio::test]
async fn an_approval_of_a_request_does_not_hold_for_another_one() {
    let folder = tempdir().expect("a folder");
    let wallet = open(folder.path()).await;
    let (account, _) = funded(&wallet).await;
    let first = draft(running("@transaction_script\npub proc main\n    nop\nend\n"));
    let second = draft(running("@transaction_script\npub proc main\n    push.1 drop\nend\n"));
    let approved = wallet.preview(account, &first).await.expect("a preview").approval;
    let options = TransactionOptions { approved, ..TransactionOptions::default() };
    let made = wallet.transact(account, &second, options, |_| panic!("it is submitted")).await;
    assert_eq!(made.expect_err("it is refused").kind(), "approval_of_another_request");
}

fn refusal(bytes: Vec<u8>) -> String {
    let error = SerializedRequest::read(bytes).expect_err("it is refused");
    assert_eq!(error.kind(), "invalid_transaction_request");
    error.causes().join(" ")
}

#[test]
fn bytes_that_are_cut_off_too_many_or_without_a_recipient_are_refused() {
    let account = crate::parse_account_id("0x5401ef36815e47d14b651e8e968153").expect("an account");
    let faucet = crate::parse_account_id("0x550559ffb22381117072d0749fccd2").expect("a faucet");
    let note = payment(account, faucet);
    let whole = TransactionRequestBuilder::new().own_output_notes([note.clone()]).build();
    let whole = whole.expect("a request").to_bytes();
    SerializedRequest::read(whole.clone()).expect("it decodes");
    for length in (0..whole.len()).step_by(7) {
        refusal(whole[..length].to_vec());
    }
    assert_eq!(refusal([whole.as_slice(), &[0]].concat()), "bytes follow it");
    assert!(refusal(vec![0; 10 << 20]).contains("at most 4194304 are read"));
    let nobody: [NoteRecipient; 0] = [];
    let without = TransactionRequestBuilder::new()
        .own_output_notes([note])
        .expected_output_recipients(nobody)
        .build();
    let bytes = without.expect("a request").to_bytes();
    assert_eq!(refusal(bytes), "a note that it makes has no recipient");
}

/// The tests in Swift send these files as a page does. They put accounts of their own in the place of the sender and the faucet
/// of the payment, and leave its recipient, to which its digest is a commitment.
#[test]
fn the_files_of_requests_say_what_this_version_says() {
    let id = |hex| crate::parse_account_id(hex).expect("an account");
    let sender = id("0x5401ef36815e47d14b651e8e968153");
    let faucet = id("0x550559ffb22381117072d0749fccd2");
    let payment = P2idNote::builder()
        .sender(sender)
        .target(id("0x67e8c03895b8ded15752d2621649b7"))
        .asset(FungibleAsset::new(faucet, 7).expect("an asset"))
        .note_type(NoteType::Public)
        .serial_number(Word::from([1_u32, 2, 3, 4]))
        .build()
        .expect("a note");
    let payment = TransactionRequestBuilder::new().own_output_notes([Note::from(payment)]).build();
    let payment = SerializedRequest::read(payment.expect("a request").to_bytes());
    let script = running("@transaction_script\npub proc main\n    nop\nend\n");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Tests/TransactionRequests");
    let requests = [
        ("payment", payment.expect("it decodes")),
        ("script", script),
        ("calls", under_harmless_names()),
    ];
    for (name, request) in requests {
        let file = folder.join(format!("{name}.bin"));
        if std::env::var_os("UPDATE_FIXTURES").is_some() {
            std::fs::create_dir_all(&folder).expect("the folder can be made");
            std::fs::write(&file, request.bytes()).expect("the file can be written");
        }
        let bytes = std::fs::read(&file)
            .unwrap_or_else(|error| panic!("{name}: {error}; UPDATE_FIXTURES=1 writes it"));
        let read = SerializedRequest::read(bytes).expect("it decodes");
        assert_eq!(read.describe(), request.describe(), "{name}");
    }
}
