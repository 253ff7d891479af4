//! Account addresses as people pass them on: bech32, beginning with the network's prefix.

use std::error::Error;

use miden_client::account::AccountId;
use miden_client::address::{Address, AddressId, NetworkId};
use miden_client::rpc::Endpoint;

use crate::chain::endpoints::{EMBEDDED_PREFIX, parse_endpoint};
use crate::errors::{Result, WalletError};

/// The address of an account on a network, which is `mainnet`, `testnet`, `devnet`, `local`, `embedded` or
/// the address of a node.
///
/// # Errors
/// [`WalletError::InvalidEndpoint`] for a network that cannot be.
pub fn account_address(account: AccountId, network: &str) -> Result<String> {
    Ok(Address::new(account).encode(prefix(network)?))
}

/// Reads the address of an account on a network, or on any if none is named. What an address says beyond the
/// account (how its owner wants notes to be tagged) is not kept.
///
/// # Errors
/// [`WalletError::InvalidAddress`] saying what is wrong, [`WalletError::AddressOfAnotherNetwork`].
pub fn parse_account_address(text: &str, network: Option<&str>) -> Result<AccountId> {
    match network {
        Some(network) => decoded(text, &prefix(network)?).map(|(account, _)| account),
        None => account_in(text, &decoded_of_any_network(text)?.1),
    }
}

/// Reads an address with all that it says.
pub(crate) fn decoded(text: &str, wanted: &NetworkId) -> Result<(AccountId, Address)> {
    let (found, address) = decoded_of_any_network(text)?;
    if found != *wanted {
        return Err(WalletError::AddressOfAnotherNetwork {
            text: text.to_owned(),
            found: found.as_str().to_owned(),
            wanted: wanted.as_str().to_owned(),
        });
    }
    Ok((account_in(text, &address)?, address))
}

fn decoded_of_any_network(text: &str) -> Result<(NetworkId, Address)> {
    Address::decode(text.trim()).map_err(|error| WalletError::InvalidAddress {
        text: text.to_owned(),
        reason: innermost(&error),
    })
}

fn account_in(text: &str, address: &Address) -> Result<AccountId> {
    match address.id() {
        AddressId::AccountId(account) => Ok(account),
        _ => Err(WalletError::InvalidAddress {
            text: text.to_owned(),
            reason: "it is of something else than an account".to_owned(),
        }),
    }
}

/// What a network's addresses begin with, by the network's name or the address of its node. The client
/// tells networks apart in the same way.
fn prefix(network: &str) -> Result<NetworkId> {
    match network {
        "mainnet" => Ok(NetworkId::Mainnet),
        "testnet" => Ok(NetworkId::Testnet),
        "devnet" => Ok(NetworkId::Devnet),
        "local" => Ok(Endpoint::localhost().to_network_id()),
        "embedded" => NetworkId::new(EMBEDDED_PREFIX).map_err(WalletError::internal),
        rpc_endpoint => Ok(parse_endpoint(rpc_endpoint)?.to_network_id()),
    }
}

/// The error below all others, which says what is wrong with the text: the others say that it is.
fn innermost(error: &dyn Error) -> String {
    let mut innermost = error;
    while let Some(cause) = innermost.source() {
        innermost = cause;
    }
    innermost.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::parse_account_id;

    fn account() -> AccountId {
        parse_account_id("0x5401ef36815e47d14b651e8e968153").expect("an account id")
    }

    #[test]
    fn addresses_begin_with_their_network() {
        for (network, prefix) in [
            ("mainnet", "mm1"),
            ("testnet", "mtst1"),
            ("devnet", "mdev1"),
            ("local", "mlcl1"),
            ("embedded", "memb1"),
            ("http://127.0.0.1:57291", "mcst1"),
            ("https://rpc.testnet.miden.io", "mtst1"),
        ] {
            let address = account_address(account(), network).expect("an address");
            assert!(address.starts_with(prefix), "{address}");
            let spaced = format!(" {address}\n");
            for (text, network) in
                [(&address, Some(network)), (&spaced, Some(network)), (&address, None)]
            {
                assert_eq!(parse_account_address(text, network).expect("it is read"), account());
            }
        }
    }

    #[test]
    fn an_address_says_more_than_its_account_and_is_read() {
        let address = account_address(account(), "testnet").expect("an address");
        let (network, parsed) = Address::decode(&address).expect("an address");
        let routed = parsed.with_routing_parameters(miden_client::address::RoutingParameters::new(
            miden_client::address::AddressInterface::BasicWallet,
        ));
        let routed = routed.encode(network);
        assert_ne!(routed, address);
        let read = parse_account_address(&routed, Some("testnet")).expect("it is read");
        assert_eq!(read, account());
    }

    #[test]
    fn what_is_no_address_of_the_network_is_an_error_that_says_why() {
        let address = account_address(account(), "testnet").expect("an address");
        let elsewhere = parse_account_address(&address, Some("mainnet"));
        let Err(WalletError::AddressOfAnotherNetwork { found, wanted, .. }) = elsewhere else {
            panic!("{elsewhere:?}");
        };
        assert_eq!((found.as_str(), wanted.as_str()), ("mtst", "mm"));

        // One character is another.
        let last = if address.ends_with('q') { 'p' } else { 'q' };
        let mistyped = format!("{}{last}", &address[..address.len() - 1]);
        for text in [mistyped.as_str(), "", "alice", "mtst1", "0x5401ef36815e47d14b651e8e968153"] {
            for network in [Some("testnet"), None] {
                let refused = parse_account_address(text, network);
                let Err(WalletError::InvalidAddress { reason, .. }) = refused else {
                    panic!("{refused:?}");
                };
                assert!(!reason.is_empty());
            }
        }
    }
}
