import { Relay } from './relay.js';

new Relay(globalThis.browser ?? globalThis.chrome).start();
