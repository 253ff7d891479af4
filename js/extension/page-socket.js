// What a `WalletSocket` in a page has in the place of a `WebSocket`: the extension carries its messages.

import { TO_BRIDGE, TO_PAGE, dispatch, readDetail } from './channel.js';

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;

export function pageSocketClass(window) {
  let last = 0;
  // What is sent before the bridge runs: the browser may run this script first.
  let early = [];

  const hearReady = (event) => {
    if (readDetail(event)?.type !== 'ready') return;
    window.removeEventListener(TO_PAGE, hearReady);
    const messages = early;
    early = null;
    for (const message of messages) tell(message);
  };
  window.addEventListener(TO_PAGE, hearReady);
  dispatch(window, TO_BRIDGE, { type: 'hello' });

  function tell(message) {
    if (early === null) dispatch(window, TO_BRIDGE, message);
    else early.push(message);
  }

  return class PageSocket extends EventTarget {
    readyState = CONNECTING;
    #number = ++last;
    #isConnected = false;

    constructor() {
      super();
      window.addEventListener(TO_PAGE, this.#listen);
      if (this.#number === 1) {
        // A page that never calls the wallet does not wake the extension: the first socket connects when it is used.
        queueMicrotask(() => this.#receive({ type: 'open' }));
      } else {
        this.#connect();
      }
    }

    send(text) {
      this.#connect();
      tell({ type: 'send', socket: this.#number, text });
    }

    close() {
      tell({ type: 'close', socket: this.#number });
      this.#receive({ type: 'close' });
    }

    #connect() {
      if (this.#isConnected) return;
      this.#isConnected = true;
      tell({ type: 'connect', socket: this.#number });
    }

    #listen = (event) => {
      const message = readDetail(event);
      if (message?.socket === this.#number) this.#receive(message);
    };

    #receive({ type, text }) {
      if (type === 'open' && this.readyState === CONNECTING) {
        this.readyState = OPEN;
        this.dispatchEvent(new Event('open'));
      } else if (type === 'message' && this.readyState === OPEN) {
        this.dispatchEvent(Object.assign(new Event('message'), { data: text }));
      } else if (type === 'close' && this.readyState !== CLOSED) {
        this.readyState = CLOSED;
        window.removeEventListener(TO_PAGE, this.#listen);
        this.dispatchEvent(new Event('close'));
      }
    }
  };
}
