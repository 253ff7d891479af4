//! HKDF-SHA256, RFC 5869.

use hkdf::{Hkdf, HkdfExtract};
use sha2::Sha256;
use zeroize::{Zeroize, Zeroizing};

use crate::errors::{Result, WalletError};

/// HKDF-Extract, ready for what is expanded of it.
pub(super) fn extracted(
    salt: &[u8],
    key_material: &[&[u8]],
) -> (Zeroizing<[u8; 32]>, Hkdf<Sha256>) {
    let mut extraction = HkdfExtract::<Sha256>::new(Some(salt));
    for part in key_material {
        extraction.input_ikm(part);
    }
    let (mut output, hkdf) = extraction.finalize();
    let mut pseudorandom = Zeroizing::new([0; 32]);
    pseudorandom.copy_from_slice(output.as_slice());
    output.as_mut_slice().zeroize();
    (pseudorandom, hkdf)
}

/// HKDF-Expand of an information in parts.
pub(super) fn expanded<const LENGTH: usize>(
    hkdf: &Hkdf<Sha256>,
    information: &[&[u8]],
) -> Result<Zeroizing<[u8; LENGTH]>> {
    let mut output = Zeroizing::new([0; LENGTH]);
    // Fails above 8,160 bytes only.
    hkdf.expand_multi_info(information, output.as_mut_slice()).map_err(WalletError::internal)?;
    Ok(output)
}
