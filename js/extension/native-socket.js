// What the relay has in Safari in the place of a `WebSocket`: the native handler of the app, which answers each message in a
// process of its own. It speaks as a wallet to which the extension is paired: Safari delivers messages to no other app.

import { ErrorCode, RpcError } from '../src/errors.js';
import { VERSION } from '../src/messages.js';
import { TurnQueue } from './turn-queue.js';

// What the relay knows the wallet by.
export const NATIVE_WALLET = Object.freeze({ url: 'native', token: '' });

// Safari delivers to the extension's own handler whatever application is named.
const APPLICATION = '_';

const POLL_INTERVAL = 5_000;
const LONGEST_WAIT = 300_000;

const CHANGED = 'This is not what was shown before. Look at it again.';
const BUSY = 'The app has the wallet open, and nothing was done. Close it, and approve again.';

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;

export function nativeSocketClass(
  api,
  questions,
  {
    setTimeout = (work, delay) => globalThis.setTimeout(work, delay),
    setInterval = (work, delay) => globalThis.setInterval(work, delay),
    clearInterval = (timer) => globalThis.clearInterval(timer),
  } = {}
) {
  // The wallet is open for one message at a time: a second one would find it busy.
  const queue = new TurnQueue();

  async function send(method, params) {
    const message = { jsonrpc: '2.0', id: crypto.randomUUID(), method, params: JSON.stringify(params) };
    return readReply(await api.runtime.sendNativeMessage(APPLICATION, message));
  }

  return class NativeSocket extends EventTarget {
    readyState = CONNECTING;
    // By the name that the relay gives them: the origin, the token and how far the page has got with events.
    #pages = new Map();
    #timer = null;

    constructor() {
      super();
      // Before, an origin that has to wait could ask.
      questions.restored.then(() => {
        if (this.readyState !== CONNECTING) return;
        this.readyState = OPEN;
        this.#timer = setInterval(() => this.#poll(), POLL_INTERVAL);
        this.dispatchEvent(new Event('open'));
      });
    }

    send(text) {
      const message = JSON.parse(text);
      const { id, method, sender } = message;
      if (method === 'miden_resumePairing') this.#receive({ id, result: { paired: true } });
      else if (method === 'miden_ping') this.#receive({ id, result: {} });
      else if (method === 'miden_pageClosed') this.#closePage(id, sender.page);
      else this.#answer(message);
    }

    close() {
      if (this.readyState === CLOSED) return;
      this.readyState = CLOSED;
      if (this.#timer !== null) clearInterval(this.#timer);
      for (const name of [...this.#pages.keys()]) this.#removePage(name);
      this.dispatchEvent(new Event('close'));
    }

    #closePage(id, name) {
      this.#removePage(name);
      this.#receive({ id, result: {} });
    }

    #removePage(name) {
      this.#pages.delete(name);
      queue.drop(name);
      questions.withdraw(name);
    }

    // MARK: Requests

    async #answer({ id, method, params, sender }) {
      const { origin, page: name } = sender;
      if (!this.#pages.has(name)) this.#pages.set(name, { origin, token: undefined, cursor: undefined, polledToken: undefined });
      const page = this.#pages.get(name);
      let answer;
      try {
        answer = await this.#outcome(name, page, { origin, method, params });
      } catch (error) {
        const { code, message, data } = error instanceof RpcError ? error : failed(error);
        answer = { error: { code, message, data } };
      }
      questions.closeIfIdle();
      // Its page has gone.
      if (answer === null || this.#pages.get(name) !== page) return;
      if (answer.result !== undefined) this.#remember(name, page, method, params, answer.result);
      this.#receive({ id, page: name, ...answer });
    }

    // The answer of the wallet, after the user decided what it asks. Null if the page has gone.
    async #outcome(name, page, { origin, method, params }) {
      const request = { origin, token: page.token, method, params };
      const prepare = async () => {
        // It would be asked: the wallet need not be opened to refuse it.
        if (method === 'miden_connect' && page.token === undefined) questions.requireMayAsk(origin);
        return send('miden_prepare', request);
      };
      let [simulate, notice] = [undefined, null];
      let answer = await queue.add(origin, name, prepare);
      while (answer?.question !== undefined) {
        // Nobody would get the answer.
        if (this.#pages.get(name) !== page) return null;
        const { question, digest } = answer;
        const decision = await questions.ask(name, origin, question, notice);
        if (decision === null) return null;
        if (decision === 'simulate') {
          [simulate, notice] = [true, null];
          answer = await queue.addUrgent(() => send('miden_prepare', { ...request, simulate }));
          continue;
        }
        try {
          answer = await queue.addUrgent(() => send('miden_decide', { ...request, simulate, digest, decision }));
          notice = CHANGED;
        } catch (error) {
          if (error.code !== ErrorCode.BUSY) throw error;
          if (decision === 'decline') throw new RpcError(ErrorCode.REJECTED, 'The user declined');
          // The same question again: nothing was executed.
          notice = BUSY;
        }
      }
      for (let waited = 0; answer?.isPending === true; waited += POLL_INTERVAL) {
        if (waited >= LONGEST_WAIT) return { result: { errorMessage: 'Transaction timed out' } };
        await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
        if (this.#pages.get(name) !== page) return null;
        answer = await queue.add(origin, name, prepare);
      }
      return answer;
    }

    // Nothing is kept in the handler's process: the token of the page goes with each of its requests.
    #remember(name, page, method, params, result) {
      let token = page.token;
      if (method === 'miden_connect') token = result.token ?? token;
      if (method === 'miden_resumeSession') token = result.session === undefined ? undefined : params.token;
      if (method === 'miden_disconnect') token = undefined;
      if (token === page.token) return;
      page.token = token;
      page.cursor = undefined;
      if (token !== undefined) this.#pollPage(name, page);
    }

    // MARK: Events

    #poll() {
      // What the user is asked about does not change by a block that a poll finds.
      if (questions.areOpen) return;
      for (const [name, page] of this.#pages) this.#pollPage(name, page);
    }

    async #pollPage(name, page) {
      const { origin, token, cursor } = page;
      if (token === undefined || page.polledToken === token) return;
      page.polledToken = token;
      // If it fails the next poll asks again.
      const polled = await queue.add(origin, name, () => send('miden_pollEvents', { origin, token, cursor })).catch(() => null);
      if (page.polledToken === token) page.polledToken = undefined;
      if (polled === null || this.#pages.get(name) !== page || page.token !== token) return;
      page.cursor = polled.cursor;
      if (polled.cursor === undefined) page.token = undefined;
      for (const params of polled.events) this.#receive({ page: name, method: 'miden_event', params });
    }

    #receive(members) {
      if (this.readyState !== OPEN) return;
      const data = JSON.stringify({ jsonrpc: '2.0', version: VERSION, ...members });
      this.dispatchEvent(Object.assign(new Event('message'), { data }));
    }
  };
}

function readReply(reply) {
  const { error, result } = reply ?? {};
  if (error) throw new RpcError(error.code, error.message);
  if (typeof result !== 'string') throw new Error('The handler did not answer');
  return JSON.parse(result);
}

// The page does not learn why.
function failed() {
  return new RpcError(ErrorCode.INTERNAL, 'The wallet failed');
}
