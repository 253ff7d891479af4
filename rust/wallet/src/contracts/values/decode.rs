//! From elements to JSON.

use miden_client::Felt;

use super::encode::refuse_empty_elements;
use super::enums::variant_felts;
use super::felts::felt_count;
use super::integers::IntegerType;
use super::json::ValueJson;
use super::place::{Place, shown};
use super::well_known::WellKnown;
use crate::contracts::ValueType;
use crate::errors::Result;

/// Reads a value of a type that a call can pass, and takes its elements off.
pub(super) fn decode(
    value_type: &ValueType,
    felts: &mut &[Felt],
    place: &Place<'_>,
) -> Result<ValueJson> {
    match WellKnown::of(value_type) {
        Some(known) => {
            let count = felt_count([value_type])?;
            known.decode(value_type, take(felts, count, place)?, place)
        }
        None => decode_by_structure(value_type, felts, place),
    }
}

/// The same, whatever the type may be known as.
pub(super) fn decode_by_structure(
    value_type: &ValueType,
    felts: &mut &[Felt],
    place: &Place<'_>,
) -> Result<ValueJson> {
    if let Some(integer) = IntegerType::of(value_type) {
        return integer.decode(take(felts, integer.felt_count() as u64, place)?, place);
    }
    match value_type {
        ValueType::Felt => {
            let felt = take_one(felts, place)?;
            Ok(ValueJson::integer(felt.as_canonical_u64().to_string()))
        }
        ValueType::Bool => match take_one(felts, place)?.as_canonical_u64() {
            0 => Ok(ValueJson::Bool(false)),
            1 => Ok(ValueJson::Bool(true)),
            other => Err(place.refused(format!("{other} is neither 0 nor 1"))),
        },
        ValueType::Array { element, length } => {
            refuse_empty_elements(element, *length, place)?;
            let mut values = Vec::new();
            // As each element takes one at least, the length is at most their count.
            for index in 0..usize::try_from(*length).unwrap_or(usize::MAX) {
                values.push(decode(element, felts, &place.element(index))?);
            }
            Ok(ValueJson::Array(values))
        }
        ValueType::Tuple { elements, .. } => {
            let values = elements
                .iter()
                .enumerate()
                .map(|(index, value_type)| decode(value_type, felts, &place.element(index)));
            values.collect::<Result<_>>().map(ValueJson::Array)
        }
        ValueType::Struct { fields, .. } => {
            let values = fields.iter().map(|field| {
                let value = decode(&field.value_type, felts, &place.field(&field.name))?;
                Ok((field.name.clone(), value))
            });
            values.collect::<Result<_>>().map(ValueJson::Object)
        }
        ValueType::Enum { name, discriminant, variants, .. } => {
            let given = take(felts, felt_count([discriminant.as_ref()])?, place)?;
            for variant in variants {
                if variant_felts(discriminant, variant, place)? == given {
                    return Ok(ValueJson::Text(variant.name.clone()));
                }
            }
            let numbers: Vec<_> =
                given.iter().map(|felt| felt.as_canonical_u64().to_string()).collect();
            let reason =
                format!("{} is not the value of a variant of {}", numbers.join(" "), shown(name));
            Err(place.refused(reason))
        }
        // Words are well known, and what no call can pass was refused before.
        _ => {
            felt_count([value_type])?;
            Ok(ValueJson::Null)
        }
    }
}

fn take<'a>(felts: &mut &'a [Felt], count: u64, place: &Place<'_>) -> Result<&'a [Felt]> {
    let all = *felts;
    let split = usize::try_from(count).ok().and_then(|count| all.split_at_checked(count));
    let (taken, rest) = split.ok_or_else(|| place.refused("its elements are missing"))?;
    *felts = rest;
    Ok(taken)
}

fn take_one(felts: &mut &[Felt], place: &Place<'_>) -> Result<Felt> {
    take(felts, 1, place).map(|felts| felts[0])
}
