// For development: what a page includes from the port of its wallet. A site serves `install.js` itself instead.

import { installProvider } from './install.js';

console.warn(
  'miden-wallet.js comes from the port of the wallet, for development only: any program that has this port runs its ' +
    'code in your page. Serve a copy of the module, as docs/web-pages.md says.'
);
installProvider(new URL('.', import.meta.url).href);
