//! How a request is read and a reply written.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::messages::ErrorMessage;

/// A request that can be read.
pub(super) trait Decode: Sized {
    /// Reads it from the payload.
    fn decode(payload: &[u8]) -> Result<Self, ErrorMessage>;
}

/// The request of an operation that takes no payload.
pub(super) struct NoRequest;

impl Decode for NoRequest {
    fn decode(payload: &[u8]) -> Result<Self, ErrorMessage> {
        if payload.is_empty() {
            Ok(Self)
        } else {
            Err(ErrorMessage::invalid_parameter("This operation takes no payload."))
        }
    }
}

impl<T: DeserializeOwned> Decode for T {
    fn decode(payload: &[u8]) -> Result<Self, ErrorMessage> {
        serde_json::from_slice(payload).map_err(|error| {
            ErrorMessage::invalid_parameter(format!("The request cannot be read: {error}."))
        })
    }
}

/// A reply that can be written.
pub(super) trait Encode {
    /// Writes it.
    fn encode(&self) -> Result<Vec<u8>, ErrorMessage>;

    /// The same with secrets: it is measured first, as bytes that grow leave copies of themselves behind.
    fn encode_secret(&self) -> Result<Vec<u8>, ErrorMessage>;
}

/// The reply of an operation that answers with nothing.
pub(super) struct NoReply;

impl Encode for NoReply {
    fn encode(&self) -> Result<Vec<u8>, ErrorMessage> {
        Ok(Vec::new())
    }

    fn encode_secret(&self) -> Result<Vec<u8>, ErrorMessage> {
        Ok(Vec::new())
    }
}

impl<T: Serialize> Encode for T {
    fn encode(&self) -> Result<Vec<u8>, ErrorMessage> {
        serde_json::to_vec(self).map_err(|error| unwritable(&error))
    }

    fn encode_secret(&self) -> Result<Vec<u8>, ErrorMessage> {
        let mut length = Length(0);
        serde_json::to_writer(&mut length, self).map_err(|error| unwritable(&error))?;
        let mut bytes = Vec::with_capacity(length.0);
        serde_json::to_writer(&mut bytes, self).map_err(|error| unwritable(&error))?;
        Ok(bytes)
    }
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
