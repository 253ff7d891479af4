//! Values of storage, by the names of types that storage schemas have.

use miden_client::account::RoleSymbol;
use miden_client::asset::TokenSymbol;
use miden_client::auth::AuthSchemeId;
use miden_client::{Felt, Word};

use super::encode::encode_word;
use super::integers::{IntegerType, encode_felt};
use super::json::ValueJson;
use super::place::{Place, shown};
use crate::contracts::ValueType;
use crate::errors::{ContractError, Result};
use crate::ids::described;

/// A type of one element or of one word that a storage schema can name.
#[derive(Clone, Copy)]
enum SchemaType {
    Void,
    Integer(IntegerType),
    Bool,
    Felt,
    TokenSymbol,
    RoleSymbol,
    AuthScheme,
    Word,
    PublicKey,
}

impl SchemaType {
    fn named(name: &str) -> Result<Self> {
        Ok(match name {
            "void" => Self::Void,
            "bool" => Self::Bool,
            "felt" => Self::Felt,
            "miden::standards::faucets::fungible::token_symbol" => Self::TokenSymbol,
            "miden::standards::access::role_symbol" => Self::RoleSymbol,
            "miden::standards::auth::scheme" => Self::AuthScheme,
            "word" => Self::Word,
            "miden::standards::auth::pub_key" => Self::PublicKey,
            other => {
                let value_type = match other {
                    "u8" => Some(ValueType::U8),
                    "u16" => Some(ValueType::U16),
                    "u32" => Some(ValueType::U32),
                    _ => None,
                };
                let integer = value_type.as_ref().and_then(IntegerType::of);
                Self::Integer(integer.ok_or_else(|| ContractError::UnsupportedType {
                    name: shown(other),
                    explanation: "is not a type of storage",
                })?)
            }
        })
    }

    fn is_word(self) -> bool {
        matches!(self, Self::Word | Self::PublicKey)
    }
}

/// The elements of a value of storage: one, or the four of a word.
///
/// # Errors
/// [`ContractError::UnsupportedType`] if no storage schema can name such a type; [`ContractError::InvalidValue`].
pub fn encode_schema_value(type_name: &str, value: &ValueJson) -> Result<Vec<Felt>> {
    let schema_type = SchemaType::named(type_name)?;
    let place = &Place::WHOLE;
    if schema_type.is_word() {
        return encode_word(value, place).map(Vec::from);
    }
    encode_one(schema_type, value, place).map(|felt| vec![felt])
}

/// The value of elements of storage. A type of one element can have a word, too, with zeros in the rest.
///
/// # Errors
/// [`ContractError::UnsupportedType`] if no storage schema can name such a type; [`ContractError::InvalidValue`].
pub fn decode_schema_value(type_name: &str, felts: &[Felt]) -> Result<ValueJson> {
    let schema_type = SchemaType::named(type_name)?;
    let place = &Place::WHOLE;
    match felts {
        [a, b, c, d] if schema_type.is_word() => {
            Ok(ValueJson::Text(Word::new([*a, *b, *c, *d]).to_hex()))
        }
        [felt, rest @ ..]
            if !schema_type.is_word()
                && matches!(rest.len(), 0 | 3)
                && rest.iter().all(|felt| *felt == Felt::ZERO) =>
        {
            decode_one(schema_type, *felt, place)
        }
        _ => Err(place.refused("the elements are not those of a value of this type")),
    }
}

fn encode_one(schema_type: SchemaType, value: &ValueJson, place: &Place<'_>) -> Result<Felt> {
    match (schema_type, value) {
        (SchemaType::Integer(integer), _) => integer.encode(value, place).map(|felts| felts[0]),
        (SchemaType::Bool, ValueJson::Bool(value)) => Ok(Felt::from(u32::from(*value))),
        (SchemaType::Bool, other) => {
            Err(place.refused(format!("true or false is expected, not {}", other.what())))
        }
        (SchemaType::Void, _) => {
            let felt = encode_felt(value, place)?;
            if felt == Felt::ZERO {
                Ok(felt)
            } else {
                Err(place.refused("0 is expected: nothing is kept here"))
            }
        }
        (SchemaType::TokenSymbol | SchemaType::RoleSymbol, ValueJson::Text(text))
            if text.starts_with(|first: char| first.is_ascii_digit()) =>
        {
            // The element itself, in the form that a parameter of the type `felt` takes. Symbols have no digits.
            let felt = encode_felt(value, place)?;
            decode_one(schema_type, felt, place)?;
            Ok(felt)
        }
        (SchemaType::TokenSymbol, ValueJson::Text(text)) => {
            TokenSymbol::new(text).map(Felt::from).map_err(|error| no_symbol(text, &error, place))
        }
        (SchemaType::RoleSymbol, ValueJson::Text(text)) => {
            RoleSymbol::new(text).map(Felt::from).map_err(|error| no_symbol(text, &error, place))
        }
        (SchemaType::AuthScheme, ValueJson::Text(text)) => text
            .parse::<AuthSchemeId>()
            .map(|scheme| Felt::from(scheme.as_u8()))
            .map_err(|error| no_symbol(text, &error, place)),
        (SchemaType::TokenSymbol | SchemaType::RoleSymbol | SchemaType::AuthScheme, other) => {
            Err(place.refused(format!("a text is expected, not {}", other.what())))
        }
        _ => encode_felt(value, place),
    }
}

fn decode_one(schema_type: SchemaType, felt: Felt, place: &Place<'_>) -> Result<ValueJson> {
    let number = felt.as_canonical_u64();
    let not_one = || place.refused(format!("{number} is not a value of this type"));
    let text = match schema_type {
        SchemaType::Integer(integer) => return integer.decode(&[felt], place),
        SchemaType::Bool => {
            return match number {
                0 => Ok(ValueJson::Bool(false)),
                1 => Ok(ValueJson::Bool(true)),
                _ => Err(not_one()),
            };
        }
        SchemaType::Void if number != 0 => return Err(not_one()),
        SchemaType::TokenSymbol => TokenSymbol::try_from(felt).map_err(|_| not_one())?.to_string(),
        SchemaType::RoleSymbol => RoleSymbol::try_from(felt).map_err(|_| not_one())?.to_string(),
        SchemaType::AuthScheme => {
            let scheme = u8::try_from(number).ok().and_then(|id| AuthSchemeId::try_from(id).ok());
            scheme.ok_or_else(not_one)?.to_string()
        }
        _ => return Ok(ValueJson::integer(number.to_string())),
    };
    Ok(ValueJson::Text(text))
}

fn no_symbol(
    text: &str,
    error: &dyn std::error::Error,
    place: &Place<'_>,
) -> crate::errors::WalletError {
    place.refused(format!("“{}” cannot be used: {}", shown(text), described(error)))
}
