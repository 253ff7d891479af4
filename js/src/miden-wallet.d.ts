/**
 * For development: a wallet serves this file, and a page that includes it has that wallet at `window.midenWallet`. A site
 * serves its own copy of the module and calls `installProvider`.
 */
export {};
