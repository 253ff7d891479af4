//! The addresses of nodes and services, and the versions and prefixes by which their networks are told apart.

use http::Uri;
use http::uri::{Authority, InvalidUri};
use miden_client::rpc::Endpoint;

use crate::errors::{Result, WalletError};

/// The prefix of an embedded chain's addresses.
pub(crate) const EMBEDDED_PREFIX: &str = "memb";

pub(crate) fn parse_endpoint(text: &str) -> Result<Endpoint> {
    let invalid = |reason: String| WalletError::InvalidEndpoint { text: text.to_owned(), reason };
    // The client would take it for the name of a host, and for one with https.
    let Some((_, rest)) = text.split_once("://") else {
        return Err(invalid("it does not begin with http:// or https://".to_owned()));
    };
    // Two colons begin an IPv6 address without its brackets, which is another mistake.
    let has_only_port = rest.starts_with(':') && !rest.starts_with("::");
    if rest.is_empty() || rest.starts_with('/') || has_only_port {
        return Err(invalid("it names no host".to_owned()));
    }
    // As the connection reads it later: what fails there must not become a wallet.
    let uri: Uri = text.parse().map_err(|error: InvalidUri| invalid(error.to_string()))?;
    let protocol = uri.scheme_str().unwrap_or_default().to_lowercase();
    if protocol != "http" && protocol != "https" {
        return Err(invalid(format!("“{protocol}” is neither http nor https")));
    }
    let authority = uri.authority().map_or("", Authority::as_str);
    let host = uri.host().unwrap_or_default();
    if host.is_empty() {
        return Err(invalid("it names no host".to_owned()));
    }
    if authority.contains('@') {
        return Err(invalid("it holds a user name".to_owned()));
    }
    if !uri.path().trim_matches('/').is_empty() || uri.query().is_some() {
        return Err(invalid("there is more in it than a host and a port".to_owned()));
    }
    let port = match &authority[host.len()..] {
        "" => None,
        port => match port[1..].parse() {
            Ok(number) if number > 0 => Some(number),
            _ => return Err(invalid(format!("“{}” is not a port", &port[1..]))),
        },
    };
    Ok(Endpoint::new(protocol, host.to_owned(), port))
}

/// Whether two versions speak the same protocol.
pub(crate) fn same_release(one: &str, other: &str) -> bool {
    release(one) == release(other)
}

/// The part of a version in which node and client have to agree.
pub(crate) fn release(version: &str) -> &str {
    match version.match_indices('.').nth(1) {
        Some((end, _)) => &version[..end],
        None => version,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_as_the_connection_will_read_it() {
        let read = |text| parse_endpoint(text).expect("an address").to_string();
        assert_eq!(read("http://127.0.0.1:57291"), "http://127.0.0.1:57291");
        assert_eq!(read("HTTPS://rpc.testnet.miden.io/"), "https://rpc.testnet.miden.io");
        assert_eq!(read("http://[::1]"), "http://[::1]");
        assert_eq!(read("http://[::1]:57291"), "http://[::1]:57291");
    }

    #[test]
    fn an_address_that_no_connection_can_have_is_refused_with_the_reason() {
        for (text, reason) in [
            ("moon", "it does not begin with http:// or https://"),
            ("http://[::1", "invalid authority"),
            ("http://::1", "invalid authority"),
            ("http://a b", "invalid uri character"),
            ("http://", "it names no host"),
            ("http://:80", "it names no host"),
            ("ftp://host", "“ftp” is neither http nor https"),
            ("http://host:99999", "“99999” is not a port"),
            ("http://host:0", "“0” is not a port"),
            ("http://host:", "“” is not a port"),
            ("http://user@host", "it holds a user name"),
            ("http://host/path", "there is more in it than a host and a port"),
            ("http://host?query", "there is more in it than a host and a port"),
        ] {
            match parse_endpoint(text) {
                Err(WalletError::InvalidEndpoint { reason: found, .. }) => {
                    assert_eq!(found, reason, "{text}");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn versions_agree_up_to_the_second_dot() {
        assert!(same_release("0.18.2", "0.18.0"));
        assert!(!same_release("0.18.2", "0.17.9"));
        assert!(!same_release("0.1.2", "0.18.2"));
        assert_eq!(release("0.18"), "0.18");
    }
}
