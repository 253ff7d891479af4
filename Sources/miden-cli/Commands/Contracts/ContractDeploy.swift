import ArgumentParser
import MidenSwiftClient

/// `miden-cli contract deploy`
struct ContractDeploy: WalletInputCommand {
    static let configuration = CommandConfiguration(
        commandName: "deploy",
        abstract: "Create a public account of components, and put it on the chain.",
        discussion: """
            Creates the account as `miden-cli new-account` does, and makes its first transaction, which does nothing else. Then \
            everyone can call its procedures and read its storage.

            If the network charges fees, the account pays for its first transaction, and a new account has nothing. The command \
            then says so after it created the account. Send a payment to the account and consume it: that is a first \
            transaction, too. The account needs the component basic-wallet for it.

            Example: miden-cli contract deploy -p counter.masp
            Example: miden-cli contract deploy -p token.masp -p basic-wallet \\
                --value 'token::config={"symbol": "GOLD", "limit": 5}'
            """
    )
    static let doing = "Deploying the contract"

    @OptionGroup var components: AccountComponentsOption

    @OptionGroup var naming: NewAccountNameOption

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let accountId: AccountID
        @OrNull var name: String?
        /// Nil if the account was created and not deployed.
        @OrNull var transactionId: TransactionID?
        @OrNull var chainHeight: UInt32?
        /// The prover of the first transaction. Nil if there is none.
        @OrNull var provenBy: MidenWallet.ProvenBy?
        /// Why the account is not deployed, or has no name.
        let failure: MidenError?
        /// The prover that was asked for.
        fileprivate let prover: MidenWallet.Prover

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId, name, transactionId, chainHeight, provenBy
        }

        var text: String {
            let named = name.map { ", “\($0)”" } ?? ""
            guard let transactionId else {
                return """
                    Created account \(accountId)\(named): public. It is not on the chain yet.
                    Its first transaction deploys it: `miden-cli call`, or `miden-cli consume` of a payment to it.
                    """
            }
            let facts = [(name: "transaction", value: transactionId.hex)]
            return """
                Deployed account \(accountId)\(named). It is on the chain when a sync shows the transaction as committed.
                \(Table.facts(facts + [provenBy].compactMap(\.self).facts(askedFor: prover)))
                """
        }
    }

    func input(_ reader: InputReader) async throws -> AccountComponentsOption.Input {
        try await components.input(reader)
    }

    func answer(
        from wallet: MidenWallet,
        input: AccountComponentsOption.Input,
        asking confirmation: Confirmation
    ) async throws -> Answer {
        try await naming.check(in: wallet)
        let account = try await components.create(in: wallet, from: input, visibility: .public)
        let unnamed = await naming.give(to: account, in: wallet)
        let (deployed, failure) = await deploy(account, in: wallet)
        return Answer(
            accountId: account,
            name: unnamed == nil ? naming.name : nil,
            transactionId: deployed?.transactionId,
            chainHeight: deployed?.blockNumber,
            provenBy: deployed?.provenBy,
            failure: failure ?? unnamed,
            prover: wallet.configuration.prover
        )
    }

    /// Makes the first transaction. The answer names the account also if this fails: a second call would create another one.
    private func deploy(_ account: AccountID, in wallet: MidenWallet) async -> (SentTransaction?, MidenError?) {
        do {
            return (try await wallet.execute(CustomTransaction(), accountId: account), nil)
        } catch let error as MidenError {
            return (nil, error)
        } catch {
            return (
                nil,
                MidenError(
                    code: .internal,
                    kind: .internal,
                    message: "The account was created, and not deployed.",
                    causes: [error.sentence]
                )
            )
        }
    }
}
