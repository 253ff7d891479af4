// Chromium without a window, by the DevTools protocol over the descriptors 3 and 4. Messages are JSON and end with NUL.

import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class Chromium {
  #process;
  #folder;
  #nextID = 1;
  #commands = new Map();
  #events = new EventEmitter().setMaxListeners(0);

  // `extension` is the folder of an unpacked extension. It runs in the profile of `tab()` only.
  static async start(program = 'chromium', { extension } = {}) {
    const folder = await mkdtemp(join(tmpdir(), 'miden-chromium-'));
    // Containers have little shared memory, and no sandbox.
    const flags = [
      '--headless=new',
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--remote-debugging-pipe',
      '--disable-gpu',
      '--no-first-run',
      ...(extension ? [`--load-extension=${extension}`, `--disable-extensions-except=${extension}`] : []),
    ];
    const process = spawn(program, [...flags, `--user-data-dir=${folder}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    await once(process, 'spawn');
    const chromium = new Chromium(process, folder);
    if (extension) await chromium.send('Target.setDiscoverTargets', { discover: true });
    return chromium;
  }

  constructor(process, folder) {
    this.#process = process;
    this.#folder = folder;
    let rest = '';
    process.stdio[4].setEncoding('utf8').on('data', (data) => {
      const messages = (rest + data).split('\0');
      rest = messages.pop();
      for (const message of messages) this.#receive(JSON.parse(message));
    });
    process.stdio[3].on('error', () => {});
    process.on('exit', () => {
      for (const { reject } of this.#commands.values()) reject(new Error('Chromium ended'));
      this.#commands.clear();
    });
  }

  #receive({ id, method, params, sessionId, result, error }) {
    if (id === undefined) {
      // Events of the browser itself have no session.
      if (sessionId === undefined) this.#events.emit(method, params);
      else this.#events.emit(sessionId, { method, params });
      return;
    }
    const { resolve, reject } = this.#commands.get(id);
    this.#commands.delete(id);
    if (error) reject(new Error(error.message));
    else resolve(result);
  }

  send(method, params = {}, sessionId = undefined) {
    return new Promise((resolve, reject) => {
      const id = this.#nextID++;
      this.#commands.set(id, { resolve, reject });
      this.#process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  // A profile of its own: its tabs share their storage with each other and with no other profile.
  async profile() {
    const { browserContextId } = await this.send('Target.createBrowserContext');
    return {
      tab: () => this.#tab(browserContextId),
      close: () => this.send('Target.disposeBrowserContext', { browserContextId }),
    };
  }

  // A tab of the browser's own profile.
  async tab() {
    return this.#tab();
  }

  // The targets of a type, such as `service_worker`.
  async targets(type) {
    const { targetInfos } = await this.send('Target.getTargets');
    return targetInfos.filter((target) => target.type === type);
  }

  // Waits until a target begins, ends, or changes.
  async targetChanged() {
    await Promise.race(
      ['targetCreated', 'targetInfoChanged', 'targetDestroyed'].map((name) => once(this.#events, `Target.${name}`))
    );
  }

  // As the browser stops a worker that is idle.
  async stopWorker({ targetId }) {
    await this.send('Target.closeTarget', { targetId });
  }

  async #tab(browserContextId) {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank', browserContextId });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const close = () => this.send('Target.closeTarget', { targetId });
    const tab = new Tab((method, params) => this.send(method, params, sessionId), close);
    this.#events.on(sessionId, (event) => tab.receive(event));
    for (const domain of ['Page', 'Runtime', 'Log']) await tab.send(`${domain}.enable`);
    return tab;
  }

  async close() {
    const ended = once(this.#process, 'exit');
    this.send('Browser.close').catch(() => {});
    await ended;
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

class Tab {
  // Exceptions that nothing caught, and what the console shows as an error.
  errors = [];
  #events = new EventEmitter();

  constructor(send, close) {
    this.send = send;
    this.close = close;
  }

  receive({ method, params }) {
    if (method === 'Runtime.exceptionThrown') {
      const { text, exception } = params.exceptionDetails;
      this.errors.push(`${text} ${exception?.description ?? ''}`);
    } else if (method === 'Runtime.consoleAPICalled' && params.type === 'error') {
      this.errors.push(params.args.map(({ value, description }) => value ?? description).join(' '));
    } else if (method === 'Log.entryAdded' && params.entry.level === 'error') {
      this.errors.push(`${params.entry.text} ${params.entry.url ?? ''}`);
    }
    this.#events.emit(method, params);
  }

  // Rejects with the first exception that nothing in the page catches.
  async failure() {
    await once(this.#events, 'Runtime.exceptionThrown');
    throw new Error(this.errors.join('\n'));
  }

  async open(url) {
    await this.#loaded('Page.navigate', { url });
  }

  async reload() {
    await this.#loaded('Page.reload', {});
  }

  async #loaded(method, params) {
    await this.loads(async () => {
      const { errorText } = await this.send(method, params);
      if (errorText) throw new Error(`${params.url}: ${errorText}`);
    });
  }

  // Does what makes the tab load a page, and waits until it is loaded.
  async loads(work) {
    const loaded = once(this.#events, 'Page.loadEventFired');
    await work();
    await loaded;
  }

  // Calls a function in the page with values of JSON, and returns what it resolves to.
  async run(work, ...values) {
    const expression = `(${work})(...${JSON.stringify(values)})`;
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', options);
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value;
  }
}
