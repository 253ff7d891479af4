//! Values of types that a package describes, and the field elements they are passed in.

use miden_swift_wallet::{
    Felt, Result, ValueJson, ValueType, decode_schema_value, decode_value, encode_schema_value,
    encode_value, hash_elements,
};
use serde::{Deserialize, Serialize};

use super::{felts, numbers};

/// A type of values.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum TypeMessage {
    /// The name of one that storage schemas have.
    Storage(String),
    /// One of a procedure.
    Value(ValueType),
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EncodeValueRequest {
    r#type: TypeMessage,
    value: ValueJson,
}

impl EncodeValueRequest {
    pub(crate) fn encoded(self) -> Result<Vec<Felt>> {
        match self.r#type {
            TypeMessage::Storage(name) => encode_schema_value(&name, &self.value),
            TypeMessage::Value(value_type) => encode_value(&value_type, &self.value),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DecodeValueRequest {
    r#type: TypeMessage,
    felts: Vec<u64>,
}

impl DecodeValueRequest {
    pub(crate) fn decoded(self) -> Result<ValueJson> {
        let felts = felts(&self.felts)?;
        match self.r#type {
            TypeMessage::Storage(name) => decode_schema_value(&name, &felts),
            TypeMessage::Value(value_type) => decode_value(&value_type, &felts),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ParseValueRequest {
    pub(crate) json: String,
}

/// Field elements, the first one for the top of the stack.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct FeltsReply {
    felts: Vec<u64>,
}

impl From<Vec<Felt>> for FeltsReply {
    fn from(felts: Vec<Felt>) -> Self {
        Self { felts: numbers(&felts) }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ValueReply {
    value: ValueJson,
}

impl From<ValueJson> for ValueReply {
    fn from(value: ValueJson) -> Self {
        Self { value }
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HashElementsRequest {
    felts: Vec<u64>,
}

impl HashElementsRequest {
    pub(crate) fn hashed(self) -> Result<HashReply> {
        Ok(HashReply { hash: hash_elements(&felts(&self.felts)?).to_hex() })
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct HashReply {
    hash: String,
}
