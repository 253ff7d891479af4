//! Types that no package can have. The assembler takes some of them, panics on others, or does not say where they are.

use std::collections::HashSet;
use std::sync::Arc;

use miden_assembly_syntax::ast::{Ident, Item, Module, TypeExpr};
use miden_assembly_syntax::debuginfo::{SourceSpan, Spanned};
use miden_client::assembly::SourceManagerSync;

use super::declared_types::expressions;
use super::diagnostics::Diagnostic;
use super::packages::Package;
use super::source_names::SourceNames;
use super::type_expansion::too_large;
use super::type_layout::without_layout;
use crate::quoting::shortened_line;

/// How many fields a struct may have. The assembler panics on more.
const MAX_FIELDS: usize = 255;

/// How many elements an array may have. The assembler says of more only that there are too many.
const MAX_ELEMENTS: usize = u32::MAX as usize;

/// Where a type is that no package can have, and what is to be said of it.
pub(super) type Impossible = (SourceSpan, String);

/// What is to be said of the first type that no package can have.
pub(super) fn impossible_type(
    modules: &[Box<Module>],
    packages: &[Package],
    sources: &Arc<dyn SourceManagerSync>,
) -> Option<Diagnostic> {
    let mut items = modules.iter().flat_map(|module| module.items());
    let of_an_item = items.find_map(|item| {
        repeated_parameter(item).or_else(|| expressions(item).find_map(impossible_part))
    });
    let names = SourceNames::of(modules);
    let (span, message) = of_an_item
        .or_else(|| too_large(modules, &names, packages))
        .or_else(|| without_layout(modules, &names, packages))?;
    Some(Diagnostic::at(message, None, span, sources))
}

fn repeated_parameter(item: &Item) -> Option<Impossible> {
    let Item::Procedure(procedure) = item else { return None };
    let name = repeated(procedure.signature()?.arg_names.iter().flatten())?;
    let shown = shortened_line(name.as_str());
    Some((name.span(), format!("the procedure has two parameters with the name {shown}")))
}

/// The first name that is there for the second time.
fn repeated<'a>(names: impl IntoIterator<Item = &'a Ident>) -> Option<&'a Ident> {
    let mut seen = HashSet::new();
    names.into_iter().find(|name| !seen.insert(name.as_str()))
}

fn impossible_part(expression: &TypeExpr) -> Option<Impossible> {
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
        TypeExpr::Struct(ty) => {
            if let Some(name) = repeated(ty.fields.iter().map(|field| &field.name)) {
                let shown = shortened_line(name.as_str());
                return Some((
                    name.span(),
                    format!("the struct has two fields with the name {shown}"),
                ));
            }
            ty.fields.iter().find_map(|field| impossible_part(&field.ty))
        }
    }
}
