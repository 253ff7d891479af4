//! Values of procedures as JSON, and as the elements of the stack that they are passed in.
//!
//! The layout is that of [`miden_client::vm::typed::TypedProcInfo`]: each leaf of a value has its own elements, the
//! first one on top, integers of more than 32 bits with their low limb first. Enums are their discriminants.

mod decode;
mod encode;
mod enums;
mod felts;
mod integers;
mod json;
mod place;
mod schema;
mod well_known;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use miden_client::Felt;
use miden_client::vm::MIN_STACK_DEPTH;

use super::interface::ValueType;
use crate::errors::{ContractError, Result, counted};
use felts::felt_count;
use place::Place;

pub use json::ValueJson;
pub use schema::{decode_schema_value, encode_schema_value};

/// The elements of a value, the first one for the top of the stack.
///
/// Structs are objects, arrays and tuples are arrays, enums the names of their variants, words are in hex. An integer
/// is a number or its decimal digits.
///
/// # Errors
/// [`ContractError::UnsupportedType`], and [`ContractError::InvalidValue`] with the place of the part that does not
/// fit.
pub fn encode_value(value_type: &ValueType, value: &ValueJson) -> Result<Vec<Felt>> {
    encode_at(value_type, value, &Place::WHOLE)
}

/// The value of elements, which have to be just those of a value of the type.
///
/// An integer beyond 2^53 is its decimal digits.
///
/// # Errors
/// [`ContractError::UnsupportedType`], and [`ContractError::InvalidValue`] with the place of the part that cannot be
/// what it is.
pub fn decode_value(value_type: &ValueType, felts: &[Felt]) -> Result<ValueJson> {
    let count = felt_count([value_type])?;
    if count != felts.len() as u64 {
        let were = if felts.len() == 1 { "was" } else { "were" };
        let reason =
            format!("it has {}, and {} {were} given", counted(count, "element"), felts.len());
        return Err(Place::WHOLE.refused(reason));
    }
    let mut rest = felts;
    decode::decode(value_type, &mut rest, &Place::WHOLE)
}

/// Reads a value that somebody has written as JSON.
///
/// # Errors
/// [`ContractError::InvalidValue`] if it is not JSON, has a field twice, or has a number that is no integer or is too
/// long.
pub fn parse_value(text: &str) -> Result<ValueJson> {
    let value: ValueJson = serde_json::from_str(text)
        .map_err(|error| Place::WHOLE.refused(format!("it is not JSON: {error}")))?;
    check_json(&value, &Place::WHOLE)?;
    Ok(value)
}

fn check_json(value: &ValueJson, place: &Place<'_>) -> Result<()> {
    match value {
        ValueJson::Inexact(number) => Err(integers::inexact(*number, place)),
        ValueJson::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                check_json(value, &place.element(index))?;
            }
            Ok(())
        }
        ValueJson::Object(fields) => {
            let mut names = BTreeSet::new();
            for (name, value) in fields {
                let place = place.field(name);
                if !names.insert(name) {
                    return Err(place.refused(encode::TWICE));
                }
                check_json(value, &place)?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Whether a call can pass the arguments and the results of a procedure.
///
/// # Errors
/// [`ContractError::UnsupportedType`]; [`ContractError::TooManyElements`] with both counts.
pub fn check_call(parameters: &[&ValueType], results: &[&ValueType]) -> Result<()> {
    let taken = felt_count(parameters.iter().copied())?;
    let returned = felt_count(results.iter().copied())?;
    if taken.max(returned) > MIN_STACK_DEPTH as u64 {
        return Err(
            ContractError::TooManyElements { taken, returned, most: MIN_STACK_DEPTH }.into()
        );
    }
    Ok(())
}

/// The elements of the arguments of a procedure, the first one for the top of the stack.
///
/// They are an array, or an object if all parameters have names.
///
/// # Errors
/// Those of [`encode_value`].
pub fn encode_arguments(
    parameters: &[(Option<&str>, &ValueType)],
    arguments: &ValueJson,
) -> Result<Vec<Felt>> {
    let whole = Place::WHOLE;
    let mut felts = Vec::new();
    if let ValueJson::Array(values) = arguments {
        let (expected, given) = (parameters.len(), values.len());
        if expected != given {
            let expected = counted(expected as u64, "argument");
            let were = if given == 1 { "was" } else { "were" };
            let reason = format!("the procedure takes {expected}, and {given} {were} given");
            return Err(whole.refused(reason));
        }
        for (index, ((name, value_type), value)) in parameters.iter().zip(values).enumerate() {
            let place = name.map_or(whole.element(index), |name| whole.field(name));
            felts.extend(encode_at(value_type, value, &place)?);
        }
        return Ok(felts);
    }
    let named = parameters.iter().map(|(name, value_type)| Some(((*name)?, *value_type)));
    let Some(named) = named.collect::<Option<Vec<_>>>() else {
        let reason = "the names of the parameters are not known: give the arguments as an array";
        return Err(whole.refused(reason));
    };
    for (name, value_type, value) in encode::fields_of(&named, arguments, &whole)? {
        felts.extend(encode_at(value_type, value, &whole.field(name))?);
    }
    Ok(felts)
}

/// The results of a procedure, from the elements on top of the stack: null, the one result, or an array of several.
///
/// # Errors
/// Those of [`decode_value`].
pub fn decode_results(results: &[&ValueType], stack: &[Felt]) -> Result<ValueJson> {
    let count = felt_count(results.iter().copied())?;
    if count > stack.len() as u64 {
        let count = counted(count, "element");
        let reason = format!("it has {count}, and the stack has {}", stack.len());
        return Err(Place::WHOLE.refused(reason));
    }
    let mut values = Vec::new();
    let mut rest = stack;
    let whole = Place::WHOLE;
    for (index, value_type) in results.iter().enumerate() {
        let place = if results.len() == 1 { whole } else { whole.element(index) };
        values.push(decode::decode(value_type, &mut rest, &place)?);
    }
    Ok(match values.len() {
        0 => ValueJson::Null,
        1 => values.swap_remove(0),
        _ => ValueJson::Array(values),
    })
}

fn encode_at(value_type: &ValueType, value: &ValueJson, place: &Place<'_>) -> Result<Vec<Felt>> {
    felt_count([value_type])?;
    let mut felts = Vec::new();
    encode::encode(value_type, value, place, &mut felts)?;
    Ok(felts)
}
