// The page on which the user pairs the extension with a wallet. The background does the work.

import { showPairing } from './pairing-page.js';

showPairing(document, (globalThis.browser ?? globalThis.chrome).runtime);
