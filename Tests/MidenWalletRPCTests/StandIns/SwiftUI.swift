// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The few types of Apple's that the sample's views use, as Apple declares them. A test compiles this file as the module
// SwiftUI, after WebKit.
@_exported import Foundation
import WebKit

@MainActor
@preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { return fatalError() }
}

/// A view of Apple's, whose content does not matter here.
public protocol LeafView: View where Body == Never {}

extension LeafView {
    public var body: Never { return fatalError() }
}

@resultBuilder
public struct ViewBuilder {
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
        (repeat each Content)
    > {
        TupleView()
    }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(first: First) -> EitherView<First, Second> {
        EitherView()
    }
    public static func buildEither<First: View, Second: View>(second: Second) -> EitherView<First, Second> {
        EitherView()
    }
}

public struct TupleView<Content>: LeafView {}
public struct EitherView<First: View, Second: View>: LeafView {}
extension Optional: View where Wrapped: View {
    public var body: Never { return fatalError() }
}

public struct Form<Content: View>: LeafView {
    public init(@ViewBuilder content: () -> Content) {}
}

public struct Section<Content: View>: LeafView {
    public init(@ViewBuilder content: () -> Content) {}
    public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {}
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: LeafView {
    public init(
        _ data: Data,
        id: KeyPath<Data.Element, ID>,
        @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {}
}

public struct Text: LeafView {
    public init(_ content: some StringProtocol) {}
    public init(verbatim content: String) {}
    public func foregroundColor(_ color: Color?) -> Text { self }
}

public struct Color: Sendable {
    public static let red = Color()
}

public struct LabeledContent: LeafView {
    public init(_ title: some StringProtocol, value: some StringProtocol) {}
}

public struct ButtonRole: Sendable {
    public static let cancel = ButtonRole()
}

public struct Button: LeafView {
    public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}
    public init(_ title: some StringProtocol, role: ButtonRole?, action: @escaping @MainActor () -> Void) {}
}

extension View {
    public func disabled(_ disabled: Bool) -> some View { self }
    public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View { self }
    public func task<T: Equatable>(
        id value: T,
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { self }
}

@propertyWrapper
public struct State<Value> {
    public init(wrappedValue: Value) {}
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
}

extension State where Value: ExpressibleByNilLiteral {
    public init() {}
}

@MainActor
@preconcurrency
public protocol UIViewRepresentable: View where Body == Never {
    associatedtype UIViewType: WKWebView
    associatedtype Coordinator = Void
    typealias Context = UIViewRepresentableContext<Self>
    func makeCoordinator() -> Coordinator
    func makeUIView(context: Context) -> UIViewType
    func updateUIView(_ uiView: UIViewType, context: Context)
    static func dismantleUIView(_ uiView: UIViewType, coordinator: Coordinator)
}

extension UIViewRepresentable {
    public var body: Never { return fatalError() }
}

@MainActor
public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    public let coordinator: Representable.Coordinator
}
