import { MidenWalletProvider } from './provider.js';

/**
 * Defines `window.midenWallet` for the wallet at an address: `http://127.0.0.1:8600`, as `miden-cli serve` prints it, or
 * that of a reverse proxy with TLS, such as `https://wallet.example`. It begins to connect, and goes on until the page is
 * closed.
 *
 * Throws a `TypeError` for another address, such as one with `http:` on another machine.
 */
export function installProvider(address: string, page?: Window): MidenWalletProvider;

/**
 * Defines `window.midenWallet` for a wallet that sockets of the class reach, such as those of an extension. The page keeps
 * its session under the URL.
 */
export function defineProvider(url: string, page: Window, WebSocket: new (url: string) => WebSocket): MidenWalletProvider;
