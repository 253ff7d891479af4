import { Methods, Session } from './messages.js';

/** What a {@link WalletSocket} uses of its surroundings. The browser's by default, and no storage. */
export interface WalletSocketOptions {
  WebSocket?: new (url: string) => WebSocket;
  /** Keeps the token of the session, so that a page that is loaded again has it. */
  storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;
  setTimeout?: (work: () => void, delay: number) => unknown;
  clearTimeout?: (timer: any) => void;
}

/**
 * The connection of a page to its wallet. It connects again 0.5 to 30 seconds after it broke, resumes the session, and
 * sends what was not answered again with the same id, except a call that was too large for the wallet.
 */
export class WalletSocket {
  /** Connects to a wallet, such as `ws://127.0.0.1:8600/rpc`. */
  constructor(url: string, options?: WalletSocketOptions);
  /** Whether the connection is open. */
  readonly isOpen: boolean;
  /** Called with the session, or null, after a message changed it and before the call of that message ends. */
  onSession: (session: Session | null) => void;
  /**
   * Calls a method. Rejects with an {@link RpcError}: the wallet's, 4001 if there is no answer within 120 seconds, or
   * -32010 if the request is too large.
   * Rejects with a `TypeError` if the parameters cannot be written.
   */
  call<M extends keyof Methods>(method: M, params?: Methods[M]['params']): Promise<Methods[M]['result']>;
  call(method: string, params?: object): Promise<Record<string, unknown>>;
}
