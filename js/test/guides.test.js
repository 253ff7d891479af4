import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createContext, runInContext } from 'node:vm';

import { createProvider } from '../src/provider.js';

// The page and the scripts of docs/web-pages.md, as a browser runs them.
const guides = readFileSync(new URL('../../docs/web-pages.md', import.meta.url), 'utf8');
const blocks = (language) => guides.split(`\`\`\`${language}\n`).slice(1).map((block) => block.split('```')[0]);
const [page] = blocks('html');
const [script, factScript, signInScript] = blocks('js');
const IMPORT = /^import \{ installProvider \} from '\.\/miden-wallet\/(.*)';$/m;

const ADDRESS = 'mtst1ap2qrmeks90y052tv50ga95p2v9h48yj';
const FAUCET = 'mtst1ap7r6q4fz90y052tv50ga95p2v2j7h4g';
const ANSWERS = {
  miden_connect: { address: ADDRESS },
  miden_getBalance: { balances: [{ faucetId: FAUCET, amount: '1', decimals: 6, symbol: 'MIDEN' }] },
  miden_requestSend: { transactionId: '4a'.repeat(32) },
  miden_waitForTransaction: { txHash: `0x${'5b'.repeat(32)}`, outputNotes: [] },
  shop_accountFact: { address: ADDRESS, value: 'Savings' },
  miden_signIn: { address: ADDRESS, network: 'testnet', publicKey: 'AAE=', message: 'text', signature: '+/8=' },
};

// A page with a wallet that answers each method of `ANSWERS`.
function openPage({ hasWallet = true } = {}) {
  const calls = [];
  const socket = {
    isOpen: hasWallet,
    async call(method, params) {
      calls.push({ method, params });
      if (method === 'miden_connect') {
        this.onSession({
          address: ADDRESS,
          network: 'testnet',
          publicKey: 'AAE=',
          privateDataPermission: 'UPON_REQUEST',
          allowedPrivateData: 0,
        });
      }
      return ANSWERS[method];
    },
  };
  const elements = new Map();
  const find = (id) => {
    if (!elements.has(id)) {
      elements.set(id, { value: '', textContent: '', addEventListener: (_, work) => (elements.get(id).click = work) });
    }
    return elements.get(id);
  };
  const window = {};
  const installed = [];
  const installProvider = (address) => {
    installed.push(address);
    return (window.midenWallet = createProvider(socket));
  };
  const context = createContext({ window, installProvider, document: { querySelector: find }, btoa, Uint8Array });
  runInContext(`${script.replace(IMPORT, '')}\n${factScript}\n${signInScript}`, context);
  return { calls, installed, find, context, log: () => find('#log').textContent, midenWallet: window.midenWallet };
}

async function click(opened, id) {
  const before = opened.log();
  opened.find(id).click();
  while (opened.log() === before) await new Promise(setImmediate);
}

test('guides: the page without a wallet: says so', async () => {
  const opened = openPage({ hasWallet: false });
  await click(opened, '#connect');
  assert.match(opened.log(), /There is no wallet/);
});

test('guides: the page: has scripts of its site alone, and its policy allows the wallet no script', () => {
  assert.deepEqual(page.match(/<script.*/g), ['<script type="module" src="shop.js"></script>']);
  const [, name] = IMPORT.exec(script);
  assert.ok(existsSync(new URL(`../src/${name}`, import.meta.url)));
  const { port } = new URL(openPage().installed[0]);
  const [policy] = page.match(/(?<=content=")[^"]*/);
  assert.equal(policy, `default-src 'none'; script-src 'self'; connect-src 'self' ws://127.0.0.1:${port}`);
});

test('sample: its page: has scripts of its site alone', () => {
  const file = (name) => readFileSync(new URL(`../../Examples/dapp/page/${name}`, import.meta.url), 'utf8');
  assert.deepEqual(file('index.html').match(/<script.*/g), ['<script type="module" src="shop.js"></script>']);
  const imports = [...file('shop.js').matchAll(/\bimport\b[^'"`]*['"`]([^'"`]*)/g)].map(([, path]) => path);
  assert.deepEqual(imports, ['./miden-wallet/install.js']);
});

test('guides: the page: connects and pays', async () => {
  const opened = openPage();
  await click(opened, '#connect');
  assert.match(opened.log(), new RegExp(`Connected to ${ADDRESS} on testnet`));
  await click(opened, '#pay');
  while (!/In a block/.test(opened.log())) await new Promise(setImmediate);
  const payment = opened.calls.find(({ method }) => method === 'miden_requestSend').params;
  assert.deepEqual(
    [payment.recipientAddress, payment.faucetId, payment.noteType, payment.amount],
    [ADDRESS, FAUCET, 'public', '1']
  );
});

test('guides: the custom method: is called by its name, and its answer is shown', async () => {
  const opened = openPage();
  await click(opened, '#fact');
  assert.equal(opened.log(), `${ADDRESS} is called Savings\n`);
  const { params } = opened.calls.at(-1);
  assert.equal(JSON.stringify(params), '{"fact":"name"}');
});

test('guides: the sign-in: sends the bytes in base64', async () => {
  const opened = openPage();
  const sent = [];
  opened.context.fetch = async (url, { body }) => {
    sent.push({ url, body });
    return { json: async () => ({ origin: 'https://shop.example', nonce: 'a'.repeat(32) }) };
  };
  await runInContext('signIn()', opened.context);
  assert.deepEqual(sent.map(({ url }) => url), ['/sign-in/challenge', '/sign-in']);
  assert.deepEqual(JSON.parse(sent[1].body), ANSWERS.miden_signIn);
});
