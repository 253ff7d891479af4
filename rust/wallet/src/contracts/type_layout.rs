//! How the types of Miden assembly lie in memory. The assembler computes it as well: it panics on some types without a
//! layout, counts on from zero with others, and says of a type in itself not in which source it is.

use std::collections::HashMap;

use miden_assembly_syntax::ast::types::{Type, TypeRepr};
use miden_assembly_syntax::ast::{Item, Module, StructType, TypeDecl, TypeExpr};
use miden_assembly_syntax::debuginfo::{SourceSpan, Spanned};

use super::declared_types::{DeclaredType, DeclaredTypes, Pointers, expressions, of_package_types};
use super::impossible_types::Impossible;
use super::packages::Package;
use super::source_names::{Named, SourceNames};
use crate::quoting::shortened_line;

/// How many bytes a type may have in memory.
const MAX_BYTES: u64 = u32::MAX as u64;

/// What is to be said of the first type that has no layout.
pub(super) fn without_layout(
    modules: &[Box<Module>],
    names: &SourceNames<'_>,
    packages: &[Package],
) -> Option<Impossible> {
    let types = DeclaredTypes::of(modules, names, Pointers::Leaves);
    if let Some(name) = types.circular {
        let shown = shortened_line(name.as_str());
        return Some((name.span(), format!("the type {shown} contains itself")));
    }
    let package_types = of_package_types(packages, Layout::of);
    let mut layouts = Layouts { names, declared: HashMap::new(), package_types };
    for ty in types.order {
        if let Some(item) = names.item(ty.0, ty.1)
            && let Err(impossible) = layouts.declare(ty, item)
        {
            return Some(impossible);
        }
    }
    let signatures = modules.iter().enumerate().flat_map(|(index, module)| {
        let items = module.items().iter().filter(|item| matches!(item, Item::Procedure(_)));
        items.flat_map(expressions).map(move |expression| (index, expression))
    });
    signatures.into_iter().find_map(|(module, it)| layouts.written(module, it).err())
}

/// The size and alignment of a type.
#[derive(Debug, Clone, Copy)]
struct Layout {
    bits: u64,
    /// In bytes.
    align: u64,
}

impl Layout {
    const NOTHING: Self = Self { bits: 0, align: 1 };
    const POINTER: Self = Self { bits: 32, align: 4 };

    fn of(ty: &Type) -> Self {
        Self { bits: ty.size_in_bits() as u64, align: ty.min_alignment() as u64 }
    }

    fn bytes(self) -> u64 {
        self.bits.div_ceil(8)
    }

    /// The same, if memory has room for it.
    fn checked(self, span: SourceSpan) -> Result<Self, Impossible> {
        if self.bytes() <= MAX_BYTES {
            return Ok(self);
        }
        Err((span, format!("a type has at most {MAX_BYTES} bytes in memory")))
    }

    /// An array of it. All but the last element are padded.
    fn array(self, length: usize) -> Self {
        let Some(others) = (length as u64).checked_sub(1) else { return Self { bits: 0, ..self } };
        let padded = self.bits.next_multiple_of(self.align * 8);
        Self { bits: padded.saturating_mul(others).saturating_add(self.bits), ..self }
    }
}

struct Layouts<'a> {
    names: &'a SourceNames<'a>,
    declared: HashMap<DeclaredType<'a>, Layout>,
    package_types: HashMap<String, Layout>,
}

impl<'a> Layouts<'a> {
    fn declare(&mut self, ty: DeclaredType<'a>, item: &Item) -> Result<(), Impossible> {
        let layout = match item {
            Item::Type(TypeDecl::Alias(alias)) => self.written(ty.0, &alias.ty)?,
            // Those in text have no payloads.
            Item::Type(TypeDecl::Enum(ty)) => Layout::of(ty.ty()),
            Item::Constant(_) | Item::Procedure(_) => return Ok(()),
        };
        self.declared.insert(ty, layout);
        Ok(())
    }

    /// The layout of a type as it is written in a module.
    fn written(&self, module: usize, expression: &TypeExpr) -> Result<Layout, Impossible> {
        match expression {
            TypeExpr::Primitive(ty) => Ok(Layout::of(ty.inner())),
            TypeExpr::Ptr(pointer) => {
                self.written(module, &pointer.pointee)?;
                Ok(Layout::POINTER)
            }
            TypeExpr::Array(array) => {
                self.written(module, &array.elem)?.array(array.arity).checked(array.span)
            }
            TypeExpr::Struct(ty) => {
                let fields = ty.fields.iter().map(|field| self.written(module, &field.ty));
                structure(ty, &fields.collect::<Result<Vec<_>, _>>()?)
            }
            TypeExpr::Ref(path) => Ok(match self.names.find(module, path.inner()) {
                Some(Named::Item { module, item: Item::Type(ty) }) => {
                    self.declared.get(&(module, ty.name().as_str())).copied()
                }
                Some(Named::Elsewhere(path)) => self.package_types.get(&path).copied(),
                _ => None,
            }
            .unwrap_or(Layout::NOTHING)),
        }
    }
}

fn structure(ty: &StructType, fields: &[Layout]) -> Result<Layout, Impossible> {
    let repr = ty.repr.into_inner();
    let natural = fields.iter().map(|field| field.align).max().unwrap_or(1);
    if repr.is_transparent() {
        let mut sized = fields.iter().filter(|field| field.bits > 0);
        let layout = sized.next().copied().unwrap_or(Layout::NOTHING);
        if sized.next().is_some() {
            return Err((ty.span, "a transparent struct has one field with a size".to_owned()));
        }
        return Ok(Layout { bits: layout.bytes() * 8, align: layout.align });
    }
    let packed = match repr {
        TypeRepr::Packed(align) => u64::from(align.get()),
        _ => u64::MAX,
    };
    let mut bytes: u64 = 0;
    for field in fields {
        bytes = bytes.next_multiple_of(field.align.min(packed)) + field.bytes();
    }
    let whole = match repr {
        TypeRepr::Align(align) => natural.max(align.get().into()),
        _ => natural.min(packed),
    };
    let bytes = bytes.next_multiple_of(whole);
    let align = repr.min_alignment().map_or(natural, |align| align as u64);
    Layout { bits: bytes * 8, align }.checked(ty.span)
}
