/// What can go wrong with code of one's own.
extension MidenError.Kind {
    /// Bytes that are not a package.
    public static var invalidPackage: Self { "invalid_package" }
    /// A text that is not the description of a contract's interface.
    public static var invalidInterface: Self { "invalid_interface" }
    /// The description of a contract's interface has a newer form than this version of the library reads.
    public static var newerInterface: Self { "newer_interface" }
    /// There is something wrong with a source: the causes are what the compiler says.
    public static var compilationFailed: Self { "compilation_failed" }
    /// A number that is no element of the field.
    public static var invalidFelt: Self { "invalid_felt" }
    /// A text that is not a word.
    public static var invalidWord: Self { "invalid_word" }
    /// A text that is not the name of a storage slot.
    public static var invalidSlotName: Self { "invalid_slot_name" }
    /// Components that no account can be made of.
    public static var invalidComponent: Self { "invalid_component" }
    /// A storage slot that the account does not have.
    public static var noSuchSlot: Self { "no_such_slot" }
    /// A package that is not the script that is needed.
    public static var notAScript: Self { "not_a_script" }
    /// A text that is not the path of a module.
    public static var invalidModulePath: Self { "invalid_module_path" }
    /// Sources have more bytes than can be compiled together.
    public static var sourceTooLong: Self { "source_too_long" }
    /// Sources have more instructions than can be assembled, with each repeat and each called procedure written out.
    public static var tooManyInstructions: Self { "too_many_instructions" }
    /// A text that is not the description of an account component in TOML.
    public static var invalidMetadata: Self { "invalid_metadata" }
    /// A configuration of the Swift that is generated for a contract: the message begins with file, line and column.
    public static var invalidContractConfiguration: Self { "invalid_contract_configuration" }
    /// A name that no component that Miden ships has.
    public static var unknownComponent: Self { "unknown_component" }
    /// A text that is not advice inputs in TOML.
    public static var invalidAdvice: Self { "invalid_advice" }
    /// The initial storage of an account cannot be used.
    public static var invalidInitialStorage: Self { "invalid_initial_storage" }
    /// A note with a script of its own cannot be made.
    public static var invalidNote: Self { "invalid_note" }
    /// An account was to be made of no components.
    public static var noComponents: Self { "no_components" }
    /// No component of an account has a storage slot.
    public static var undeclaredSlot: Self { "undeclared_slot" }
    /// A storage slot was named more than once.
    public static var slotNamedTwice: Self { "slot_named_twice" }
    /// A storage slot is a value, and was asked for a key.
    public static var slotIsNoMap: Self { "slot_is_no_map" }
    /// A map in the storage of an account is too large to be fetched as a whole.
    public static var mapTooLarge: Self { "map_too_large" }
    /// An account of somebody else is private: nobody but its owner knows what is in it.
    public static var accountNotPublic: Self { "account_not_public" }
    /// An account was to be a foreign one of its own transaction.
    public static var ownAccountAsForeign: Self { "own_account_as_foreign" }
    /// There is no account to run a program on.
    public static var noAccountToRunOn: Self { "no_account_to_run_on" }
    /// A transaction has no script, and no notes to consume or to make.
    public static var nothingToDo: Self { "nothing_to_do" }
    /// A transaction has a script and notes to make: its script has to make them.
    public static var scriptAndNotes: Self { "script_and_notes" }
    /// A procedure was to be called with more arguments than it can take.
    public static var tooManyArguments: Self { "too_many_arguments" }
    /// A transaction was to make more calls than it can.
    public static var tooManyCalls: Self { "too_many_calls" }
    /// Two entries of the advice map have the same key and different values.
    public static var adviceNamedTwice: Self { "advice_named_twice" }
    /// One of several calls in a transaction has failed: ``MidenError/failedCall`` is its place.
    public static var callFailed: Self { "call_failed" }
    /// A value is not one of its type: the message has the place of the part that is wrong.
    public static var invalidValue: Self { "invalid_value" }
    /// No call can pass the values of a type.
    public static var unsupportedType: Self { "unsupported_type" }
    /// A procedure takes or returns more elements than a call passes.
    public static var tooManyElements: Self { "too_many_elements" }
    /// A call without a transaction takes more than the budget for code of strangers.
    public static var callOverBudget: Self { "call_over_budget" }
    /// Calls that were to be a transaction change nothing: simulate them.
    public static var changesNothing: Self { "changes_nothing" }
    /// A procedure cannot be called with values: the package does not say what it takes, or no account lets others call it.
    public static var notCallable: Self { "not_callable" }
    /// The code of an account does not have the procedures of a package.
    public static var missingProcedures: Self { "missing_procedures" }
    /// A package does not export a type of that name, or exports several.
    public static var unknownType: Self { "unknown_type" }
    /// A note has another script than that of the package that is to read it.
    public static var otherNoteScript: Self { "other_note_script" }
    /// An assertion of a contract has failed: the message is that of its package.
    public static var assertionFailed: Self { "assertion_failed" }
    /// A ``ContractStub`` was asked for what it has no answer to: the message names it.
    public static var unexpectedRead: Self { "unexpected_read" }
}
