// Runs beside the page, out of reach of its scripts.

import { startBridge } from './bridge-start.js';

startBridge(window, (globalThis.browser ?? globalThis.chrome).runtime);
