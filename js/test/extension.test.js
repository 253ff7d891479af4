import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, test } from 'node:test';

import { TO_BRIDGE, TO_PAGE, dispatch, readDetail } from '../extension/channel.js';
import { addressRequest } from '../extension/page-requests.js';
import { PairedSocket, UNREACHABLE } from '../extension/paired-socket.js';
import { readCode, walletAddress, walletURL } from '../extension/pairing-form.js';
import { REFUSED_CODE, noWallet, noWalletAnswer, refusalText } from '../extension/pairing-texts.js';
import { FakeBrowser, OWN_PAGE, PAIRING_TOKEN, WALLET_URL } from '../testing/fake-browser.js';
import { SESSION, TOKEN, failing, outcome } from '../testing/fake-wallet.js';

const examples = JSON.parse(readFileSync(new URL('../examples/messages.json', import.meta.url), 'utf8'));
const ACCOUNTS = Object.freeze({ jsonrpc: '2.0', version: 1, id: 'a', method: 'miden_getAccounts' });
const PAIRED = Object.freeze({ wallet: { url: WALLET_URL, token: PAIRING_TOKEN } });

let browser;

beforeEach(() => {
  browser = new FakeBrowser();
  browser.startWorker();
});

// A browser whose user has paired it.
function paired() {
  Object.assign(browser.stored, structuredClone(PAIRED));
}

const lastText = (port) => JSON.parse(port.heard.at(-1).text);

// The form

for (const [text, url] of [
  ['127.0.0.1:8600', WALLET_URL],
  [' http://127.0.0.1:8600/ ', WALLET_URL],
  ['ws://127.0.0.1:8600/rpc', WALLET_URL],
  ['127.0.0.1', null],
  ['127.0.0.1:65536', null],
  ['127.0.0.1:0', null],
  ['localhost:8600', null],
  ['http://wallet.example:8600', null],
  ['http://127.0.0.1:8600@wallet.example:80', null],
]) {
  test(`address: ${JSON.stringify(text)}: ${url === null ? 'is refused' : 'is the URL of the wallet'}`, () => {
    assert.equal(walletURL(text), url);
  });
}

test('address: of the URL of a wallet: is what the user enters', () => {
  assert.equal(walletAddress(WALLET_URL), '127.0.0.1:8600');
});

for (const [text, code] of [
  ['K7WQ2M9X', 'K7WQ2M9X'],
  [' k7wq-2m9x ', 'K7WQ2M9X'],
  ['K7WQ2M9', null],
  ['K7WQ2M9XX', null],
  ['K7WQ2M90', null],
  ['K7WQ2M9I', null],
]) {
  test(`code: ${JSON.stringify(text)}: ${code === null ? 'is refused' : 'is sent without hyphen'}`, () => {
    assert.equal(readCode(text), code);
  });
}

// Requests of pages

const SENDER = { origin: 'https://shop.example', page: 'p' };

for (const { name, request } of examples.calls) {
  test(`page's request: ${name}: is passed on with its sender`, () => {
    const { id, text } = addressRequest(JSON.stringify(request), SENDER);
    assert.equal(id, request.id);
    assert.deepEqual(JSON.parse(text), { ...request, sender: SENDER });
  });
}

// Those that the wallet refuses by their form: a page must not use up the refusals of the socket.
for (const { name, text, id, code } of examples.refusedRequests.filter(({ code }) => code === -32600 || code === -32006 || code === -32700)) {
  test(`page's request: ${name}: is refused here with the wallet's error`, () => {
    assert.throws(
      () => addressRequest(text, SENDER),
      (error) => error.code === code && (error.id === id || code === -32700)
    );
  });
}

for (const [name, members] of [
  ['a method with half a surrogate pair', { method: '\ud800' }],
  ['a method with a space', { method: 'miden getAccounts' }],
  ['a method of 129 characters', { method: 'm'.repeat(129) }],
  ['a text with half a surrogate pair', { params: { list: [{ text: 'a\udc00' }] } }],
  ['a name with half a surrogate pair', { params: { list: [{ '\ud800': 1 }] } }],
]) {
  test(`page's request: ${name}: is refused here`, () => {
    assert.throws(() => addressRequest(JSON.stringify({ ...ACCOUNTS, ...members }), SENDER), { code: -32600, id: 'a' });
  });
}

test("page's request: a text with a whole surrogate pair: is passed on", () => {
  const request = { ...ACCOUNTS, params: { '\u{1f600}': '\u{1f600}' } };
  assert.deepEqual(JSON.parse(addressRequest(JSON.stringify(request), SENDER).text).params, request.params);
});

test("page's request: a sender of its own: is replaced by the browser's", () => {
  const forged = { ...ACCOUNTS, sender: { origin: 'https://bank.example', page: 'q' }, page: 'q' };
  const { text } = addressRequest(JSON.stringify(forged), SENDER);
  assert.deepEqual(JSON.parse(text), { ...ACCOUNTS, sender: SENDER });
});

test("page's request: larger than 1 MiB with its sender: is refused here", () => {
  const request = { ...ACCOUNTS, params: { x: '' } };
  const fill = 1_048_576 - JSON.stringify(request).length;
  request.params.x = 'x'.repeat(fill);
  assert.throws(() => addressRequest(JSON.stringify(request), SENDER), { code: -32010 });
});

test("page's request: the deepest nesting that is allowed: is passed on", () => {
  assert.doesNotThrow(() => addressRequest(examples.deepest.text, SENDER));
});

// Pairing

test('pair: the right code: keeps the token, and the next pages ask by that socket', async () => {
  const answer = browser.ask({ ask: 'pair', address: '127.0.0.1:8600', code: 'k7wq-2m9x' });
  assert.equal(browser.socket.url, WALLET_URL);
  await browser.socket.open();
  assert.deepEqual(
    { method: browser.socket.last.method, params: browser.socket.last.params },
    { method: 'miden_pair', params: { code: 'K7WQ2M9X' } }
  );
  await browser.socket.answer({ token: PAIRING_TOKEN });
  assert.deepEqual(await answer, { state: 'connected', address: '127.0.0.1:8600', pages: 0 });
  assert.deepEqual(browser.stored, PAIRED);
  const page = await browser.page();
  page.postMessage(JSON.stringify(ACCOUNTS));
  assert.equal(browser.socket.last.sender.origin, 'https://shop.example');
  assert.equal(browser.sockets.length, 1);
});

test('pair: a code that is refused: tells what to do, and keeps nothing', async () => {
  const answer = browser.ask({ ask: 'pair', address: '127.0.0.1:8600', code: 'K7WQ2M9X' });
  await browser.socket.open();
  await browser.socket.fail(4100, 'The pairing code is wrong or has expired');
  assert.deepEqual(await answer, { error: REFUSED_CODE, field: 'code' });
  assert.deepEqual(browser.stored, {});
});

// What another program on the port may do.
for (const [name, act] of [
  ['closes the socket', (socket) => socket.break()],
  ['sends what is no message', (socket) => socket.receive('hello')],
  ['sends the request back', (socket) => socket.receive(JSON.stringify(socket.last))],
  ['sends a token that is none', (socket) => socket.answer({ token: 'x' })],
  ['never answers', () => browser.clock.advance(10_000)],
]) {
  test(`pair: a program that ${name}: is told as no wallet, and its socket is closed`, async () => {
    const answer = browser.ask({ ask: 'pair', address: '127.0.0.1:9', code: 'K7WQ2M9X' });
    await browser.socket.open();
    await act(browser.socket);
    assert.deepEqual(await answer, { error: noWalletAnswer('127.0.0.1:9'), field: 'address' });
    assert.equal(browser.socket.readyState, 3);
    assert.equal(browser.clock.waiting, 0);
    assert.deepEqual(browser.stored, {});
  });
}

test('pair: a program that takes the connection and no more: is told as no wallet after 10 s', async () => {
  const answer = browser.ask({ ask: 'pair', address: '127.0.0.1:9', code: 'K7WQ2M9X' });
  await browser.clock.advance(10_000);
  assert.equal((await answer).error, noWalletAnswer('127.0.0.1:9'));
});

test('pair: a port that the browser refuses: is told as no wallet', async () => {
  const failures = [];
  new PairedSocket('ws://127.0.0.1:1/rpc', { method: 'miden_pair' }, {
    WebSocket: class {
      constructor() {
        throw new Error('The port is not allowed');
      }
    },
    setTimeout: browser.clock.setTimeout,
    clearTimeout: browser.clock.clearTimeout,
    onClose: (failure) => failures.push(failure),
  });
  await setImmediate();
  assert.deepEqual(failures, [{ reason: UNREACHABLE }]);
  assert.equal(browser.clock.waiting, 0);
});

for (const [name, error, text] of [
  ['was asked too often', { code: -32005, message: 'Too many requests', data: { retryAfter: 7 } }, /Wait 7 s/],
  ['cannot keep the pairing', { code: -32603, message: 'Internal error' }, /“Internal error”\. Start it again/],
]) {
  test(`pair: a wallet that ${name}: is told with what to do`, async () => {
    const answer = browser.ask({ ask: 'pair', address: '127.0.0.1:8600', code: 'K7WQ2M9X' });
    await browser.socket.open();
    const { id } = browser.socket.last;
    await browser.socket.receive(JSON.stringify({ jsonrpc: '2.0', version: 1, id, error }));
    assert.match((await answer).error, text);
  });
}

test('pair: a wallet of another version: is told as such', async () => {
  const answer = browser.ask({ ask: 'pair', address: '127.0.0.1:8600', code: 'K7WQ2M9X' });
  await browser.socket.open();
  await browser.socket.receive(JSON.stringify({ jsonrpc: '2.0', version: 2, id: browser.socket.last.id, result: {} }));
  assert.match((await answer).error, /another version/);
});

test('pair: no wallet at the address: tells so, and keeps the earlier wallet', async () => {
  paired();
  const answer = browser.ask({ ask: 'pair', address: '127.0.0.1:9', code: 'K7WQ2M9X' });
  await browser.socket.break();
  assert.deepEqual(await answer, { error: noWallet('127.0.0.1:9'), field: 'address' });
  assert.deepEqual(browser.stored, PAIRED);
});

test('pair: another wallet: closes the socket of the earlier one, and its pages connect again', async () => {
  paired();
  const page = await browser.page();
  const [earlier] = browser.sockets;
  const answer = browser.ask({ ask: 'pair', address: '127.0.0.1:8601', code: 'K7WQ2M9X' });
  await browser.socket.open();
  await browser.socket.answer({ token: TOKEN });
  assert.equal((await answer).address, '127.0.0.1:8601');
  assert.equal(earlier.readyState, 3);
  assert.ok(page.isClosed());
});

for (const [name, sender] of [
  ['a content script', { id: OWN_PAGE.id, url: 'https://shop.example/', origin: 'https://shop.example' }],
  ['another extension', { id: 'p'.repeat(32), url: `chrome-extension://${'p'.repeat(32)}/pairing.html` }],
  ['a page', { url: 'https://shop.example/' }],
]) {
  test(`pairing: asked for by ${name}: is not answered`, async () => {
    assert.equal(await browser.ask({ ask: 'pair', address: '127.0.0.1:8600', code: 'K7WQ2M9X' }, sender), undefined);
    assert.equal(browser.sockets.length, 0);
  });
}

test('a wallet that forgot the pairing: the token is forgotten, and pages are told', async () => {
  paired();
  const page = browser.connect({ origin: 'https://shop.example' });
  await setImmediate();
  await browser.socket.open();
  assert.deepEqual(browser.socket.last.params, { token: PAIRING_TOKEN });
  await browser.socket.answer({ paired: false });
  assert.deepEqual(browser.stored, { wallet: { url: WALLET_URL } });
  assert.ok(page.isClosed());
  const again = await browser.page();
  again.postMessage(JSON.stringify(ACCOUNTS));
  assert.equal(lastText(again).error.code, 4100);
  assert.equal(browser.sockets.length, 1);
  await browser.stopWorker();
  browser.startWorker();
  assert.deepEqual(await browser.ask({ ask: 'state' }), { state: 'revoked', address: '127.0.0.1:8600' });
  assert.equal(browser.sockets.length, 1);
});

test('state: nothing is paired: is told without a connection', async () => {
  assert.deepEqual(await browser.ask({ ask: 'state' }), { state: 'unpaired' });
  assert.equal(browser.sockets.length, 0);
});

for (const [state, act] of [
  ['connected', () => browser.pairAgain()],
  ['unreachable', () => browser.socket.break()],
  ['stranger', async () => (await browser.socket.open(), await browser.socket.receive('hello'))],
  ['revoked', async () => (await browser.socket.open(), await browser.socket.answer({ paired: false }))],
  ['refused', async () => (await browser.socket.open(), await browser.socket.fail(-32005, 'Too many requests'))],
]) {
  test(`state: a stored wallet that is ${state}: is found out by a connection`, async () => {
    paired();
    const answer = browser.ask({ ask: 'state' });
    await setImmediate();
    await act();
    const { pages, refusal, ...told } = await answer;
    assert.deepEqual(told, { state, address: '127.0.0.1:8600' });
    assert.equal(pages, state === 'connected' ? 0 : undefined);
    assert.equal(refusal, state === 'refused' ? refusalText({ code: -32005 }) : undefined);
    assert.equal(browser.stored.wallet.token, state === 'revoked' ? undefined : PAIRING_TOKEN);
  });
}

test('state: asked while the user forgets the wallet: is answered', async () => {
  paired();
  const answers = [browser.ask({ ask: 'state' }), browser.ask({ ask: 'forget' })];
  await setImmediate();
  await browser.socket?.break();
  assert.equal((await answers[1]).state, 'forgotten');
  assert.notEqual((await answers[0]).state, 'connected');
});

test('forget: the user: closes the socket and deletes the token', async () => {
  paired();
  const page = await browser.page();
  assert.deepEqual(await browser.ask({ ask: 'forget' }), { state: 'forgotten', address: '127.0.0.1:8600' });
  assert.deepEqual(browser.stored, {});
  assert.equal(browser.socket.readyState, 3);
  assert.ok(page.isClosed());
});

// Pages

for (const [name, sender] of [
  ['a frame', { frameId: 3, origin: 'https://shop.example' }],
  ['another extension', { id: 'p'.repeat(32), origin: 'https://shop.example' }],
  ['no tab', { tab: undefined, origin: 'https://shop.example' }],
  ['a sandboxed page', { origin: 'null' }],
  ['a page without origin', { origin: undefined, url: 'https://shop.example/' }],
  ['a page of the web without TLS', { origin: 'http://shop.example' }],
  ['a page whose name begins with localhost', { origin: 'http://localhost.example' }],
  ['a file', { origin: 'file://' }],
  ['an extension as page', { origin: OWN_PAGE.origin }],
]) {
  test(`port: of ${name}: is closed`, async () => {
    paired();
    assert.ok(browser.connect(sender).isClosed());
    assert.equal(browser.sockets.length, 0);
  });
}

test('port: of a page of this computer: is taken', async () => {
  paired();
  assert.ok(!browser.connect({ origin: 'http://localhost:3000' }).isClosed());
});

test('messages: of two pages with the same id: each gets its own answer', async () => {
  paired();
  const [shop, bank] = [await browser.page(), await browser.page('https://bank.example')];
  for (const page of [shop, bank]) page.postMessage(JSON.stringify(ACCOUNTS));
  const [first, second] = browser.socket.sent.slice(-2);
  assert.deepEqual([first.sender.origin, second.sender.origin], ['https://shop.example', 'https://bank.example']);
  assert.notEqual(first.sender.page, second.sender.page);
  const answer = (page, addresses) =>
    browser.socket.receive(JSON.stringify({ jsonrpc: '2.0', version: 1, id: 'a', page, result: { addresses } }));
  await answer(second.sender.page, ['two']);
  await answer(first.sender.page, ['one']);
  assert.deepEqual(lastText(shop), { jsonrpc: '2.0', version: 1, id: 'a', result: { addresses: ['one'] } });
  assert.deepEqual(lastText(bank).result, { addresses: ['two'] });
});

test('messages: before the wallet took the pairing: are sent after it', async () => {
  paired();
  const page = browser.connect({ origin: 'https://shop.example' });
  page.postMessage(JSON.stringify(ACCOUNTS));
  await setImmediate();
  await browser.socket.open();
  assert.equal(browser.socket.sent.length, 1);
  await browser.socket.answer({ paired: true });
  assert.equal(browser.socket.last.method, 'miden_getAccounts');
});

const TOO_MANY = Object.freeze({ code: -32005, message: 'Too many requests', data: { retryAfter: 5 } });

function sendMany(page, count, members = {}) {
  for (let number = 0; number < count; number += 1) {
    page.postMessage(JSON.stringify({ ...ACCOUNTS, ...members, id: String(number) }));
  }
}

const passed = (origin) => browser.socket.sent.filter(({ sender }) => sender?.origin === origin);

for (const state of ['before the wallet took the pairing', 'to a paired wallet']) {
  test(`messages: more than 128 open ones of an origin ${state}: are refused here, and those of another origin not`, async () => {
    paired();
    const [shop, again, bank] = ['https://shop.example', 'https://shop.example', 'https://bank.example'].map((origin) =>
      browser.connect({ origin })
    );
    await setImmediate();
    if (state === 'to a paired wallet') await browser.pairAgain();
    sendMany(shop, 100);
    sendMany(again, 29);
    sendMany(bank, 1);
    if (state !== 'to a paired wallet') await browser.pairAgain();
    const refused = again.heard.filter(({ type }) => type === 'message').map(({ text }) => JSON.parse(text));
    assert.deepEqual(refused, [{ jsonrpc: '2.0', version: 1, id: '28', error: TOO_MANY }]);
    assert.equal(passed('https://shop.example').length, 128);
    assert.equal(passed('https://bank.example').length, 1);
  });
}

test('messages: 128 open ones with the same id: count as 128', async () => {
  paired();
  const page = await browser.page();
  for (let count = 0; count < 129; count += 1) page.postMessage(JSON.stringify(ACCOUNTS));
  assert.deepEqual(lastText(page).error, TOO_MANY);
});

test('messages: more than 4 MiB open of an origin: are refused here, smaller ones not', async () => {
  paired();
  const page = await browser.page();
  sendMany(page, 5, { params: { note: 'ä'.repeat(450_000) } });
  assert.deepEqual(lastText(page).error, TOO_MANY);
  page.postMessage(JSON.stringify(ACCOUNTS));
  assert.equal(passed('https://shop.example').length, 5);
});

test('messages: an open one is answered: makes room for the next', async () => {
  paired();
  const page = await browser.page();
  sendMany(page, 128);
  const { id, sender } = browser.socket.last;
  await browser.socket.receive(JSON.stringify({ jsonrpc: '2.0', version: 1, id, page: sender.page, result: {} }));
  page.postMessage(JSON.stringify(ACCOUNTS));
  assert.equal(passed('https://shop.example').length, 129);
});

test('messages: of a page that closed: count for its origin until the wallet has read that', async () => {
  paired();
  const [page, next] = [await browser.page(), await browser.page()];
  sendMany(page, 128);
  page.disconnect();
  const closing = browser.socket.last;
  assert.equal(closing.method, 'miden_pageClosed');
  next.postMessage(JSON.stringify(ACCOUNTS));
  assert.deepEqual(lastText(next).error, TOO_MANY);
  await browser.socket.answer({}, closing);
  next.postMessage(JSON.stringify(ACCOUNTS));
  assert.equal(browser.socket.last.method, ACCOUNTS.method);
});

test('a page that closes: the wallet is told, and the other pages go on', async () => {
  paired();
  const [shop, bank] = [await browser.page(), await browser.page('https://bank.example')];
  for (const page of [shop, bank]) page.postMessage(JSON.stringify(ACCOUNTS));
  shop.disconnect();
  assert.equal(browser.socket.last.method, 'miden_pageClosed');
  assert.equal(browser.socket.last.sender.origin, 'https://shop.example');
  assert.equal(browser.socket.readyState, 1);
  bank.disconnect();
  assert.equal(browser.socket.readyState, 3);
});

test('a page that sends what is no request: is answered, and the wallet hears nothing', async () => {
  paired();
  const page = await browser.page();
  const { length } = browser.socket.sent;
  page.postMessage('{');
  page.postMessage('{}');
  assert.deepEqual(page.heard.slice(-2).map(({ text }) => JSON.parse(text).error.code), [-32700, -32600]);
  assert.equal(browser.socket.sent.length, length);
});

// The worker's life

test('ping: a request is open: is sent every 20 s until its answer', async () => {
  paired();
  const page = await browser.page();
  page.postMessage(JSON.stringify(ACCOUNTS));
  const { sender } = browser.socket.last;
  const pings = () => browser.socket.sent.filter(({ method }) => method === 'miden_ping').length;
  await browser.clock.advance(19_999);
  assert.equal(pings(), 0);
  await browser.clock.advance(20_001);
  assert.equal(pings(), 2);
  const answer = { jsonrpc: '2.0', version: 1, id: 'a', page: sender.page, result: { addresses: [] } };
  await browser.socket.receive(JSON.stringify(answer));
  await browser.clock.advance(60_000);
  assert.equal(pings(), 2);
});

test('ping: the wallet refused the request without a page: ends, and the page is answered', async () => {
  paired();
  const page = await browser.page();
  page.postMessage(JSON.stringify(ACCOUNTS));
  await browser.socket.fail(-32600, 'The sender is not a page, or has another origin');
  assert.equal(lastText(page).error.code, -32600);
  assert.equal(browser.clock.waiting, 0);
});

// The scripts as they are built

test('tab: a page that sends a text larger than 1 MiB: has its connection closed, and the worker does not get it', async () => {
  paired();
  const window = await browser.tab();
  const told = [];
  window.addEventListener(TO_PAGE, (event) => told.push(readDetail(event)));
  dispatch(window, TO_BRIDGE, { type: 'connect', socket: 7 });
  const [port] = browser.openPorts;
  const received = [];
  port.onMessage.addListener((text) => received.push(text));
  for (const size of [1_048_576, 1_048_577]) dispatch(window, TO_BRIDGE, { type: 'send', socket: 7, text: 'x'.repeat(size) });
  assert.deepEqual(received.map(({ length }) => length), [1_048_576]);
  assert.deepEqual(told.at(-1), { type: 'close', socket: 7 });
});

test('tab: a page that does not call the wallet: does not wake the worker', async () => {
  paired();
  const window = await browser.tab();
  assert.equal(await window.midenWallet.isAvailable(), true);
  assert.equal(browser.openPorts.length, 0);
});

test('tab: connect: is asked as the origin of the tab, and the page has the account', async () => {
  paired();
  const window = await browser.tab();
  const connected = window.midenWallet.connect();
  await setImmediate();
  await browser.pairAgain();
  assert.equal(browser.socket.last.method, 'miden_connect');
  await answerPage({ ...SESSION, token: TOKEN });
  assert.equal((await connected).address, SESSION.address);
});

test('tab: the worker was stopped with a question open: the same id is asked again', async () => {
  paired();
  const window = await browser.tab();
  const connected = window.midenWallet.connect();
  await setImmediate();
  await browser.pairAgain();
  const { id, sender } = browser.socket.last;
  await browser.stopWorker();
  await browser.clock.advance(500);
  await browser.pairAgain();
  assert.equal(browser.sockets.length, 2);
  assert.equal(browser.socket.last.id, id);
  assert.notEqual(browser.socket.last.sender.page, sender.page);
  await answerPage({ ...SESSION, token: TOKEN });
  assert.equal((await connected).address, SESSION.address);
});

test('tab: the wallet does not run: is tried again ever later, and the call goes on', async () => {
  paired();
  const window = await browser.tab();
  const connected = outcome(failing(window.midenWallet.connect()));
  await setImmediate();
  await browser.socket.break();
  await browser.clock.advance(500);
  assert.equal(browser.sockets.length, 2);
  await browser.socket.break();
  await browser.clock.advance(500);
  assert.equal(browser.sockets.length, 2);
  await browser.clock.advance(500);
  assert.equal(browser.sockets.length, 3);
  assert.equal(connected.ended, undefined);
});

test('tab: the wallet was restarted: the session is resumed, and the page keeps it', async () => {
  paired();
  const window = await browser.tab();
  const connected = window.midenWallet.connect();
  await setImmediate();
  await browser.pairAgain();
  await answerPage({ ...SESSION, token: TOKEN });
  await connected;
  await browser.socket.break();
  await browser.clock.advance(500);
  await browser.pairAgain();
  assert.equal(browser.socket.last.method, 'miden_resumeSession');
  assert.deepEqual(browser.socket.last.params, { token: TOKEN });
  await answerPage({ session: SESSION });
  assert.equal(window.midenWallet.address, SESSION.address);
});

test('tab: an extension without a wallet: a call ends with NOT_GRANTED', async () => {
  const window = await browser.tab();
  await assert.rejects(window.midenWallet.connect(), { name: 'NotGrantedMidenWalletError' });
});

// A window in which the bridge runs as it is built, and what the worker gets of it.
async function openBridge() {
  paired();
  await browser.page('https://bank.example');
  const window = await browser.tab();
  dispatch(window, TO_BRIDGE, { type: 'connect', socket: 7 });
  const received = [];
  browser.openPorts.at(-1).onMessage.addListener((text) => received.push(text));
  const send = (text) => dispatch(window, TO_BRIDGE, { type: 'send', socket: 7, text });
  return { send, received };
}

test('tab: a page with 128 messages that are not answered: the next one is passed on after an answer', async () => {
  const { send, received } = await openBridge();
  for (let number = 0; number < 1000; number += 1) send(JSON.stringify({ ...ACCOUNTS, id: String(number) }));
  assert.equal(received.length, 128);
  await answerPage({});
  assert.equal(received.length, 129);
  await browser.socket.receive(JSON.stringify({
    jsonrpc: '2.0', version: 1, page: browser.socket.last.sender.page, method: 'miden_event', params: { event: 'disconnect' },
  }));
  assert.equal(received.length, 129);
});

test('tab: a page with 4 MiB of messages that are not answered: the next one is passed on after an answer', async () => {
  const { send, received } = await openBridge();
  for (let number = 0; number < 10; number += 1) {
    send(JSON.stringify({ ...ACCOUNTS, id: String(number), params: { note: 'x'.repeat(1_000_000) } }));
  }
  assert.equal(received.length, 4);
  await answerPage({});
  assert.equal(received.length, 5);
});

test('tab: a message that the extension refuses itself: makes room for the next', async () => {
  const { send, received } = await openBridge();
  for (let number = 0; number < 1000; number += 1) send('{');
  assert.equal(received.length, 1000);
});

// Answers the last request of a page.
async function answerPage(result) {
  const { id, sender } = browser.socket.last;
  await browser.socket.receive(JSON.stringify({ jsonrpc: '2.0', version: 1, id, page: sender.page, result }));
}

// The manifest

test('manifest: permissions and hosts: are the fewest', () => {
  const manifest = JSON.parse(readFileSync(new URL('../extension/manifest.json', import.meta.url), 'utf8'));
  assert.deepEqual(manifest.permissions, ['storage']);
  assert.equal(manifest.host_permissions, undefined);
  assert.equal(manifest.web_accessible_resources, undefined);
  assert.equal(manifest.externally_connectable, undefined);
  assert.ok(manifest.content_scripts.every((script) => script.all_frames === undefined));
  assert.match(manifest.content_security_policy.extension_pages, /connect-src ws:\/\/127\.0\.0\.1:\*;/);
});
