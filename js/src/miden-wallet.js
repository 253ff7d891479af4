// What a page includes from its wallet: `<script type="module" src="http://127.0.0.1:PORT/miden-wallet.js">`. The wallet
// answers beside this file.

import { installProvider } from './install.js';

const url = new URL('rpc', import.meta.url);
url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
installProvider(url.href);
