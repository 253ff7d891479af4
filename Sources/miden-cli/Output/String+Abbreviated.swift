extension String {
    /// An id's beginning and end, where it is only to be recognized.
    var abbreviated: String {
        count > 16 ? "\(prefix(8))…\(suffix(4))" : self
    }
}
