//! The chain as a file.

use std::path::Path;

use miden_client::Serializable;
use miden_client::account::AccountFile;
use miden_client::crypto::ecdsa_k256_keccak::SigningKey;
use miden_client::crypto::eddsa_25519_sha512::PublicKey;
use miden_client::testing::MockChain;
use miden_protocol::utils::serde::{ByteReader, DeserializationError, SliceReader};

use super::options::Proofs;
use crate::errors::{Result, StoreError, WalletError};
use crate::store::private_files;

/// Says what the file is and in which form.
const MAGIC: [u8; 8] = *b"MIDENEC1";

/// What of a chain outlives the process.
pub(super) struct SavedChain {
    pub(super) proofs: Proofs,
    /// The key the chain's only validator signs with.
    pub(super) validator: SigningKey,
    /// What transactions' inputs are sealed to.
    pub(super) sealing_key: PublicKey,
    /// The faucets with their keys, as they were at genesis: MIDEN first, then TOK.
    pub(super) faucets: Vec<AccountFile>,
    pub(super) chain: MockChain,
}

impl SavedChain {
    pub(super) fn read(file: &Path) -> Result<Self> {
        let unusable =
            |source| WalletError::Store(StoreError::Unusable { path: file.to_owned(), source });
        let bytes = std::fs::read(file).map_err(|error| unusable(error.into()))?;
        Self::decode(&bytes).map_err(|error| unusable(error.into()))
    }

    fn decode(bytes: &[u8]) -> Result<Self, DeserializationError> {
        let mut reader = SliceReader::new(bytes);
        if reader.read_array::<8>()? != MAGIC {
            return Err(DeserializationError::InvalidValue("not an embedded chain".to_owned()));
        }
        let proofs = if reader.read_u8()? == 0 { Proofs::Dummy } else { Proofs::Real };
        let validator = reader.read()?;
        let sealing_key = reader.read()?;
        let files: Vec<Vec<u8>> = reader.read()?;
        let faucets = files
            .iter()
            .map(|file| AccountFile::try_from_bytes(file))
            .collect::<Result<_, _>>()
            .map_err(|error| DeserializationError::InvalidValue(error.to_string()))?;
        let chain = reader.read()?;
        Ok(Self { proofs, validator, sealing_key, faucets, chain })
    }

    /// Writes the file whole or not at all.
    pub(super) fn write(&self, chain: &MockChain, file: &Path) -> Result<()> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(u8::from(self.proofs == Proofs::Real));
        self.validator.write_into(&mut bytes);
        self.sealing_key.write_into(&mut bytes);
        let faucets: Vec<Vec<u8>> = self.faucets.iter().map(AccountFile::to_bytes).collect();
        faucets.write_into(&mut bytes);
        chain.write_into(&mut bytes);
        let unusable = |error: std::io::Error| {
            WalletError::Store(StoreError::unusable(file.to_owned(), error))
        };
        private_files::write(file, &bytes, || {}).map_err(unusable)
    }
}
