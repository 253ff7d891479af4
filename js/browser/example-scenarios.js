// The sample dApp in every state of its page. README.md says how to run this.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';

import { Chromium } from './chromium.js';
import { ExampleProgram } from './example-program.js';

const program = process.env.MIDEN_EXAMPLE_DAPP;
const browser = process.env.MIDEN_BROWSER_TEST_CHROMIUM ?? 'chromium';
// Where pictures of the states go. Without it there are none.
const pictures = process.env.MIDEN_EXAMPLE_SCREENSHOTS;
// A wallet that does not answer fails its test.
const options = { timeout: 60_000 };

const SCREENS = [
  { name: 'desktop', width: 1200, height: 800, scheme: 'light' },
  { name: 'desktop-dark', width: 1200, height: 800, scheme: 'dark' },
  { name: 'phone', width: 390, height: 844, scheme: 'light' },
  { name: 'phone-dark', width: 390, height: 844, scheme: 'dark' },
];

let example;
let chromium;
let profile;
let tab;

before(async () => {
  if (!program) throw new Error('MIDEN_EXAMPLE_DAPP names no program');
  if (pictures) await mkdir(pictures, { recursive: true });
  chromium = await Chromium.start(browser);
  example = await ExampleProgram.start(program);
});

after(async () => {
  await chromium?.close();
  await example?.stop();
});

beforeEach(async () => {
  profile = await chromium.profile();
  tab = await profile.tab();
});

afterEach(() => profile.close());

// Waits until the page is in a state, and takes its pictures if it has a name for them.
async function isIn(state, picture) {
  await tab.run(async (state) => {
    while (document.body.dataset.state !== state) await new Promise((resolve) => setTimeout(resolve, 20));
  }, state);
  for (const screen of pictures && picture ? SCREENS : []) {
    const { width, height, scheme } = screen;
    const metrics = { width, height, deviceScaleFactor: 1, mobile: false };
    await tab.send('Emulation.setDeviceMetricsOverride', metrics);
    await tab.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
    const { data } = await tab.send('Page.captureScreenshot', { format: 'png' });
    await writeFile(join(pictures, `${picture}-${screen.name}.png`), Buffer.from(data, 'base64'));
    // A scroll bar takes some of it.
    assert.ok((await tab.run(() => document.documentElement.scrollWidth)) <= width, 'the page is wider than its screen');
  }
}

const click = (id = 'action') => tab.run((id) => document.getElementById(id).click(), id);
const problem = () => tab.run(() => document.getElementById('problem').textContent);
const facts = () => tab.run(() => document.getElementById('facts').innerText);
const ask = (path, init) =>
  tab.run(
    async (path, init) => {
      const response = await fetch(path, init);
      return { status: response.status, ...(await response.json()) };
    },
    path,
    init
  );
const post = (path, body = {}) =>
  ask(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

async function connect() {
  await tab.open(`${example.origin}/`);
  await isIn('found');
  await click();
  await example.question();
  await example.approve();
  await isIn('connected');
}

async function signIn() {
  await connect();
  await click();
  await example.question();
  await example.approve();
  await isIn('signed-in');
}

// Changes the next request of a path before it is sent.
const tamper = (path, change) =>
  tab.run(`() => {
    const send = window.fetch;
    window.fetch = (target, init) => {
      if (target !== ${JSON.stringify(path)}) return send(target, init);
      window.fetch = send;
      return send(target, { ...init, body: JSON.stringify((${change})(JSON.parse(init.body))) });
    };
  }`);

test('wallet: that does not run: is missed, and found once it runs', options, async () => {
  // Sockets of the page are refused, as by a port on which nothing listens.
  const source = `window.WebSocket = class extends EventTarget {
    readyState = 3;
    constructor() {
      super();
      queueMicrotask(() => this.dispatchEvent(new CloseEvent('close', { code: 1006 })));
    }
  };`;
  const { identifier } = await tab.send('Page.addScriptToEvaluateOnNewDocument', { source });
  await tab.open(`${example.origin}/`);
  await isIn('missing', 'missing');
  await tab.send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
  await tab.loads(() => click());
  await isIn('found', 'found');
});

test('page: its scripts: are those of the shop, and no other site or port may add one', options, async () => {
  const response = await fetch(`${example.origin}/`);
  const policy = response.headers.get('content-security-policy').split('; ');
  assert.ok(policy.includes("default-src 'none'") && policy.includes("script-src 'self'"), policy);
  const [, walletPort] = /^connect-src 'self' ws:\/\/127\.0\.0\.1:(\d+)$/m.exec(policy.join('\n'));
  await tab.open(`${example.origin}/`);
  await isIn('found');
  const scripts = await tab.run(() =>
    performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js'))
  );
  assert.ok(scripts.includes(`${example.origin}/miden-wallet/install.js`), scripts.join());
  for (const script of scripts) assert.equal(new URL(script).origin, example.origin);
  assert.deepEqual(tab.errors, []);
  const outcome = await tab.run(
    (src) =>
      new Promise((resolve) => {
        const script = document.createElement('script');
        Object.assign(script, { type: 'module', src, onload: () => resolve('runs'), onerror: () => resolve('is blocked') });
        document.head.append(script);
      }),
    `http://127.0.0.1:${walletPort}/miden-wallet.js`
  );
  assert.equal(outcome, 'is blocked');
});

test('connect: declined: says so, and can be approved after that', options, async () => {
  await tab.open(`${example.origin}/`);
  await isIn('found');
  await click();
  const question = await example.question();
  assert.ok(question.includes(`Site: ${example.origin}`), question);
  assert.ok(question.includes('It calls itself: Corner Coffee'), question);
  await isIn('connecting', 'connecting');
  await example.decline();
  await isIn('found', 'declined');
  assert.match(await problem(), /declined/);
  await click();
  await example.question();
  await example.approve();
  await isIn('connected', 'connected');
  assert.deepEqual(tab.errors, []);
});

test('sign-in: declined, then approved: signs in, also after a reload', options, async () => {
  await connect();
  await click();
  const question = await example.question();
  assert.ok(question.includes('| Sign in to Corner Coffee'), question);
  await isIn('signing-in', 'signing-in');
  await example.decline();
  await isIn('connected', 'sign-in-declined');
  await click();
  await example.question();
  await example.approve();
  await isIn('signed-in', 'signed-in');
  await tab.reload();
  await isIn('signed-in');
  assert.deepEqual(tab.errors, []);
});

const forgeries = [
  ['of a nonce that was not issued', "(body) => ({ ...body, nonce: '0'.repeat(32) })"],
  ['with another text', '({ nonce, signed }) => ({ nonce, signed: { ...signed, message: `${signed.message} ` } })'],
  ['with another signature', '({ nonce, signed }) => ({ nonce, signed: { ...signed, signature: btoa("\\u0001") } })'],
];
for (const [name, change] of forgeries) {
  test(`sign-in: ${name}: is refused`, options, async () => {
    await connect();
    await tamper('api/sign-in', change);
    await click();
    await example.question();
    await example.approve();
    await isIn('connected', 'sign-in-refused');
    assert.match(await problem(), /The shop refused the sign-in/);
    assert.equal((await ask('api/session')).address, undefined);
    assert.equal((await post('api/orders')).status, 401);
  });
}

test('sign-in: that was used: is refused the second time', options, async () => {
  await connect();
  await tab.run(() => {
    const send = window.fetch;
    window.fetch = (target, init) => {
      if (target === 'api/sign-in') window.used = init;
      return send(target, init);
    };
  });
  await click();
  await example.question();
  await example.approve();
  await isIn('signed-in');
  const used = await tab.run(() => window.used);
  assert.equal((await ask('api/sign-in', used)).status, 401);
});

test('payment: declined: pays nothing, and can be approved after that', options, async () => {
  await signIn();
  await click();
  await example.question();
  await isIn('paying', 'paying');
  await example.decline();
  await isIn('signed-in', 'payment-declined');
  assert.match(await problem(), /Nothing was paid/);
  await click();
  const question = await example.question();
  assert.match(question, /Pays in total, without the fee: 2\.5/);
  await example.approve();
  await isIn('receipt', 'receipt');
  const receipt = await facts();
  assert.match(receipt, /Paid\s+2\.5 MIDEN/);
  assert.match(receipt, /0x[0-9a-f]{64}/);
  assert.ok(receipt.includes(await tab.run(() => window.midenWallet.address)), receipt);
  assert.deepEqual(tab.errors, []);
});

test('payment: whose page is reloaded before its receipt: has its receipt after that', options, async () => {
  await signIn();
  // The shop does not see the payment until the page is loaded again.
  await tab.run(() => {
    const send = window.fetch;
    window.fetch = async (target, init) =>
      target.startsWith('api/orders/') ? new Response('{}') : send(target, init);
  });
  await click();
  await example.question();
  await example.approve();
  await isIn('checking', 'checking');
  await tab.reload();
  await isIn('receipt');
});

test('payment: of one order: pays no other one', options, async () => {
  await signIn();
  const { id } = await post('api/orders');
  await click();
  await example.question();
  await example.approve();
  await isIn('receipt');
  assert.deepEqual(await ask(`api/orders/${id}`), { status: 200 });
});

test('payment: of another amount: is no payment of the order', options, async () => {
  await signIn();
  const { id, recipientAddress, faucetId } = await post('api/orders');
  const sending = tab.run(
    async (payment) => {
      const { transactionId } = await window.midenWallet.requestSend(payment);
      return window.midenWallet.waitForTransaction(transactionId);
    },
    { recipientAddress, faucetId, amount: '2499999', noteType: 'public' }
  );
  await example.question();
  await example.approve();
  assert.match((await sending).txHash, /^0x/);
  // The receipt of another payment, which comes after it, shows that the shop has seen both.
  await click();
  await example.question();
  await example.approve();
  await isIn('receipt');
  assert.deepEqual(await ask(`api/orders/${id}`), { status: 200 });
});

test('disconnect: ends the sign-in too', options, async () => {
  await signIn();
  await click('disconnect');
  await isIn('disconnected', 'disconnected');
  await tab.run(async () => {
    while ((await (await fetch('api/session')).json()).address !== undefined);
  });
  assert.equal((await post('api/orders')).status, 401);
});

test('order: of another customer, or without a sign-in: is not shown', options, async () => {
  await signIn();
  const { id } = await post('api/orders');
  assert.equal((await ask('api/orders/none')).status, 404);
  await post('api/sign-out');
  assert.equal((await ask(`api/orders/${id}`)).status, 401);
});

// Sends a request of a program, with any headers, and returns the status.
async function send(method, path, headers) {
  const sent = request(`${example.origin}${path}`, { method, headers });
  sent.end(method === 'POST' ? '{}' : undefined);
  const [response] = await once(sent, 'response');
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}

test('server: a request of another origin, or by another name: is refused', options, async () => {
  assert.equal(await send('POST', '/api/sign-in/challenge', { Origin: example.origin }), 200);
  assert.equal(await send('POST', '/api/sign-in/challenge', { Origin: 'https://other.example' }), 403);
  assert.equal(await send('POST', '/api/sign-in/challenge', {}), 403);
  assert.equal(await send('GET', '/', { Host: 'other.example' }), 421);
  assert.equal(await send('GET', '/../Package.swift', {}), 404);
});
