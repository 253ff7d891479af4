//! The addresses that are kept for accounts.

use miden_client::address::{Address, AddressInterface, RoutingParameters};
use miden_swift_wallet::{AccountId, TagReason, Wallet, account_address, parse_account_id};

use crate::support::{World, new_account};

/// An address of an account that asks for a tag with so many bits of its id.
fn address(account: AccountId, network: &str, tag_bits: u8) -> String {
    let plain = account_address(account, network).expect("an address");
    let (network, address) = Address::decode(&plain).expect("an address");
    let parameters = RoutingParameters::new(AddressInterface::BasicWallet);
    let parameters = parameters.with_note_tag_len(tag_bits).expect("it may be so long");
    address.with_routing_parameters(parameters).encode(network)
}

async fn texts(wallet: &Wallet, account: Option<AccountId>) -> Vec<String> {
    let addresses = wallet.own_addresses(account).await.expect("they are listed");
    addresses.into_iter().map(|own| own.address).collect()
}

/// The tags that are followed because of accounts.
async fn tag_count(wallet: &Wallet) -> usize {
    let tags = wallet.followed_tags().await.expect("the tags");
    tags.iter().filter(|tag| matches!(tag.reason, TagReason::Account(_))).count()
}

#[tokio::test]
async fn an_address_is_kept_and_its_tag_followed_until_it_is_removed() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    assert!(texts(&wallet, None).await.is_empty());
    let account = new_account(&wallet).await;
    let other = new_account(&wallet).await;
    let plain = account_address(account, "embedded").expect("an address");
    let before = texts(&wallet, None).await;
    assert_eq!(before.len(), 2);
    assert!(before.contains(&plain));
    assert_eq!(tag_count(&wallet).await, 2);

    let (short, long) = (address(account, "embedded", 5), address(account, "embedded", 30));
    for kept in [&short, &long] {
        assert!(wallet.add_address(kept).await.expect("it is kept"));
        assert!(!wallet.add_address(kept).await.expect("it is kept already"));
    }
    assert!(!wallet.add_address(&plain).await.expect("it is kept anyway"));
    assert_eq!(tag_count(&wallet).await, 4);
    drop(wallet);
    let wallet = world.wallet("alice").await;
    let kept = texts(&wallet, Some(account)).await;
    assert_eq!((kept.len(), &kept[0]), (3, &plain));
    assert!(kept.contains(&short) && kept.contains(&long));
    assert_eq!(texts(&wallet, Some(other)).await.len(), 1);
    wallet.sync().await.expect("a sync with all the tags");

    assert!(wallet.remove_address(&short).await.expect("it is removed"));
    assert!(!wallet.remove_address(&short).await.expect("it was removed"));
    assert_eq!(tag_count(&wallet).await, 3);
    assert!(wallet.remove_address(&long).await.expect("it is removed"));
    assert_eq!(texts(&wallet, None).await, before);
    assert_eq!(tag_count(&wallet).await, 2);
}

#[tokio::test]
async fn an_address_that_cannot_be_kept_is_refused() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    let account = new_account(&wallet).await;
    let stranger = parse_account_id("0x5401ef36815e47d14b651e8e968153").expect("an id");
    let plain = account_address(account, "embedded").expect("an address");
    for (text, kind) in [
        (address(stranger, "embedded", 5), "unknown_account"),
        (address(account, "testnet", 5), "address_of_another_network"),
        (format!("{plain}_"), "invalid_address"),
        ("memb1".to_owned(), "invalid_address"),
    ] {
        let refused = wallet.add_address(&text).await.expect_err("it is refused");
        assert_eq!(refused.kind(), kind, "{text}");
        let refused = wallet.remove_address(&text).await.expect_err("it is refused");
        assert_eq!(refused.kind(), kind, "{text}");
    }
    let stays = wallet.remove_address(&plain).await.expect_err("the account's own");
    assert_eq!(stays.kind(), "invalid_address");
    let unknown = wallet.own_addresses(Some(stranger)).await.expect_err("it is refused");
    assert_eq!(unknown.kind(), "unknown_account");
    assert_eq!(texts(&wallet, None).await, [plain]);
}
