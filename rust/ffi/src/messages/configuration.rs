//! What a wallet is opened on.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use miden_swift_wallet::{
    BackupFile, Network, NoteScriptBudget, NoteTransport, ProofMemory, ProverChoice, Signer,
    StoreWait, WalletConfiguration,
};
use serde::{Deserialize, Serialize};
use tokio_util::sync::CancellationToken;

use super::ErrorMessage;
use super::keys::KeysMessage;
use super::secret::SecretText;
use crate::{machine_memory, openings};

/// What `wc_miden_create` is given.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Configuration {
    network: NetworkMessage,
    store_path: PathBuf,
    keystore_path: PathBuf,
    keys: KeysMessage,
    #[serde(default = "node_call_timeout_milliseconds")]
    node_call_timeout_milliseconds: u64,
    /// Whether the wallet is only read, from a copy of its store.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) read_only: bool,
    /// How long to wait for a store that another wallet has open.
    #[serde(default)]
    open_timeout_milliseconds: u64,
    /// What `wc_miden_begin_opening` returned, if the wait may be cancelled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    opening: Option<u64>,
    #[serde(default)]
    prover_threads: usize,
    #[serde(default = "one_proof")]
    concurrent_proofs: NonZeroUsize,
    /// How much memory proofs may take. If it is missing, half of what the process may use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    maximum_proof_memory_bytes: Option<NonZeroU64>,
    #[serde(default)]
    note_scripts: NoteScriptsMessage,
    #[serde(default)]
    prover: ProverMessage,
    #[serde(default)]
    note_transport: NoteTransportMessage,
    /// The backup that is to be restored there first, where one is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    restored_backup: Option<BackupFileMessage>,
}

/// How long one call of the node may take where nobody said.
fn node_call_timeout_milliseconds() -> u64 {
    WalletConfiguration::NODE_CALL_TIMEOUT.as_millis().try_into().unwrap_or(u64::MAX)
}

/// How many proofs run at the same time if the message does not say.
fn one_proof() -> NonZeroUsize {
    NonZeroUsize::MIN
}

/// A backup to be restored.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BackupFileMessage {
    path: PathBuf,
    passphrase: SecretText,
}

/// Who makes proofs.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum ProverMessage {
    #[default]
    Local,
    Remote {
        endpoint: String,
        timeout_milliseconds: u64,
        falls_back: bool,
    },
}

impl From<ProverMessage> for ProverChoice {
    fn from(message: ProverMessage) -> Self {
        match message {
            ProverMessage::Local => Self::Local,
            ProverMessage::Remote { endpoint, timeout_milliseconds, falls_back } => Self::Remote {
                endpoint,
                timeout: Duration::from_millis(timeout_milliseconds),
                falls_back,
            },
        }
    }
}

/// How much the scripts of notes may cost.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NoteScriptsMessage {
    cycles: u32,
    time_milliseconds: u64,
}

impl Default for NoteScriptsMessage {
    fn default() -> Self {
        let NoteScriptBudget { cycles, time } = NoteScriptBudget::default();
        let time_milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Self { cycles, time_milliseconds }
    }
}

impl From<NoteScriptsMessage> for NoteScriptBudget {
    fn from(message: NoteScriptsMessage) -> Self {
        Self { cycles: message.cycles, time: Duration::from_millis(message.time_milliseconds) }
    }
}

/// Who carries private notes.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum NoteTransportMessage {
    #[default]
    OfNetwork,
    None,
    At {
        endpoint: String,
    },
}

impl From<NoteTransportMessage> for NoteTransport {
    fn from(message: NoteTransportMessage) -> Self {
        match message {
            NoteTransportMessage::OfNetwork => Self::OfNetwork,
            NoteTransportMessage::None => Self::None,
            NoteTransportMessage::At { endpoint } => Self::At { endpoint },
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum NetworkMessage {
    Mainnet,
    Testnet,
    Devnet,
    Local,
    Custom {
        rpc_endpoint: String,
    },
    Embedded {
        chain_directory: PathBuf,
        proofs: ProofsMessage,
        #[serde(default)]
        verification_base_fee: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        node_version: Option<String>,
        #[serde(default)]
        submission_delay_milliseconds: u64,
        #[serde(default)]
        sync_delay_milliseconds: u64,
        #[serde(default)]
        note_transport_is_down: bool,
    },
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ProofsMessage {
    Real,
    Dummy,
}

impl Configuration {
    /// The backup that is to be restored first, where one is.
    pub(crate) fn restored_backup(&self) -> Option<BackupFile> {
        self.restored_backup.as_ref().map(|backup| BackupFile {
            path: backup.path.clone(),
            passphrase: backup.passphrase.0.clone(),
        })
    }

    /// The number of the opening, if it may be cancelled.
    pub(crate) fn opening(&self) -> Option<u64> {
        self.opening
    }

    /// How long to wait for a store that another wallet has open.
    ///
    /// # Errors
    /// That of a cancelled request, if the opening was cancelled before it began.
    pub(crate) fn store_wait(&self) -> Result<StoreWait, ErrorMessage> {
        let timeout = Duration::from_millis(self.open_timeout_milliseconds);
        let cancellation = match self.opening {
            Some(opening) => openings::token(opening).ok_or_else(ErrorMessage::cancelled)?,
            None => CancellationToken::new(),
        };
        Ok(StoreWait { timeout, cancellation })
    }

    /// What it means; `signer` is who is asked where a signer keeps the keys.
    pub(crate) fn for_wallet(
        self,
        signer: Option<Arc<dyn Signer>>,
    ) -> Result<WalletConfiguration, ErrorMessage> {
        let network = match self.network {
            NetworkMessage::Mainnet => Network::Mainnet,
            NetworkMessage::Testnet => Network::Testnet,
            NetworkMessage::Devnet => Network::Devnet,
            NetworkMessage::Local => Network::Local,
            NetworkMessage::Custom { rpc_endpoint } => Network::Custom { rpc_endpoint },
            NetworkMessage::Embedded {
                chain_directory,
                proofs,
                verification_base_fee,
                node_version,
                submission_delay_milliseconds,
                sync_delay_milliseconds,
                note_transport_is_down,
            } => Network::Embedded {
                chain_directory,
                dummy_proofs: matches!(proofs, ProofsMessage::Dummy),
                verification_base_fee,
                node_version,
                submission_delay: Duration::from_millis(submission_delay_milliseconds),
                sync_delay: Duration::from_millis(sync_delay_milliseconds),
                note_transport_is_down,
            },
        };
        Ok(WalletConfiguration {
            network,
            store_path: self.store_path,
            keystore_path: self.keystore_path,
            keys: self.keys.source(signer)?,
            prover: self.prover.into(),
            note_transport: self.note_transport.into(),
            node_call_timeout: Duration::from_millis(self.node_call_timeout_milliseconds),
            note_scripts: self.note_scripts.into(),
            prover_threads: self.prover_threads,
            concurrent_proofs: self.concurrent_proofs,
            proof_memory: match self.maximum_proof_memory_bytes {
                Some(bytes) => ProofMemory::AtMost(bytes),
                None => ProofMemory::HalfOfMachine { physical: machine_memory::physical_bytes() },
            },
            on_prover_thread_start: crate::priority::stand_back,
        })
    }
}
