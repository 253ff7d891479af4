//! Which modules define the types of an interface. A package has them by structure, and names the module of those only
//! that it exports.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use miden_assembly_syntax::Path;
use miden_assembly_syntax::ast::{FunctionType, Item, Module, TypeDecl, TypeExpr};
use miden_client::vm::{Package as Library, PackageExport};
use serde::{Deserialize, Serialize};

use super::documentation::Documentation;
use super::type_reader::TypeReader;
use super::types::ValueType;
use crate::contracts::libraries::libraries;
use crate::contracts::packages::Package;
use crate::contracts::source_names::{Named, SourceNames, absolute};

/// Where the modules of all libraries are that Miden ships.
const SHIPPED_NAMESPACE: &str = "miden";

/// A type with a name, and the module that defines it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct TypeModule {
    pub(super) module: String,
    #[serde(rename = "type")]
    pub(super) value_type: ValueType,
}

/// The modules of the types in the exports of a package that was made of the last of the modules. Those that the package
/// exports itself are left out.
pub(super) fn type_modules(
    modules: &[Box<Module>],
    packages: &[Package],
    libraries: &[Arc<Library>],
    package: &Package,
) -> Vec<TypeModule> {
    let Some(own) = modules.len().checked_sub(1) else { return Vec::new() };
    let mut finder = Finder {
        modules,
        names: SourceNames::of(modules),
        linked: HashMap::new(),
        seen: HashSet::new(),
        found: Vec::new(),
    };
    for package in packages {
        finder.link(exported_types(&package.0).chain(Documentation::of(package).type_modules));
    }
    for library in libraries {
        finder.link(exported_types(library));
    }
    let mut reader = TypeReader::new();
    for export in package.0.manifest.exports() {
        finder.add(own, export, &mut reader);
    }
    let exported: HashSet<ValueType> =
        exported_types(&package.0).map(|exported| exported.value_type).collect();
    finder.found.retain(|found| !exported.contains(&found.value_type));
    finder.found
}

/// Follows the names of types in sources, beside the structure that the assembler made of them.
struct Finder<'a> {
    modules: &'a [Box<Module>],
    names: SourceNames<'a>,
    /// The modules of types in packages.
    linked: HashMap<ValueType, String>,
    seen: HashSet<ValueType>,
    /// In the order in which they were seen.
    found: Vec<TypeModule>,
}

impl Finder<'_> {
    fn link(&mut self, types: impl Iterator<Item = TypeModule>) {
        for TypeModule { module, value_type } in types {
            self.linked.entry(value_type).or_insert(module);
        }
    }

    fn add(&mut self, own: usize, export: &PackageExport, reader: &mut TypeReader) {
        let path = export.path();
        match export {
            PackageExport::Type(export) => self.named(own, &path, &reader.read(&export.ty)),
            PackageExport::Procedure(export) => {
                let Some(signature) = &export.signature else { return };
                let parameters = signature.params.iter().map(|ty| reader.read(ty)).collect();
                let results = signature.results.iter().map(|ty| reader.read(ty)).collect();
                match self.names.find(own, &path) {
                    Some(Named::Item { module, item: Item::Procedure(procedure) }) => {
                        if let Some(written) = procedure.signature() {
                            self.signature(module, written, [parameters, results]);
                        }
                    }
                    Some(Named::Elsewhere(_)) => {
                        for value_type in parameters.iter().chain(&results) {
                            self.in_package(value_type);
                        }
                    }
                    _ => {}
                }
            }
            PackageExport::Constant(_) => {}
        }
    }

    fn signature(&mut self, module: usize, written: &FunctionType, types: [Vec<ValueType>; 2]) {
        for (written, types) in [&written.args, &written.results].into_iter().zip(types) {
            for (written, value_type) in written.iter().zip(&types) {
                self.written(module, written, value_type);
            }
        }
    }

    /// A type as it is written in a module.
    fn written(&mut self, module: usize, written: &TypeExpr, value_type: &ValueType) {
        match (written, value_type) {
            (TypeExpr::Ref(path), _) => self.named(module, path.inner(), value_type),
            (TypeExpr::Array(written), ValueType::Array { element, .. }) => {
                self.written(module, &written.elem, element);
            }
            (TypeExpr::Struct(written), _) if self.define(module, value_type) => {
                for (field, value_type) in written.fields.iter().zip(value_type.parts()) {
                    self.written(module, &field.ty, value_type);
                }
            }
            _ => {}
        }
    }

    /// A type that a module refers to by a path.
    fn named(&mut self, module: usize, path: &Path, value_type: &ValueType) {
        let mut named = self.names.find(module, path);
        // No recursion: a chain of names may be longer than the stack is deep.
        loop {
            match named {
                Some(Named::Item { module, item: Item::Type(TypeDecl::Alias(alias)) }) => {
                    match &alias.ty {
                        TypeExpr::Ref(path) => named = self.names.find(module, path.inner()),
                        written => return self.written(module, written, value_type),
                    }
                }
                Some(Named::Item { module, item: Item::Type(TypeDecl::Enum(_)) }) => {
                    self.define(module, value_type);
                    return;
                }
                Some(Named::Elsewhere(_)) => return self.in_package(value_type),
                _ => return,
            }
        }
    }

    /// A type that a package has, and the types in it.
    fn in_package(&mut self, value_type: &ValueType) {
        if let Some(module) = self.linked.get(value_type).cloned() {
            self.note(module, value_type);
        }
        for part in value_type.parts() {
            self.in_package(part);
        }
    }

    /// Notes the definition of a type in a module of the sources. Whether the types in it are still to be looked at.
    fn define(&mut self, module: usize, value_type: &ValueType) -> bool {
        let path = self.modules.get(module).and_then(|module| absolute(module.path()));
        path.is_none_or(|path| self.note(path, value_type))
    }

    /// Notes the module of a type. Whether it is new, or has no name.
    fn note(&mut self, module: String, value_type: &ValueType) -> bool {
        if value_type.name().is_none() {
            return true;
        }
        let is_new = self.seen.insert(value_type.clone());
        if is_new {
            self.found.push(TypeModule { module, value_type: value_type.clone() });
        }
        is_new
    }
}

/// Whether an unknown package may say that a module defines a type. Only the libraries that Miden ships say so of their own
/// modules.
pub(super) fn may_be_claimed(claim: &TypeModule) -> bool {
    static SHIPPED: OnceLock<HashSet<TypeModule>> = OnceLock::new();
    let path = Path::new(&claim.module);
    let Some(module) = absolute(path) else { return false };
    let namespace = Path::new(&module).split_first().map(|(first, _)| first);
    if namespace != Some(SHIPPED_NAMESPACE) {
        return true;
    }
    let Ok(libraries) = libraries() else { return false };
    let shipped = SHIPPED
        .get_or_init(|| libraries.iter().flat_map(|library| exported_types(library)).collect());
    shipped.contains(&TypeModule { module, value_type: claim.value_type.clone() })
}

/// The types that a package exports under their own names.
fn exported_types(package: &Library) -> impl Iterator<Item = TypeModule> {
    let mut reader = TypeReader::new();
    let exports = package.manifest.exports().filter_map(PackageExport::as_type);
    exports.filter_map(move |export| {
        let value_type = reader.read(&export.ty);
        let module = absolute(export.path.parent()?)?;
        (value_type.name() == export.path.last()).then_some(TypeModule { module, value_type })
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::contracts::interface::MAX_EXPORTS;
    use crate::contracts::interface::golden_tests::compiled;
    use crate::contracts::{CodeKind, Module as SourceModule, Source};

    const NOTHING: &str = "    push.1 drop\nend\n";

    fn library(path: &str, code: &str, modules: &[(&str, &str)]) -> Source {
        let modules = modules.iter().map(|(path, code)| SourceModule {
            path: (*path).to_owned(),
            code: (*code).to_owned(),
        });
        Source {
            path: Some(path.to_owned()),
            modules: modules.collect(),
            ..Source::new(CodeKind::Library, code)
        }
    }

    /// The modules of the types of a description, as `module::name`.
    fn types(package: &Package) -> BTreeSet<String> {
        let types = package.interface().expect("it is described").types;
        let types =
            types.iter().map(|it| format!("{}::{}", it.module.as_deref().unwrap_or("?"), it.name));
        types.collect()
    }

    fn set(types: &[&str]) -> BTreeSet<String> {
        types.iter().map(|it| (*it).to_owned()).collect()
    }

    const N1: &str = "pub type Point = struct { x: felt }\npub proc f\n    push.1 drop\nend\n";
    const N2: &str = "pub type Point = struct { x: u8 }\npub proc g\n    push.2 drop\nend\n";

    fn of_three_points() -> String {
        format!(
            "use {{Point as P1}} from aa::n1\nuse {{Point as P2}} from bb::n2\n\
             pub type Point = struct {{ x: u16 }}\n\
             pub proc one(a: P1, b: [P2; 2]) -> Point\n{NOTHING}"
        )
    }

    #[test]
    fn imported_types_have_the_modules_of_the_sources_that_define_them() {
        let source = library("cc::n3", &of_three_points(), &[("aa::n1", N1), ("bb::n2", N2)]);
        let expected = set(&["::aa::n1::Point", "::bb::n2::Point", "::cc::n3::Point"]);
        assert_eq!(types(&compiled(&source)), expected);
    }

    #[test]
    fn imported_types_have_the_modules_of_the_packages_that_export_them() {
        let packages = [("aa::n1", N1), ("bb::n2", N2)]
            .map(|(path, code)| compiled(&library(path, code, &[])));
        let source = library("cc::n3", &of_three_points(), &[]);
        let package = compiled(&Source { packages: packages.to_vec(), ..source });
        let expected = set(&["::aa::n1::Point", "::bb::n2::Point", "::cc::n3::Point"]);
        assert_eq!(types(&package), expected);
    }

    #[test]
    fn types_in_imported_types_have_the_modules_that_define_them() {
        let aa = format!(
            "pub enum Side : u8 {{ BUY, SELL }}\npub type Point = struct {{ x: felt }}\n\
             pub type Order = struct {{ at: [Point; 2], side: Side }}\n\
             pub proc f(order: Order)\n{NOTHING}"
        );
        let between = "pub use {Order as Renamed} from aa::orders\n";
        let code = format!(
            "use {{Renamed}} from bb::between\nuse {{f}} from aa::orders\n\
             pub type Point = struct {{ y: felt }}\npub enum Side : u8 {{ ASK, BID }}\n\
             pub type Order = struct {{ point: Point, side: Side }}\n\
             pub proc one(a: Order, b: Renamed)\n{NOTHING}"
        );
        let expected = set(&[
            "::aa::orders::Order",
            "::aa::orders::Point",
            "::aa::orders::Side",
            "::cc::own::Order",
            "::cc::own::Point",
            "::cc::own::Side",
        ]);
        let modules = [("aa::orders", aa.as_str()), ("bb::between", between)];
        assert_eq!(types(&compiled(&library("cc::own", &code, &modules))), expected);
        let orders = compiled(&library("aa::orders", &aa, &[]));
        let source = library("cc::own", &code, &modules[1..]);
        let package = compiled(&Source { packages: vec![orders], ..source });
        assert_eq!(types(&package), expected);
    }

    #[test]
    fn a_type_of_a_procedure_that_is_exported_again_has_the_module_that_defines_it() {
        let aa = format!("pub type Point = struct {{ x: felt }}\npub proc f(a: Point)\n{NOTHING}");
        let code = "pub use {f} from aa::n1\npub type Point = struct { y: felt }\n\
                    pub proc g(a: Point)\n    push.2 drop\nend\n";
        let expected = set(&["::aa::n1::Point", "::cc::n3::Point"]);
        assert_eq!(types(&compiled(&library("cc::n3", code, &[("aa::n1", &aa)]))), expected);
        let packages = vec![compiled(&library("aa::n1", &aa, &[]))];
        let package = compiled(&Source { packages, ..library("cc::n3", code, &[]) });
        assert_eq!(types(&package), expected);
    }

    /// A package of two types named alike, whose section says other modules of them.
    fn claiming(change: impl FnOnce(String) -> String) -> Package {
        let code = format!(
            "use {{Point as Other}} from aa::n1\n\
             pub type Point = struct {{ y: felt }}\npub proc f(a: Point, b: Other)\n{NOTHING}"
        );
        let mut package = compiled(&library("cc::own", &code, &[("aa::n1", N1)]));
        let section =
            package.0.sections.iter_mut().find(|it| it.id.as_str().contains("documentation"));
        let section = section.expect("the section of our own");
        let text = String::from_utf8(section.data.to_vec()).expect("JSON");
        section.data = change(text).into_bytes().into();
        package
    }

    #[test]
    fn a_section_of_anybody_gives_no_type_to_a_library_that_has_none_such() {
        let defined = set(&["::aa::n1::Point", "::cc::own::Point"]);
        assert_eq!(types(&claiming(|text| text)), defined);
        let refused = set(&["::cc::own (2)::Point", "::cc::own::Point"]);
        for module in ["::miden::protocol::types", "miden::protocol::types", "::miden::other"] {
            let package = claiming(|text| text.replace("::aa::n1", module));
            assert_eq!(types(&package), refused, "{module}");
        }
    }

    #[test]
    fn a_type_of_a_library_has_the_module_of_the_library() {
        let code = format!(
            "use {{AccountId}} from miden::protocol::types\nuse {{AccountId as Own}} from aa::n1\n\
             pub proc f(a: AccountId, b: Own)\n{NOTHING}"
        );
        let own = "pub type AccountId = struct { number: felt }\n";
        let package = compiled(&library("cc::own", &code, &[("aa::n1", own)]));
        let expected = set(&["::aa::n1::AccountId", "::miden::protocol::types::AccountId"]);
        assert_eq!(types(&package), expected);
    }

    #[test]
    fn a_section_with_more_types_than_a_package_exports_gives_no_type_a_module() {
        let with = |count: usize| {
            claiming(|text| {
                let (before, after) = text.split_once("\"type_modules\":[").expect("it has some");
                let one = r#"{"module":"::aa::n2","type":{"kind":"felt"}},"#.repeat(count - 1);
                format!("{before}\"type_modules\":[{one}{after}")
            })
        };
        let modules = |count: usize| Documentation::of(&with(count)).type_modules.len();
        assert_eq!(modules(MAX_EXPORTS), MAX_EXPORTS);
        assert_eq!(modules(MAX_EXPORTS + 1), 0);
    }

    #[test]
    fn types_that_the_package_exports_take_no_room() {
        let package =
            compiled(&library("aa::n1", &format!("{N1}pub proc h(a: Point)\n{NOTHING}"), &[]));
        assert_eq!(Documentation::of(&package).type_modules, []);
    }
}
