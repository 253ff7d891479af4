//! From JSON to elements.

use std::collections::BTreeMap;

use miden_client::Felt;

use super::enums::{variant_felts, variant_named};
use super::felts::felt_count;
use super::integers::{IntegerType, encode_felt};
use super::json::ValueJson;
use super::place::{Place, shown};
use super::well_known::WellKnown;
use crate::contracts::ValueType;
use crate::contracts::words::parse_word;
use crate::errors::{Result, counted};

/// Why a field cannot be used that an object has two of.
pub(super) const TWICE: &str = "the field is given twice";

/// Appends the elements of a value of a type that a call can pass.
pub(super) fn encode(
    value_type: &ValueType,
    value: &ValueJson,
    place: &Place<'_>,
    felts: &mut Vec<Felt>,
) -> Result<()> {
    match WellKnown::of(value_type) {
        Some(known) => known.encode(value_type, value, place, felts),
        None => encode_by_structure(value_type, value, place, felts),
    }
}

/// The same, whatever the type may be known as.
pub(super) fn encode_by_structure(
    value_type: &ValueType,
    value: &ValueJson,
    place: &Place<'_>,
    felts: &mut Vec<Felt>,
) -> Result<()> {
    if let Some(integer) = IntegerType::of(value_type) {
        felts.extend(integer.encode(value, place)?);
        return Ok(());
    }
    match value_type {
        ValueType::Felt => felts.push(encode_felt(value, place)?),
        ValueType::Bool => match value {
            ValueJson::Bool(value) => felts.push(Felt::from(u32::from(*value))),
            other => {
                let reason = format!("true or false is expected, not {}", other.what());
                return Err(place.refused(reason));
            }
        },
        ValueType::Array { element, length } => {
            let values = elements(value, *length, place)?;
            refuse_empty_elements(element, *length, place)?;
            for (index, value) in values.iter().enumerate() {
                encode(element, value, &place.element(index), felts)?;
            }
        }
        ValueType::Tuple { elements: types, .. } => {
            let values = elements(value, types.len() as u64, place)?;
            for (index, (value_type, value)) in types.iter().zip(values).enumerate() {
                encode(value_type, value, &place.element(index), felts)?;
            }
        }
        ValueType::Struct { fields, .. } => {
            let fields: Vec<_> =
                fields.iter().map(|field| (field.name.as_str(), &field.value_type)).collect();
            for (name, value_type, value) in fields_of(&fields, value, place)? {
                encode(value_type, value, &place.field(name), felts)?;
            }
        }
        ValueType::Enum { name, discriminant, variants, .. } => {
            let ValueJson::Text(text) = value else {
                let reason = format!("the name of a variant is expected, not {}", value.what());
                return Err(place.refused(reason));
            };
            let variant = variant_named(variants, text).ok_or_else(|| {
                place.refused(format!("“{}” is not a variant of {}", shown(text), shown(name)))
            })?;
            felts.extend(variant_felts(discriminant, variant, place)?);
        }
        // Words are well known, and what no call can pass was refused before.
        _ => {
            felt_count([value_type])?;
        }
    }
    Ok(())
}

/// The values of fields, in the order of the fields.
pub(super) fn fields_of<'a, 'v>(
    fields: &[(&'a str, &'a ValueType)],
    value: &'v ValueJson,
    place: &Place<'_>,
) -> Result<Vec<(&'a str, &'a ValueType, &'v ValueJson)>> {
    let ValueJson::Object(given) = value else {
        return Err(place.refused(format!("an object is expected, not {}", value.what())));
    };
    let mut values = BTreeMap::new();
    for (name, value) in given {
        if values.insert(name.as_str(), value).is_some() {
            return Err(place.field(name).refused(TWICE));
        }
    }
    let mut found = Vec::new();
    for (name, value_type) in fields {
        let Some(value) = values.remove(name) else {
            return Err(place.field(name).refused("the field is missing"));
        };
        found.push((*name, *value_type, value));
    }
    match values.keys().next() {
        Some(name) => Err(place.field(name).refused("there is no such field")),
        None => Ok(found),
    }
}

/// A word in hex, or as its four elements.
pub(super) fn encode_word(value: &ValueJson, place: &Place<'_>) -> Result<[Felt; 4]> {
    if let ValueJson::Text(text) = value {
        let word = parse_word(text).map_err(|error| place.refused_by(&error))?;
        return Ok([word[0], word[1], word[2], word[3]]);
    }
    let values = elements(value, 4, place)?;
    let mut felts = [Felt::ZERO; 4];
    for (index, (felt, value)) in felts.iter_mut().zip(values).enumerate() {
        *felt = encode_felt(value, &place.element(index))?;
    }
    Ok(felts)
}

/// The elements of an array of a known length.
fn elements<'v>(value: &'v ValueJson, length: u64, place: &Place<'_>) -> Result<&'v [ValueJson]> {
    let ValueJson::Array(values) = value else {
        return Err(place.refused(format!("an array is expected, not {}", value.what())));
    };
    if values.len() as u64 != length {
        let (expected, given) = (counted(length, "element"), values.len());
        return Err(place.refused(format!("an array of {expected} is expected, not of {given}")));
    }
    Ok(values)
}

/// Refuses an array whose elements have no size: its length could be anything.
pub(super) fn refuse_empty_elements(
    element: &ValueType,
    length: u64,
    place: &Place<'_>,
) -> Result<()> {
    if length > 0 && felt_count([element])? == 0 {
        return Err(place.refused("an array of elements without content cannot be passed"));
    }
    Ok(())
}
