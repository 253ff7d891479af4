//! From the metadata of a component to the form of its storage.

use std::collections::BTreeMap;

use miden_client::account::StorageSlotName;
use miden_client::account::component::{
    AccountComponentMetadata, FeltSchema, StorageSlotSchema, WordSchema,
};

use super::description::{ElementForm, InterfaceComponent, InterfaceSlot, SlotForm, WordForm};

/// The text of each default, by `slot` or `slot.element`.
type Defaults = BTreeMap<String, String>;

pub(super) fn component(metadata: &AccountComponentMetadata) -> InterfaceComponent {
    InterfaceComponent {
        name: metadata.name().to_owned(),
        description: metadata.description().to_owned(),
        version: metadata.version().to_string(),
        slots: slots(metadata).into_iter().map(|(_, slot)| slot).collect(),
    }
}

/// The slots of a component, in the order of their ids.
pub(super) fn slots(metadata: &AccountComponentMetadata) -> Vec<(StorageSlotName, InterfaceSlot)> {
    let requirements = metadata.schema_requirements().into_iter();
    let defaults: Defaults = requirements
        .filter_map(|(name, requirement)| Some((name.to_string(), requirement.default_value?)))
        .collect();
    let slots = metadata.storage_schema().iter().map(|(slot_name, schema)| {
        let name = slot_name.to_string();
        let (description, content) = match schema {
            StorageSlotSchema::Value(slot) => {
                (slot.description(), SlotForm::Value { word: word(slot.word(), &name, &defaults) })
            }
            StorageSlotSchema::Map(slot) => {
                // The words of a map have no defaults, and their elements may be named like other slots.
                let none = Defaults::new();
                let form = SlotForm::Map {
                    key: word(slot.key_schema(), &name, &none),
                    value: word(slot.value_schema(), &name, &none),
                };
                (slot.description(), form)
            }
        };
        (slot_name.clone(), InterfaceSlot { description: description.cloned(), content, name })
    });
    slots.collect()
}

fn word(schema: &WordSchema, slot: &str, defaults: &Defaults) -> WordForm {
    match schema.value() {
        Some(elements) => WordForm::Elements {
            elements: elements.iter().map(|schema| element(schema, slot, defaults)).collect(),
        },
        None => WordForm::Whole {
            type_name: schema.word_type().to_string(),
            default: defaults.get(slot).cloned(),
        },
    }
}

fn element(schema: &FeltSchema, slot: &str, defaults: &Defaults) -> ElementForm {
    let default = schema.name().and_then(|name| defaults.get(&format!("{slot}.{name}")).cloned());
    ElementForm {
        name: schema.name().map(str::to_owned),
        description: schema.description().cloned(),
        type_name: schema.felt_type().to_string(),
        default,
    }
}
