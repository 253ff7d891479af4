import Foundation
import MidenWalletRPC

/// The calls of a page that reads.
extension TestPage {
    func privateNotes(
        of address: String,
        _ filter: RequestPrivateNotesParameters.Filter = .all,
        _ ids: [String]? = nil
    ) async throws -> [InputNoteDetails] {
        let parameters = RequestPrivateNotesParameters(address: address, noteFilterType: filter, noteIds: ids)
        let result: RequestPrivateNotesResult = try await call(RPCMethodName.requestPrivateNotes, parameters)
        return result.privateNotes
    }

    func consumableNotes(of address: String) async throws -> [InputNoteDetails] {
        let result: RequestConsumableNotesResult = try await call(
            RPCMethodName.requestConsumableNotes,
            AccountParameters(address: address)
        )
        return result.consumableNotes
    }

    func importNote(_ note: Data, to address: String) async throws -> String {
        let result: ImportPrivateNoteResult = try await call(
            RPCMethodName.importPrivateNote,
            ImportPrivateNoteParameters(address: address, note: note)
        )
        return result.noteId
    }

    func balances(of address: String, faucetId: String? = nil) async throws -> [GetBalanceResult.Balance] {
        let result: GetBalanceResult = try await call(
            RPCMethodName.getBalance,
            GetBalanceParameters(address: address, faucetId: faucetId)
        )
        return result.balances
    }

    func guardianInfo(of address: String) async throws -> RequestGuardianInfoResult.GuardianInfo {
        let result: RequestGuardianInfoResult = try await call(
            RPCMethodName.requestGuardianInfo,
            AccountParameters(address: address)
        )
        return result.guardianInfo
    }

    func createAccount() async throws {
        let _: CreateAccountResult = try await call(RPCMethodName.createAccount, CreateAccountParameters())
    }

    /// Calls each reading method that names an account. The note is none.
    func readAll(naming address: String) -> [(name: String, call: @Sendable () async throws -> Void)] {
        [
            (RPCMethodName.requestPrivateNotes, { _ = try await privateNotes(of: address) }),
            (RPCMethodName.requestConsumableNotes, { _ = try await consumableNotes(of: address) }),
            (RPCMethodName.importPrivateNote, { _ = try await importNote(Data([1, 2, 3]), to: address) }),
            (RPCMethodName.getBalance, { _ = try await balances(of: address) }),
            (RPCMethodName.requestGuardianInfo, { _ = try await guardianInfo(of: address) }),
        ]
    }
}
