//! Packages that somebody has made to do harm.

use std::sync::Arc;

use miden_assembly_syntax::ast::types::{ArrayType, CallConv, FunctionType, StructType, Type};
use miden_assembly_syntax::ast::{Attribute, AttributeSet, Ident};
use miden_client::Serializable;
use miden_client::vm::{PackageExport, ProcedureExport};
use miden_mast_package::TypeExport;
use miden_mast_package::debug_info::PackageDebugInfoBuilder;
use miden_protocol::assembly::Path;

use super::schema_tests::violation;
use super::{CallObstacle, MAX_EXPORTS, MAX_METHODS, UnsupportedType, ValueType};
use crate::contracts::packages::{Package, ProcedureRole, role_of};
use crate::contracts::{CodeKind, Compilation, Source, compile};
use crate::errors::{ContractError, WalletError};

fn compiled(code: &str) -> Package {
    match compile(&Source::new(CodeKind::AccountComponent, code)).expect("an answer") {
        Compilation::Compiled(package, _) => *package,
        Compilation::Refused(diagnostics) => panic!("{diagnostics:#?}"),
    }
}

/// The package of one procedure, with other exports.
fn with_exports(change: impl FnOnce(ProcedureExport) -> Vec<PackageExport>) -> Package {
    let package = compiled("@account_procedure\npub proc go\n    push.1 drop\nend\n");
    let procedure = package.procedures().next().expect("a procedure").clone();
    exporting(&package, change(procedure))
}

/// The same code with other exports.
fn exporting(package: &Package, exports: Vec<PackageExport>) -> Package {
    let made = miden_client::vm::Package::create_with_modules(
        package.0.name.clone(),
        package.0.version.clone(),
        package.0.kind,
        Arc::clone(package.0.mast_forest()),
        exports,
        package.0.manifest.modules().cloned(),
        [],
    );
    Package(made.expect("a package"))
}

/// The package of one procedure with a parameter of a type, as the compiler of Rust marks it.
fn taking(ty: Type) -> Package {
    with_exports(|mut procedure| {
        procedure.signature = Some(FunctionType::new(CallConv::ComponentModel, [ty], []));
        vec![PackageExport::Procedure(procedure)]
    })
}

fn read_again(package: &Package) -> Package {
    Package::parse(&package.to_bytes()).expect("it is read")
}

fn is_invalid<T>(result: &crate::errors::Result<T>) -> bool {
    matches!(result, Err(WalletError::Contract(ContractError::InvalidPackage { .. })))
}

fn parameter(package: &Package) -> ValueType {
    let interface = package.interface().expect("it is described");
    let signature = interface.procedures[0].signature.clone().expect("it has one");
    signature.parameters[0].value_type.clone()
}

fn path(text: &str) -> Arc<Path> {
    Path::new(text).to_path_buf().into()
}

fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let places: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(from)).collect();
    assert_eq!(places.len(), 1, "the bytes are there once");
    [&bytes[..places[0]], to, &bytes[places[0] + from.len()..]].concat()
}

#[test]
fn names_that_cannot_be_shown_are_left_out() {
    let name: Arc<str> = Arc::from("amount\u{202e}\u{1b}[2J");
    let fields: [(Arc<str>, Type); 1] = [(name, Type::Felt)];
    let ty: Type = StructType::named(Arc::from("Entry"), fields).into();
    let package = read_again(&taking(ty));
    let ValueType::Struct { name, fields, .. } = parameter(&package) else { panic!("a struct") };
    assert_eq!((name.as_deref(), fields[0].name.as_str()), (Some("Entry"), "field_0"));
    // The procedure can be called, and its parameters are known by their places.
    let procedure = package.interface().expect("it is described").procedures.remove(0);
    assert_eq!(procedure.obstacle, None);
}

#[test]
fn a_section_of_anybody_gives_no_parameter_a_name_that_misleads() {
    let code =
        "@account_procedure\npub proc go(amount: felt, symbol: felt)\n    push.1 drop\nend\n";
    let mut package = compiled(code);
    let section = package.0.sections.first_mut().expect("the section of our own");
    let text = String::from_utf8(section.data.to_vec()).expect("JSON");
    section.data = text.replace("symbol", "to:felt)->(x").into_bytes().into();
    let interface = package.interface().expect("it is described");
    let signature = interface.procedures[0].signature.as_ref().expect("it has one");
    let names: Vec<_> = signature.parameters.iter().map(|it| it.name.as_deref()).collect();
    assert_eq!(names, [Some("amount"), None]);
}

#[test]
fn an_attribute_that_cannot_be_shown_is_left_out() {
    let package = read_again(&with_exports(|mut procedure| {
        let names = ["view", "größe", "view)end", "a::b", "*/"];
        let marks = names.map(|name| Attribute::Marker(Ident::new(name).expect("a name")));
        let marks = procedure.attributes.iter().cloned().chain(marks);
        procedure.attributes = AttributeSet::new(marks.collect::<Vec<_>>());
        vec![PackageExport::Procedure(procedure)]
    }));
    let interface = package.interface().expect("it is described");
    assert_eq!(interface.procedures[0].attributes, ["view"]);
    assert_eq!(interface.procedures[0].role, ProcedureRole::Account);
}

#[test]
fn an_alignment_that_overflows_is_an_invalid_package() {
    let fields = |length: usize| -> [(Arc<str>, Type); 2] {
        let bytes: Type = ArrayType::new(Type::U8, length).into();
        [(Arc::from("a"), bytes), (Arc::from("b"), Type::U32)]
    };
    // The reader of Miden panics on the largest length. A package with it cannot be made, so that of another one is
    // changed: both lengths have as many bytes.
    let length: usize = 0xf000_0000;
    let package = taking(StructType::named(Arc::from("Entry"), fields(length)).into());
    let bytes = replaced(&package.to_bytes(), &length.to_bytes(), &(u32::MAX as usize).to_bytes());
    assert!(is_invalid(&Package::parse(&bytes)));
}

#[test]
fn an_array_of_elements_without_size_costs_nothing() {
    let nothing: Type = ArrayType::new(Type::U8, 0).into();
    let package = taking(ArrayType::new(nothing, u32::MAX as usize).into());
    assert_eq!(parameter(&read_again(&package)).felt_count(), Ok(0));
}

#[test]
fn a_large_type_within_many_named_types_is_cut() {
    let large: Type = StructType::new(vec![Type::Felt; 255]).into();
    let mut ty: Type = StructType::new(vec![large; 255]).into();
    for level in 0..20 {
        let fields: [(Arc<str>, Type); 1] = [(Arc::from("a"), ty)];
        ty = StructType::named(Arc::from(format!("Level{level}")), fields).into();
    }
    let package = read_again(&taking(ty));
    let reason = parameter(&package).felt_count().expect_err("it is too large").reason;
    assert_eq!(reason, UnsupportedType::TooComplex);
    let described = package.interface().expect("it is described");
    let json = serde_json::to_vec(&described).expect("it can be written");
    assert!(json.len() < 8 << 20, "{}", json.len());
}

#[test]
fn more_procedures_than_an_account_has_are_refused() {
    let procedures = |count: usize| {
        // The compiler refuses more of them.
        let procedure = |number: usize| {
            let mark = if number == 0 { "@account_procedure\n" } else { "" };
            format!("{mark}pub proc p{number}\n    push.{number} drop\nend\n")
        };
        let package = compiled(&(0..count).map(procedure).collect::<Vec<String>>().concat());
        let mut exports = package.procedures();
        let marked = exports.find(|export| role_of(export) == ProcedureRole::Account);
        let marks = marked.expect("a procedure for others").attributes.clone();
        let exports = package.procedures().map(|export| {
            PackageExport::Procedure(ProcedureExport {
                attributes: marks.clone(),
                ..export.clone()
            })
        });
        exporting(&package, exports.collect())
    };
    let most = procedures(MAX_METHODS).interface().expect("it is described");
    assert_eq!(most.methods().count(), MAX_METHODS);
    assert!(is_invalid(&procedures(MAX_METHODS + 1).interface()));
}

#[test]
fn more_exports_than_are_read_are_refused() {
    let package = with_exports(|procedure| {
        let types = (0..MAX_EXPORTS).map(|number| {
            let path = path(&format!("::account::component::t{number}"));
            PackageExport::Type(TypeExport { path, ty: Type::Felt })
        });
        types.chain([PackageExport::Procedure(procedure)]).collect()
    });
    assert!(is_invalid(&package.interface()));
}

/// The package of many procedures with the same code, each with a long name.
fn with_same_code(count: usize) -> Package {
    with_exports(|procedure| {
        let exports = (0..count).map(|number| {
            let mut export = procedure.clone();
            export.path = path(&format!("::account::{}{number:04}", "p".repeat(200)));
            PackageExport::Procedure(export)
        });
        exports.collect()
    })
}

#[test]
fn names_for_the_same_code_are_cut_where_there_is_no_more_room() {
    let count = 1_000;
    let interface = with_same_code(count).interface().expect("it is described");
    assert_eq!(interface.procedures.len(), count);
    for procedure in &interface.procedures {
        let left_out = procedure.same_code_left_out.unwrap_or_default();
        assert_eq!(procedure.same_code.len() as u64 + left_out, count as u64 - 1);
    }
    let names = interface.procedures.iter().flat_map(|procedure| &procedure.same_code);
    assert!(names.map(String::len).sum::<usize>() <= 256 << 10);
    let json = serde_json::to_value(&interface).expect("it can be written");
    assert_eq!(violation(&json), None);
}

#[test]
fn a_description_of_a_package_that_is_too_long_is_left_out() {
    let mut package = compiled("@account_procedure\npub proc go\n    push.1 drop\nend\n");
    package.0.description = Some("a".repeat(65_535));
    let documentation = |package: &Package| {
        package.interface().expect("it is described").documentation.map(|text| text.len())
    };
    assert_eq!(documentation(&package), Some(65_535));
    package.0.description = Some("a".repeat(65_536));
    assert_eq!(documentation(&package), None);
}

#[test]
fn a_message_that_is_not_that_of_its_code_is_left_out() {
    let code = "const ERR = \"it is too large\"\n\
                @account_procedure\npub proc go\n    push.1 assert.err=ERR\nend\n";
    let mut package = compiled(code);
    let errors = package.interface().expect("it is described").errors;
    let [error] = errors.as_slice() else { panic!("{errors:?}") };
    assert_eq!(error.message, "it is too large");
    let mut debug_info = PackageDebugInfoBuilder::default();
    debug_info.add_error_message(error.code.parse().expect("a code"), Arc::from("all is well"));
    let section = package.0.sections.iter_mut().find(|section| section.id.is_debug());
    section.expect("the messages").data = debug_info.build().to_bytes().into();
    let interface = read_again(&package).interface().expect("it is described");
    assert_eq!(interface.errors, []);
}

#[test]
fn a_lowered_twin_of_the_compiler_is_skipped() {
    let package = with_exports(|procedure| {
        let export = |at: &str, convention, result, attributes| {
            let mut export = procedure.clone();
            export.path = path(at);
            export.signature = Some(FunctionType::new(convention, [Type::Felt], [result]));
            export.attributes = attributes;
            PackageExport::Procedure(export)
        };
        let module = "::\"miden:counter/counter@0.1.0\"";
        let method = format!("{module}::\"increment-by\"");
        let twin = format!("{module}::cc::\"miden:counter/counter@0.1.0#increment-by\"");
        let marked = procedure.attributes.clone();
        vec![
            export(&twin, CallConv::C, Type::I32, AttributeSet::default()),
            export(&method, CallConv::ComponentModel, Type::Felt, marked),
        ]
    });
    let interface = package.interface().expect("it is described");
    let [method] = interface.procedures.as_slice() else { panic!("{interface:#?}") };
    assert_eq!((method.name.as_str(), &method.obstacle), ("increment-by", &None));
    assert_eq!(method.same_code.len(), 1);
}

#[test]
fn a_procedure_that_an_account_has_is_not_hidden_as_a_lowered_twin() {
    for (mark, role) in [
        ("account_procedure", ProcedureRole::Account),
        ("auth_script", ProcedureRole::Authentication),
    ] {
        let package = with_exports(|procedure| {
            let export = |at: &str, convention, attributes| {
                let mut export = procedure.clone();
                export.path = path(at);
                export.signature = Some(FunctionType::new(convention, [Type::Felt], []));
                export.attributes = attributes;
                PackageExport::Procedure(export)
            };
            let mark = Attribute::Marker(Ident::new(mark).expect("a name"));
            let marked = AttributeSet::new([mark]);
            vec![
                export("::a::transfer", CallConv::ComponentModel, AttributeSet::default()),
                export("::b::transfer", CallConv::C, marked),
            ]
        });
        let interface = package.interface().expect("it is described");
        let roles: Vec<_> = interface.procedures.iter().map(|it| it.role).collect();
        assert_eq!(roles, [ProcedureRole::Library, role]);
    }
}

#[test]
fn a_method_of_another_convention_has_an_obstacle() {
    let package = with_exports(|mut procedure| {
        procedure.signature = Some(FunctionType::new(CallConv::C, [Type::Felt], []));
        vec![PackageExport::Procedure(procedure)]
    });
    let interface = package.interface().expect("it is described");
    let obstacle = &interface.procedures[0].obstacle;
    assert!(matches!(obstacle, Some(CallObstacle::Convention { .. })), "{obstacle:?}");
    let json = serde_json::to_value(&interface).expect("it can be written");
    assert_eq!(violation(&json), None);
}

#[test]
fn a_section_of_anybody_does_not_name_two_parameters_alike() {
    let code =
        "@account_procedure\npub proc go(amount: felt, symbol: felt)\n    push.1 drop\nend\n";
    let mut package = compiled(code);
    let section = package.0.sections.first_mut().expect("the section of our own");
    let text = String::from_utf8(section.data.to_vec()).expect("JSON");
    section.data = text.replace("symbol", "amount").into_bytes().into();
    let interface = package.interface().expect("it is described");
    let signature = interface.procedures[0].signature.as_ref().expect("it has one");
    assert!(signature.parameters.iter().all(|parameter| parameter.name.is_none()));
}
