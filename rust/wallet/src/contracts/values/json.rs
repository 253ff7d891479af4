//! Values as JSON, with everything that a value of a type has to be checked for.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// The largest integer that every reader of JSON keeps exactly: 2^53 - 1.
const LARGEST_NUMBER: u128 = (1 << 53) - 1;

/// A value as JSON. Objects keep the order and each repetition of their names.
#[derive(Debug, Clone, PartialEq)]
pub enum ValueJson {
    /// `null`, which no type has.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// An integer.
    Integer(i128),
    /// A number that is no integer, or one that has lost digits: it was too long to be read.
    Inexact(f64),
    /// A text.
    Text(String),
    /// An array.
    Array(Vec<ValueJson>),
    /// An object.
    Object(Vec<(String, ValueJson)>),
}

impl ValueJson {
    /// An integer, from its digits. One that not every reader of JSON keeps is a text.
    pub(super) fn integer(digits: String) -> Self {
        match digits.parse::<i128>() {
            Ok(number) if number.unsigned_abs() <= LARGEST_NUMBER => Self::Integer(number),
            _ => Self::Text(digits),
        }
    }

    /// What it is, for an error.
    pub(super) fn what(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "true or false",
            Self::Integer(_) | Self::Inexact(_) => "a number",
            Self::Text(_) => "a text",
            Self::Array(_) => "an array",
            Self::Object(_) => "an object",
        }
    }
}

impl Serialize for ValueJson {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => out.serialize_unit(),
            Self::Bool(value) => out.serialize_bool(*value),
            Self::Integer(value) => out.serialize_i128(*value),
            Self::Inexact(value) => out.serialize_f64(*value),
            Self::Text(value) => out.serialize_str(value),
            Self::Array(values) => out.collect_seq(values),
            Self::Object(fields) => {
                let mut map = out.serialize_map(Some(fields.len()))?;
                for (name, value) in fields {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for ValueJson {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        input.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = ValueJson;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<ValueJson, E> {
        Ok(ValueJson::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<ValueJson, E> {
        Ok(ValueJson::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<ValueJson, E> {
        Ok(ValueJson::Integer(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<ValueJson, E> {
        Ok(ValueJson::Integer(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<ValueJson, E> {
        Ok(ValueJson::Inexact(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<ValueJson, E> {
        Ok(ValueJson::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<ValueJson, E> {
        Ok(ValueJson::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut input: A) -> Result<ValueJson, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = input.next_element()? {
            values.push(value);
        }
        Ok(ValueJson::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut input: A) -> Result<ValueJson, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = input.next_entry()? {
            fields.push(field);
        }
        Ok(ValueJson::Object(fields))
    }
}
