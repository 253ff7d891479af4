/** A wallet serves this file: a page that includes it has that wallet at `window.midenWallet`. */
export {};
