import Foundation

/// A list that is written from anywhere.
final class Log<Element: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var elements: [Element] = []

    var all: [Element] { lock.withLock { elements } }

    func append(_ element: Element) {
        lock.withLock { elements.append(element) }
    }
}

/// A switch that is read and turned from anywhere.
final class Switch: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Bool

    init(isOn: Bool) {
        value = isOn
    }

    var isOn: Bool {
        get { lock.withLock { value } }
        set { lock.withLock { value = newValue } }
    }
}
