// Runs in the page, before its scripts: defines `window.midenWallet`.

import { installProvider } from '../src/install.js';
import { pageSocketClass } from './page-socket.js';

installProvider('extension', window, { WebSocket: pageSocketClass(window) });
