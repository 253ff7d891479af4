import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, test } from 'node:test';

import { showQuestion } from '../extension/approval-page.js';
import { APPROVAL_PAGE, FakeBrowser } from '../testing/fake-browser.js';
import { SESSION, TOKEN } from '../testing/fake-wallet.js';

const ORIGIN = 'https://shop.example';
const QUESTION = Object.freeze({
  kind: 'connect',
  title: 'Connect the account to this site',
  origin: ORIGIN,
  address: SESSION.address,
  network: 'testnet',
  lines: [],
  warnings: [],
  canBeApproved: true,
  canBeSimulated: false,
});
const ASKS = Object.freeze({ question: QUESTION, digest: 'Zmlyc3Q=' });

let browser;
// What the handler answers to each method of its own, one after another; the last one again and again.
let answers;

beforeEach(() => {
  browser = new FakeBrowser();
  answers = { miden_prepare: [ASKS], miden_decide: [{ result: {} }], miden_pollEvents: [{ events: [], cursor: '1-0x' }] };
  startWorker();
});

function startWorker() {
  browser.startSafariWorker(({ method }) => {
    const list = answers[method];
    const answer = list.length > 1 ? list.shift() : list[0];
    if (answer instanceof Error) throw answer;
    return answer;
  });
}

// As many turns as a chain of promises takes.
async function turns() {
  for (let count = 0; count < 20; count += 1) await setImmediate();
}

async function call(page, method, params, id = 'a') {
  page.postMessage(JSON.stringify({ jsonrpc: '2.0', version: 1, id, method, params }));
  await turns();
}

async function openPage(origin = ORIGIN) {
  const page = browser.connect({ origin });
  await turns();
  return page;
}

const heard = (page) => page.heard.filter(({ type }) => type === 'message').map(({ text }) => JSON.parse(text));
const asked = () => browser.ask({ ask: 'question' }, APPROVAL_PAGE);
const sentTo = (method) => browser.native.filter((message) => message.method === method).map(({ params }) => params);

const origins = () => browser.native.map(({ params: { origin } }) => origin);

// The handler does not answer the next `miden_prepare` until the returned function is called. It answers later ones at once.
function holdPrepare(answer = { result: {} }) {
  let release;
  answers.miden_prepare = [new Promise((resolve) => (release = () => resolve(answer))), { result: {} }];
  return release;
}

async function decide(decision) {
  const { id } = await asked();
  await browser.ask({ ask: 'decide', id, decision }, APPROVAL_PAGE);
  await turns();
}

async function connectedPage() {
  const page = await openPage();
  answers.miden_prepare = [{ result: { ...SESSION, token: TOKEN } }];
  await call(page, 'miden_connect', {}, 'connect');
  return page;
}

test('Safari extension: a request that asks nothing: is answered at once, and no page opens', async () => {
  const page = await openPage();
  answers.miden_prepare = [{ result: { addresses: [SESSION.address] } }];
  await call(page, 'miden_getAccounts');
  assert.deepEqual(heard(page), [{ jsonrpc: '2.0', version: 1, id: 'a', result: { addresses: [SESSION.address] } }]);
  assert.deepEqual(browser.native, [{ method: 'miden_prepare', params: { origin: ORIGIN, method: 'miden_getAccounts' } }]);
  assert.equal(browser.openTabs.size, 0);
});

test('Safari extension: a question: opens a page, whose approval is sent with the digest and the same request', async () => {
  const page = await openPage();
  answers.miden_decide = [{ result: { ...SESSION, token: TOKEN } }];
  await call(page, 'miden_connect', { appName: 'Shop' });
  assert.deepEqual([...browser.openTabs.values()], [APPROVAL_PAGE.url]);
  assert.deepEqual((await asked()).question, QUESTION);
  assert.deepEqual(heard(page), []);
  await decide('approve');
  const request = { origin: ORIGIN, method: 'miden_connect', params: { appName: 'Shop' } };
  assert.deepEqual(sentTo('miden_decide'), [{ ...request, digest: ASKS.digest, decision: 'approve' }]);
  assert.equal(heard(page)[0].result.token, TOKEN);
  // The page has nothing more to show.
  assert.deepEqual([...browser.openTabs.values()], [null]);
});

test('Safari extension: a page with a session: has its token in each further message', async () => {
  const page = await connectedPage();
  answers.miden_prepare = [{ result: { assets: [] } }];
  await call(page, 'miden_requestAssets', { address: SESSION.address });
  assert.equal(sentTo('miden_prepare').at(-1).token, TOKEN);
  const other = await openPage('https://other.example');
  await call(other, 'miden_requestAssets', { address: SESSION.address });
  assert.equal(sentTo('miden_prepare').at(-1).token, undefined);
});

for (const [name, sender] of [
  ['a page of the web', { ...APPROVAL_PAGE, url: `${ORIGIN}/`, origin: ORIGIN }],
  ['another extension', { ...APPROVAL_PAGE, id: 'p'.repeat(32) }],
]) {
  test(`Safari extension: a decision of ${name}: is ignored`, async () => {
    const page = await openPage();
    await call(page, 'miden_connect', {});
    const { id } = await asked();
    assert.equal(await browser.ask({ ask: 'question' }, sender), undefined);
    assert.equal(await browser.ask({ ask: 'decide', id, decision: 'approve' }, sender), undefined);
    await turns();
    assert.deepEqual(sentTo('miden_decide'), []);
  });
}

test('Safari extension: a decision of a question that has gone: does not answer the next one', async () => {
  const [first, second] = [await openPage(), await openPage()];
  await call(first, 'miden_connect', {});
  const { id } = await asked();
  await call(second, 'miden_connect', {});
  first.disconnect();
  await turns();
  const next = await browser.ask({ ask: 'decide', id, decision: 'approve' }, APPROVAL_PAGE);
  await turns();
  assert.notEqual(next.id, id);
  assert.deepEqual(sentTo('miden_decide'), []);
});

test('Safari extension: what changed since it was shown: is shown again with a notice, and decided by its own digest', async () => {
  const page = await openPage();
  answers.miden_decide = [{ question: QUESTION, digest: 'c2Vjb25k' }, { result: {} }];
  await call(page, 'miden_requestSend', {});
  await decide('approve');
  assert.match((await asked()).notice, /not what was shown/);
  await decide('approve');
  assert.deepEqual(sentTo('miden_decide').map(({ digest }) => digest), [ASKS.digest, 'c2Vjb25k']);
  assert.deepEqual(heard(page)[0].result, {});
});

test('Safari extension: a wallet that the app has open: answers a request with -32012, and an approval asks again', async () => {
  const page = await openPage();
  const busy = Object.assign(new Error('The wallet is busy'), { code: -32012 });
  answers.miden_prepare = [busy, ASKS];
  await call(page, 'miden_connect', {});
  assert.deepEqual(heard(page)[0].error, { code: -32012, message: 'The wallet is busy' });
  answers.miden_decide = [busy, { result: {} }];
  await call(page, 'miden_requestSend', {}, 'b');
  await decide('approve');
  assert.match((await asked()).notice, /has the wallet open/);
  await decide('approve');
  assert.deepEqual(heard(page)[1].result, {});
});

test('Safari extension: a simulation: prepares again, and the decision names what it showed', async () => {
  const page = await openPage();
  answers.miden_prepare = [{ ...ASKS, question: { ...QUESTION, canBeSimulated: true } }, { question: QUESTION, digest: 'c2Vjb25k' }];
  await call(page, 'miden_requestTransaction', {});
  await decide('simulate');
  assert.equal(sentTo('miden_prepare')[1].simulate, true);
  await decide('approve');
  const [{ simulate, digest }] = sentTo('miden_decide');
  assert.deepEqual({ simulate, digest }, { simulate: true, digest: 'c2Vjb25k' });
});

test('Safari extension: the user closes the page: declines what it showed', async () => {
  const page = await openPage();
  answers.miden_decide = [{ error: { code: 4001, message: 'The user declined' } }];
  await call(page, 'miden_connect', {});
  browser.closeTab(1);
  await turns();
  assert.equal(sentTo('miden_decide')[0].decision, 'decline');
  assert.equal(heard(page)[0].error.code, 4001);
});

test('Safari extension: the user opens another address in the tab of the page: declines, and the next question has a tab', async () => {
  const [page, other] = [await openPage(), await openPage('https://other.example')];
  answers.miden_decide = [{ error: { code: 4001, message: 'The user declined' } }];
  await call(page, 'miden_connect', {});
  await call(other, 'miden_connect', {});
  const port = browser.connectApproval(1);
  port.disconnect();
  await turns();
  assert.deepEqual(sentTo('miden_decide').map(({ origin, decision }) => [origin, decision]), [[ORIGIN, 'decline']]);
  assert.equal(heard(page)[0].error.code, 4001);
  assert.deepEqual([...browser.openTabs.values()], [APPROVAL_PAGE.url, APPROVAL_PAGE.url]);
  // What the user opened there is the user's.
  browser.closeTab(1);
  await turns();
  assert.equal(sentTo('miden_decide').length, 1);
  await decide('decline');
  assert.equal(heard(other)[0].error.code, 4001);
});

test('Safari extension: three declines in a row: make the origin wait 30 s', async () => {
  const page = await openPage();
  answers.miden_decide = [{ error: { code: 4001, message: 'The user declined' } }];
  for (const id of ['a', 'b', 'c']) {
    await call(page, 'miden_connect', {}, id);
    await decide('decline');
  }
  await call(page, 'miden_connect', {}, 'd');
  assert.deepEqual(heard(page)[3].error, { code: -32005, message: 'Too many requests', data: { retryAfter: 30 } });
  await browser.clock.advance(30_000);
  await call(page, 'miden_connect', {}, 'e');
  assert.notEqual(await asked(), null);
});

test('Safari extension: the worker is stopped after three declines: the origin still has to wait', async () => {
  const page = await openPage();
  answers.miden_decide = [{ error: { code: 4001, message: 'The user declined' } }];
  for (const id of ['a', 'b', 'c']) {
    await call(page, 'miden_connect', {}, id);
    await decide('decline');
  }
  await browser.stopWorker();
  startWorker();
  const again = await openPage();
  await call(again, 'miden_connect', {}, 'd');
  assert.deepEqual(heard(again)[0].error, { code: -32005, message: 'Too many requests', data: { retryAfter: 30 } });
  await browser.clock.advance(30_000);
  await call(again, 'miden_connect', {}, 'e');
  await decide('decline');
  await call(again, 'miden_connect', {}, 'f');
  assert.equal(heard(again).at(-1).error.data.retryAfter, 60);
});

test('Safari extension: three pages of an origin that close while their questions are shown: make the origin wait 30 s', async () => {
  for (const id of ['a', 'b', 'c']) {
    const [page, behind] = [await openPage(), await openPage('https://other.example')];
    await call(page, 'miden_connect', {}, id);
    await call(behind, 'miden_connect', {}, id);
    page.disconnect();
    await turns();
    await decide('approve');
  }
  const [page, other] = [await openPage(), await openPage('https://other.example')];
  await call(page, 'miden_connect', {}, 'd');
  assert.deepEqual(heard(page)[0].error, { code: -32005, message: 'Too many requests', data: { retryAfter: 30 } });
  await call(other, 'miden_connect', {}, 'd');
  assert.deepEqual(heard(other), []);
});

test('Safari extension: pages that close while their questions wait in line: count for nothing', async () => {
  const first = await openPage('https://other.example');
  await call(first, 'miden_connect', {});
  for (const id of ['a', 'b', 'c']) {
    const page = await openPage();
    await call(page, 'miden_connect', {}, id);
    page.disconnect();
    await turns();
  }
  const page = await openPage();
  await call(page, 'miden_connect', {}, 'd');
  assert.deepEqual(heard(page), []);
});

test('Safari extension: more than three waiting questions of an origin: are refused', async () => {
  const page = await openPage();
  for (const id of ['a', 'b', 'c', 'd']) await call(page, 'miden_connect', {}, id);
  assert.deepEqual(heard(page), []);
  await call(page, 'miden_connect', {}, 'e');
  assert.equal(heard(page)[0].error.code, -32005);
});

test('Safari extension: a connect of an origin that has to wait: does not reach the handler', async () => {
  const page = await openPage();
  answers.miden_decide = [{ error: { code: 4001, message: 'The user declined' } }];
  for (const id of ['a', 'b', 'c']) {
    await call(page, 'miden_connect', {}, id);
    await decide('decline');
  }
  const count = browser.native.length;
  await call(page, 'miden_connect', {}, 'd');
  assert.equal(heard(page)[3].error.code, -32005);
  assert.equal(browser.native.length, count);
});

test('Safari extension: more than 128 waiting requests of an origin: are refused, those of another one and later ones not', async () => {
  const [page, other] = [await openPage(), await openPage('https://other.example')];
  let release;
  answers.miden_prepare = [new Promise((resolve) => (release = resolve)), { result: {} }];
  for (let number = 0; number < 129; number += 1) await call(page, 'miden_getAccounts', {}, String(number));
  assert.deepEqual(
    heard(page).map(({ id, error }) => ({ id, error })),
    [{ id: '128', error: { code: -32005, message: 'Too many requests', data: { retryAfter: 5 } } }]
  );
  await call(other, 'miden_getAccounts');
  assert.deepEqual(heard(other), []);
  release({ result: {} });
  while (heard(other).length === 0) await turns();
  await call(page, 'miden_getAccounts', {}, 'later');
  assert.deepEqual(heard(page).at(-1).result, {});
});

test('Safari extension: a page that closes with waiting requests: they do not reach the handler', async () => {
  const [page, other] = [await openPage(), await openPage('https://other.example')];
  const release = holdPrepare();
  for (let number = 0; number < 128; number += 1) await call(page, 'miden_getAccounts', {}, String(number));
  await call(other, 'miden_getAccounts');
  page.disconnect();
  const next = await openPage();
  await call(next, 'miden_getAccounts');
  release();
  await turns();
  assert.deepEqual(origins(), [ORIGIN, 'https://other.example', ORIGIN]);
  assert.deepEqual(heard(next)[0].result, {});
});

test('Safari extension: many waiting requests of an origin: one of another origin is sent before them', async () => {
  const [page, other] = [await openPage(), await openPage('https://other.example')];
  const release = holdPrepare();
  for (let number = 0; number < 4; number += 1) await call(page, 'miden_getAccounts', {}, String(number));
  await call(other, 'miden_getAccounts');
  release();
  await turns();
  assert.deepEqual(origins(), [ORIGIN, 'https://other.example', ORIGIN, ORIGIN, ORIGIN]);
});

test('Safari extension: the user decides while requests wait: the decision is sent before them', async () => {
  const [page, other] = [await openPage(), await openPage('https://other.example')];
  await call(page, 'miden_connect', {});
  const release = holdPrepare();
  for (let number = 0; number < 4; number += 1) await call(other, 'miden_getAccounts', {}, String(number));
  await decide('approve');
  release();
  await turns();
  assert.equal(browser.native[2].method, 'miden_decide');
});

test('Safari extension: many connects at once: no more reach the handler than may be asked', async () => {
  const page = await openPage();
  for (let number = 0; number < 128; number += 1) {
    page.postMessage(JSON.stringify({ jsonrpc: '2.0', version: 1, id: String(number), method: 'miden_connect', params: {} }));
  }
  while (heard(page).length < 124) await turns();
  assert.ok(heard(page).every(({ error }) => error.code === -32005));
  assert.equal(browser.native.length, 4);
});

test('Safari extension: a page that closes before its question is known: shows none', async () => {
  const page = await openPage();
  await openPage('https://other.example');
  const release = holdPrepare(ASKS);
  await call(page, 'miden_connect', {});
  page.disconnect();
  release();
  await turns();
  assert.equal(await asked(), null);
});

test('Safari extension: a poll that waits for its turn: keeps no other page from being polled', async () => {
  const page = await connectedPage();
  const other = await openPage('https://other.example');
  await call(other, 'miden_connect', {}, 'connect');
  const release = holdPrepare();
  for (let number = 0; number < 4; number += 1) await call(page, 'miden_getAccounts', {}, String(number));
  await browser.clock.advance(5_000);
  browser.native.length = 0;
  release();
  await turns();
  assert.deepEqual(
    browser.native.map(({ method, params: { origin } }) => ({ method, origin }))[0],
    { method: 'miden_pollEvents', origin: 'https://other.example' }
  );
});

test('Safari extension: more than 4 MiB of waiting messages of an origin: are refused', async () => {
  const page = await openPage();
  answers.miden_prepare = [new Promise(() => {})];
  for (let number = 0; number < 5; number += 1) {
    await call(page, 'miden_importPrivateNote', { note: 'A'.repeat(900_000) }, String(number));
  }
  assert.deepEqual(heard(page).map(({ id }) => id), ['4']);
});

test('Safari extension: two messages: the second one is sent after the answer to the first', async () => {
  const page = await openPage();
  let release;
  answers.miden_prepare = [new Promise((resolve) => (release = resolve)), { result: {} }];
  await call(page, 'miden_getAccounts', {}, 'a');
  await call(page, 'miden_getAccounts', {}, 'b');
  assert.equal(browser.native.length, 1);
  release({ result: {} });
  await turns();
  assert.equal(browser.native.length, 2);
});

test('Safari extension: events: are polled with the last cursor while the page is open, and not while a question is', async () => {
  const page = await connectedPage();
  const event = { event: 'transactionChange', data: { transactionId: 'r', state: 'pending' } };
  answers.miden_pollEvents = [{ events: [event], cursor: '2-0x' }, { events: [], cursor: '2-0x' }];
  await browser.clock.advance(5_000);
  await turns();
  assert.equal(sentTo('miden_pollEvents').at(-1).cursor, '1-0x');
  assert.deepEqual(heard(page).at(-1), { jsonrpc: '2.0', version: 1, method: 'miden_event', params: event });
  answers.miden_prepare = [ASKS];
  await call(page, 'miden_signMessage', {}, 'b');
  const count = browser.native.length;
  await browser.clock.advance(20_000);
  await turns();
  assert.equal(browser.native.length, count);
  page.disconnect();
  await turns();
  assert.equal(browser.clock.waiting, 0);
});

test('Safari extension: a session that has ended: sends its event once, and the token no more', async () => {
  const page = await connectedPage();
  answers.miden_pollEvents = [{ events: [{ event: 'disconnect' }] }];
  await browser.clock.advance(5_000);
  await turns();
  assert.equal(heard(page).at(-1).params.event, 'disconnect');
  const count = browser.native.length;
  await browser.clock.advance(5_000);
  await turns();
  assert.equal(browser.native.length, count);
});

test('Safari extension: a wait for a transaction: is asked again until a block includes it', async () => {
  const page = await connectedPage();
  answers.miden_prepare = [{ isPending: true }, { isPending: true }, { result: { txHash: '0x1', outputNotes: [] } }];
  await call(page, 'miden_waitForTransaction', { transactionId: 'r' }, 'w');
  await browser.clock.advance(5_000);
  await turns();
  await browser.clock.advance(5_000);
  await turns();
  assert.equal(heard(page).at(-1).result.txHash, '0x1');
});

// The page of the extension

// The parts of a document that the page uses. Each element has text alone.
class FakeElement extends EventTarget {
  children = [];
  textContent = '';
  hidden = false;
  disabled = false;
  append(child) {
    this.children.push(child);
  }
  replaceChildren() {
    this.children = [];
  }
  set innerHTML(text) {
    throw new Error(`The page shows text, not the markup ${text}`);
  }
}

function fakeDocument() {
  const elements = new Map();
  return {
    defaultView: new EventTarget(),
    createElement: () => new FakeElement(),
    getElementById: (id) => {
      if (!elements.has(id)) elements.set(id, new FakeElement());
      return elements.get(id);
    },
  };
}

test('approval page: markup in the texts of a page: is shown as text, the buttons work after a second, and its port closes with it', async () => {
  const markup = '<img src=x onerror=alert(1)>';
  const lines = [{ name: 'Text', text: markup, isClaim: true }];
  const asks = { id: 'q', notice: null, question: { ...QUESTION, appName: markup, lines, warnings: [markup] } };
  const [document, sent] = [fakeDocument(), []];
  let openPorts = 0;
  const runtime = {
    connect: () => ((openPorts += 1), { disconnect: () => (openPorts -= 1) }),
    sendMessage: async (message) => (sent.push(message), message.ask === 'question' ? asks : null),
  };
  showQuestion(document, runtime, browser.clock.setTimeout);
  await turns();
  const element = (id) => document.getElementById(id);
  assert.equal(element('name').textContent, markup);
  assert.equal(element('lines').children.at(-1).textContent, markup);
  assert.equal(element('lines').children.at(-1).className, 'claim');
  assert.equal(element('warnings').children[0].textContent, markup);
  assert.equal(element('approve').disabled, true);
  await browser.clock.advance(1_000);
  assert.equal(element('approve').disabled, false);
  element('approve').dispatchEvent(new Event('click'));
  await turns();
  assert.deepEqual(sent.at(-1), { ask: 'decide', id: 'q', decision: 'approve' });
  assert.equal(openPorts, 1);
  document.defaultView.dispatchEvent(new Event('pagehide'));
  assert.equal(openPorts, 0);
});

test('approval page: its elements: are those that the script looks for', () => {
  const read = (name) => readFileSync(new URL(`../extension/${name}`, import.meta.url), 'utf8');
  const used = [...read('approval-page.js').matchAll(/element\('([a-z]+)'\)/g)].map(([, id]) => id);
  for (const id of new Set([...used, 'approve', 'decline', 'simulate'])) assert.ok(read('approval.html').includes(`id="${id}"`), id);
  assert.doesNotMatch(read('approval-page.js'), /innerHTML|insertAdjacentHTML|document\.write/);
});
