//! From a network's name to something that answers as its node does.

use std::sync::Arc;
use std::time::Duration;

use miden_client::note_transport::{
    NOTE_TRANSPORT_DEVNET_ENDPOINT, NOTE_TRANSPORT_MAINNET_ENDPOINT,
    NOTE_TRANSPORT_TESTNET_ENDPOINT,
};
use miden_client::rpc::{Endpoint, GrpcClient, NodeRpcClient, VerifyingRpcClient};

use crate::chain::endpoints::parse_endpoint;
use crate::chain::guarded_reads::GuardedReads;
use crate::chain::timed_node::TimedNode;
use crate::configuration::{Network, NoteTransport, ProverChoice, WalletConfiguration};
#[cfg(feature = "embedded-chain")]
use crate::errors::EMBEDDED_CHAIN;
use crate::errors::{Result, WalletError};
use crate::fail_points::FailPoints;
use crate::notes::delivery::entries::EntryLimits;
use crate::notes::delivery::{GrpcNoteTransport, GuardedTransport};
use crate::transactions::proving::{LocalProving, Prover};

/// A network as a wallet meets it.
pub(crate) struct Connected {
    /// What answers as the network's node.
    pub(crate) node: Arc<dyn NodeRpcClient>,
    /// Where it is, for people.
    pub(crate) endpoint: String,
    /// How proofs for it are made.
    pub(crate) prover: Prover,
    /// What carries private notes on it.
    pub(crate) transport: Option<Arc<GuardedTransport>>,
    /// The chain inside this process, where that is the network.
    #[cfg(feature = "embedded-chain")]
    pub(crate) chain: Option<Arc<crate::chain::embedded::EmbeddedChain>>,
}

impl Connected {
    /// Prepares the network of a wallet. Makes no connection: that happens with the first call.
    pub(crate) fn to(
        configuration: &WalletConfiguration,
        fail_points: &FailPoints,
    ) -> Result<Self> {
        let endpoint = match &configuration.network {
            Network::Mainnet => Endpoint::mainnet(),
            Network::Testnet => Endpoint::testnet(),
            Network::Devnet => Endpoint::devnet(),
            Network::Local => Endpoint::localhost(),
            Network::Custom { rpc_endpoint } => parse_endpoint(rpc_endpoint)?,
            Network::Embedded { .. } => return Self::embedded(configuration, fail_points),
        };
        Ok(Self {
            node: Arc::new(grpc_node(&endpoint, configuration.node_call_timeout)),
            endpoint: endpoint.to_string(),
            prover: prover(configuration)?,
            transport: transport(configuration)?,
            #[cfg(feature = "embedded-chain")]
            chain: None,
        })
    }

    #[cfg(feature = "embedded-chain")]
    fn embedded(configuration: &WalletConfiguration, fail_points: &FailPoints) -> Result<Self> {
        use crate::chain::embedded::{ChainOptions, EmbeddedChain, Proofs};

        let Network::Embedded { chain_directory, dummy_proofs, verification_base_fee, .. } =
            &configuration.network
        else {
            return Err(WalletError::internal("not an embedded network"));
        };
        let options = ChainOptions {
            proofs: if *dummy_proofs { Proofs::Dummy } else { Proofs::Real },
            verification_base_fee: *verification_base_fee,
            ..ChainOptions::default()
        };
        // Before the chain, which has a faucet that proves: how many threads there are is the wallet's to say.
        let _proving = match options.proofs {
            Proofs::Real => Some(prover(configuration)?),
            Proofs::Dummy => None,
        };
        let chain = EmbeddedChain::open(chain_directory, &options)?;
        Self::to_chain(chain, configuration, fail_points)
    }

    /// The network that is a chain inside this process.
    #[cfg(feature = "embedded-chain")]
    pub(crate) fn to_chain(
        chain: Arc<crate::chain::embedded::EmbeddedChain>,
        configuration: &WalletConfiguration,
        fail_points: &FailPoints,
    ) -> Result<Self> {
        let connected = Self::to_node_of(&chain, configuration, fail_points)?;
        Ok(Self { chain: Some(chain), ..connected })
    }

    /// The same, for a wallet that the chain itself owns and that cannot own the chain.
    #[cfg(feature = "embedded-chain")]
    pub(crate) fn to_node_of(
        chain: &crate::chain::embedded::EmbeddedChain,
        configuration: &WalletConfiguration,
        fail_points: &FailPoints,
    ) -> Result<Self> {
        let mut traits = crate::chain::embedded::NodeTraits {
            fail_points: fail_points.clone(),
            ..crate::chain::embedded::NodeTraits::default()
        };
        if let Network::Embedded {
            node_version,
            submission_delay,
            sync_delay,
            note_transport_is_down,
            ..
        } = &configuration.network
        {
            traits.submission_delay = *submission_delay;
            traits.sync_delay = *sync_delay;
            traits.note_transport_is_down = *note_transport_is_down;
            if let Some(version) = node_version {
                traits.version.clone_from(version);
            }
        }
        let prover = match chain.proofs() {
            crate::chain::embedded::Proofs::Real => prover(configuration)?,
            crate::chain::embedded::Proofs::Dummy => {
                Prover::stand_in(LocalProving::of(configuration))
            }
        };
        let transport = match configuration.note_transport {
            NoteTransport::OfNetwork => Some(chain.note_transport(&traits)),
            _ => transport(configuration)?,
        };
        Ok(Self {
            node: chain.node(traits),
            endpoint: EMBEDDED_CHAIN.to_owned(),
            prover,
            transport,
            chain: None,
        })
    }

    #[cfg(not(feature = "embedded-chain"))]
    fn embedded(_: &WalletConfiguration, _: &FailPoints) -> Result<Self> {
        Err(WalletError::Unsupported {
            what: "This build has no embedded chain. Build one that has it with \
                   `./build.sh core --embedded-chain`."
                .to_owned(),
        })
    }
}

/// The node at an address. Makes no connection: that happens with the first call.
pub(crate) fn grpc_node(endpoint: &Endpoint, call_timeout: Duration) -> TimedNode {
    let milliseconds = u64::try_from(call_timeout.as_millis()).unwrap_or(u64::MAX);
    let client = GrpcClient::new(endpoint, milliseconds);
    // Without this wrapper a node's answers are believed as they come.
    TimedNode::new(Arc::new(VerifyingRpcClient::new(client)), call_timeout)
        .with_guarded_reads(GuardedReads::new(endpoint, call_timeout))
}

fn prover(configuration: &WalletConfiguration) -> Result<Prover> {
    Prover::of(&configuration.prover, LocalProving::of(configuration))
}

fn transport(configuration: &WalletConfiguration) -> Result<Option<Arc<GuardedTransport>>> {
    let endpoint = match (&configuration.note_transport, &configuration.network) {
        (NoteTransport::At { endpoint }, _) => parse_endpoint(endpoint)?.to_string(),
        (NoteTransport::OfNetwork, Network::Mainnet) => NOTE_TRANSPORT_MAINNET_ENDPOINT.to_owned(),
        (NoteTransport::OfNetwork, Network::Testnet) => NOTE_TRANSPORT_TESTNET_ENDPOINT.to_owned(),
        (NoteTransport::OfNetwork, Network::Devnet) => NOTE_TRANSPORT_DEVNET_ENDPOINT.to_owned(),
        (NoteTransport::OfNetwork | NoteTransport::None, _) => return Ok(None),
    };
    let transport = Arc::new(GrpcNoteTransport::new(endpoint));
    Ok(Some(Arc::new(GuardedTransport::new(transport, EntryLimits::default()))))
}

/// Refuses addresses that cannot be a service's.
pub(crate) fn require_addresses(configuration: &WalletConfiguration) -> Result<()> {
    if let Network::Custom { rpc_endpoint } = &configuration.network {
        parse_endpoint(rpc_endpoint)?;
    }
    if let NoteTransport::At { endpoint } = &configuration.note_transport {
        parse_endpoint(endpoint)?;
    }
    if let ProverChoice::Remote { endpoint, .. } = &configuration.prover {
        parse_endpoint(endpoint)?;
    }
    Ok(())
}
