/// Consumes all notes of an account, transaction by transaction: what to ask next, and what has come of it so far.
struct Consumption {
    private let accountId: AccountID
    private let notesPerTransaction: Int
    private let maximumFee: Amount?
    private let prover: MidenWallet.Prover?
    private let reference: String?

    /// The notes that wait for the next transaction; nil before the first.
    private var remaining: [NoteID]?

    /// What has come of it.
    private(set) var result = ConsumedNotes(transactionIds: [], noteIds: [])

    init(
        accountId: AccountID,
        notesPerTransaction: Int,
        maximumFee: Amount?,
        prover: MidenWallet.Prover? = nil,
        reference: String? = nil
    ) {
        self.accountId = accountId
        // Less than one is none at all, which would never end.
        self.notesPerTransaction = max(notesPerTransaction, 1)
        self.maximumFee = maximumFee
        self.prover = prover
        self.reference = reference
    }

    /// What to ask next; nil when all is done.
    var request: ConsumeAllRequest? {
        guard remaining?.isEmpty != true else {
            return nil
        }
        return ConsumeAllRequest(
            accountId: accountId,
            except: result.failures.map(\.noteId),
            maximumNotes: notesPerTransaction,
            maximumFee: maximumFee,
            prover: prover,
            reference: reference
        )
    }

    /// Takes the answer to the last request. What fails after a transaction was made is no failure of the whole: it is
    /// told with the notes it concerns, so that what was done is not lost.
    mutating func take(_ answer: Result<ConsumeAllReply, MidenError>) throws(MidenError) {
        switch answer {
        case .success(let reply):
            // Later answers have what was made before them, too.
            if remaining == nil {
                for earlier in reply.earlier ?? [] {
                    result.transactionIds.append(earlier.transactionId)
                    result.earlierTransactionIds.append(earlier.transactionId)
                    result.provenBy.append(earlier.provenBy)
                    result.noteIds += earlier.consumedNoteIds
                }
            }
            result.transactionIds += [reply.transactionId].compactMap(\.self)
            result.provenBy += [reply.provenBy].compactMap(\.self)
            result.noteIds += reply.consumedNoteIds
            result.failures += reply.failures.map(ConsumedNotes.Failure.init)
            result.leftOut = reply.leftOut.map(ConsumedNotes.LeftOut.init)
            remaining = reply.remainingNoteIds
        case .failure(let error):
            guard let notes = remaining else {
                throw error
            }
            result.failures += notes.map { ConsumedNotes.Failure(noteId: $0, error: error) }
            remaining = []
        }
    }
}

extension Core {
    /// A request's reply or error, as a value.
    @concurrent
    func outcome<Message: Request>(
        of request: Message,
        timeout: Duration?
    ) async -> Result<Message.Reply, MidenError> {
        do {
            return .success(try await perform(request, timeout: timeout))
        } catch {
            return .failure(error)
        }
    }
}
