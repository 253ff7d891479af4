//! How large the types of Miden assembly become when it is assembled.
//!
//! The assembler follows each name of a type in an exported signature, and again wherever it occurs, and a package has each
//! type written out. A few hundred bytes of types within types can ask for more time than anybody has. So the size is
//! computed from the parsed sources first. The parser does the same, in a thousandth of the time.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use miden_assembly_syntax::ast::types::Type;
use miden_assembly_syntax::ast::{FunctionType, Ident, Item, Module, TypeDecl, TypeExpr};
use miden_assembly_syntax::debuginfo::{SourceSpan, Spanned};
use miden_client::assembly::SourceManagerSync;
use miden_client::vm::PackageExport;

use super::diagnostics::Diagnostic;
use super::packages::Package;
use super::source_names::{Named, SourceNames, absolute};
use crate::quoting::shortened_line;

/// How many parts the types and signatures of one compilation may have together, with each named type written out wherever
/// it is named.
const MAX_PARTS: u64 = 100_000;

/// What the name of a type counts besides the type: the assembler builds a table of all names to follow one.
const NAME: u64 = 10;

/// How many fields a struct may have. The assembler panics on more.
const MAX_FIELDS: usize = 255;

/// How many elements an array may have. The assembler says of more only that there are too many.
const MAX_ELEMENTS: usize = u32::MAX as usize;

/// What is to be said of the first type that no package can have.
pub(super) fn impossible_type(
    modules: &[Box<Module>],
    packages: &[Package],
    sources: &Arc<dyn SourceManagerSync>,
) -> Option<Diagnostic> {
    let mut items = modules.iter().flat_map(|module| module.items());
    let of_a_part = items.find_map(|item| expressions(item).find_map(impossible_part));
    let (span, message) = of_a_part.or_else(|| TypeExpansion::of(modules, packages).too_large())?;
    Some(Diagnostic::at(message, None, span, sources))
}

/// The types in an item, each as it is written.
fn expressions(item: &Item) -> Box<dyn Iterator<Item = &TypeExpr> + '_> {
    match item {
        Item::Type(TypeDecl::Alias(alias)) => Box::new(std::iter::once(&alias.ty)),
        Item::Type(TypeDecl::Enum(ty)) => {
            Box::new(ty.variants().iter().filter_map(|variant| variant.value_ty.as_ref()))
        }
        Item::Procedure(procedure) => {
            Box::new(procedure.signature().into_iter().flat_map(in_signature))
        }
        Item::Constant(_) => Box::new(std::iter::empty()),
    }
}

fn in_signature(signature: &FunctionType) -> impl Iterator<Item = &TypeExpr> {
    signature.args.iter().chain(&signature.results)
}

fn impossible_part(expression: &TypeExpr) -> Option<(SourceSpan, String)> {
    match expression {
        TypeExpr::Primitive(_) | TypeExpr::Ref(_) => None,
        TypeExpr::Ptr(pointer) => impossible_part(&pointer.pointee),
        TypeExpr::Array(array) if array.arity > MAX_ELEMENTS => {
            Some((array.span, format!("an array has at most {MAX_ELEMENTS} elements")))
        }
        TypeExpr::Array(array) => impossible_part(&array.elem),
        TypeExpr::Struct(ty) if ty.fields.len() > MAX_FIELDS => {
            Some((ty.span, format!("a struct has at most {MAX_FIELDS} fields")))
        }
        TypeExpr::Struct(ty) => ty.fields.iter().find_map(|field| impossible_part(&field.ty)),
    }
}

/// A type of the sources: the index of its module, and its name.
type DeclaredType<'a> = (usize, &'a str);

struct TypeExpansion<'a> {
    modules: &'a [Box<Module>],
    names: SourceNames<'a>,
    sizes: HashMap<DeclaredType<'a>, u64>,
    package_types: HashMap<String, u64>,
}

impl<'a> TypeExpansion<'a> {
    fn of(modules: &'a [Box<Module>], packages: &[Package]) -> Self {
        let exports = packages.iter().flat_map(|package| package.0.manifest.exports());
        let package_types = exports
            .filter_map(PackageExport::as_type)
            .filter_map(|export| Some((absolute(export.path.as_ref())?, parts_of(&export.ty))));
        Self {
            modules,
            names: SourceNames::of(modules),
            sizes: HashMap::new(),
            package_types: package_types.collect(),
        }
    }

    /// What is to be said if all types together are too large, and the name of the largest.
    fn too_large(mut self) -> Option<(SourceSpan, String)> {
        let modules = self.modules;
        let mut total: u64 = 0;
        let mut largest: Option<(u64, &Ident)> = None;
        for (index, module) in modules.iter().enumerate() {
            for item in module.items() {
                let (size, own, name) = match item {
                    Item::Type(ty) => {
                        let size = self.declared((index, ty.name().as_str()));
                        (size, size, ty.name())
                    }
                    Item::Procedure(procedure) => {
                        let size = self.item(index, item);
                        // What takes one type is not larger than the type.
                        (size, size.saturating_sub(NAME + 2), procedure.name().as_ref())
                    }
                    Item::Constant(_) => continue,
                };
                total = total.saturating_add(size);
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

    /// The parts of a declared type. Without recursion: a chain of types may be longer than the stack is deep.
    fn declared(&mut self, ty: DeclaredType<'a>) -> u64 {
        let mut pending = vec![ty];
        let mut begun = HashSet::new();
        while let Some(&next) = pending.last() {
            if !self.sizes.contains_key(&next)
                && let Some(item) = self.names.item(next.0, next.1)
            {
                if begun.insert(next) {
                    let mut named = Vec::new();
                    for expression in expressions(item) {
                        self.named(next.0, expression, &mut named);
                    }
                    // A type in itself is refused by the assembler, or it is behind a pointer.
                    named.retain(|it| !self.sizes.contains_key(it) && !begun.contains(it));
                    if !named.is_empty() {
                        pending.append(&mut named);
                        continue;
                    }
                }
                let size = self.item(next.0, item);
                self.sizes.insert(next, size);
            }
            pending.pop();
        }
        self.sizes.get(&ty).copied().unwrap_or(1)
    }

    /// The types of the sources that a type names.
    fn named(&self, module: usize, expression: &TypeExpr, found: &mut Vec<DeclaredType<'a>>) {
        match expression {
            TypeExpr::Primitive(_) => {}
            TypeExpr::Ptr(pointer) => self.named(module, &pointer.pointee, found),
            TypeExpr::Array(array) => self.named(module, &array.elem, found),
            TypeExpr::Struct(ty) => {
                for field in &ty.fields {
                    self.named(module, &field.ty, found);
                }
            }
            TypeExpr::Ref(path) => {
                if let Some(Named::Item { module, item: Item::Type(ty) }) =
                    self.names.find(module, path.inner())
                {
                    found.push((module, ty.name().as_str()));
                }
            }
        }
    }

    fn item(&mut self, module: usize, item: &'a Item) -> u64 {
        if let Item::Procedure(_) = item {
            let mut named = Vec::new();
            for expression in expressions(item) {
                self.named(module, expression, &mut named);
            }
            for ty in named {
                self.declared(ty);
            }
        }
        let own = match item {
            Item::Type(TypeDecl::Enum(ty)) => ty.variants().len() as u64,
            _ => 0,
        };
        expressions(item).map(|it| self.size(module, it)).fold(own, u64::saturating_add)
    }

    fn size(&self, module: usize, expression: &TypeExpr) -> u64 {
        let below = match expression {
            TypeExpr::Primitive(_) => 0,
            TypeExpr::Ptr(pointer) => self.size(module, &pointer.pointee),
            TypeExpr::Array(array) => self.size(module, &array.elem),
            TypeExpr::Struct(ty) => ty
                .fields
                .iter()
                .map(|field| self.size(module, &field.ty))
                .fold(0, u64::saturating_add),
            TypeExpr::Ref(path) => {
                let size = match self.names.find(module, path.inner()) {
                    Some(Named::Item { module, item: Item::Type(ty) }) => {
                        self.sizes.get(&(module, ty.name().as_str())).copied()
                    }
                    Some(Named::Elsewhere(path)) => self.package_types.get(&path).copied(),
                    _ => None,
                };
                size.unwrap_or(1).saturating_add(NAME)
            }
        };
        below.saturating_add(1)
    }
}

/// The parts of a type in a package, which has it written out.
fn parts_of(ty: &Type) -> u64 {
    let below = match ty {
        Type::Array(array) => parts_of(array.element_type()),
        Type::Struct(ty) if !ty.is_recursive() => {
            ty.get().fields().iter().map(|field| parts_of(&field.ty)).fold(0, u64::saturating_add)
        }
        Type::Enum(ty) if !ty.is_recursive() => ty.get().variants().len() as u64,
        _ => 0,
    };
    below.saturating_add(1)
}
