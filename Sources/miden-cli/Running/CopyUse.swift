import MidenSwiftClient

/// When a command that only reads may answer from a copy of the store.
enum CopyUse {
    /// Never: it changes something, or needs keys.
    case never
    /// If the store cannot be written, and no process has it open.
    case ifNotWritable
    /// Also if another process has the store open.
    case always

    /// Whether a failed opening is answered with a copy.
    func covers(_ error: MidenError) -> Bool {
        switch error.kind {
        case .diskFull, .storeReadOnly: self != .never
        case .storeInUse: self == .always
        default: false
        }
    }
}
