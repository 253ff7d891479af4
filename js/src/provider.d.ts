import {
  Asset,
  Balance,
  GuardianInfo,
  InputNoteDetails,
  Network,
  NoteType,
  PrivateDataPermission,
  SignInRequest,
  SignKind,
  SignedMessage,
  TransactionChange,
  TransactionOutput,
} from './messages.js';
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
  /** The wallet is on another network. */
  networkChange: [network: Network];
  /** A transaction that a page of this origin requested got into another state. */
  transactionChange: [change: TransactionChange];
}

/** A signed text with its bytes. */
export type SignedText = Omit<SignedMessage, 'publicKey' | 'signature'> & {
  /** The commitment of the account's key. A claim: compare it with the one you expect. */
  publicKey: Uint8Array;
  /** The tag of the scheme and the signature. */
  signature: Uint8Array;
};

/** Base units: a number up to 2^53 - 1, a BigInt, or a string of digits. */
export type RequestedAmount = number | bigint | string;

/** A payment to one account. */
export interface MidenSendTransaction {
  /** The account of the session, also if it is left out. */
  senderAddress?: string;
  /** The same, by adapters before 0.10. */
  senderAccountId?: string;
  /** The account that is paid. */
  recipientAddress?: string;
  /** The same, by adapters before 0.10. */
  recipientAccountId?: string;
  faucetId: string;
  noteType: NoteType;
  amount: RequestedAmount;
  /** The number of blocks after which the payment can be taken back. 0 or absent: never. */
  recallBlocks?: number;
}

/** A note to consume. The wallet looks at the note itself for all but `noteId`. */
export interface MidenConsumeTransaction {
  noteId: string;
  faucetId?: string;
  noteType?: NoteType;
  amount?: RequestedAmount;
  /** The note as a file, in base64, if the wallet may not have it. */
  noteBytes?: string | Uint8Array;
}

/** A transaction that the page made. */
export interface MidenCustomTransaction {
  /** The account of the session, also if it is left out. */
  address?: string;
  /** The same, by adapters before 0.10. */
  accountId?: string;
  recipientAddress?: string;
  /** The same, by adapters before 0.10. */
  recipientAccountId?: string;
  /** The transaction request as the SDK serializes it, in base64. */
  transactionRequest: string | Uint8Array;
  inputNoteIds?: string[];
  /** Notes as files, in base64. */
  importNotes?: (string | Uint8Array)[];
}

/** A transaction of one of the types. */
export type MidenTransaction =
  | { type: 'send'; payload: MidenSendTransaction }
  | { type: 'consume'; payload: MidenConsumeTransaction }
  | { type: 'custom'; payload: MidenCustomTransaction };

/** What a page wants of a new account. */
export interface CreateAccountParams {
  accountType?: 'RegularAccountImmutableCode' | 'RegularAccountUpdatableCode';
  storageMode?: 'private' | 'public' | 'network';
  customComponents?: Uint8Array[];
}

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
  /** Signs a text as a web message. Pages of adapters before 0.8.0 pass its bytes in UTF-8. */
  signMessage(message: string | Uint8Array): Promise<SignedText>;
  /** Signs the sign-in text of a server's request. */
  signIn(request: SignInRequest): Promise<SignedText>;

  /** The balances in the units of the tokens, of one token if its faucet is given. Not of the adapter. */
  getBalance(faucetId?: string): Promise<{ balances: Balance[] }>;
  /** Pays. Resolves to the wallet's reference once the user approved. */
  requestSend(transaction: MidenSendTransaction): Promise<{ transactionId: string }>;
  /** Consumes a note. Resolves to the wallet's reference once the user approved. */
  requestConsume(transaction: MidenConsumeTransaction): Promise<{ transactionId: string }>;
  /** Executes a transaction. Resolves to the wallet's reference once the user approved. */
  requestTransaction(transaction: MidenTransaction): Promise<{ transactionId: string }>;
  /** The notes of the account, all of them by default. The filters have the numbers of the SDK. */
  requestPrivateNotes(noteFilterType?: number, noteIds?: string[]): Promise<{ privateNotes: InputNoteDetails[] }>;
  /** The notes that the account can consume now. */
  requestConsumableNotes(): Promise<{ consumableNotes: InputNoteDetails[] }>;
  /** Takes a private note, as a file, into the wallet. */
  importPrivateNote(note: Uint8Array): Promise<{ noteId: string }>;
  /** Waits until a transaction is committed, for at most five minutes. A timeout of the page is ignored. */
  waitForTransaction(transactionId: string, timeout?: number): Promise<TransactionOutput>;
  /** Whether a guardian takes part in the account. */
  requestGuardianInfo(): Promise<{ guardianInfo: GuardianInfo }>;
  /** Rejects, unless the wallet creates accounts for pages. */
  createAccount(params?: CreateAccountParams): Promise<{ accountId: string }>;

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
