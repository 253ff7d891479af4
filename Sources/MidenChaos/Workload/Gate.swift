/// Workers enter it for each step. While it is closed, no worker uses a wallet.
actor Gate {
    private var inside = 0
    private var isClosed = false
    private var outside: [CheckedContinuation<Void, Never>] = []
    private var closers: [CheckedContinuation<Void, Never>] = []

    /// Waits until the gate is open, and goes in.
    func enter() async {
        while isClosed {
            await withCheckedContinuation { outside.append($0) }
        }
        inside += 1
    }

    /// Goes out.
    func leave() {
        inside -= 1
        if inside == 0 {
            closers.forEach { $0.resume() }
            closers = []
        }
    }

    /// Closes the gate and waits until no worker is inside.
    func close() async {
        isClosed = true
        while inside > 0 {
            await withCheckedContinuation { closers.append($0) }
        }
    }

    /// Opens it again.
    func open() {
        isClosed = false
        outside.forEach { $0.resume() }
        outside = []
    }
}
