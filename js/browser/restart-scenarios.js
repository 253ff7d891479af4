// The wallet is killed and started again while a page is open: what was approved is paid once. README.md says how
// to run this.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { call, isCommitted, openConnected, payment, restartWallet, wallet } from './suite.js';

// The page looks for the wallet again after up to 30 s.
const options = { timeout: 180_000 };

test('killed between approval and answer: the page gets the reference, and it is paid once', options, async () => {
  const tab = await openConnected();
  const before = await wallet.received();
  await wallet.killAtApproval();
  const sending = call(tab, 'requestSend', payment(5));
  await wallet.approve();
  const approved = await wallet.exited();
  await restartWallet();
  assert.equal(await isCommitted(tab, sending), approved);
  assert.equal((await wallet.received()) - before, 5n);
  assert.equal(wallet.openQuestions, 0);
});

test('killed while the question is open: the user is asked again, and it is paid once', options, async () => {
  const tab = await openConnected();
  const before = await wallet.received();
  const sending = call(tab, 'requestSend', payment(5));
  await wallet.question();
  await wallet.kill();
  await restartWallet();
  assert.equal((await wallet.approve()).text, '5');
  await isCommitted(tab, sending);
  assert.equal((await wallet.received()) - before, 5n);
  assert.equal(wallet.openQuestions, 0);
});

for (const place of ['before-journal', 'after-journal', 'after-submit', 'after-apply']) {
  test(`killed ${place}: the page gets the reference, and it is paid once`, options, async () => {
    const before = await wallet.received();
    await restartWallet(`${place}:kill`);
    const tab = await openConnected();
    const sending = call(tab, 'requestSend', payment(5));
    await wallet.approve();
    await wallet.exited();
    await restartWallet();
    await isCommitted(tab, sending);
    assert.equal((await wallet.received()) - before, 5n);
    assert.equal(wallet.openQuestions, 0);
  });
}
