import MidenSwiftClient

/// What a swap offers, and for what.
struct SwapTermsAnswer: AnswerPart {
    let offered: [AssetAnswer]
    let offeredUnique: [UniqueAssetAnswer]
    let requested: [AssetAnswer]
    let requestedUnique: [UniqueAssetAnswer]
    @OrNull var creator: AccountID?
    let paybackType: NoteType
    let isPartial: Bool
    /// In base units.
    @OrNull var minimumFill: String?

    enum CodingKeys: CodingKey, CaseIterable {
        case offered, offeredUnique, requested, requestedUnique, creator, paybackType, isPartial, minimumFill
    }

    static let parts: [CodingKeys: any AnswerPart.Type] = [
        .offered: AssetAnswer.self, .offeredUnique: UniqueAssetAnswer.self, .requested: AssetAnswer.self,
        .requestedUnique: UniqueAssetAnswer.self,
    ]

    init(_ terms: SwapTerms) {
        offered = terms.offered.fungible.map(AssetAnswer.init)
        offeredUnique = terms.offered.nonFungible.map(UniqueAssetAnswer.init)
        requested = terms.requested.fungible.map(AssetAnswer.init)
        requestedUnique = terms.requested.nonFungible.map(UniqueAssetAnswer.init)
        creator = terms.creator
        paybackType = terms.paybackType
        isPartial = terms.isPartial
        minimumFill = terms.minimumFill.map { String($0) }
    }

    /// "1.5 GOLD of 0x…".
    var offers: String { offered.listed(with: offeredUnique) }

    /// The same of what is requested.
    var wants: String { requested.listed(with: requestedUnique) }
}
