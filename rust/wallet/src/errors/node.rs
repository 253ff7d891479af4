//! What can go wrong with the network's node.

use thiserror::Error;

use super::{Cause, ErrorCode};

/// Where the node is said to be when the chain is inside this process.
pub(crate) const EMBEDDED_CHAIN: &str = "the embedded chain";

/// What is wrong with the node, or between it and the wallet.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NodeError {
    /// No node answers.
    #[error("{}", no_answer(endpoint))]
    Unreachable {
        /// Where a node was expected.
        endpoint: String,
        /// What the connection said.
        #[source]
        source: Cause,
    },
    /// The node is too busy.
    #[error("{} is too busy to answer. Try again later.", node(endpoint))]
    Busy {
        /// The node.
        endpoint: String,
        /// What the node said.
        #[source]
        source: Cause,
    },
    /// The node answered that it failed.
    #[error("{} failed to carry out a request. Try again later.", node(endpoint))]
    Failed {
        /// The node.
        endpoint: String,
        /// What the node said.
        #[source]
        source: Cause,
    },
    /// The node answered something that cannot be.
    #[error("{} gave an answer that does not hold.", node(endpoint))]
    AnswerInvalid {
        /// The node.
        endpoint: String,
        /// What is wrong with it.
        #[source]
        source: Cause,
    },
    /// The node belongs to another network.
    #[error(
        "{} belongs to another network than this wallet's store: its genesis is {found}, the store's \
         is {expected}.",
        node(endpoint)
    )]
    OfAnotherNetwork {
        /// The node.
        endpoint: String,
        /// The genesis commitment the store has.
        expected: String,
        /// The genesis commitment the node has.
        found: String,
    },
    /// The node refused the connection as that of another network or version.
    #[error(
        "{} does not accept this wallet: it belongs to another network, or speaks another version of \
         the protocol than {client_version}.",
        node(endpoint)
    )]
    RefusesWallet {
        /// The node.
        endpoint: String,
        /// The version of the client in this library.
        client_version: &'static str,
        /// What the node said.
        #[source]
        source: Cause,
    },
    /// The node speaks another version of the protocol.
    #[error(
        "{} has version {found}, this library needs {expected}: one of the two has to be updated.",
        node(endpoint)
    )]
    OfAnotherVersion {
        /// The node.
        endpoint: String,
        /// The version this library works with.
        expected: String,
        /// The version the node has.
        found: String,
    },
}

impl NodeError {
    /// The class of the error, as the ABI numbers it.
    pub(super) fn code(&self) -> ErrorCode {
        match self {
            Self::Unreachable { .. } | Self::Busy { .. } | Self::Failed { .. } => {
                ErrorCode::NodeUnreachable
            }
            Self::AnswerInvalid { .. }
            | Self::OfAnotherNetwork { .. }
            | Self::RefusesWallet { .. }
            | Self::OfAnotherVersion { .. } => ErrorCode::NetworkMismatch,
        }
    }

    /// A stable name of the error, for programs.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Unreachable { .. } => "node_unreachable",
            Self::Busy { .. } => "node_busy",
            Self::Failed { .. } => "node_failed",
            Self::AnswerInvalid { .. } => "node_answer_invalid",
            Self::OfAnotherNetwork { .. } => "node_of_another_network",
            Self::RefusesWallet { .. } => "node_refuses_wallet",
            Self::OfAnotherVersion { .. } => "node_of_another_version",
        }
    }
}

/// The node at the beginning of a sentence.
fn node(endpoint: &str) -> String {
    if endpoint == EMBEDDED_CHAIN {
        "The embedded chain".to_owned()
    } else {
        format!("The node at {endpoint}")
    }
}

/// That there is no answer. A chain inside this process has no address to check.
fn no_answer(endpoint: &str) -> String {
    if endpoint == EMBEDDED_CHAIN {
        "The embedded chain does not answer. Try again.".to_owned()
    } else {
        format!(
            "No node answers at {endpoint}. Check the address and the connection, then try again."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every error of the node of an address, with the beginning of what it says.
    fn errors(endpoint: &str) -> Vec<NodeError> {
        let (endpoint, cause) = (|| endpoint.to_owned(), || Cause::from("the cause below it"));
        let (expected, found) = (|| "one".to_owned(), || "other".to_owned());
        vec![
            NodeError::Busy { endpoint: endpoint(), source: cause() },
            NodeError::Failed { endpoint: endpoint(), source: cause() },
            NodeError::AnswerInvalid { endpoint: endpoint(), source: cause() },
            NodeError::OfAnotherNetwork {
                endpoint: endpoint(),
                expected: expected(),
                found: found(),
            },
            NodeError::RefusesWallet {
                endpoint: endpoint(),
                client_version: "0.18",
                source: cause(),
            },
            NodeError::OfAnotherVersion {
                endpoint: endpoint(),
                expected: expected(),
                found: found(),
            },
        ]
    }

    #[test]
    fn the_embedded_chain_is_not_called_a_node() {
        for error in errors(EMBEDDED_CHAIN) {
            let sentence = error.to_string();
            assert!(sentence.starts_with("The embedded chain "), "{sentence}");
        }
        let error =
            NodeError::Unreachable { endpoint: EMBEDDED_CHAIN.to_owned(), source: "no".into() };
        assert_eq!(error.to_string(), "The embedded chain does not answer. Try again.");
        for error in errors("https://rpc.testnet.miden.io") {
            let sentence = error.to_string();
            assert!(
                sentence.starts_with("The node at https://rpc.testnet.miden.io "),
                "{sentence}"
            );
        }
    }
}
