import { MidenWalletProvider } from './provider.js';

/** Defines `window.midenWallet` for the wallet at a URL, such as `ws://127.0.0.1:8600/rpc`. */
export function installProvider(
  url: string,
  page?: Window,
  WebSocket?: new (url: string) => WebSocket
): MidenWalletProvider;

/** The URL at which a wallet answers, by that of the `miden-wallet.js` that it serves. */
export function walletURL(entry: string): string;
