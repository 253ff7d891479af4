import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, test } from 'node:test';

import { showPairing } from '../extension/pairing-page.js';
import { NO_ANSWER, NO_CODE, REFUSED_CODE, WRONG_ADDRESS, refusalText, stateText } from '../extension/pairing-texts.js';
import { FakeBrowser, PAIRING_TOKEN, WALLET_URL } from '../testing/fake-browser.js';

const html = readFileSync(new URL('../extension/pairing.html', import.meta.url), 'utf8');
const ADDRESS = '127.0.0.1:8600';

// The parts of an element that the page uses. It has text alone.
class FakeElement extends EventTarget {
  textContent = '';
  value = '';
  hidden = false;
  attributes = {};
  constructor(document) {
    super();
    this.focus = () => (document.focused = this);
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  removeAttribute(name) {
    delete this.attributes[name];
  }
  set innerHTML(text) {
    throw new Error(`The page shows text, not the markup ${text}`);
  }
}

let browser;
let document;
const element = (id) => document.getElementById(id);

beforeEach(() => {
  browser = new FakeBrowser();
  browser.startWorker();
});

// Opens the page, which asks the worker.
async function open(sendMessage = (message) => browser.ask(message)) {
  const ids = [...html.matchAll(/\bid="([a-z-]+)"/g)].map(([, id]) => id);
  const elements = new Map();
  document = { focused: null, getElementById: (id) => elements.get(id) };
  for (const id of ids) elements.set(id, new FakeElement(document));
  element('address').value = ADDRESS;
  element('forget').hidden = true;
  showPairing(document, { sendMessage });
  await setImmediate();
}

async function enter(code, address = ADDRESS) {
  element('address').value = address;
  element('code').value = code;
  element('pair').dispatchEvent(new Event('submit', { cancelable: true }));
  await setImmediate();
}

function assertError(text, field) {
  const other = field === 'code' ? 'address' : 'code';
  assert.equal(element('error').textContent, text);
  assert.equal(document.focused, element(field));
  assert.deepEqual(element(field).attributes, { 'aria-invalid': 'true', 'aria-describedby': `${field}-hint error` });
  assert.deepEqual(element(other).attributes, { 'aria-describedby': `${other}-hint` });
  assert.equal(element('pair').attributes['aria-busy'], undefined);
}

test('pairing page: not paired: says what to enter, and there is nothing to forget', async () => {
  await open();
  assert.equal(element('state').textContent, stateText({ state: 'unpaired' }));
  assert.equal(element('forget').hidden, true);
});

test('pairing page: the right code: says that it is paired, and the code is gone', async () => {
  await open();
  await enter('K7WQ-2M9X');
  assert.equal(element('pair').attributes['aria-busy'], 'true');
  assert.equal(element('state').textContent, 'Asking the wallet …');
  await browser.socket.open();
  await browser.socket.answer({ token: PAIRING_TOKEN });
  assert.equal(element('state').textContent, stateText({ state: 'connected', address: ADDRESS, pages: 0 }));
  assert.equal(element('error').textContent, '');
  assert.equal(element('code').value, '');
  assert.equal(element('forget').hidden, false);
  assert.equal(element('pair').attributes['aria-busy'], undefined);
});

test('pairing page: a refused code, then the right one: the error is at the code, and goes', async () => {
  await open();
  await enter('K7WQ2M9X');
  await browser.socket.open();
  await browser.socket.fail(4100, 'The pairing code is wrong or has expired');
  assertError(REFUSED_CODE, 'code');
  assert.equal(element('state').textContent, stateText({ state: 'unpaired' }));
  await enter('K7WQ2M9Y');
  assert.deepEqual(element('code').attributes, { 'aria-describedby': 'code-hint' });
  await browser.socket.open();
  await browser.socket.answer({ token: PAIRING_TOKEN });
  assert.equal(element('error').textContent, '');
});

for (const [name, code, address, text, field] of [
  ['no code', 'K7WQ2M90', ADDRESS, NO_CODE, 'code'],
  ['no address of this computer', 'K7WQ2M9X', 'wallet.example:8600', WRONG_ADDRESS, 'address'],
]) {
  test(`pairing page: ${name}: is told at its field, and nobody is asked`, async () => {
    await open();
    await enter(code, address);
    assertError(text, field);
    assert.equal(browser.sockets.length, 0);
  });
}

test('pairing page: no wallet at the address: is told at the address', async () => {
  await open();
  await enter('K7WQ2M9X', '127.0.0.1:9');
  await browser.socket.break();
  assertError(element('error').textContent, 'address');
  assert.match(element('error').textContent, /No wallet answers at 127\.0\.0\.1:9\. Check that the wallet runs/);
});

test('pairing page: a second press while the wallet is asked: sends the code once', async () => {
  await open();
  await enter('K7WQ2M9X');
  await enter('K7WQ2M9X');
  assert.equal(browser.sockets.length, 1);
});

for (const [name, act, part] of [
  ['runs again', () => browser.pairAgain(), /^Paired with the wallet at 127\.0\.0\.1:8601, which runs\./],
  ['does not run', () => browser.socket.break(), /no wallet answers there now\. Start it;/],
  ['has lost its port', () => browser.clock.advance(10_000), /Another program uses the port\. Start the wallet/],
]) {
  test(`pairing page: a paired wallet that ${name}: is told, and can be forgotten`, async () => {
    browser.stored.wallet = { url: 'ws://127.0.0.1:8601/rpc', token: PAIRING_TOKEN };
    await open();
    await act();
    assert.match(element('state').textContent, part);
    assert.equal(element('address').value, '127.0.0.1:8601');
    assert.equal(element('forget').hidden, false);
  });
}

test('pairing page: a wallet that revoked the pairing: is told, and there is nothing to forget', async () => {
  browser.stored.wallet = { url: WALLET_URL, token: PAIRING_TOKEN };
  await open();
  await browser.socket.open();
  await browser.socket.answer({ paired: false });
  assert.match(element('state').textContent, /^Not paired any more: .* have the wallet show a new code/);
  assert.equal(element('forget').hidden, true);
});

test('pairing page: forget: tells how to end the pairing at the wallet, and the focus is at the code', async () => {
  browser.stored.wallet = { url: WALLET_URL, token: PAIRING_TOKEN };
  await open();
  await browser.pairAgain();
  element('forget').dispatchEvent(new Event('click'));
  await setImmediate();
  assert.match(element('state').textContent, /is forgotten.*miden-cli dapp revoke/);
  assert.equal(element('forget').hidden, true);
  assert.equal(document.focused, element('code'));
});

test('pairing page: an answer about an earlier state: does not replace that of the code', async () => {
  const answers = [];
  await open((message) => new Promise((resolve) => answers.push(resolve)));
  await enter('K7WQ2M9X');
  answers[1]({ state: 'connected', address: ADDRESS, pages: 2 });
  await setImmediate();
  answers[0]({ state: 'unpaired' });
  await setImmediate();
  assert.equal(element('state').textContent, stateText({ state: 'connected', address: ADDRESS, pages: 2 }));
});

for (const [name, sendMessage] of [
  ['was updated', () => Promise.reject(new Error('Extension context invalidated.'))],
  ['does not know the page', () => Promise.resolve(undefined)],
]) {
  test(`pairing page: an extension that ${name}: tells to reload the page`, async () => {
    await open(sendMessage);
    assert.equal(element('error').textContent, NO_ANSWER);
  });
}

test('pairing page: states: each says what happened in its own words', () => {
  const states = ['unpaired', 'forgotten', 'revoked', 'connected', 'unreachable', 'stranger', 'refused'];
  const refusal = refusalText({ code: -32006 });
  const texts = states.map((state) => stateText({ state, address: ADDRESS, pages: 1, refusal }));
  assert.equal(new Set(texts).size, states.length);
  assert.match(texts[3], /1 open page uses it\./);
  assert.match(texts[6], /refused the connection: it has another version.*Update/);
});

test('pairing page: its elements: have labels and roles, and exist', () => {
  for (const field of ['address', 'code']) {
    assert.match(html, new RegExp(`<label for="${field}">`));
    assert.match(html, new RegExp(`<input id="${field}"[^>]* aria-describedby="${field}-hint"`));
    assert.match(html, new RegExp(`id="${field}-hint"`));
  }
  assert.match(html, /id="state" role="status"/);
  assert.match(html, /id="error" role="alert"/);
  const script = readFileSync(new URL('../extension/pairing-page.js', import.meta.url), 'utf8');
  for (const [, id] of script.matchAll(/element\('([a-z]+)'\)/g)) assert.ok(html.includes(`id="${id}"`), id);
  assert.doesNotMatch(script, /innerHTML|insertAdjacentHTML|document\.write/);
});
