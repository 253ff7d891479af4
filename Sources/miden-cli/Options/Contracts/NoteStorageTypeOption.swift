import ArgumentParser

/// The type of what is in the storage of a note.
struct NoteStorageTypeOption: ParsableArguments {
    @Option(
        name: .customLong("storage-type"),
        help: ArgumentHelp(
            "The exported type of the package by which its script reads the storage. Can be left out if there is one.",
            valueName: "type"
        )
    )
    var name: String?
}
