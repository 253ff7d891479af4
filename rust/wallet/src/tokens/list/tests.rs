//! The tokens of wallets on an embedded chain.

use super::*;
use crate::test_wallet::{open, paid};
use crate::transactions::Token;
use crate::{NewWallet, Visibility};

fn symbols(tokens: &[ListedToken]) -> Vec<&str> {
    tokens
        .iter()
        .map(|token| token.metadata.as_ref().map_or("?", |metadata| metadata.symbol.as_str()))
        .collect()
}

#[tokio::test]
async fn tokens_are_met_added_hidden_and_shown_and_stay_so() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wallet = open(folder.path()).await;
    assert!(wallet.tokens().await.expect("tokens").is_empty());
    let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
    let note = paid(&wallet, account, Token::Miden, 1_000).await;
    let chain = wallet.chain.clone().expect("a chain");
    let (miden, tok) = (chain.faucet_id(Token::Miden), chain.faucet_id(Token::Tok));

    // Of what waits in a note, already.
    let met = wallet.tokens().await.expect("tokens");
    assert_eq!(symbols(&met), ["MIDEN"]);
    let [token] = met.as_slice() else { panic!("{met:?}") };
    assert_eq!((token.faucet, token.is_added, token.is_hidden), (miden, false, false));
    assert_eq!(token.metadata.as_ref().expect("it is known").decimals, 6);
    assert_eq!(token.name.as_deref(), Some("MIDEN"));
    let before = token.supply.expect("it is known");
    assert!(before.issued >= 1_000 && before.issued <= before.maximum && before.block > 0);

    let refused = wallet.set_token_hidden(tok, true).await.expect_err("nobody knows it");
    assert_eq!(refused.kind(), "unknown_token");
    let added = wallet.add_token(tok).await.expect("it is added");
    assert!(added.is_added && !added.is_hidden);
    assert_eq!(added.metadata.as_ref().map(|known| known.decimals), Some(8));
    assert_eq!(added.supply.expect("it is known").issued, 0);
    assert_eq!(symbols(&wallet.tokens().await.expect("tokens")), ["MIDEN", "TOK"]);

    let hidden = wallet.set_token_hidden(miden, true).await.expect("it is hidden");
    assert!(hidden.is_hidden && !hidden.is_added);
    wallet.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
    paid(&wallet, account, Token::Tok, 5).await;
    // Hiding is a matter of the view.
    assert_eq!(wallet.balance(account).await.expect("a balance").fungible[0].amount, 1_000);
    let all = wallet.tokens().await.expect("tokens");
    // What was learned once is not asked for again, but when somebody adds it again.
    assert_eq!(all[1].supply.expect("it is known").issued, 0);
    drop(wallet);

    let wallet = open(folder.path()).await;
    assert_eq!(wallet.tokens().await.expect("tokens"), all);
    let again = wallet.add_token(tok).await.expect("it is added again");
    assert_eq!(again.supply.expect("it is known").issued, 5);
    let shown = wallet.set_token_hidden(miden, false).await.expect("it is shown");
    assert!(!shown.is_hidden);
    wallet.set_token_hidden(tok, true).await.expect("it is hidden");
    assert!(!wallet.add_token(tok).await.expect("it is added").is_hidden);
}

#[tokio::test]
async fn what_is_no_faucet_is_not_added() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wallet = open(folder.path()).await;
    let public = wallet.create_wallet(NewWallet::default()).await.expect("an account");
    let new = NewWallet { visibility: Visibility::Private, ..NewWallet::default() };
    let private = wallet.create_wallet(new).await.expect("an account");
    let kind = async |account| wallet.add_token(account).await.expect_err("no faucet").kind();
    assert_eq!(kind(public).await, "account_not_on_chain");
    assert_eq!(kind(private).await, "account_not_on_chain");
    for account in [public, private] {
        let note = paid(&wallet, account, Token::Miden, 5).await;
        wallet.consume(account, &[note], None, |_| {}).await.expect("it is consumed");
    }
    assert_eq!(kind(public).await, "no_faucet");
    assert_eq!(kind(private).await, "account_private");
    assert_eq!(symbols(&wallet.tokens().await.expect("tokens")), ["MIDEN"]);
}

#[tokio::test]
async fn a_store_of_an_earlier_version_learns_what_it_did_not_ask_for() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wallet = open(folder.path()).await;
    let account = wallet.create_wallet(NewWallet::default()).await.expect("an account");
    paid(&wallet, account, Token::Miden, 5).await;
    let faucet = wallet.chain.as_ref().expect("a chain").faucet_id(Token::Miden);
    let key = format!("{TOKEN_PREFIX}{faucet}");
    for damage in [None, Some(b"no JSON".to_vec())] {
        wallet.store.remove_setting(SettingScope::User, key.clone()).await.expect("it is removed");
        if let Some(bytes) = damage {
            wallet
                .store
                .set_setting(SettingScope::User, key.clone(), bytes)
                .await
                .expect("it is damaged");
        }
        let token = wallet.tokens().await.expect("tokens").remove(0);
        assert_eq!((token.name, token.supply), (None, None));
        assert!(token.metadata.is_some());
        wallet.sync().await.expect("a sync");
        assert!(wallet.tokens().await.expect("tokens")[0].supply.is_some());
    }
}
