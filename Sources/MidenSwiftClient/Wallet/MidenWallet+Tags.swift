extension MidenWallet {
    /// Lists the tags that syncs ask the network for, by which notes are found. Asks the store, not the network.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameter timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The tags, each once for each reason, in the order of their numbers.
    /// - Throws: ``MidenError/Code/store`` where the store cannot be used.
    public nonisolated func getFollowedTags(timeout: Duration? = nil) async throws -> [FollowedTag] {
        try await core.perform(GetFollowedTagsRequest(), timeout: timeout).tags.map(FollowedTag.init)
    }

    /// Has syncs ask for the notes of a tag from now on. Those of the wallet's own accounts are asked for anyway.
    ///
    /// Waits for a sync that is running.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - tag: The tag.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: False where that was asked for already.
    /// - Throws: ``MidenError/Code/store`` where the store cannot be used.
    @discardableResult
    public nonisolated func followTag(_ tag: NoteTag, timeout: Duration? = nil) async throws -> Bool {
        try await core.perform(FollowTagRequest(tag: tag.rawValue), timeout: timeout).changed
    }

    /// Has syncs no longer ask for the notes of a tag that was followed with ``followTag(_:timeout:)``. Where the tag is
    /// followed for another reason too, it is still followed for that one.
    ///
    /// Waits for a sync that is running.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - tag: The tag.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: False where that was not asked for.
    /// - Throws: ``MidenError/Code/store`` where the store cannot be used.
    @discardableResult
    public nonisolated func unfollowTag(_ tag: NoteTag, timeout: Duration? = nil) async throws -> Bool {
        try await core.perform(UnfollowTagRequest(tag: tag.rawValue), timeout: timeout).changed
    }
}
