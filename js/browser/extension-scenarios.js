// The extension in Chromium, loaded unpacked, with a wallet behind it. README.md says how to run this.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';

import { build } from '../extension/build.js';
import { REFUSED_CODE, noWallet } from '../extension/pairing-texts.js';
import { Chromium } from './chromium.js';
import { servePages } from './pages.js';
import { RawSocket } from './raw-socket.js';
import { WalletProgram } from './wallet-program.js';

const program = process.env.MIDEN_BROWSER_TEST_WALLET;
const browser = process.env.MIDEN_BROWSER_TEST_CHROMIUM ?? 'chromium';
// A wallet that does not answer fails its test.
const options = { timeout: 60_000 };

const OTHER_EXTENSION = `chrome-extension://${'p'.repeat(32)}`;
const NOT_GRANTED = { name: 'NotGrantedMidenWalletError', message: 'NOT_GRANTED' };

let folder;
let wallet;
let pages;
let otherPages;
// Of each test, with a profile of its own: an extension runs in the browser's own profile only.
let chromium;
let tabs;

before(async () => {
  if (!program) throw new Error('MIDEN_BROWSER_TEST_WALLET names no program');
  folder = await mkdtemp(join(tmpdir(), 'miden-extension-'));
  build(folder);
  wallet = await WalletProgram.start(program);
  pages = await servePages(wallet.port);
  otherPages = await servePages(wallet.port);
});

after(async () => {
  pages?.close();
  otherPages?.close();
  await wallet?.stop();
  if (folder) await rm(folder, { recursive: true });
});

beforeEach(async () => {
  chromium = await Chromium.start(browser, { extension: folder });
  tabs = [];
});

afterEach(async () => {
  await chromium.close();
  // The next test begins without grants and pairings.
  for (const { origin } of [pages, otherPages]) await wallet.revoke(origin);
  await wallet.unpair();
});

// The origin of the extension: that of its worker, which runs once it is installed.
async function extensionOrigin() {
  for (;;) {
    const changed = chromium.targetChanged();
    const worker = await findWorker();
    if (worker) return worker.url.replace('/background.js', '');
    await changed;
  }
}

async function findWorker() {
  const workers = await chromium.targets('service_worker');
  return workers.find(({ url }) => /^chrome-extension:\/\/[a-p]{32}\/background\.js$/.test(url));
}

async function openTab(url) {
  const tab = await chromium.tab();
  tabs.push(tab);
  await tab.open(url);
  return tab;
}

// The extension's own page.
async function openPairing() {
  return openTab(`${await extensionOrigin()}/pairing.html`);
}

// Enters a code, and returns the error that the page shows then, or an empty one.
async function enter(tab, code, port = wallet.port) {
  return tab.run(
    async (code, address) => {
      const element = (id) => document.getElementById(id);
      await until(() => element('state').textContent !== '');
      element('address').value = address;
      element('code').value = code;
      element('pair').requestSubmit();
      await until(() => !element('pair').hasAttribute('aria-busy'));
      return { error: element('error').textContent };

      async function until(condition) {
        while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    code,
    `127.0.0.1:${port}`
  );
}

// Waits until the page on which the user pairs says something of the state.
function untilState(tab, text) {
  return until(tab, `() => document.getElementById('state').textContent.includes(${JSON.stringify(text)})`);
}

// Pairs the extension, and returns its token.
async function pair() {
  const tab = await openPairing();
  const { error } = await enter(tab, await wallet.pairingCode());
  assert.equal(error, '');
  const token = await tab.run(async () => (await chrome.storage.local.get('wallet')).wallet.token);
  await tab.close();
  return token;
}

// A tab whose page knows nothing of the extension, and has found the wallet.
async function openPage({ origin } = pages) {
  const tab = await openTab(`${origin}/without-wallet`);
  await until(tab, () => window.readyState === 'Installed');
  return tab;
}

async function openConnected(site = pages) {
  const tab = await openPage(site);
  const connected = call(tab, 'connect');
  await wallet.approve();
  assert.equal((await connected).address, wallet.address);
  return tab;
}

// Waits in the page for a condition.
function until(tab, condition) {
  return tab.run(`async () => {
    while (!(${condition})()) await new Promise((resolve) => setTimeout(resolve, 20));
  }`);
}

// Calls a method of the wallet. An error becomes its name and message.
function call(tab, method, ...values) {
  return tab.run(
    async (method, values) => {
      try {
        return (await window.midenWallet[method](...values)) ?? null;
      } catch ({ name, message }) {
        return { name, message };
      }
    },
    method,
    values
  );
}

// Each page without an error in its console, and no question that the test did not expect.
function isQuiet() {
  for (const tab of tabs) assert.deepEqual(tab.errors, []);
  assert.equal(wallet.openQuestions, 0);
}

test('provider: a page without the script of the wallet: finds it before its own scripts run', options, async () => {
  const tab = await openTab(`${pages.origin}/without-wallet`);
  // The page looks for the wallet at once; later only each second.
  assert.equal(await tab.run(() => window.readyState), 'Installed');
  isQuiet();
});

test('not paired: a call ends with NOT_GRANTED, and nobody is asked', options, async () => {
  const tab = await openPage();
  assert.deepEqual(await call(tab, 'connect'), NOT_GRANTED);
  isQuiet();
});

test('pair: with the code of the wallet: a page connects, and the user is asked about its origin', options, async () => {
  await pair();
  const tab = await openPage();
  const connected = call(tab, 'connect');
  const { asks, origin } = await wallet.approve();
  assert.deepEqual({ asks, origin }, { asks: 'connect', origin: pages.origin });
  assert.deepEqual(await connected, { address: wallet.address, accountId: wallet.address });
  isQuiet();
});

test('pair: a page that was refused before: connects without a reload', options, async () => {
  const tab = await openPage();
  assert.deepEqual(await call(tab, 'connect'), NOT_GRANTED);
  await pair();
  const connected = call(tab, 'connect');
  await wallet.approve();
  assert.equal((await connected).address, wallet.address);
  isQuiet();
});

test('pair: a wrong code: tells so, and pages ask nothing; the right one pairs', options, async () => {
  const code = await wallet.pairingCode();
  const tab = await openPairing();
  const wrong = code.slice(0, -1) + (code.endsWith('2') ? '3' : '2');
  assert.deepEqual(await enter(tab, wrong), { error: REFUSED_CODE });
  assert.equal(await tab.run(() => document.activeElement.id), 'code');
  assert.deepEqual(await call(await openPage(), 'connect'), NOT_GRANTED);
  assert.equal((await enter(tab, code.toLowerCase())).error, '');
  isQuiet();
});

test('pair: a port without a wallet: tells what to check, and the focus is at the address', options, async () => {
  const gone = await servePages(wallet.port);
  gone.close();
  const { port } = new URL(gone.origin);
  const tab = await openPairing();
  assert.deepEqual(await enter(tab, '22222222', port), { error: noWallet(`127.0.0.1:${port}`) });
  assert.equal(await tab.run(() => document.activeElement.id), 'address');
  isQuiet();
});

test('pair: a port of another program: tells that no wallet answers', options, async () => {
  const { port } = new URL(pages.origin);
  assert.deepEqual(await enter(await openPairing(), '22222222', port), { error: noWallet(`127.0.0.1:${port}`) });
  isQuiet();
});

test('pair: a port that browsers refuse: tells that no wallet answers', options, async () => {
  assert.deepEqual(await enter(await openPairing(), '22222222', 1), { error: noWallet('127.0.0.1:1') });
  isQuiet();
});

test('pair: five wrong codes: end the right one', options, async () => {
  const code = await wallet.pairingCode();
  const tab = await openPairing();
  const wrong = code.slice(0, -1) + (code.endsWith('2') ? '3' : '2');
  for (let count = 0; count < 5; count++) assert.equal((await enter(tab, wrong)).error, REFUSED_CODE);
  assert.equal((await enter(tab, code)).error, REFUSED_CODE);
  isQuiet();
});

test('pair: an expired code: is refused', options, async () => {
  const code = await wallet.pairingCode();
  await wallet.expireCode();
  assert.equal((await enter(await openPairing(), code)).error, REFUSED_CODE);
  isQuiet();
});

test('pair: a used code: is refused', options, async () => {
  const code = await wallet.pairingCode();
  const tab = await openPairing();
  assert.equal((await enter(tab, code)).error, '');
  assert.equal((await enter(tab, code)).error, REFUSED_CODE);
  isQuiet();
});

test('stolen token: of another extension: pairs nothing', options, async () => {
  const token = await pair();
  const other = await RawSocket.open(wallet.port, OTHER_EXTENSION);
  assert.deepEqual((await other.call('miden_resumePairing', { token })).result, { paired: false });
  const sender = { origin: pages.origin, page: 'p' };
  assert.equal((await other.call('miden_connect', {}, sender)).error.code, 4100);
  other.close();
  isQuiet();
});

test('foreign extension: without a token: can ask for nothing but pairing', options, async () => {
  await pair();
  const other = await RawSocket.open(wallet.port, OTHER_EXTENSION);
  for (const sender of [undefined, { origin: pages.origin, page: 'p' }]) {
    assert.equal((await other.call('miden_connect', {}, sender)).error.code, 4100);
  }
  assert.equal((await other.call('miden_pair', { code: '22222222' })).error.code, 4100);
  other.close();
  isQuiet();
});

test("local program: with the extension's origin and no token: can ask for nothing", options, async () => {
  await pair();
  const forged = await RawSocket.open(wallet.port, await extensionOrigin());
  const sender = { origin: pages.origin, page: 'p' };
  assert.equal((await forged.call('miden_connect', {}, sender)).error.code, 4100);
  assert.deepEqual((await forged.call('miden_resumePairing', { token: '0'.repeat(64) })).result, { paired: false });
  assert.equal((await forged.call('miden_getAccounts', undefined, sender)).error.code, 4100);
  forged.close();
  isQuiet();
});

test("local program: with a page's origin: has no session, and its sender means nothing", options, async () => {
  await pair();
  await openConnected();
  const forged = await RawSocket.open(wallet.port, pages.origin);
  assert.equal((await forged.call('miden_getAccounts')).error.code, 4100);
  const sender = { origin: otherPages.origin, page: 'p' };
  assert.equal((await forged.call('miden_getAccounts', undefined, sender)).error.code, 4100);
  forged.close();
  isQuiet();
});

test('page: that names another origin to the extension: is asked about as what it is', options, async () => {
  await pair();
  const tab = await openPage();
  const sender = { origin: otherPages.origin, page: 'p' };
  const text = JSON.stringify({ jsonrpc: '2.0', version: 1, id: 'a', method: 'miden_connect', params: {}, sender });
  await tab.run((text) => {
    for (const message of [{ type: 'connect' }, { type: 'send', text }]) {
      const detail = JSON.stringify({ ...message, socket: 99 });
      window.dispatchEvent(new CustomEvent('miden-wallet-rpc-to-bridge', { detail }));
    }
  }, text);
  assert.equal((await wallet.decline()).origin, pages.origin);
  isQuiet();
});

test('two origins: each has its own grant, and one that closes leaves the other one', options, async () => {
  await pair();
  const tab = await openConnected();
  const other = await openPage(otherPages);
  assert.deepEqual(await call(other, 'requestAssets'), NOT_GRANTED);
  const connected = call(other, 'connect');
  assert.equal((await wallet.approve()).origin, otherPages.origin);
  await connected;
  await tab.close();
  assert.equal((await call(other, 'connect')).address, wallet.address);
  isQuiet();
});

test('a tab that closes: ends its question, and the question of the other tab goes on', options, async () => {
  await pair();
  const tab = await openPage();
  call(tab, 'connect').catch(() => {});
  await wallet.question();
  const other = await openPage(otherPages);
  const connected = call(other, 'connect');
  await tab.close();
  assert.equal((await wallet.approve()).origin, otherPages.origin);
  assert.equal((await connected).address, wallet.address);
  isQuiet();
});

test('reload: the page keeps its grant', options, async () => {
  await pair();
  const tab = await openConnected();
  await tab.reload();
  await until(tab, () => window.midenWallet.address !== undefined);
  assert.equal((await call(tab, 'connect')).address, wallet.address);
  isQuiet();
});

test('wallet restarted: the extension and the page connect again without a question', options, async () => {
  await pair();
  const tab = await openConnected();
  await wallet.closeSockets();
  assert.equal((await call(tab, 'connect')).address, wallet.address);
  await untilState(await openPairing(), 'which runs');
  isQuiet();
});

test('wallet restarted: while the user is asked: the question is asked again and answered', options, async () => {
  await pair();
  const tab = await openPage();
  const connected = call(tab, 'connect');
  await wallet.question();
  await wallet.closeSockets();
  await wallet.approve();
  assert.equal((await connected).address, wallet.address);
  isQuiet();
});

test('worker stopped: while the user is asked: the question is asked again and answered', options, async () => {
  await pair();
  const tab = await openPage();
  const connected = call(tab, 'connect');
  await wallet.question();
  await chromium.stopWorker(await findWorker());
  await wallet.approve();
  assert.equal((await connected).address, wallet.address);
  isQuiet();
});

test('worker stopped: without a question: the page goes on with its session', options, async () => {
  await pair();
  const tab = await openConnected();
  await chromium.stopWorker(await findWorker());
  assert.equal((await call(tab, 'connect')).address, wallet.address);
  isQuiet();
});

test('pairing revoked: pages get NOT_GRANTED, and a new code pairs again with their grants', options, async () => {
  await pair();
  const tab = await openConnected();
  await wallet.unpair();
  assert.deepEqual(await call(tab, 'connect'), NOT_GRANTED);
  await untilState(await openPairing(), 'Not paired any more');
  await pair();
  await until(tab, () => window.midenWallet.address !== undefined);
  assert.equal((await call(tab, 'connect')).address, wallet.address);
  isQuiet();
});

// Does something in another browser, with another wallet if one is given.
async function inOtherBrowser(otherWallet, work) {
  const first = { chromium, wallet };
  chromium = await Chromium.start(browser, { extension: folder });
  wallet = otherWallet;
  try {
    await work();
  } finally {
    await chromium.close();
    ({ chromium, wallet } = first);
  }
}

test('two browsers: each is paired by itself, and one that closes leaves the other its session', options, async () => {
  const token = await pair();
  const tab = await openConnected();
  await inOtherBrowser(wallet, async () => {
    const other = await openPage();
    assert.deepEqual(await call(other, 'connect'), NOT_GRANTED);
    assert.notEqual(await pair(), token);
    const connected = call(other, 'connect');
    await wallet.approve();
    assert.equal((await connected).address, wallet.address);
    isQuiet();
    tabs = [tab];
  });
  assert.equal((await call(tab, 'connect')).address, wallet.address);
  isQuiet();
});

test('two wallets: a browser that pairs with the second asks that one, and another browser stays', options, async () => {
  const second = await WalletProgram.start(program);
  try {
    await pair();
    const tab = await openConnected();
    await inOtherBrowser(wallet, async () => {
      await pair();
      const other = await openPage();
      const first = call(other, 'connect');
      await wallet.approve();
      await first;
      wallet = second;
      await pair();
      const connected = call(other, 'connect');
      assert.equal((await wallet.approve()).asks, 'connect');
      assert.equal((await connected).address, second.address);
      isQuiet();
      tabs = [tab];
    });
    assert.equal((await call(tab, 'connect')).address, wallet.address);
    isQuiet();
  } finally {
    await second.stop();
  }
});
