// Runs in the page, before its scripts: defines `window.midenWallet`.

import { defineProvider } from '../src/install.js';
import { pageSocketClass } from './page-socket.js';

defineProvider('extension', window, pageSocketClass(window));
