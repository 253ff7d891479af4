import { MidenWalletProvider } from './provider.js';
import { WalletSocketOptions } from './socket.js';

/**
 * Defines `window.midenWallet` for the wallet at a URL, such as `ws://127.0.0.1:8600/rpc`. `options.WebSocket` takes the
 * place of the browser's: an extension carries the messages by a socket of its own.
 */
export function installProvider(
  url: string,
  page?: Window,
  options?: Pick<WalletSocketOptions, 'WebSocket'>
): MidenWalletProvider;

/** The URL at which a wallet answers, by that of the `miden-wallet.js` that it serves. */
export function walletURL(entry: string): string;
