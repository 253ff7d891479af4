// The shop's page: connects a wallet, signs in at the shop's server, pays, and shows the receipt of the server.
//
// The page decides nothing that counts. The wallet asks its user, and the server verifies the sign-in and looks for the
// payment on the chain.

import { installProvider } from './miden-wallet/install.js';

// How long the wallet may take to say whether the page is connected, and how often the server is asked for a payment.
const LOOK_TIME = 3_000;
const POLL_TIME = 1_000;
const MOST_POLLS = 120;

const STEPS = ['connect', 'sign-in', 'pay', 'receipt'];

// What each state shows. `waiting` has no button.
const STATES = {
  looking: { step: 'connect', title: 'One moment', waiting: 'Looking for your wallet' },
  missing: {
    step: 'connect',
    title: 'No wallet found',
    text: 'Start your Miden wallet on this computer, or the app or extension that has it. Then look again.',
    action: ['Look again', () => location.reload()],
  },
  found: {
    step: 'connect',
    title: 'Connect your wallet',
    text: 'The shop sees the address of your account. It reads and spends nothing without asking you.',
    action: ['Connect', connect],
  },
  connecting: { step: 'connect', title: 'Connect your wallet', waiting: 'Approve the connection in your wallet' },
  disconnected: {
    step: 'connect',
    title: 'Disconnected',
    text: 'The shop no longer has access to your account, and you are signed out.',
    action: ['Connect', connect],
  },
  connected: {
    step: 'sign-in',
    title: 'Sign in with your account',
    text: 'You sign a text that shows that the account is yours. It is no transaction, and costs nothing.',
    action: ['Sign in', signIn],
  },
  'signing-in': { step: 'sign-in', title: 'Sign in with your account', waiting: 'Approve the sign-in in your wallet' },
  'signed-in': {
    step: 'pay',
    title: 'Pay for your order',
    text: 'Your wallet shows the payment and its fee before you approve it.',
    action: ['Pay', pay],
  },
  paying: { step: 'pay', title: 'Pay for your order', waiting: 'Approve the payment in your wallet' },
  submitted: { step: 'pay', title: 'Payment approved', waiting: 'Waiting for a block to include it' },
  checking: { step: 'pay', title: 'Payment made', waiting: 'The shop looks for it on the chain' },
  unseen: {
    step: 'pay',
    title: 'Payment not seen yet',
    text: 'Do not pay again. The payment may still be included in a block.',
    action: ['Look again', followPayment],
  },
  receipt: { step: 'receipt', title: 'Thank you', text: 'The shop has your payment.', action: ['Buy again', buyAgain] },
};

const element = (id) => document.getElementById(id);

// What the server says of itself, such as its price.
let shop;
let wallet = null;
// Each state has a number. What began in an earlier one changes nothing any more.
let current = 0;

function show(name, { problem = '', facts = [] } = {}) {
  current += 1;
  const { step, title, text = '', waiting = '', action } = STATES[name];
  document.body.dataset.state = name;
  for (const item of element('steps').children) {
    const difference = STEPS.indexOf(item.dataset.step) - STEPS.indexOf(step);
    const isDone = difference < 0 || name === 'receipt';
    item.toggleAttribute('data-done', isDone);
    if (difference === 0 && !isDone) item.setAttribute('aria-current', 'step');
    else item.removeAttribute('aria-current');
  }
  element('step').textContent = title;
  setText('text', text);
  setText('problem', problem);
  element('waiting').hidden = waiting === '';
  element('waiting-for').textContent = waiting;
  element('facts').hidden = facts.length === 0;
  element('facts').replaceChildren(...facts.flatMap(([term, value]) => [tag('dt', term), tag('dd', value)]));
  const button = element('action');
  button.hidden = action === undefined;
  button.textContent = action === undefined ? '' : name === 'signed-in' ? `Pay ${shop.price.formatted}` : action[0];
  button.onclick = action === undefined ? null : action[1];
  const address = wallet?.address;
  element('account').hidden = address === undefined;
  element('address').textContent = address === undefined ? '' : shortened(address);
  element('address').title = address ?? '';
  // The button that had the focus may be gone.
  if (document.activeElement === document.body && current > 1) element('step').focus();
  return current;
}

function setText(id, text) {
  element(id).hidden = text === '';
  element(id).textContent = text;
}

function tag(name, content) {
  const made = document.createElement(name);
  made.append(content);
  return made;
}

const shortened = (address) => (address.length > 20 ? `${address.slice(0, 10)}…${address.slice(-6)}` : address);

// Asks the server. A refusal is an error with the server's reason.
async function ask(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Error('The shop does not answer. Try again.');
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) {
    const error = new Error(answer.error ?? 'The shop cannot do this now. Try again.');
    throw Object.assign(error, { status: response.status });
  }
  return answer;
}

// What a call of the wallet rejected with, as a sentence.
function reason(error, declined) {
  switch (error.name) {
    case 'NotGrantedMidenWalletError':
      return declined;
    case 'InvalidParamsMidenWalletError':
    case 'MidenWalletError':
      return `The wallet refused: ${error.message}.`;
    default:
      return error.message;
  }
}

// Finds the wallet: one that an extension or an app has put into the page, or else the one on this computer.
async function look() {
  show('looking');
  try {
    shop = await ask('GET', 'api/shop');
  } catch (error) {
    show('missing', { problem: error.message });
    return;
  }
  element('price').textContent = shop.price.formatted;
  wallet = window.midenWallet ?? installProvider(shop.walletAddress);
  wallet.on('disconnect', disconnected);
  wallet.on('accountChange', (permission) => permission !== null && enter());
  wallet.on('transactionChange', transactionChanged);
  // Answers once the wallet knows whether the page was connected before. It asks nobody.
  const connection = wallet.request({ method: 'miden_getAccounts' }).catch(() => {});
  await Promise.race([connection, new Promise((resolve) => setTimeout(resolve, LOOK_TIME))]);
  if (wallet.address !== undefined) await enter();
  else show((await wallet.isAvailable()) ? 'found' : 'missing');
}

async function connect() {
  const state = show('connecting');
  try {
    await wallet.connect('Corner Coffee');
  } catch (error) {
    if (state === current) show('found', { problem: reason(error, 'The wallet did not connect: you declined, or did not answer.') });
    return;
  }
  await enter();
}

// The page is connected to an account.
async function enter() {
  const state = show('looking');
  let session;
  try {
    session = await ask('GET', 'api/session');
    // Signed in as another account than the wallet's.
    if (session.address !== undefined && session.address !== wallet.address) {
      await ask('POST', 'api/sign-out', {});
      session = {};
    }
  } catch (error) {
    if (state === current) show('connected', { problem: error.message });
    return;
  }
  if (state !== current) return;
  if (session.address === undefined) show('connected');
  else await signedIn();
}

async function signIn() {
  const state = show('signing-in');
  try {
    const challenge = await ask('POST', 'api/sign-in/challenge', {});
    const signed = await wallet.signIn(challenge);
    await ask('POST', 'api/sign-in', {
      nonce: challenge.nonce,
      signed: { ...signed, publicKey: base64(signed.publicKey), signature: base64(signed.signature) },
    });
  } catch (error) {
    if (state === current) show('connected', { problem: reason(error, 'You declined the sign-in, or did not answer.') });
    return;
  }
  if (state === current) await signedIn();
}

async function signedIn() {
  if (keptPayment() === null) show('signed-in');
  else await followPayment();
}

const base64 = (bytes) => btoa(String.fromCharCode(...bytes));

async function pay() {
  const state = show('paying');
  try {
    const order = await ask('POST', 'api/orders', {});
    const { transactionId } = await wallet.requestSend({
      recipientAddress: order.recipientAddress,
      faucetId: order.faucetId,
      amount: order.amount,
      noteType: 'public',
    });
    // The payment is made from here on, also if this page is closed: it is followed when the page is opened again.
    keepPayment({ order: order.id, transactionId, address: wallet.address });
  } catch (error) {
    const problem = reason(error, 'Nothing was paid: you declined the payment, or did not answer.');
    if (state === current) show(error.status === 401 ? 'connected' : 'signed-in', { problem });
    return;
  }
  if (state === current) await followPayment();
}

// The payment that is followed. A page that may not store anything follows it until it is closed.
let payment = null;

function keepPayment(made) {
  payment = made;
  try {
    if (made === null) sessionStorage.removeItem('payment');
    else sessionStorage.setItem('payment', JSON.stringify(made));
  } catch {
    // Kept above.
  }
}

// Null if there is none of the connected account.
function keptPayment() {
  try {
    payment ??= JSON.parse(sessionStorage.getItem('payment'));
  } catch {
    // Kept above, if at all.
  }
  return payment?.address === wallet.address ? payment : null;
}

// Waits until a block includes the payment and the shop has seen it.
async function followPayment() {
  const { order, transactionId } = keptPayment();
  let state = show('submitted');
  try {
    const { errorMessage } = await wallet.waitForTransaction(transactionId);
    if (state !== current) return;
    if (errorMessage === 'Transaction timed out') {
      show('unseen');
      return;
    }
    if (errorMessage !== undefined) {
      keepPayment(null);
      show('signed-in', { problem: `The payment failed: ${errorMessage}` });
      return;
    }
    state = show('checking');
    for (let polls = 0; polls < MOST_POLLS && state === current; polls += 1) {
      const { receipt } = await ask('GET', `api/orders/${order}`);
      if (receipt !== undefined) {
        if (state === current) showReceipt(receipt);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_TIME));
    }
    if (state === current) show('unseen');
  } catch (error) {
    if (state !== current) return;
    const problem = reason(error, 'The wallet ended the connection.');
    if (error.status === 401) show('connected', { problem });
    else if (error.status === 404) {
      keepPayment(null);
      show('signed-in', { problem });
    } else show('unseen', { problem });
  }
}

function transactionChanged({ transactionId, state }) {
  if (keptPayment()?.transactionId !== transactionId || document.body.dataset.state !== 'submitted') return;
  if (state === 'pending') element('waiting-for').textContent = 'Submitted. Waiting for a block to include it';
}

function showReceipt({ order, item, price, payer, note, block }) {
  keepPayment(null);
  show('receipt', {
    facts: [
      ['Order', tag('code', order)],
      ['Item', item],
      ['Paid', price],
      ['By', tag('code', payer)],
      ['Note', tag('code', note)],
      ['Block', String(block)],
    ],
  });
}

function buyAgain() {
  show('signed-in');
}

// The user, or another tab, ended the connection.
async function disconnected() {
  show('disconnected');
  await ask('POST', 'api/sign-out', {}).catch(() => {});
}

element('disconnect').onclick = () => wallet.disconnect().catch(disconnected);

await look();
