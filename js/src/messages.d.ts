import { RpcError } from './errors.js';

/** The version of the wallet RPC that this module speaks. */
export const VERSION: 1;

/** The network of a wallet. `localnet` is a node on the wallet's machine, `custom` any other node. */
export type Network = 'mainnet' | 'testnet' | 'devnet' | 'localnet' | 'custom';

/** Whether private data is read without a question, as far as `allowedPrivateData` has it. */
export type PrivateDataPermission = 'UPON_REQUEST' | 'AUTO';

/** What bytes to sign are: a word of 32 bytes, or serialized signing inputs. */
export type SignKind = 'word' | 'signingInputs';

/** What a page was granted. */
export interface Session {
  /** The account's address, in bech32. */
  address: string;
  /** The commitment of the account's key: 32 bytes in base64. */
  publicKey: string;
  network: Network;
  privateDataPermission: PrivateDataPermission;
  /** The sum of Assets 1, Notes 2 and Storage 4, or 65535 for all. */
  allowedPrivateData: number;
}

/** An amount of a token. */
export interface Asset {
  /** The address of the token's faucet, in bech32. */
  faucetId: string;
  /** Base units, as a decimal string. */
  amount: string;
}

/** A balance in the units of its token. */
export interface Balance {
  /** The address of the token's faucet, in bech32. */
  faucetId: string;
  /** A decimal string such as `1.5`; base units if the decimals are not known. */
  amount: string;
  /** Null if the wallet does not know them. */
  decimals: number | null;
  /** Null if the wallet does not know it. Any faucet can have any symbol. */
  symbol: string | null;
}

/** A note. What the wallet does not know is left out. */
export interface InputNoteDetails {
  noteId: string;
  /** The address of the account that made it. */
  senderAccountId?: string;
  assets: { amount: string; faucetId: string }[];
  /** 0 private, 1 public. */
  noteType?: number;
  nullifier: string;
  /**
   * Expected 0, unverified 1, committed 2, invalid 3, processing 4 and 5, consumed by this wallet 6 and 7, consumed by
   * another one 8.
   */
  state: number;
}

/** What is known of an account's guardian. */
export interface GuardianInfo {
  isGuardianAccount: boolean;
  guardianEndpoint: string | null;
  guardianProvider: string | null;
  guardianSyncStatus: 'in-sync' | 'out-of-sync' | null;
}

/** What became of a transaction: the chain's id and the notes that it made, in base64, or why it is not committed. */
export type TransactionOutput = { txHash: string; outputNotes: string[] } | { errorMessage: string };

/** How far a requested transaction is. */
export interface TransactionChange {
  /** The wallet's reference. */
  transactionId: string;
  state: 'executing' | 'pending' | 'committed' | 'discarded' | 'failed';
  /** The chain's id, once it is known. */
  txHash?: string;
}

/** The type of a note in parameters. 0 is private, 1 public. */
export type NoteType = 'public' | 'private' | 0 | 1;

/** A text that the account signed as a web message. */
export interface SignedMessage {
  address: string;
  network: Network;
  /** The commitment of the account's key: 32 bytes in base64. A claim: compare it with the one you expect. */
  publicKey: string;
  /** The signed text. */
  message: string;
  /** The tag of the scheme and the signature, in base64. */
  signature: string;
}

/** What a server asks a user to sign in with. */
export interface SignInRequest {
  /** The origin of the page. The wallet refuses another one. */
  origin: string;
  /** 16 to 64 letters and digits, used once. */
  nonce: string;
  /** In UTC with whole seconds: `2026-11-25T09:30:00Z`. */
  issuedAt: string;
  /** At most 24 hours after `issuedAt`. */
  expiresAt: string;
  /** One line of at most 256 characters. */
  statement?: string;
}

/** A method's parameters, if there are none. */
export type NoParams = Record<string, never>;

/** Parameters and result of each method. */
export interface Methods {
  miden_connect: {
    params: {
      network?: Network;
      privateDataPermission?: PrivateDataPermission;
      allowedPrivateData?: number;
      appName?: string;
    };
    result: Session & { token?: string };
  };
  miden_resumeSession: { params: { token: string }; result: { session?: Session } };
  miden_disconnect: { params: NoParams; result: NoParams };
  miden_getAccounts: { params: NoParams; result: { addresses: string[] } };
  miden_signPayloads: { params: { address: string; payloads: string[] }; result: { signed_payloads: string[] } };
  miden_requestAssets: { params: { address: string }; result: { assets: Asset[] } };
  miden_signBytes: { params: { address: string; payload: string; kind: SignKind }; result: { signature: string } };
  miden_signMessage: { params: { address: string; message: string }; result: SignedMessage };
  miden_signIn: { params: { address: string } & SignInRequest; result: SignedMessage };
  miden_requestSend: {
    params: {
      address: string;
      recipientAddress: string;
      faucetId: string;
      noteType: NoteType;
      amount: string | number;
      recallBlocks?: number;
      callId: string;
    };
    result: { transactionId: string };
  };
  miden_requestConsume: {
    params: {
      address: string;
      noteId: string;
      noteBytes?: string;
      faucetId?: string;
      noteType?: NoteType;
      amount?: string | number;
      callId: string;
    };
    result: { transactionId: string };
  };
  miden_requestTransaction: {
    params: {
      address: string;
      recipientAddress?: string;
      transactionRequest: string;
      inputNoteIds?: string[];
      importNotes?: string[];
      callId: string;
    };
    result: { transactionId: string };
  };
  miden_requestPrivateNotes: {
    params: { address: string; noteFilterType: number; noteIds?: string[] };
    result: { privateNotes: InputNoteDetails[] };
  };
  miden_requestConsumableNotes: { params: { address: string }; result: { consumableNotes: InputNoteDetails[] } };
  miden_importPrivateNote: { params: { address: string; note: string }; result: { noteId: string } };
  miden_waitForTransaction: { params: { transactionId: string }; result: TransactionOutput };
  miden_requestGuardianInfo: { params: { address: string }; result: { guardianInfo: GuardianInfo } };
  miden_createAccount: {
    params: {
      accountType?: 'RegularAccountImmutableCode' | 'RegularAccountUpdatableCode';
      storageMode?: 'private' | 'public' | 'network';
      customComponents?: string[];
    };
    result: { accountId: string };
  };
  miden_getBalance: { params: { address: string; faucetId?: string }; result: { balances: Balance[] } };
}

/** A request. A method that is not in {@link Methods} is one of an app. */
export interface Request {
  /** 1 to 64 characters out of `A-Z a-z 0-9 - _`. */
  id: string;
  method: string;
  params?: object;
}

/** A message from a wallet. */
export type Message =
  | { kind: 'success'; id: string; result: Record<string, unknown> }
  | { kind: 'failure'; id: string | null; error: RpcError }
  | { kind: 'event'; event: string; data?: Record<string, unknown> };

/**
 * Writes a request.
 * @throws {TypeError} if a part of it is not of its type.
 */
export function encodeRequest(request: Request): string;

/**
 * Reads a response or an event.
 * @throws {RpcError} with the id of the response if that could be read.
 */
export function decodeMessage(text: string): Message;
