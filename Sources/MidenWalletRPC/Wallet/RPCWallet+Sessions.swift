import Foundation

/// A connect of a page.
struct ConnectCall: Hashable, Sendable {
    let connection: UUID
    let parameters: ConnectParameters
}

// Sessions: connect, resume and disconnect, and the accounts.

extension RPCWallet {
    func connect(_ parameters: ConnectParameters, from caller: RPCCaller) async throws -> ConnectResult {
        if let network = parameters.network, network != offered.network {
            throw RPCError.wrongNetwork(offered.network)
        }
        guard let page = caller.page else {
            // There is nothing to keep permissions in.
            let approved = try await approvedGrant(ConnectParameters(appName: parameters.appName), from: caller)
            return ConnectResult(session: approved.session, token: nil)
        }
        if let held = try sessionGrant(of: caller) {
            return ConnectResult(session: held.session, token: nil)
        }
        let call = ConnectCall(connection: page.connection, parameters: parameters)
        if repeatedConnects[call] != nil {
            return try await withCheckedThrowingContinuation { repeatedConnects[call, default: []].append($0) }
        }
        repeatedConnects[call] = []
        let result: Result<ConnectResult, any Error>
        do {
            let approved = try await approvedGrant(parameters, from: caller)
            let token = RandomHex.digits(bytes: 32)
            try keep(approved, for: page.origin, token: token)
            icons[page.origin] = parameters.icon.flatMap(PageIcon.png(of:))
            beginSession(of: page)
            result = .success(ConnectResult(session: approved.session, token: token))
        } catch {
            result = .failure(error)
        }
        for call in repeatedConnects.removeValue(forKey: call) ?? [] { call.resume(with: result) }
        return try result.get()
    }

    /// Asks the user for a grant.
    ///
    /// - Throws: ``RPCError/disconnected`` if the caller disconnected meanwhile, `MidenError` if the account of its earlier
    ///   grant is not in the wallet.
    private func approvedGrant(_ parameters: ConnectParameters, from caller: RPCCaller) async throws -> Grant {
        let attempt = UUID()
        openConnects[attempt] = caller
        defer { openConnects[attempt] = nil }
        let deadline = newDeadline(Self.questionLife)

        // The store may hold a grant of an account that this wallet does not have.
        _ = try await wallet.publicKeyCommitment(of: offeredGrant(to: caller).accountId)
        try requireOpen(attempt)
        try await unlock(
            for: caller,
            appName: parameters.appName,
            about: offeredGrant(to: caller),
            until: deadline
        ) {
            try requireOpen(attempt)
        }
        try requireOpen(attempt)
        var grant = offeredGrant(to: caller)
        grant.privateDataPermission = parameters.privateDataPermission ?? .uponRequest
        grant.allowedPrivateData = parameters.allowedPrivateData ?? []
        grant.appName = parameters.appName?.shown(atMost: ConnectParameters.longestName)
        let content = ApprovalQuestion.Content.connect(
            privateData: grant.privateDataPermission,
            allowed: grant.allowedPrivateData
        )
        try await ask(
            ApprovalQuestion(
                content,
                from: caller,
                appName: grant.appName,
                icon: parameters.icon.flatMap(PageIcon.png(of:)),
                about: grant
            ),
            for: caller,
            until: deadline
        )
        try requireOpen(attempt)
        return grant
    }

    /// The grant that an origin has already on this network, perhaps of an account that the user chose for it, or a new one.
    private func offeredGrant(to caller: RPCCaller) -> Grant {
        caller.page.flatMap { grants[$0.origin]?.grants(on: offered.network).first } ?? offered
    }

    private func requireOpen(_ attempt: UUID) throws {
        guard openConnects[attempt] != nil else { throw RPCError.disconnected }
        try Task.checkCancellation()
    }

    /// Ends the open connects of a caller.
    ///
    /// - Parameters:
    ///   - caller: The caller.
    ///   - isByPage: Whether the page withdraws them.
    /// - Returns: Whether there were any.
    @discardableResult
    func endConnects(of caller: RPCCaller, byPage isByPage: Bool) -> Bool {
        let attempts = openConnects.filter { $0.value == caller }.map { $0.key }
        guard !attempts.isEmpty else { return false }
        for attempt in attempts {
            openConnects[attempt] = nil
        }
        endQuestions(with: .disconnected, byPage: isByPage) { $0 == caller }
        return true
    }

    func resumeSession(_ parameters: ResumeSessionParameters, from caller: RPCCaller) throws -> ResumeSessionResult {
        try reloadGrants()
        guard let page = caller.page, grants[page.origin]?.accepts(parameters.token) == true else {
            return ResumeSessionResult(session: nil)
        }
        // If the grants are of other networks only, the page gets an error that says so, and keeps its token.
        beginSession(of: page)
        return ResumeSessionResult(session: try grant(of: caller).session)
    }

    func disconnect(from caller: RPCCaller) throws -> NoOutput {
        // The pages of the extension are one caller: none of them ends what another one asked.
        guard let page = caller.page else { throw RPCError.notFound }
        let hadConnects = endConnects(of: caller, byPage: true)
        if try hasSession(page) {
            try endGrants(of: page.origin, announcedBy: page.connection)
        } else if !hadConnects {
            throw RPCError.notFound
        }
        return NoOutput()
    }

    func getAccounts(from caller: RPCCaller) async throws -> GetAccountsResult {
        // The extension has no session that tells whether the user granted it the account, so the user is asked.
        guard caller.page != nil else {
            return GetAccountsResult(addresses: [try await connect(ConnectParameters(), from: caller).session.address])
        }
        return GetAccountsResult(addresses: [try grant(of: caller).address])
    }
}
