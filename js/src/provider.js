// The object that pages find at `window.midenWallet`.

import { accountParams, consumeParams, customParams, encodeView, readMessage, sendParams } from './arguments.js';
import { decodeBase64 } from './base64.js';
import { createEmitter } from './emitter.js';
import {
  InvalidParamsMidenWalletError,
  NotGrantedMidenWalletError,
  RpcError,
  adapterError,
} from './errors.js';
import { randomID } from './random.js';
import {
  readAssets,
  readBalances,
  readBytes,
  readGuardianInfo,
  readNotes,
  readSigned,
  readText,
  readTransactionChange,
  readTransactionOutput,
} from './results.js';
import { isPrivateDataPermission } from './session.js';

const LONGEST_NAME = 64;
const ALL_NOTES = 0;

// The wallet ends a wait after five minutes.
const WAIT_TIMEOUT = 305_000;
const TIMED_OUT = Object.freeze({ errorMessage: 'Transaction timed out' });

// The calls that the wallet carries out once for each `callId`.
const SPENDING = new Set(['miden_requestSend', 'miden_requestConsume', 'miden_requestTransaction']);

// The methods do not read `this`, so that a page can wrap the provider in a Proxy or take them off it.
export function createProvider(socket) {
  const emitter = createEmitter();
  const provider = {
    ...emitter,
    address: undefined,
    accountId: undefined,
    publicKey: undefined,
    permission: undefined,
    network: undefined,
    appName: undefined,

    async isAvailable() {
      return socket.isOpen;
    },

    async connect(...values) {
      const params = connectParams(values);
      if (params.appName !== undefined) provider.appName = params.appName;
      const { address } = await call('miden_connect', params);
      emitter.emit('connect', address);
      return { address, accountId: address };
    },

    async enable() {
      const { address } = await provider.connect();
      return [address];
    },

    async request({ method, params } = {}) {
      return method === 'miden_requestAccounts' ? provider.enable() : call(method, params);
    },

    async disconnect() {
      await call('miden_disconnect');
    },

    async requestAssets() {
      const { assets } = await call('miden_requestAssets', { address: connectedAddress() });
      return { assets: readAssets(assets) };
    },

    async getBalance(faucetId) {
      const { balances } = await call('miden_getBalance', { address: connectedAddress(), faucetId });
      return { balances: readBalances(balances) };
    },

    async requestSend(transaction) {
      return spend('miden_requestSend', sendParams(transaction, connectedAddress()));
    },

    async requestConsume(transaction) {
      return spend('miden_requestConsume', consumeParams(transaction, connectedAddress()));
    },

    // The newer adapters also call the method of its own for each type.
    async requestTransaction(transaction) {
      const { type, payload } = transaction ?? {};
      const address = connectedAddress();
      if (type === 'send') return spend('miden_requestSend', sendParams(payload, address));
      if (type === 'consume') return spend('miden_requestConsume', consumeParams(payload, address));
      if (type === 'custom') return spend('miden_requestTransaction', customParams(payload, address));
      throw new InvalidParamsMidenWalletError('The type of the transaction is not send, consume or custom');
    },

    // Older pages pass nothing.
    async requestPrivateNotes(noteFilterType, noteIds) {
      const { privateNotes } = await call('miden_requestPrivateNotes', {
        address: connectedAddress(),
        noteFilterType: noteFilterType ?? ALL_NOTES,
        noteIds,
      });
      return { privateNotes: readNotes(privateNotes) };
    },

    async requestConsumableNotes() {
      const { consumableNotes } = await call('miden_requestConsumableNotes', { address: connectedAddress() });
      return { consumableNotes: readNotes(consumableNotes) };
    },

    async importPrivateNote(note) {
      const params = { address: connectedAddress(), note: encodeView(note) };
      const { noteId } = await call('miden_importPrivateNote', params);
      return { noteId: readText(noteId, 'id of a note') };
    },

    // The adapter's second argument is a timeout without a unit. The official wallet ignores it, too.
    async waitForTransaction(transactionId) {
      connectedAddress();
      const options = { timeout: WAIT_TIMEOUT, unanswered: TIMED_OUT };
      return readTransactionOutput(await call('miden_waitForTransaction', { transactionId }, options));
    },

    async requestGuardianInfo() {
      const { guardianInfo } = await call('miden_requestGuardianInfo', { address: connectedAddress() });
      return { guardianInfo: readGuardianInfo(guardianInfo) };
    },

    async createAccount(params) {
      connectedAddress();
      const { accountId } = await call('miden_createAccount', accountParams(params));
      return { accountId: readText(accountId, 'account') };
    },

    async signBytes(bytes, kind) {
      const payload = encodeView(bytes);
      const { signature } = await call('miden_signBytes', { address: connectedAddress(), payload, kind });
      return { signature: readBytes(signature) };
    },

    async signMessage(message) {
      const params = { address: connectedAddress(), message: readMessage(message) };
      return readSigned(await call('miden_signMessage', params));
    },

    async signIn({ origin, nonce, issuedAt, expiresAt, statement } = {}) {
      const address = connectedAddress();
      return readSigned(await call('miden_signIn', { address, origin, nonce, issuedAt, expiresAt, statement }));
    },
  };

  async function call(method, params, options) {
    // The socket sends a call again with the same text if it broke. An id that a page passes is not used.
    const isSpending = SPENDING.has(method) && !Array.isArray(params);
    try {
      return await socket.call(method, isSpending ? { ...params, callId: randomID() } : params, options);
    } catch (error) {
      if (error instanceof RpcError) throw adapterError(error);
      // The parameters cannot be written as JSON.
      throw new InvalidParamsMidenWalletError(error.message);
    }
  }

  async function spend(method, params) {
    const { transactionId } = await call(method, params);
    return { transactionId: readText(transactionId, 'transaction') };
  }

  function connectedAddress() {
    if (provider.address === undefined) throw new NotGrantedMidenWalletError();
    return provider.address;
  }

  socket.onSession = (session) => {
    const previous = provider.permission;
    const permission = session === null ? undefined : permissionOf(session);
    Object.assign(provider, {
      address: permission?.address,
      accountId: permission?.address,
      publicKey: permission?.publicKey,
      network: permission?.rpc,
      permission,
    });
    if (previous === undefined) return;
    if (permission === undefined) {
      emitter.emit('disconnect');
      emitter.emit('accountChange', null);
    } else if (!isSame(previous, permission)) {
      emitter.emit('accountChange', permission);
    }
  };

  socket.onEvent = (event, data) => {
    if (provider.permission === undefined) return;
    if (event === 'networkChange' && typeof data?.network === 'string') {
      provider.network = data.network;
      provider.permission = { ...provider.permission, rpc: data.network };
      emitter.emit('networkChange', data.network);
    } else if (event === 'transactionChange') {
      const change = readTransactionChange(data);
      if (change !== null) emitter.emit('transactionChange', change);
    }
  };

  return provider;
}

// The arguments of the adapter's connect. Older pages pass a name alone, or nothing, or permissions of older adapters:
// then the wallet asks each time.
function connectParams([first, network, allowedPrivateData]) {
  if (typeof first === 'string' && network === undefined && !isPrivateDataPermission(first)) {
    return { appName: [...first].slice(0, LONGEST_NAME).join('') };
  }
  return {
    privateDataPermission: isPrivateDataPermission(first) ? first : undefined,
    network: typeof network === 'string' ? network : undefined,
    allowedPrivateData: typeof allowedPrivateData === 'number' ? allowedPrivateData : undefined,
  };
}

function permissionOf({ address, publicKey, network, privateDataPermission, allowedPrivateData }) {
  return { address, rpc: network, privateDataPermission, allowedPrivateData, publicKey: decodeBase64(publicKey) };
}

function isSame(one, other) {
  return Object.keys(one).every((name) => String(one[name]) === String(other[name]));
}
