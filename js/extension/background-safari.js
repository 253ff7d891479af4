import { NATIVE_WALLET, nativeSocketClass } from './native-socket.js';
import { Questions } from './questions.js';
import { Relay } from './relay.js';

const api = globalThis.browser;
const questions = new Questions(api);
questions.start();
new Relay(api, { WebSocket: nativeSocketClass(api, questions), wallet: NATIVE_WALLET }).start();
