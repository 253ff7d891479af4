// What a page includes from its wallet: `<script type="module" src="http://127.0.0.1:PORT/miden-wallet.js">`.

import { installProvider, walletURL } from './install.js';

installProvider(walletURL(import.meta.url));
