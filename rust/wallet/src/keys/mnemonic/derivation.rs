//! From a mnemonic's seed to the seed of one account: SLIP-0010 with hardened children alone, which
//! needs no curve.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha512;
use zeroize::{Zeroize, Zeroizing};

use crate::accounts::visibility::Visibility;
use crate::errors::{MnemonicError, Result, WalletError};
use crate::keys::account_secret::SignatureScheme;

/// What is added to the number of a hardened child.
const HARDENED: u32 = 1 << 31;
/// BIP-44, which the path is a path of.
const PURPOSE: u32 = 44;
/// Miden's registered coin type of SLIP-0044.
const MIDEN: u32 = 5_063_758;

/// The ways in which Miden wallets have derived accounts.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Derivation {
    /// That of new accounts: `m/44'/5063758'/<wallet type>'/<scheme>'/<index>'`.
    #[default]
    V1,
    /// That of earlier wallets, for their accounts to be restored: `m/44'/0'/<wallet type>'/<index>'`.
    Legacy,
}

impl Derivation {
    /// What the first node is the hash under.
    fn label(self) -> &'static [u8] {
        match self {
            Self::V1 => b"miden seed",
            Self::Legacy => b"bls12_377 seed",
        }
    }
}

/// The place of an account among those of a mnemonic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AccountPath {
    /// How it is derived.
    pub derivation: Derivation,
    /// How it signs.
    pub scheme: SignatureScheme,
    /// Who may see its state.
    pub visibility: Visibility,
    /// Which one of these, from 0.
    pub index: u32,
}

impl AccountPath {
    /// The children from the first node to the account.
    fn children(self) -> Result<Vec<u32>> {
        if self.index >= HARDENED {
            return Err(MnemonicError::InvalidIndex { index: self.index }.into());
        }
        let wallet_type = match self.visibility {
            Visibility::Public => 0,
            Visibility::Private => 1,
        };
        let scheme = match self.scheme {
            SignatureScheme::Falcon512Poseidon2 => 0,
            SignatureScheme::EcdsaK256Keccak => 1,
        };
        Ok(match self.derivation {
            Derivation::V1 => vec![PURPOSE, MIDEN, wallet_type, scheme, self.index],
            Derivation::Legacy => vec![PURPOSE, 0, wallet_type, self.index],
        })
    }
}

/// The seed of a mnemonic, which all its accounts come from. Wiped when it is dropped.
#[derive(Clone)]
pub struct MnemonicSeed(pub(super) Zeroizing<[u8; 64]>);

impl MnemonicSeed {
    /// The seed of an account, of which [`AccountSecret`](crate::AccountSecret) makes key and account.
    ///
    /// # Errors
    /// [`MnemonicError::InvalidIndex`].
    pub fn account_seed(&self, path: &AccountPath) -> Result<Zeroizing<[u8; 32]>> {
        let children = path.children()?;
        let mut node = Node::hashed(path.derivation.label(), &[self.0.as_slice()])?;
        for child in children {
            node = node.child(child)?;
        }
        Ok(node.secret)
    }
}

/// What is shown never has the seed in it.
impl fmt::Debug for MnemonicSeed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("MnemonicSeed")
    }
}

/// A node of the tree.
struct Node {
    secret: Zeroizing<[u8; 32]>,
    chain_code: Zeroizing<[u8; 32]>,
}

impl Node {
    /// The hardened child of a number.
    fn child(&self, number: u32) -> Result<Self> {
        let number = (number | HARDENED).to_be_bytes();
        Self::hashed(self.chain_code.as_slice(), &[&[0], self.secret.as_slice(), &number])
    }

    /// The two halves of HMAC-SHA512 over the parts.
    fn hashed(key: &[u8], parts: &[&[u8]]) -> Result<Self> {
        let mut hash = Hmac::<Sha512>::new_from_slice(key).map_err(WalletError::internal)?;
        for part in parts {
            hash.update(part);
        }
        let mut halves = hash.finalize().into_bytes();
        let mut node = Self { secret: Zeroizing::default(), chain_code: Zeroizing::default() };
        node.secret.copy_from_slice(&halves[..32]);
        node.chain_code.copy_from_slice(&halves[32..]);
        halves.as_mut_slice().zeroize();
        Ok(node)
    }
}
