import { Asset, Network, PrivateDataPermission, SignInRequest, SignKind, SignedMessage } from './messages.js';
import { WalletSocket } from './socket.js';

/** What a page was granted, as the adapter has it. */
export interface Permission {
  /** The account's address, in bech32. */
  address: string;
  /** The network. */
  rpc: Network;
  privateDataPermission: PrivateDataPermission;
  /** The sum of Assets 1, Notes 2 and Storage 4, or 65535 for all. */
  allowedPrivateData: number;
  /** The commitment of the account's key: 32 bytes. */
  publicKey: Uint8Array;
}

/** The events of a provider with their values. The properties have their new values when an event fires. */
export interface ProviderEvents {
  /** A call connected. */
  connect: [address: string];
  /** The grant ended: by a call, by the user, or in another tab. `accountChange` with null follows. */
  disconnect: [];
  /** The user chose another account. Null after a disconnect. */
  accountChange: [permission: Permission | null];
}

/** A signed text with its bytes. */
export type SignedText = Omit<SignedMessage, 'publicKey' | 'signature'> & {
  /** The commitment of the account's key. A claim: compare it with the one you expect. */
  publicKey: Uint8Array;
  /** The tag of the scheme and the signature. */
  signature: Uint8Array;
};

/** The account of a page, as answered by `connect`. */
export interface Connected {
  address: string;
  /** The same address, for pages of adapters before 0.10.0. */
  accountId: string;
}

/**
 * The object at `window.midenWallet`. Its calls reject with the error objects of the wallet adapter
 * ({@link MidenWalletError}), and with `NOT_GRANTED` if the wallet does not answer within 120 seconds.
 */
export interface MidenWalletProvider {
  /** The account's address in bech32, undefined without a session. */
  address?: string;
  /** The same address, for pages of adapters before 0.10.0. */
  accountId?: string;
  /** The commitment of the account's key: 32 bytes. */
  publicKey?: Uint8Array;
  permission?: Permission;
  network?: Network;
  /** The name that the page passed to `connect`. */
  appName?: string;

  /** Whether the wallet is reachable now. */
  isAvailable(): Promise<boolean>;

  /** Connects. The wallet asks the user unless the page has a session. */
  connect(
    privateDataPermission?: PrivateDataPermission,
    network?: Network,
    allowedPrivateData?: number
  ): Promise<Connected>;
  /** Connects with a name of the page, as older pages do. */
  connect(name: string): Promise<Connected>;
  /** Connects, as older pages do, and returns the address. */
  enable(): Promise<[address: string]>;
  /** Connects, as older pages do, and returns the address. */
  request(request: { method: 'miden_requestAccounts' }): Promise<[address: string]>;
  /** Calls a method of the wallet by its name, such as one of an app, and returns the result. */
  request(request: { method: string; params?: object }): Promise<Record<string, unknown>>;

  /** Ends the grant in all tabs, and a `connect` that is open. */
  disconnect(): Promise<void>;
  /** The balances of the account. */
  requestAssets(): Promise<{ assets: Asset[] }>;
  /** Signs a word of 32 bytes, or serialized signing inputs. */
  signBytes(bytes: Uint8Array, kind: SignKind): Promise<{ signature: Uint8Array }>;
  /** Signs a text as a web message. */
  signMessage(message: string): Promise<SignedText>;
  /** Signs the sign-in text of a server's request. */
  signIn(request: SignInRequest): Promise<SignedText>;

  /** Reserved: a wallet of version 1 answers that there is no such method. So are the next eight. */
  requestSend(transaction: object): Promise<never>;
  requestConsume(transaction: object): Promise<never>;
  requestTransaction(transaction: object): Promise<never>;
  requestPrivateNotes(noteFilterType?: number, noteIds?: string[]): Promise<never>;
  requestConsumableNotes(): Promise<never>;
  importPrivateNote(note: Uint8Array): Promise<never>;
  waitForTransaction(transactionId: string, timeout?: number): Promise<never>;
  requestGuardianInfo(): Promise<never>;
  createAccount(params?: object): Promise<never>;

  /** Calls the listener at each event of the name. */
  on<E extends keyof ProviderEvents>(event: E, listener: Listener<E>, context?: unknown): this;
  addListener<E extends keyof ProviderEvents>(event: E, listener: Listener<E>, context?: unknown): this;
  /** Calls the listener at the next event of the name. */
  once<E extends keyof ProviderEvents>(event: E, listener: Listener<E>, context?: unknown): this;
  /** Removes a listener, all of the event if none is given. */
  off<E extends keyof ProviderEvents>(event: E, listener?: Listener<E>, context?: unknown, once?: boolean): this;
  removeListener<E extends keyof ProviderEvents>(
    event: E,
    listener?: Listener<E>,
    context?: unknown,
    once?: boolean
  ): this;
  /** Removes all listeners, or all of an event. */
  removeAllListeners(event?: keyof ProviderEvents): this;
  /** Calls the listeners of an event, and returns whether there are any. */
  emit<E extends keyof ProviderEvents>(event: E, ...values: ProviderEvents[E]): boolean;
}

/** A listener of a {@link MidenWalletProvider}. */
export type Listener<E extends keyof ProviderEvents> = (...values: ProviderEvents[E]) => void;

/** Makes a provider over a connection to a wallet. */
export function createProvider(socket: WalletSocket): MidenWalletProvider;
