import { MidenWalletProvider } from './provider.js';

/** Defines `window.midenWallet` for the wallet at a URL, such as `ws://127.0.0.1:8600/rpc`. */
export function installProvider(url: string, page?: Window): MidenWalletProvider;
