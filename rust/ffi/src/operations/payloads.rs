//! How the payload of a request is read, and that of a reply written.

use miden_swift_wallet::WalletError;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::messages::ErrorMessage;

pub(super) fn known<T>(result: Result<T, WalletError>) -> Result<T, ErrorMessage> {
    result.map_err(|error| ErrorMessage::from(&error))
}

pub(super) fn no_payload(payload: &[u8]) -> Result<(), ErrorMessage> {
    if payload.is_empty() {
        Ok(())
    } else {
        Err(ErrorMessage::invalid_parameter("This operation takes no payload."))
    }
}

pub(super) fn read<T: DeserializeOwned>(payload: &[u8]) -> Result<T, ErrorMessage> {
    serde_json::from_slice(payload).map_err(|error| {
        ErrorMessage::invalid_parameter(format!("The request cannot be read: {error}."))
    })
}

/// Turns a result into the message `M` of it.
pub(super) fn written<M: From<T> + Serialize, T>(
    result: Result<T, WalletError>,
) -> Result<Vec<u8>, ErrorMessage> {
    serde_json::to_vec(&M::from(known(result)?)).map_err(|error| unwritable(&error))
}

/// The same for a message with secrets: it is measured first, as bytes that grow leave copies of themselves behind.
pub(super) fn written_secret<M: From<T> + Serialize, T>(
    result: Result<T, WalletError>,
) -> Result<Vec<u8>, ErrorMessage> {
    let message = M::from(known(result)?);
    let mut length = Length(0);
    serde_json::to_writer(&mut length, &message).map_err(|error| unwritable(&error))?;
    let mut bytes = Vec::with_capacity(length.0);
    serde_json::to_writer(&mut bytes, &message).map_err(|error| unwritable(&error))?;
    Ok(bytes)
}

fn unwritable(error: &serde_json::Error) -> ErrorMessage {
    ErrorMessage::panicked(format!("the reply cannot be written: {error}"))
}

/// Counts what is written.
struct Length(usize);

impl std::io::Write for Length {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
