//! Which types with the same name are one, and how the others are told apart.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::types::{Field, ValueType};

/// The types with names that a description has. Types with the same name and the same structure are one.
pub(super) struct TypeNames {
    /// In the order in which they were seen.
    order: Vec<Rc<ValueType>>,
    seen: HashMap<Rc<ValueType>, Seen>,
    /// The modules that are known to define types, which need not be in the description.
    defined: HashMap<ValueType, String>,
}

/// What is known of a type with a name.
struct Seen {
    /// The module that exports it.
    exported_by: Option<String>,
    /// The module of the procedure that uses it first.
    used_by: String,
}

impl TypeNames {
    pub(super) fn new() -> Self {
        Self { order: Vec::new(), seen: HashMap::new(), defined: HashMap::new() }
    }

    /// Notes which module defines a type. The first one that says so is believed.
    pub(super) fn defined(&mut self, value_type: ValueType, module: String) {
        self.defined.entry(value_type).or_insert(module);
    }

    /// Notes a type that a module exports under a name. An alias gives its type no module.
    pub(super) fn exported(&mut self, value_type: &ValueType, name: &str, module: Option<&str>) {
        if value_type.name() == Some(name)
            && let Some(module) = module
        {
            let seen = self.note(value_type, module);
            seen.exported_by.get_or_insert_with(|| module.to_owned());
        }
        self.used(value_type, module.unwrap_or_default());
    }

    /// Notes a type that a procedure of a module uses, and the types in it.
    pub(super) fn used(&mut self, value_type: &ValueType, module: &str) {
        if value_type.name().is_some() {
            self.note(value_type, module);
        }
        for part in value_type.parts() {
            self.used(part, module);
        }
    }

    fn note(&mut self, value_type: &ValueType, module: &str) -> &mut Seen {
        let known = self.seen.get_key_value(value_type).map(|(known, _)| Rc::clone(known));
        let noted = known.unwrap_or_else(|| {
            let new = Rc::new(value_type.clone());
            self.order.push(Rc::clone(&new));
            new
        });
        self.seen
            .entry(noted)
            .or_insert_with(|| Seen { exported_by: None, used_by: module.to_owned() })
    }

    /// Gives types with the same name and another structure different modules.
    pub(super) fn told_apart(self) -> ToldApart {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for name in self.order.iter().filter_map(|value_type| value_type.name()) {
            *counts.entry(name).or_default() += 1;
        }
        let mut taken: HashSet<(String, String)> = HashSet::new();
        let mut numbers: HashMap<(String, String), usize> = HashMap::new();
        let mut modules = HashMap::new();
        let mut others = Vec::new();
        let mut ordered: Vec<_> = self.order.iter().collect();
        // Those with known modules keep them, so they come first.
        ordered.sort_by_key(|value_type| match self.seen.get(*value_type) {
            Some(Seen { exported_by: Some(_), .. }) => 0,
            _ if self.defined.contains_key(&***value_type) => 1,
            _ => 2,
        });
        for value_type in ordered {
            let (Some(name), Some(seen)) = (value_type.name(), self.seen.get(value_type)) else {
                continue;
            };
            let is_alone = counts.get(name).is_none_or(|count| *count == 1);
            let module = match &seen.exported_by {
                Some(module) => Some(module.clone()),
                None if is_alone => None,
                None => Some(self.defined.get(&**value_type).unwrap_or(&seen.used_by).clone()),
            };
            let module = module.map(|module| {
                let key = (name.to_owned(), module.clone());
                if taken.insert(key.clone()) {
                    return module;
                }
                // Two types of modules that are not known, or a package that says of two types that they are one.
                let number = numbers.entry(key).or_insert(1);
                *number += 1;
                format!("{module} ({number})")
            });
            if seen.exported_by.is_none() {
                others.push((name.to_owned(), module.clone(), Rc::clone(value_type)));
            }
            modules.insert(Rc::clone(value_type), module);
        }
        ToldApart { modules, others }
    }
}

/// The types with names, each with its module.
pub(super) struct ToldApart {
    modules: HashMap<Rc<ValueType>, Option<String>>,
    others: Vec<(String, Option<String>, Rc<ValueType>)>,
}

impl ToldApart {
    /// The types that no module exports: name, module, and type with the modules in it.
    pub(super) fn others(&self) -> impl Iterator<Item = (String, Option<String>, ValueType)> {
        self.others.iter().map(|(name, module, value_type)| {
            (name.clone(), module.clone(), self.resolved(value_type))
        })
    }

    /// A type with its module and those of the types in it.
    pub(super) fn resolved(&self, value_type: &ValueType) -> ValueType {
        let module = value_type.name().and_then(|_| self.modules.get(value_type)?.clone());
        match value_type {
            ValueType::Array { element, length } => {
                ValueType::Array { element: Box::new(self.resolved(element)), length: *length }
            }
            ValueType::Struct { name, fields, .. } => {
                let fields = fields.iter().map(|field| Field {
                    name: field.name.clone(),
                    value_type: self.resolved(&field.value_type),
                });
                ValueType::Struct { name: name.clone(), module, fields: fields.collect() }
            }
            ValueType::Tuple { name, elements, .. } => ValueType::Tuple {
                name: name.clone(),
                module,
                elements: elements.iter().map(|element| self.resolved(element)).collect(),
            },
            ValueType::Enum { name, discriminant, variants, .. } => ValueType::Enum {
                name: name.clone(),
                module,
                discriminant: discriminant.clone(),
                variants: variants.clone(),
            },
            other => other.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(fields: &[&str]) -> ValueType {
        let fields = fields
            .iter()
            .map(|name| Field { name: (*name).to_owned(), value_type: ValueType::Felt });
        ValueType::Struct { name: Some("Point".to_owned()), module: None, fields: fields.collect() }
    }

    fn module(names: &ToldApart, value_type: &ValueType) -> Option<String> {
        match names.resolved(value_type) {
            ValueType::Struct { module, .. } => module,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn structs_with_the_same_name_and_structure_are_one_type() {
        let mut names = TypeNames::new();
        names.used(&point(&["x", "y"]), "a");
        names.used(&point(&["x", "y"]), "b");
        let names = names.told_apart();
        assert_eq!(names.others().count(), 1);
        assert_eq!(module(&names, &point(&["x", "y"])), None);
    }

    #[test]
    fn structs_with_the_same_name_and_another_structure_are_told_apart_by_module() {
        let mut names = TypeNames::new();
        names.exported(&point(&["x", "y"]), "Point", Some("a"));
        names.used(&point(&["x", "y", "z"]), "b");
        let names = names.told_apart();
        assert_eq!(module(&names, &point(&["x", "y"])), Some("a".to_owned()));
        assert_eq!(module(&names, &point(&["x", "y", "z"])), Some("b".to_owned()));
    }

    #[test]
    fn structs_that_are_not_exported_have_the_modules_that_define_them() {
        let mut names = TypeNames::new();
        names.defined(point(&["x", "y"]), "b".to_owned());
        names.used(&point(&["x"]), "a");
        names.used(&point(&["x", "y"]), "a");
        let names = names.told_apart();
        assert_eq!(module(&names, &point(&["x"])), Some("a".to_owned()));
        assert_eq!(module(&names, &point(&["x", "y"])), Some("b".to_owned()));
    }

    #[test]
    fn structs_that_one_module_uses_are_numbered() {
        let mut names = TypeNames::new();
        for fields in [&["x"][..], &["x", "y"], &["x", "y", "z"]] {
            names.used(&point(fields), "a");
        }
        let names = names.told_apart();
        let modules: Vec<_> = names.others().map(|(_, module, _)| module).collect();
        assert_eq!(modules, ["a", "a (2)", "a (3)"].map(|module| Some(module.to_owned())));
    }

    #[test]
    fn an_exported_type_has_its_module_within_other_types() {
        let mut names = TypeNames::new();
        names.exported(&point(&["x"]), "Point", Some("a"));
        let pair = ValueType::Array { element: Box::new(point(&["x"])), length: 2 };
        names.used(&pair, "b");
        let ValueType::Array { element, .. } = names.told_apart().resolved(&pair) else {
            panic!("an array")
        };
        assert!(
            matches!(*element, ValueType::Struct { module: Some(module), .. } if module == "a")
        );
    }
}
