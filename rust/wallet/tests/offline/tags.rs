//! The tags that notes are found by.

use miden_swift_wallet::{FollowedTag, TagReason};

use crate::support::{self, World};

#[tokio::test]
async fn a_tag_is_followed_on_request_and_those_of_accounts_anyway() {
    let world = World::new();
    let wallet = world.wallet("alice").await;
    assert_eq!(wallet.followed_tags().await.expect("the tags"), []);
    let account = support::new_account(&wallet).await;
    let tags = wallet.followed_tags().await.expect("the tags");
    let [own] = tags[..] else { panic!("one tag, not {tags:?}") };
    assert_eq!(own.reason, TagReason::Account(account));

    // The account's own tag too may be asked for, and is then there for two reasons.
    for tag in [own.tag, u32::MAX] {
        assert!(wallet.follow_tag(tag).await.expect("it is followed"));
        assert!(!wallet.follow_tag(tag).await.expect("it is followed"));
    }
    drop(wallet);
    let wallet = world.wallet("alice").await;
    let tags = wallet.followed_tags().await.expect("the tags");
    let requested = |tag| FollowedTag { tag, reason: TagReason::Request };
    assert_eq!(tags.len(), 3);
    assert!([own, requested(own.tag), requested(u32::MAX)].iter().all(|tag| tags.contains(tag)));
    wallet.sync().await.expect("a sync with all of them");

    for tag in [own.tag, u32::MAX] {
        assert!(wallet.unfollow_tag(tag).await.expect("it is not followed any more"));
        assert!(!wallet.unfollow_tag(tag).await.expect("it is not followed any more"));
    }
    assert_eq!(wallet.followed_tags().await.expect("the tags"), [own]);
}
