//! The types that parsed modules declare, in an order in which each can be computed from those that it names.

use std::collections::HashMap;

use miden_assembly_syntax::ast::types::Type;
use miden_assembly_syntax::ast::{Ident, Item, Module, TypeDecl, TypeExpr};
use miden_client::vm::PackageExport;

use super::packages::Package;
use super::source_names::{Named, SourceNames, absolute};

/// A type of the sources: the index of its module, and its name.
pub(super) type DeclaredType<'a> = (usize, &'a str);

/// Whether a computation needs the types behind pointers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pointers {
    /// It is part of the type.
    Followed,
    /// It is none.
    Leaves,
}

/// The types of parsed modules in order.
pub(super) struct DeclaredTypes<'a> {
    /// Each behind those that it names, but where types name each other.
    pub(super) order: Vec<DeclaredType<'a>>,
    /// The first type that is part of itself.
    pub(super) circular: Option<&'a Ident>,
}

impl<'a> DeclaredTypes<'a> {
    pub(super) fn of(
        modules: &'a [Box<Module>],
        names: &SourceNames<'a>,
        pointers: Pointers,
    ) -> Self {
        let all = modules.iter().enumerate().flat_map(|(index, module)| {
            let types = module.items().iter().filter_map(|item| match item {
                Item::Type(ty) => Some(ty),
                Item::Procedure(_) | Item::Constant(_) => None,
            });
            types.map(move |ty| (index, ty.name().as_str()))
        });
        let mut pending: Vec<DeclaredType<'a>> = all.collect();
        pending.reverse();
        // Without recursion: a chain of types may be longer than the stack is deep.
        let mut done: HashMap<DeclaredType<'a>, bool> = HashMap::new();
        let (mut order, mut circular) = (Vec::new(), None);
        while let Some(&next) = pending.last() {
            match done.get(&next) {
                Some(true) => {
                    pending.pop();
                }
                Some(false) => {
                    pending.pop();
                    done.insert(next, true);
                    order.push(next);
                }
                None => {
                    done.insert(next, false);
                    let mut found = Vec::new();
                    for expression in names.item(next.0, next.1).into_iter().flat_map(expressions) {
                        named(names, next.0, expression, pointers, &mut found);
                    }
                    for (ty, name) in found {
                        match done.get(&ty) {
                            Some(true) => {}
                            // It is not done because this one is part of it.
                            Some(false) => {
                                circular.get_or_insert(name);
                            }
                            None => pending.push(ty),
                        }
                    }
                }
            }
        }
        Self { order, circular }
    }
}

/// What a computation makes of the types that packages export, by their paths.
pub(super) fn of_package_types<T>(
    packages: &[Package],
    compute: impl Fn(&Type) -> T,
) -> HashMap<String, T> {
    let exports = packages.iter().flat_map(|package| package.0.manifest.exports());
    exports
        .filter_map(PackageExport::as_type)
        .filter_map(|export| Some((absolute(export.path.as_ref())?, compute(&export.ty))))
        .collect()
}

/// The types in an item, each as it is written.
pub(super) fn expressions(item: &Item) -> Box<dyn Iterator<Item = &TypeExpr> + '_> {
    match item {
        Item::Type(TypeDecl::Alias(alias)) => Box::new(std::iter::once(&alias.ty)),
        Item::Type(TypeDecl::Enum(ty)) => {
            Box::new(ty.variants().iter().filter_map(|variant| variant.value_ty.as_ref()))
        }
        Item::Procedure(procedure) => Box::new(
            procedure.signature().into_iter().flat_map(|it| it.args.iter().chain(&it.results)),
        ),
        Item::Constant(_) => Box::new(std::iter::empty()),
    }
}

/// The types of the sources that a type names.
fn named<'a>(
    names: &SourceNames<'a>,
    module: usize,
    expression: &TypeExpr,
    pointers: Pointers,
    found: &mut Vec<(DeclaredType<'a>, &'a Ident)>,
) {
    match expression {
        TypeExpr::Primitive(_) => {}
        TypeExpr::Ptr(pointer) => {
            if pointers == Pointers::Followed {
                named(names, module, &pointer.pointee, pointers, found);
            }
        }
        TypeExpr::Array(array) => named(names, module, &array.elem, pointers, found),
        TypeExpr::Struct(ty) => {
            for field in &ty.fields {
                named(names, module, &field.ty, pointers, found);
            }
        }
        TypeExpr::Ref(path) => {
            if let Some(Named::Item { module, item: Item::Type(ty) }) =
                names.find(module, path.inner())
            {
                found.push(((module, ty.name().as_str()), ty.name()));
            }
        }
    }
}
