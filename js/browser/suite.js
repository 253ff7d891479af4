// A browser with pages and a wallet behind them, for the tests of a file. Each test has a profile of its own.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach } from 'node:test';

import { Chromium } from './chromium.js';
import { servePages } from './pages.js';
import { WalletProgram } from './wallet-program.js';

const program = process.env.MIDEN_BROWSER_TEST_WALLET;
const browser = process.env.MIDEN_BROWSER_TEST_CHROMIUM ?? 'chromium';
// A wallet that does not answer fails its test.
export const options = { timeout: 60_000 };

export const NOT_GRANTED = { name: 'NotGrantedMidenWalletError', message: 'NOT_GRANTED' };
export const INVALID_PARAMS = 'InvalidParamsMidenWalletError';

export let wallet;
export let pages;
export let otherPages;
// Of each test, so that no grant of another one is in its storage.
export let profile;

let chromium;
// What the wallet keeps, so that it can be started again.
let data;

before(async () => {
  if (!program) throw new Error('MIDEN_BROWSER_TEST_WALLET names no program');
  data = await mkdtemp(join(tmpdir(), 'miden-browser-wallet-'));
  chromium = await Chromium.start(browser);
  wallet = await WalletProgram.start(program, { MIDEN_BROWSER_TEST_DATA: data });
  pages = await servePages(wallet.port);
  otherPages = await servePages(wallet.port);
});

after(async () => {
  pages?.close();
  otherPages?.close();
  await wallet?.stop();
  await chromium?.close();
  if (data) await rm(data, { recursive: true, force: true });
});

beforeEach(async () => {
  profile = await chromium.profile();
});

afterEach(async () => {
  await profile.close();
  if (wallet.hasExited) await restartWallet();
  // The next test begins without a grant.
  for (const { origin } of [pages, otherPages]) await wallet.revoke(origin);
});

// Starts the program again, on its port and with what it kept. `failPoint` is where it is killed, such as
// `after-submit:kill`.
export async function restartWallet(failPoint) {
  await wallet.stop();
  wallet = await WalletProgram.start(program, {
    MIDEN_BROWSER_TEST_DATA: data,
    MIDEN_BROWSER_TEST_PORT: String(wallet.port),
    ...(failPoint && { MIDEN_FAIL_POINT: failPoint }),
  });
}

// Whether the wallet keeps a grant of the origin of the pages.
export async function isGranted() {
  // There is no file before the first grant.
  const text = await readFile(join(data, 'grants.json'), 'utf8').catch(() => '{"content": {}}');
  return pages.origin in JSON.parse(text).content;
}

// A tab with a page that has found the wallet.
export async function openPage(path = '/', { origin } = pages) {
  const tab = await profile.tab();
  const failure = tab.failure();
  failure.catch(() => {});
  await tab.open(`${origin}${path}`);
  // Without its script the page would wait for ever.
  await Promise.race([until(tab, () => window.readyState === 'Installed'), failure]);
  return tab;
}

// A tab that is connected, the heard events forgotten.
export async function openConnected(...values) {
  const tab = await openPage();
  const connected = connect(tab, ...values);
  await wallet.approve();
  await connected;
  await tab.run(() => void (window.heard.length = 0));
  return tab;
}

// Waits in the page for a condition.
export function until(tab, condition) {
  return tab.run(`async () => {
    while (!(${condition})()) await new Promise((resolve) => setTimeout(resolve, 20));
  }`);
}

// Calls a method of the wallet. An error becomes its name and message.
export function call(tab, method, ...values) {
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

export const connect = (tab, ...values) => call(tab, 'connect', ...values);
export const heard = (tab) => tab.run(() => window.heard);

// Each page without an error in its console, and no question that the test did not expect.
export function isQuiet(...tabs) {
  for (const tab of tabs) assert.deepEqual(tab.errors, []);
  assert.equal(wallet.openQuestions, 0);
}

// A payment to the other account.
export function payment(amount, others = {}) {
  const { address: senderAddress, recipient: recipientAddress } = wallet;
  const { faucetId } = wallet.assets[0];
  return { senderAddress, recipientAddress, faucetId, noteType: 'public', amount, ...others };
}

// Checks that a call of a transaction gets its reference, and that a block includes the transaction. Returns the
// reference.
export async function isCommitted(tab, sending) {
  const { transactionId } = await sending;
  assert.match(transactionId, /^[0-9a-f]{64}$/);
  assert.match((await call(tab, 'waitForTransaction', transactionId)).txHash, /^0x[0-9a-f]{64}$/);
  return transactionId;
}
