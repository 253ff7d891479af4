//! What a view knows before it runs.

use miden_client::note::NoteType;
use tempfile::tempdir;

use super::*;
use crate::configuration::Network;
use crate::contracts::{CodeKind, Compilation, NewAccount, Package, Source, compile};
use crate::test_wallet;
use crate::transactions::{Draft, Token};
use crate::wallet::Wallet;
use crate::{CustomTransaction, Visibility};

fn compiled(kind: CodeKind, code: &str) -> Package {
    match compile(&Source::new(kind, code)).expect("it can be compiled") {
        Compilation::Compiled(package, _) => *package,
        Compilation::Refused(diagnostics) => panic!("{diagnostics:#?}"),
    }
}

fn script(code: &str) -> Script {
    Script::Package(Box::new(compiled(CodeKind::TransactionScript, code)))
}

fn program(script: Script, foreign_accounts: Vec<AccountId>) -> Program {
    Program { script, script_argument: None, advice: vec![], foreign_accounts }
}

const NOTHING: &str = "@transaction_script\npub proc main\n    nop\nend\n";

async fn new_account(wallet: &Wallet) -> AccountId {
    let code = "@account_procedure\npub proc nothing\n    nop\nend\n";
    let new = NewAccount {
        components: vec![compiled(CodeKind::AccountComponent, code)],
        visibility: Visibility::Public,
        ..NewAccount::default()
    };
    wallet.create_account(new).await.expect("an account")
}

#[tokio::test]
async fn a_view_runs_at_its_real_block_though_a_sync_comes_before_it_runs() {
    let folder = tempdir().expect("a folder");
    let chain = folder.path().join("chain");
    let mut configuration = test_wallet::configuration_on(&chain, folder.path());
    if let Network::Embedded { verification_base_fee, .. } = &mut configuration.network {
        *verification_base_fee = 500;
    }
    let wallet = Wallet::open(configuration).await.expect("it opens");
    let account = new_account(&wallet).await;
    wallet.sync().await.expect("a sync");
    let code = "use miden::core::sys\nuse miden::protocol::tx\n\n@transaction_script\npub proc main\n    \
                exec.tx::get_reference_block_commitment exec.sys::truncate_stack\nend\n";
    let block = wallet.synced_block().await.expect("a block");
    let view =
        wallet.view(Runner::Own(account), program(script(code), vec![])).await.expect("a view");
    wallet.mint(account, Token::Miden, 5, NoteType::Public, |_| {}).await.expect("a block");
    wallet.sync().await.expect("a sync");
    assert!(wallet.synced_block().await.expect("a block").block_num() > block.block_num());
    let stack = wallet.run_view(view).await.expect("it runs");
    assert_eq!(stack[..4], block.commitment().into_elements());
}

#[tokio::test]
async fn what_a_view_is_known_to_read_is_fetched_before_its_budget_begins() {
    let folder = tempdir().expect("a folder");
    let wallet = test_wallet::open(folder.path()).await;
    let (account, other) = (new_account(&wallet).await, new_account(&wallet).await);
    wallet.sync().await.expect("a sync");
    let custom =
        CustomTransaction { script: Some(script(NOTHING)), ..CustomTransaction::default() };
    let draft = Draft::Custom(Box::new(custom));
    wallet.transact(other, &draft, None, |_| {}).await.expect("the other one is made");
    wallet.sync().await.expect("a sync");
    let runs = wallet.untrusted.count();
    let view = wallet.view(Runner::Own(account), program(script(NOTHING), vec![other])).await;
    let view = view.expect("a view");
    assert_eq!(view.known.iter().map(AccountInputs::id).collect::<Vec<_>>(), [other]);
    assert_eq!(wallet.untrusted.count(), runs, "nothing has run");
    wallet.run_view(view).await.expect("it runs");
}
