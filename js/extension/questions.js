// The questions to the user, which a page of the extension shows one at a time. No page of the web can open or answer it.

import { ErrorCode, RpcError } from '../src/errors.js';
import { isOwnPage } from './own-page.js';

const PAGE = 'approval.html';
const MOST_WAITING = 6;
const MOST_WAITING_OF_ORIGIN = 3;
const RETRY_AFTER = 5;
// After so many declines in a row, or questions that a page withdrew while they were shown, an origin waits: 30 s at first,
// twice as long after each further one, up to an hour.
const MOST_DECLINES = 3;
const FIRST_PAUSE = 30_000;
const LONGEST_PAUSE = 3_600_000;

// The browser may stop the worker, and keeps this as long as it runs itself.
const STORAGE_KEY = 'declines';

const DECISIONS = ['approve', 'decline', 'simulate'];

export class Questions {
  #api;
  #now;
  // In order of arrival. The first is shown.
  #open = [];
  // The tab that shows it: null if there is none, undefined while it opens.
  #tab = null;
  // By origin.
  #declines = new Map();
  // Resolves once the declines are those that an earlier worker counted.
  restored;

  constructor(api, { now = () => Date.now() } = {}) {
    this.#api = api;
    this.#now = now;
    this.restored = api.storage.session.get(STORAGE_KEY).then(({ [STORAGE_KEY]: declines = [] }) => {
      this.#declines = new Map(declines);
    });
  }

  get areOpen() {
    return this.#open.length > 0;
  }

  start() {
    const { runtime, tabs } = this.#api;
    runtime.onMessage.addListener((message, sender, respond) => {
      if (!isOwnPage(this.#api, sender) || !['question', 'decide'].includes(message?.ask)) return false;
      if (message.ask === 'decide') this.#decide(message);
      respond(this.#shown());
      return true;
    });
    tabs.onRemoved.addListener((tab) => this.#left(tab));
    // The page has a port, which closes if the user opens another address in its tab.
    runtime.onConnect.addListener((port) => {
      if (isOwnPage(this.#api, port.sender)) port.onDisconnect.addListener(() => this.#left(port.sender.tab?.id));
    });
  }

  // The user who closes or leaves the page declines what it showed. The next question opens another one.
  #left(tab) {
    if (typeof tab !== 'number' || tab !== this.#tab) return;
    this.#tab = null;
    if (this.areOpen) this.#decide({ id: this.#open[0].id, decision: 'decline' });
    if (this.areOpen) this.#show();
  }

  // Throws if an origin may not ask now: the user declined too often, or too many questions wait.
  requireMayAsk(origin) {
    const { until = 0 } = this.#declines.get(origin) ?? {};
    const seconds = Math.ceil((until - this.#now()) / 1000);
    if (seconds > 0) throw rateLimited(seconds);
    const ofOrigin = this.#open.filter((other) => other.origin === origin).length;
    // One more is shown already.
    if (ofOrigin > MOST_WAITING_OF_ORIGIN || this.#open.length > MOST_WAITING) throw rateLimited(RETRY_AFTER);
  }

  // Asks the user. Returns `approve`, `decline` or `simulate`, or null if the page of the web has gone. `question` is what the
  // wallet returned, `notice` tells why it is asked again, or is null.
  async ask(page, origin, question, notice) {
    this.requireMayAsk(origin);
    return new Promise((resolve) => {
      this.#open.push({ id: crypto.randomUUID(), page, origin, question, notice, resolve });
      if (this.#open.length === 1) this.#show();
    });
  }

  // A page of the web has gone: its questions end. If one is shown, that counts as a decline, or else a page could put questions
  // before the user as often as it likes.
  withdraw(page) {
    const [shown] = this.#open;
    if (shown?.page === page) this.#countDecline(shown.origin);
    const ended = this.#open.filter((each) => each.page === page);
    this.#open = this.#open.filter((each) => each.page !== page);
    for (const { resolve } of ended) resolve(null);
    this.closeIfIdle();
  }

  // Closes the page if it has nothing to show.
  closeIfIdle() {
    if (!this.areOpen) this.#close();
  }

  // What the page of the extension shows: its texts, and never its markup.
  #shown() {
    const [first] = this.#open;
    return first === undefined ? null : { id: first.id, question: first.question, notice: first.notice };
  }

  #decide({ id, decision }) {
    // Another question may have taken the place of the one that the user saw.
    if (this.#open[0]?.id !== id || !DECISIONS.includes(decision)) return;
    const { origin, resolve } = this.#open.shift();
    if (decision === 'approve' && this.#declines.delete(origin)) this.#keepDeclines();
    if (decision === 'decline') this.#countDecline(origin);
    resolve(decision);
    // A simulation has another question at once.
    if (!this.areOpen && decision !== 'simulate') this.#close();
  }

  #countDecline(origin) {
    const count = (this.#declines.get(origin)?.count ?? 0) + 1;
    const pause = count < MOST_DECLINES ? 0 : Math.min(FIRST_PAUSE * 2 ** (count - MOST_DECLINES), LONGEST_PAUSE);
    this.#declines.set(origin, { count, until: this.#now() + pause });
    this.#keepDeclines();
  }

  #keepDeclines() {
    this.#api.storage.session.set({ [STORAGE_KEY]: [...this.#declines] });
  }

  async #show() {
    const { tabs, runtime } = this.#api;
    if (this.#tab !== null) return;
    this.#tab = undefined;
    try {
      this.#tab = (await tabs.create({ url: runtime.getURL(PAGE), active: true })).id;
    } catch {
      // Nobody can be asked.
      this.#tab = null;
      for (const { resolve } of this.#open.splice(0)) resolve('decline');
    }
    // The questions may have ended meanwhile.
    this.closeIfIdle();
  }

  #close() {
    const tab = this.#tab;
    if (typeof tab !== 'number') return;
    this.#tab = null;
    this.#api.tabs.remove(tab).catch(() => {});
  }
}

function rateLimited(retryAfter) {
  return new RpcError(ErrorCode.RATE_LIMITED, 'Too many requests', { data: { retryAfter } });
}
