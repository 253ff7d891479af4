//! The foreign types that hold secrets wipe themselves when they are dropped. Their crates do so only with a feature, and
//! nothing else would show that it is off: this does not compile without it.

use chacha20poly1305::{ChaCha20Poly1305, XChaCha20Poly1305};
use ed25519_dalek::SigningKey;
use hmac::block_api::HmacCore;
use hmac::digest::block_api::Buffer;
use sha2::{Sha256, Sha512};
use zeroize::ZeroizeOnDrop;

const fn wipes_itself<T: ZeroizeOnDrop>() {}

const _: () = {
    wipes_itself::<bip39::Mnemonic>();
    // `Hmac` does not say it itself: it has hashes and a buffer, which do.
    wipes_itself::<Sha512>();
    wipes_itself::<Buffer<HmacCore<Sha512>>>();
    wipes_itself::<Sha256>();
    wipes_itself::<Buffer<HmacCore<Sha256>>>();
    wipes_itself::<XChaCha20Poly1305>();
    wipes_itself::<ChaCha20Poly1305>();
    wipes_itself::<SigningKey>();
};
