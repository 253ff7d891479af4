/// A value that tasks share, one at a time.
actor Shared<Value: Sendable> {
    private(set) var value: Value

    init(_ value: Value) {
        self.value = value
    }

    /// Changes the value.
    @discardableResult
    func update<Result: Sendable>(_ change: @Sendable (inout Value) -> Result) -> Result {
        change(&value)
    }
}
