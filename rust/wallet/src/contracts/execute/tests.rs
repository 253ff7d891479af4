//! When transactions with code of one's own expire.

use miden_client::store::TransactionFilter;
use tempfile::tempdir;

use super::*;
use crate::chain::expiration::EXPIRATION_BLOCKS;
use crate::contracts::{
    CodeKind, Compilation, InitialContent, InitialSlot, NewAccount, Package, ProcedureCall, Source,
    compile, parse_slot_name,
};
use crate::test_wallet;
use crate::transactions::Draft;

fn compiled(kind: CodeKind, code: &str) -> Package {
    match compile(&Source::new(kind, code)).expect("it can be compiled") {
        Compilation::Compiled(package, _) => *package,
        Compilation::Refused(diagnostics) => panic!("{diagnostics:#?}"),
    }
}

#[tokio::test]
async fn every_transaction_expires_and_none_later_than_the_wallet_waits() {
    let folder = tempdir().expect("a folder");
    let wallet = test_wallet::open(folder.path()).await;
    let component = compiled(
        CodeKind::AccountComponent,
        "use miden::protocol::native_account\n\nconst SLOT = word(\"miden::tests::count\")\n\n\
         @account_procedure\npub proc set_count\n    push.1.0.0.0 push.SLOT[0..2]\n    \
         exec.native_account::set_item dropw\nend\n",
    );
    let procedure = component.procedures().next().expect("a procedure").digest;
    let name = parse_slot_name("miden::tests::count").expect("a name");
    let count = InitialSlot { name, content: InitialContent::Value(Word::default()) };
    let new =
        NewAccount { components: vec![component], slots: vec![count], ..NewAccount::default() };
    let account = wallet.create_account(new).await.expect("an account");
    wallet.sync().await.expect("a sync");
    let plain = "@transaction_script\npub proc main\n    nop\nend\n";
    let hasty = "use miden::protocol::tx\n\n@transaction_script\npub proc main\n    push.3 \
                 exec.tx::update_expiration_block_delta\nend\n";
    let package = |code| Script::Package(Box::new(compiled(CodeKind::TransactionScript, code)));
    let call = Script::Calls(vec![ProcedureCall { foreign: None, procedure, arguments: vec![] }]);
    let usual = u32::from(EXPIRATION_BLOCKS);
    for (script, blocks) in [(package(plain), usual), (package(hasty), 3), (call, usual)] {
        let custom = CustomTransaction { script: Some(script), ..CustomTransaction::default() };
        let (sent, _) = wallet
            .transact(account, &Draft::Custom(Box::new(custom)), None, |_| {})
            .await
            .expect("it is carried out");
        wallet.sync().await.expect("a sync");
        let filter = TransactionFilter::Ids(vec![sent.transaction]);
        let records = wallet.transaction_records(filter).await.expect("the record");
        let details = &records[0].details;
        let left = details.expiration_block_num.as_u32() - details.block_num.as_u32();
        assert_eq!(left, blocks);
    }
}
