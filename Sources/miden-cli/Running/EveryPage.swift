import MidenSwiftClient

/// What is on the pages of a history, newest first, from as many pages as it takes.
///
/// - Parameters:
///   - isWanted: Ends the reading after the page with an item of which this is so; all pages are read where it never is.
///   - page: Reads the page at a cursor, the first one at nil.
/// - Returns: The items of the pages that were read.
/// - Throws: What reading a page throws.
func everyPage<Item: Sendable>(
    until isWanted: @Sendable (Item) -> Bool = { _ in false },
    _ page: @Sendable (HistoryCursor?) async throws -> (items: [Item], next: HistoryCursor?)
) async throws -> [Item] {
    var found: [Item] = []
    var cursor: HistoryCursor?
    repeat {
        let read = try await page(cursor)
        found += read.items
        cursor = read.items.contains(where: isWanted) ? nil : read.next
    } while cursor != nil
    return found
}
