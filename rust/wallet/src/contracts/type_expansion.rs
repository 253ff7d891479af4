//! How large the types of Miden assembly become when it is assembled.
//!
//! The assembler follows each name of a type in an exported signature, and again wherever it occurs, and a package has each
//! type written out. A few hundred bytes of types within types can ask for more time than anybody has. So the size is
//! computed from the parsed sources first. The parser does the same, in a thousandth of the time.

use std::collections::HashMap;

use miden_assembly_syntax::ast::types::Type;
use miden_assembly_syntax::ast::{Ident, Item, Module, TypeDecl, TypeExpr};
use miden_assembly_syntax::debuginfo::Spanned;

use super::declared_types::{DeclaredType, DeclaredTypes, Pointers, expressions, of_package_types};
use super::impossible_types::Impossible;
use super::packages::Package;
use super::source_names::{Named, SourceNames};
use crate::quoting::shortened_line;

/// How many parts the types and signatures of one compilation may have together, with each named type written out wherever
/// it is named.
const MAX_PARTS: u64 = 100_000;

/// What the name of a type counts besides the type: the assembler builds a table of all names to follow one.
const NAME: u64 = 10;

/// How deep types may be nested. The reader of packages takes no more; the parser takes twice as much.
const MAX_NESTING: usize = 128;

/// What is to be said if the types are too large together, or one is nested too deep.
pub(super) fn too_large(
    modules: &[Box<Module>],
    names: &SourceNames<'_>,
    packages: &[Package],
) -> Option<Impossible> {
    TypeExpansion::of(modules, names, packages).too_large(modules)
}

/// A type with each named type in it written out.
#[derive(Debug, Clone, Copy)]
struct Extent {
    parts: u64,
    /// How many types are around the innermost.
    nesting: usize,
}

impl Extent {
    /// A type that is not known, or that names itself behind a pointer.
    const UNKNOWN: Self = Self { parts: 1, nesting: 0 };

    /// Nothing yet of several types beside each other.
    const NONE: Self = Self { parts: 0, nesting: 0 };

    /// A type in a package, which has it written out.
    fn of(ty: &Type) -> Self {
        let below = match ty {
            Type::Array(array) => Self::of(array.element_type()),
            Type::Struct(ty) if !ty.is_recursive() => ty
                .get()
                .fields()
                .iter()
                .map(|field| Self::of(&field.ty))
                .fold(Self::NONE, Self::and),
            Type::Enum(ty) if !ty.is_recursive() => {
                Self { parts: ty.get().variants().len() as u64, ..Self::NONE }
            }
            _ => return Self::UNKNOWN,
        };
        below.around()
    }

    /// Both beside each other.
    fn and(self, other: Self) -> Self {
        Self {
            parts: self.parts.saturating_add(other.parts),
            nesting: self.nesting.max(other.nesting),
        }
    }

    /// A type around it.
    fn around(self) -> Self {
        Self { parts: self.parts.saturating_add(1), nesting: self.nesting + 1 }
    }
}

struct TypeExpansion<'a> {
    names: &'a SourceNames<'a>,
    declared: HashMap<DeclaredType<'a>, Extent>,
    package_types: HashMap<String, Extent>,
}

impl<'a> TypeExpansion<'a> {
    fn of(modules: &'a [Box<Module>], names: &'a SourceNames<'a>, packages: &[Package]) -> Self {
        let package_types = of_package_types(packages, Extent::of);
        let mut this = Self { names, declared: HashMap::new(), package_types };
        for ty in DeclaredTypes::of(modules, names, Pointers::Followed).order {
            if let Some(item) = names.item(ty.0, ty.1) {
                this.declared.insert(ty, this.item(ty.0, item));
            }
        }
        this
    }

    /// What is to be said if a type is nested too deep, or if all types together are too large, and the name of the
    /// largest.
    fn too_large(&self, modules: &[Box<Module>]) -> Option<Impossible> {
        let mut total: u64 = 0;
        let mut largest: Option<(u64, &Ident)> = None;
        for (index, module) in modules.iter().enumerate() {
            for item in module.items() {
                let extent = self.item(index, item);
                let (own, name) = match item {
                    Item::Type(ty) => (extent.parts, ty.name()),
                    // What takes one type is not larger than the type.
                    Item::Procedure(procedure) => {
                        (extent.parts.saturating_sub(NAME + 2), procedure.name().as_ref())
                    }
                    Item::Constant(_) => continue,
                };
                if extent.nesting > MAX_NESTING {
                    return Some((name.span(), format!("types can be nested {MAX_NESTING} deep")));
                }
                total = total.saturating_add(extent.parts);
                if largest.is_none_or(|(most, _)| own > most) {
                    largest = Some((own, name));
                }
            }
        }
        let (_, name) = largest.filter(|_| total > MAX_PARTS)?;
        let shown = shortened_line(name.as_str());
        let message = format!(
            "the types of the source are too large with each named type in them written out; the largest is that of {shown}"
        );
        Some((name.span(), message))
    }

    fn item(&self, module: usize, item: &Item) -> Extent {
        let own = match item {
            Item::Type(TypeDecl::Enum(ty)) => {
                Extent { parts: ty.variants().len() as u64, nesting: 1 }
            }
            _ => Extent::NONE,
        };
        expressions(item).map(|it| self.written(module, it)).fold(own, Extent::and)
    }

    /// A type as it is written in a module.
    fn written(&self, module: usize, expression: &TypeExpr) -> Extent {
        let below = match expression {
            TypeExpr::Primitive(ty) => return Extent { parts: 1, ..Extent::of(ty.inner()) },
            TypeExpr::Ptr(pointer) => self.written(module, &pointer.pointee),
            TypeExpr::Array(array) => self.written(module, &array.elem),
            TypeExpr::Struct(ty) => ty
                .fields
                .iter()
                .map(|field| self.written(module, &field.ty))
                .fold(Extent::NONE, Extent::and),
            TypeExpr::Ref(path) => {
                let extent = match self.names.find(module, path.inner()) {
                    Some(Named::Item { module, item: Item::Type(ty) }) => {
                        self.declared.get(&(module, ty.name().as_str())).copied()
                    }
                    Some(Named::Elsewhere(path)) => self.package_types.get(&path).copied(),
                    _ => None,
                };
                let extent = extent.unwrap_or(Extent::UNKNOWN);
                return Extent { parts: extent.parts.saturating_add(NAME + 1), ..extent };
            }
        };
        below.around()
    }
}
