//! The keys that a wallet is opened with.

use std::path::PathBuf;
use std::sync::Arc;

use crate::blocking_tasks::run_blocking;
use crate::errors::Result;
use crate::fail_points::FailPoints;
use crate::keys::keystore::{KeySource, Keystore};
use crate::keys::signing::{Authenticator, Signer};

/// The keystore, and what signs with the keys in it and with those outside.
pub(crate) struct WalletKeys {
    pub(crate) keystore: Arc<Keystore>,
    pub(crate) authenticator: Arc<Authenticator>,
    /// What signs for accounts whose keys are not in the keystore.
    pub(crate) signer: Option<Arc<dyn Signer>>,
}

impl WalletKeys {
    /// Keeps what opens the keystore no longer than that.
    pub(crate) async fn open(
        keystore_path: PathBuf,
        source: KeySource,
        fail_points: FailPoints,
    ) -> Result<Self> {
        let signer = match &source {
            KeySource::Signer(signer) => Some(signer.clone()),
            _ => None,
        };
        let open = move || Keystore::open(&keystore_path, &source, fail_points);
        let keystore = Arc::new(run_blocking(open).await?);
        let authenticator = Arc::new(Authenticator::new(keystore.clone()));
        Ok(Self { keystore, authenticator, signer })
    }
}
