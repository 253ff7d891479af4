import ArgumentParser
import MidenSwiftClient

/// Who can read a note, as the command line names it.
enum NoteTypeChoice: String, CaseIterable, ExpressibleByArgument {
    case `public`, `private`

    /// The library's name for it.
    var noteType: NoteType {
        switch self {
        case .public: .public
        case .private: .private
        }
    }
}
