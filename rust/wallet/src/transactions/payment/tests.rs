//! Unique assets, which only a chain made for it has.

use miden_client::asset::{NonFungibleAsset, NonFungibleAssetDetails};

use super::*;
use crate::ids::parse_account_id;
use crate::test_wallet::{given, payment_note};
use crate::transactions::Draft;

fn picture(name: &str) -> NonFungibleAsset {
    let faucet = parse_account_id("0x550559ffb22381117072d0749fccd2").expect("a faucet");
    NonFungibleAsset::new(&NonFungibleAssetDetails::new(faucet, name.as_bytes().to_vec()))
}

fn item(picture: &NonFungibleAsset) -> NonFungibleItem {
    NonFungibleItem { faucet: picture.faucet_id(), commitment: picture.to_value_word() }
}

#[tokio::test]
async fn unique_assets_are_sent_beside_amounts() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (sunrise, sunset) = (picture("sunrise"), picture("sunset"));
    let (wallet, account, notes) = given(folder.path(), |account| {
        vec![payment_note(account, sunrise, 1), payment_note(account, sunset, 2)]
    })
    .await;
    let minted = crate::test_wallet::paid(&wallet, account, crate::Token::Miden, 10).await;
    wallet.consume(account, &[notes[0], notes[1], minted], None, |_| {}).await.expect("consumed");
    let faucet = wallet.balance(account).await.expect("a balance").fungible[0].faucet;
    let other = wallet.create_wallet(crate::NewWallet::default()).await.expect("an account");

    let mixed = Payment { non_fungible: vec![item(&sunset)], ..Payment::new(other, faucet, 4) };
    let alone = Payment {
        fungible: Vec::new(),
        non_fungible: vec![item(&sunrise)],
        ..Payment::new(account, faucet, 1)
    };
    let payments = vec![mixed.clone(), alone];
    let preview = wallet.preview(account, &Draft::Send(payments.clone())).await.expect("a preview");
    assert_eq!(preview.assets_out.non_fungible, [item(&sunset), item(&sunrise)]);
    let (_, sent) = wallet.send(account, payments, None, |_| {}).await.expect("they are sent");
    wallet.sync().await.expect("a sync");
    assert!(wallet.balance(account).await.expect("a balance").non_fungible.is_empty());
    wallet.consume(other, &sent[..1], None, |_| {}).await.expect("it is consumed");
    let held = wallet.balance(other).await.expect("a balance");
    assert_eq!((held.fungible[0].amount, held.non_fungible), (4, vec![item(&sunset)]));

    let error = wallet.send(account, vec![mixed], None, |_| {}).await.expect_err("it is gone");
    assert_eq!(error.kind(), "asset_not_held");
}
