// Made by bundle.js of the modules in src. Do not edit.
(() => {
'use strict';
const $base64 = (() => {
// Bytes in base64 of RFC 4648 section 4, with padding.

// More arguments than this overflow the stack of some engines.
const CHUNK = 0x8000;

function encodeBase64(bytes) {
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(text);
}

function decodeBase64(text) {
  let decoded = null;
  try {
    decoded = atob(text);
  } catch {
    // Reported below.
  }
  // atob takes whitespace, missing padding and unused bits that are set.
  if (decoded === null || btoa(decoded) !== text) throw new TypeError('The text is not base64');
  return Uint8Array.from(decoded, (character) => character.charCodeAt(0));
}
return { encodeBase64, decodeBase64 };
})();
const $errors = (() => {
// Errors of the wallet RPC, and the error objects that pages of the wallet adapter test for.

const ErrorCode = Object.freeze({
  PARSE: -32700,
  INVALID_REQUEST: -32600,
  UNKNOWN_METHOD: -32601,
  INVALID_PARAMETERS: -32602,
  INTERNAL: -32603,
  NOT_FOUND: -32001,
  RATE_LIMITED: -32005,
  UNSUPPORTED_VERSION: -32006,
  PAYLOAD_TOO_LARGE: -32010,
  LOCKED: -32011,
  BUSY: -32012,
  PAYLOAD_NOT_SIGNED: -3,
  REJECTED: 4001,
  UNAUTHORIZED_ORIGIN: 4100,
  UNSUPPORTED_METHOD: 4200,
  DISCONNECTED: 4900,
  WRONG_NETWORK: 4901,
});

class RpcError extends Error {
  constructor(code, message, { id = null, data } = {}) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.id = id;
    this.data = data;
  }
}

class MidenWalletError extends Error {
  constructor(message) {
    super(message);
    this.name = 'MidenWalletError';
  }
}

class NotGrantedMidenWalletError extends MidenWalletError {
  constructor() {
    super('NOT_GRANTED');
    this.name = 'NotGrantedMidenWalletError';
  }
}

class NotFoundMidenWalletError extends MidenWalletError {
  constructor() {
    super('NOT_FOUND');
    this.name = 'NotFoundMidenWalletError';
  }
}

class InvalidParamsMidenWalletError extends MidenWalletError {
  constructor(reason) {
    super(reason ? `INVALID_PARAMS: ${reason}` : 'INVALID_PARAMS');
    this.name = 'InvalidParamsMidenWalletError';
  }
}

function adapterError(error) {
  switch (error.code) {
    case ErrorCode.REJECTED:
    case ErrorCode.UNAUTHORIZED_ORIGIN:
      return new NotGrantedMidenWalletError();
    case ErrorCode.NOT_FOUND:
      return new NotFoundMidenWalletError();
    case ErrorCode.INVALID_PARAMETERS:
    case ErrorCode.PAYLOAD_NOT_SIGNED:
      return new InvalidParamsMidenWalletError(error.message);
    case ErrorCode.WRONG_NETWORK:
      return new MidenWalletError('NETWORK_NOT_GRANTED');
    case ErrorCode.UNSUPPORTED_VERSION:
      return new MidenWalletError(
        `${error.message}. The module of the page and the wallet have different versions of the wallet RPC. ` +
          'Update the older one'
      );
    default:
      return new MidenWalletError(error.message);
  }
}
return { ErrorCode, RpcError, MidenWalletError, NotGrantedMidenWalletError, NotFoundMidenWalletError, InvalidParamsMidenWalletError, adapterError };
})();
const $arguments = (() => {
// The arguments of the adapter as the parameters that the wallet takes. The wallet judges the values: only what JSON
// would change is refused here.

const { encodeBase64 } = $base64;
const { InvalidParamsMidenWalletError } = $errors;

// Without the sender a page means the account that it is connected to. Adapters before 0.10 have `…AccountId` for
// `…Address`.
function sendParams(transaction, connected) {
  const { senderAddress, senderAccountId, recipientAddress, recipientAccountId } = readObject(transaction);
  const { faucetId, noteType, amount, recallBlocks } = transaction;
  return {
    address: senderAddress ?? senderAccountId ?? connected,
    recipientAddress: recipientAddress ?? recipientAccountId,
    faucetId,
    noteType,
    amount: writeAmount(amount),
    recallBlocks,
  };
}

function consumeParams(transaction, connected) {
  const { faucetId, noteId, noteType, amount, noteBytes } = readObject(transaction);
  return {
    address: connected,
    noteId,
    noteBytes: writeBytes(noteBytes),
    faucetId,
    noteType,
    amount: writeAmount(amount),
  };
}

function customParams(transaction, connected) {
  const { address, accountId, recipientAddress, recipientAccountId } = readObject(transaction);
  const { transactionRequest, inputNoteIds, importNotes } = transaction;
  return {
    address: address ?? accountId ?? connected,
    // The adapter requires a text, so a page without a recipient passes an empty one.
    recipientAddress: recipientAddress || recipientAccountId || undefined,
    transactionRequest: writeBytes(transactionRequest),
    inputNoteIds,
    importNotes: writeEach(importNotes),
  };
}

function accountParams(params = {}) {
  const { accountType, storageMode, customComponents } = readObject(params);
  return { accountType, storageMode, customComponents: writeEach(customComponents) };
}

function readObject(value) {
  if (typeof value !== 'object' || value === null) {
    throw new InvalidParamsMidenWalletError('The argument is not an object');
  }
  return value;
}

// Digits, since a number above 2^53 - 1 may have been rounded before it came here.
function writeAmount(amount) {
  if (typeof amount === 'bigint') return String(amount);
  if (typeof amount !== 'number') return amount;
  if (!Number.isSafeInteger(amount) || amount < 0) {
    throw new InvalidParamsMidenWalletError('The amount is not a whole number up to 2^53 - 1, a BigInt or a string');
  }
  return String(amount);
}

// Adapters before 0.8.0 pass a text as its bytes.
function readMessage(message) {
  if (!ArrayBuffer.isView(message)) return message;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message);
  } catch {
    throw new InvalidParamsMidenWalletError('The message is not UTF-8');
  }
}

// Also of another frame, whose Uint8Array is another class.
function encodeView(value) {
  if (!ArrayBuffer.isView(value)) throw new InvalidParamsMidenWalletError('The bytes are not a Uint8Array');
  return encodeBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
}

// Pages have base64 in some places and bytes in others.
function writeBytes(value) {
  return ArrayBuffer.isView(value) ? encodeView(value) : value;
}

function writeEach(values) {
  return Array.isArray(values) ? values.map(writeBytes) : values;
}
return { sendParams, consumeParams, customParams, accountParams, readMessage, encodeView };
})();
const $emitter = (() => {
// The part of eventemitter3 that pages use on a wallet. Its methods do not read `this`, so that a page can wrap the
// wallet in a Proxy or take them off it.

function createEmitter() {
  // A change makes a new list, so that an event reaches those that listened when it fired.
  let listeners = [];

  function add(event, listener, context, once) {
    if (typeof listener !== 'function') throw new TypeError('The listener must be a function');
    listeners = [...listeners, { event, listener, context, once }];
    return emitter;
  }

  function remove(event, listener, context, once) {
    listeners = listeners.filter(
      (item) =>
        item.event !== event ||
        (listener !== undefined && item.listener !== listener) ||
        (context !== undefined && item.context !== context) ||
        (once && !item.once)
    );
    return emitter;
  }

  const emitter = {
    on: (event, listener, context) => add(event, listener, context, false),
    addListener: (event, listener, context) => add(event, listener, context, false),
    once: (event, listener, context) => add(event, listener, context, true),
    off: remove,
    removeListener: remove,

    removeAllListeners(event) {
      listeners = event === undefined ? [] : listeners.filter((item) => item.event !== event);
      return emitter;
    },

    emit(event, ...values) {
      const called = listeners.filter((item) => item.event === event);
      listeners = listeners.filter((item) => item.event !== event || !item.once);
      for (const { listener, context } of called) {
        try {
          listener.apply(context ?? emitter, values);
        } catch (error) {
          // The wallet and the other listeners go on.
          console.error(error);
        }
      }
      return called.length > 0;
    },
  };
  return emitter;
}
return { createEmitter };
})();
const $random = (() => {
// Random ids of calls.

// 128 bits in hexadecimal digits.
function randomID() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
return { randomID };
})();
const $results = (() => {
// What the wallet answers, in the form of the adapter and without what else an answer has.

const { decodeBase64 } = $base64;
const { ErrorCode, RpcError, adapterError } = $errors;

const GUARDIAN_TEXTS = ['guardianEndpoint', 'guardianProvider', 'guardianSyncStatus'];

function readAssets(value) {
  if (!isListOf(isAsset, value)) throw malformed('The wallet answered no list of assets');
  return value;
}

function readBalances(value) {
  if (!isListOf(isBalance, value)) throw malformed('The wallet answered no list of balances');
  return value.map(({ faucetId, amount, decimals, symbol }) => ({ faucetId, amount, decimals, symbol }));
}

function readNotes(value) {
  if (!isListOf(isNote, value)) throw malformed('The wallet answered no list of notes');
  return value.map(readNote);
}

// What the wallet does not know is left out.
function readNote({ noteId, senderAccountId, assets, noteType, nullifier, state }) {
  return {
    noteId,
    ...(isText(senderAccountId) && { senderAccountId }),
    assets: assets.map(({ amount, faucetId }) => ({ amount, faucetId })),
    ...(Number.isInteger(noteType) && { noteType }),
    nullifier,
    state,
  };
}

function readTransactionOutput({ txHash, outputNotes, errorMessage }) {
  if (typeof errorMessage === 'string') return { errorMessage };
  if (typeof txHash !== 'string' || !isListOf(isText, outputNotes)) {
    throw malformed('The wallet answered no transaction');
  }
  return { txHash, outputNotes };
}

function readGuardianInfo(value) {
  const isInfo =
    typeof value?.isGuardianAccount === 'boolean' &&
    GUARDIAN_TEXTS.every((name) => value[name] === null || isText(value[name]));
  if (!isInfo) throw malformed('The wallet answered nothing of a guardian');
  const { isGuardianAccount, guardianEndpoint, guardianProvider, guardianSyncStatus } = value;
  return { isGuardianAccount, guardianEndpoint, guardianProvider, guardianSyncStatus };
}

function readSigned({ address, network, publicKey, message, signature }) {
  if (!isListOf(isText, [address, network, message])) throw malformed('The wallet answered no signed message');
  return { address, network, publicKey: readBytes(publicKey), message, signature: readBytes(signature) };
}

function readText(value, what) {
  if (!isText(value)) throw malformed(`The wallet answered no ${what}`);
  return value;
}

function readBytes(text) {
  try {
    return decodeBase64(text);
  } catch {
    throw malformed('The wallet answered bytes that are not base64');
  }
}

// The data of the event, null if it is none that is specified.
function readTransactionChange(data) {
  if (!isText(data?.transactionId) || !isText(data.state)) return null;
  const { transactionId, state, txHash } = data;
  return { transactionId, state, ...(isText(txHash) && { txHash }) };
}

function malformed(message) {
  return adapterError(new RpcError(ErrorCode.INVALID_REQUEST, message));
}

function isListOf(isElement, value) {
  return Array.isArray(value) && value.every(isElement);
}

function isAsset(asset) {
  return isText(asset?.faucetId) && isText(asset.amount);
}

function isBalance(balance) {
  const { decimals, symbol } = balance ?? {};
  return isAsset(balance) && (decimals === null || Number.isInteger(decimals)) && (symbol === null || isText(symbol));
}

function isNote(note) {
  const { noteId, nullifier, state, assets } = note ?? {};
  return isText(noteId) && isText(nullifier) && Number.isInteger(state) && isListOf(isAsset, assets);
}

function isText(value) {
  return typeof value === 'string';
}
return { readAssets, readBalances, readNotes, readTransactionOutput, readGuardianInfo, readSigned, readText, readBytes, readTransactionChange };
})();
const $session = (() => {
// Sessions and tokens as a wallet sends them.

const { decodeBase64 } = $base64;

const PERMISSIONS = ['UPON_REQUEST', 'AUTO'];
const PUBLIC_KEY_BYTES = 32;

function isPrivateDataPermission(value) {
  return PERMISSIONS.includes(value);
}

function isToken(value) {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

// The session in a message, without what else the message has. Null if there is none.
function readSession(value) {
  if (typeof value !== 'object' || value === null) return null;
  const { address, publicKey, network, privateDataPermission, allowedPrivateData } = value;
  if (typeof address !== 'string' || address === '' || typeof network !== 'string') return null;
  if (!isPrivateDataPermission(privateDataPermission) || !Number.isInteger(allowedPrivateData)) return null;
  if (!isPublicKey(publicKey)) return null;
  return { address, publicKey, network, privateDataPermission, allowedPrivateData };
}

function isPublicKey(value) {
  try {
    return decodeBase64(value).length === PUBLIC_KEY_BYTES;
  } catch {
    return false;
  }
}
return { isPrivateDataPermission, isToken, readSession };
})();
const $provider = (() => {
// The object that pages find at `window.midenWallet`.

const { accountParams, consumeParams, customParams, encodeView, readMessage, sendParams } = $arguments;
const { decodeBase64 } = $base64;
const { createEmitter } = $emitter;
const {
  InvalidParamsMidenWalletError,
  NotGrantedMidenWalletError,
  RpcError,
  adapterError,
} = $errors;
const { randomID } = $random;
const {
  readAssets,
  readBalances,
  readBytes,
  readGuardianInfo,
  readNotes,
  readSigned,
  readText,
  readTransactionChange,
  readTransactionOutput,
} = $results;
const { isPrivateDataPermission } = $session;

const LONGEST_NAME = 64;
const ALL_NOTES = 0;

// The wallet ends a wait after five minutes.
const WAIT_TIMEOUT = 305_000;
const TIMED_OUT = Object.freeze({ errorMessage: 'Transaction timed out' });

// The calls that the wallet carries out once for each `callId`.
const SPENDING = new Set(['miden_requestSend', 'miden_requestConsume', 'miden_requestTransaction']);

// The methods do not read `this`, so that a page can wrap the provider in a Proxy or take them off it.
function createProvider(socket) {
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
return { createProvider };
})();
const $messages = (() => {
// The envelopes of the wallet RPC, as docs/wallet-rpc.md specifies them.

const { ErrorCode, RpcError } = $errors;

const VERSION = 1;

const ID = /^[A-Za-z0-9_-]{1,64}$/;
const EVENT_METHOD = 'miden_event';

function encodeRequest({ id, method, params }) {
  if (!isID(id)) throw new TypeError('The id is not a string of 1 to 64 characters out of A-Z a-z 0-9 - _');
  if (typeof method !== 'string' || method === '') throw new TypeError('The method is not a name');
  if (params !== undefined && !isObject(params)) throw new TypeError('The parameters are not an object');
  return JSON.stringify({ jsonrpc: '2.0', version: VERSION, id, method, params });
}

function decodeMessage(text) {
  const message = parse(text);
  if (!isObject(message)) throw invalid('The message is not an object');
  const id = isID(message.id) ? message.id : null;
  if (message.jsonrpc !== '2.0') throw invalid('The message is not JSON-RPC 2.0', id);
  if (!Number.isInteger(message.version)) throw invalid('The message has no version', id);
  if (message.version !== VERSION) {
    throw new RpcError(ErrorCode.UNSUPPORTED_VERSION, `Version ${message.version} is not supported`, {
      id,
      data: { supported: [VERSION] },
    });
  }
  return 'method' in message ? decodeEvent(message, id) : decodeResponse(message, id);
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new RpcError(ErrorCode.PARSE, 'The message is not JSON');
  }
}

function decodeEvent(message, id) {
  const { method, params } = message;
  if (method !== EVENT_METHOD || 'id' in message) throw invalid('A wallet sends responses and events only', id);
  if (!isObject(params) || typeof params.event !== 'string') throw invalid('The event has no name');
  if ('data' in params && !isObject(params.data)) throw invalid('The data of the event is not an object');
  return { kind: 'event', event: params.event, data: params.data };
}

function decodeResponse(message, id) {
  if ('result' in message === 'error' in message) throw invalid('A response has either a result or an error', id);
  if ('error' in message) {
    if (id === null && message.id !== null) throw invalid('The response has no id');
    return { kind: 'failure', id, error: decodeError(message.error, id) };
  }
  if (id === null) throw invalid('The response has no id');
  if (!isObject(message.result)) throw invalid('The result is not an object', id);
  return { kind: 'success', id, result: message.result };
}

function decodeError(error, id) {
  if (!isObject(error) || !Number.isInteger(error.code) || typeof error.message !== 'string') {
    throw invalid('The error has no code or no message', id);
  }
  if ('data' in error && !isObject(error.data)) throw invalid('The data of the error is not an object', id);
  return new RpcError(error.code, error.message, { id, data: error.data });
}

function invalid(reason, id = null) {
  return new RpcError(ErrorCode.INVALID_REQUEST, reason, { id });
}

function isID(value) {
  return typeof value === 'string' && ID.test(value);
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
return { VERSION, encodeRequest, decodeMessage };
})();
const $socket = (() => {
// The connection of a page to its wallet: sends calls, connects again after the socket broke, and resumes the session.

const { ErrorCode, RpcError } = $errors;
const { decodeMessage, encodeRequest } = $messages;
const { randomID } = $random;
const { isToken, readSession } = $session;

// The `readyState` of a WebSocket that takes messages. One that is closing drops them, and says so in the console.
const OPEN = 1;
const FIRST_DELAY = 500;
const LONGEST_DELAY = 30_000;
const CALL_TIMEOUT = 120_000;
const LARGEST_MESSAGE = 1_048_576;
// With these codes a wallet closes the socket of a page that asks too much: 1008 policy violation, 1009 message too big,
// 1013 try again later.
const TOO_BIG = 1009;
const REFUSALS = [1008, TOO_BIG, 1013];

class WalletSocket {
  // Called with the session, or null, after a message changed it and before the call of that message ends.
  onSession = () => {};
  // Called with the name and the data of each other event.
  onEvent = () => {};

  #url;
  #WebSocket;
  #storage;
  #setTimeout;
  #clearTimeout;

  #socket = null;
  #delay = FIRST_DELAY;

  // By id, in the order in which the page called.
  #calls = new Map();

  // Whether the present socket has the session of the page.
  #hasSession = false;
  // What the session rests on. The storage may have another one by now, of another tab.
  #token = null;
  // The id of the request that resumes the session, while it is open, and its token. No token is tried twice on a
  // socket.
  #resumeID = null;
  #triedToken = null;

  constructor(
    url,
    {
      WebSocket = globalThis.WebSocket,
      storage = null,
      setTimeout = (work, delay) => globalThis.setTimeout(work, delay),
      clearTimeout = (timer) => globalThis.clearTimeout(timer),
    } = {}
  ) {
    this.#url = url;
    this.#WebSocket = WebSocket;
    this.#storage = storage;
    this.#setTimeout = setTimeout;
    this.#clearTimeout = clearTimeout;
    this.#connect();
  }

  get isOpen() {
    return this.#socket.readyState === OPEN;
  }

  // `unanswered` is the result of a call without an answer, which fails if there is none.
  call(method, params, { timeout = CALL_TIMEOUT, unanswered } = {}) {
    return new Promise((resolve, reject) => {
      const id = randomID();
      const text = encodeRequest({ id, method, params });
      const size = byteLength(text);
      if (size > LARGEST_MESSAGE) {
        const message = `The message is larger than ${LARGEST_MESSAGE} bytes`;
        throw new RpcError(ErrorCode.PAYLOAD_TOO_LARGE, message, { id });
      }
      const timer = this.#setTimeout(() => {
        this.#calls.delete(id);
        if (unanswered === undefined) reject(new RpcError(ErrorCode.REJECTED, 'The wallet did not answer', { id }));
        else resolve(unanswered);
      }, timeout);
      this.#calls.set(id, { method, text, size, resolve, reject, timer, sentOn: null });
      this.#send();
    });
  }

  #connect() {
    const socket = new this.#WebSocket(this.#url);
    this.#socket = socket;
    let hasOpened = false;
    socket.addEventListener('open', () => {
      hasOpened = true;
      this.#send();
    });
    socket.addEventListener('message', ({ data }) => this.#receive(data));
    // An error is followed by this event.
    socket.addEventListener('close', ({ code }) => {
      this.#hasSession = false;
      this.#resumeID = null;
      this.#triedToken = null;
      if (code === TOO_BIG) this.#endLargestCall(socket);
      // A wallet that refuses the page after the socket opened gets as much time as one that does not open it.
      if (hasOpened && !REFUSALS.includes(code)) this.#delay = FIRST_DELAY;
      this.#setTimeout(() => this.#connect(), this.#delay);
      this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY);
    });
  }

  // Sends what the present socket has not been sent. A session is resumed before that.
  #send() {
    if (!this.isOpen || this.#resumeID !== null) return;
    const token = this.#hasSession ? null : this.#storedToken() ?? this.#token;
    if (token !== null && token !== this.#triedToken) {
      this.#triedToken = token;
      this.#resumeID = randomID();
      this.#socket.send(encodeRequest({ id: this.#resumeID, method: 'miden_resumeSession', params: { token } }));
      return;
    }
    for (const call of this.#calls.values()) {
      if (call.sentOn === this.#socket) continue;
      call.sentOn = this.#socket;
      this.#socket.send(call.text);
    }
  }

  // The wallet does not say which call was too large. It was one of those that it did not answer, and no smaller than
  // the largest that the wallet takes, so the largest of them is too large.
  #endLargestCall(socket) {
    let largest = null;
    for (const [id, call] of this.#calls) {
      if (call.sentOn === socket && (largest === null || call.size > largest.size)) largest = { id, ...call };
    }
    if (largest === null) return;
    this.#calls.delete(largest.id);
    this.#clearTimeout(largest.timer);
    const message = 'The message is larger than the wallet takes';
    largest.reject(new RpcError(ErrorCode.PAYLOAD_TOO_LARGE, message, { id: largest.id }));
  }

  #receive(data) {
    if (typeof data !== 'string' || isTooLarge(data)) return;
    let message;
    try {
      message = decodeMessage(data);
    } catch (error) {
      message = { kind: 'failure', id: error.id, error };
    }
    if (message.kind === 'event') {
      this.#handleEvent(message);
    } else if (message.id !== null && message.id === this.#resumeID) {
      this.#resumed(message);
    } else {
      this.#answer(message);
    }
  }

  #handleEvent({ event, data }) {
    if (event === 'accountChange') {
      const session = readSession(data);
      if (session !== null) this.onSession(session);
    } else if (event === 'disconnect') {
      // The token of the storage may be a later one: another tab may have connected meanwhile.
      this.#endSession(this.#token);
    } else {
      this.onEvent(event, data);
    }
  }

  #resumed({ kind, result }) {
    this.#resumeID = null;
    if (kind === 'success') {
      const session = readSession(result.session);
      if (session !== null) {
        this.#token = this.#triedToken;
        this.#beginSession(session);
      } else if (!('session' in result)) {
        this.#endSession(this.#triedToken);
      }
    }
    this.#send();
  }

  // Answers of calls that ended are dropped.
  #answer({ kind, id, result, error }) {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    this.#calls.delete(id);
    this.#clearTimeout(call.timer);
    if (kind === 'failure') {
      if (call.method === 'miden_disconnect' && error.code === ErrorCode.NOT_FOUND) {
        this.#endSession(this.#storedToken());
      }
      call.reject(error);
      return;
    }
    if (call.method === 'miden_connect') {
      const session = readSession(result);
      if (session === null || ('token' in result && !isToken(result.token))) {
        call.reject(new RpcError(ErrorCode.INVALID_REQUEST, 'The wallet answered no session', { id }));
        return;
      }
      if ('token' in result) this.#keepToken(result.token);
      this.#beginSession(session);
    }
    if (call.method === 'miden_disconnect') this.#endSession(this.#storedToken());
    call.resolve(result);
  }

  #beginSession(session) {
    this.#hasSession = true;
    this.onSession(session);
  }

  #endSession(token) {
    this.#hasSession = false;
    this.#token = null;
    if (token !== null && this.#storedToken() === token) this.#storage.removeItem(this.#storageKey);
    this.onSession(null);
  }

  get #storageKey() {
    return `miden-wallet-rpc ${this.#url}`;
  }

  #storedToken() {
    const token = this.#storage?.getItem(this.#storageKey) ?? null;
    return isToken(token) ? token : null;
  }

  #keepToken(token) {
    this.#token = token;
    try {
      this.#storage?.setItem(this.#storageKey, token);
    } catch {
      // The storage is full: the session ends with the page.
    }
  }
}

function isTooLarge(text) {
  return text.length > LARGEST_MESSAGE || byteLength(text) > LARGEST_MESSAGE;
}

function byteLength(text) {
  return new TextEncoder().encode(text).length;
}
return { WalletSocket };
})();
const $install = (() => {
// Puts a wallet into a page.

const { createProvider } = $provider;
const { WalletSocket } = $socket;

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

// For the wallet at an address, such as `http://127.0.0.1:8600`.
function installProvider(address, page = window) {
  return defineProvider(socketURL(address), page, page.WebSocket);
}

// For a wallet that sockets of the class reach. The URL is theirs, and the name of the session in the storage.
function defineProvider(url, page, WebSocket) {
  const socket = new WalletSocket(url, { WebSocket, storage: storageOf(page) });
  const provider = createProvider(socket);
  // As the official extension defines it.
  Object.defineProperty(page, 'midenWallet', { value: provider, writable: true });
  return provider;
}

// The URL of the wallet's socket. Without TLS the messages, tokens included, stay on this machine.
function socketURL(address) {
  const url = parse(address);
  const isAllowed =
    (url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname))) &&
    url.username + url.password + url.search + url.hash === '';
  if (!isAllowed) {
    throw new TypeError(
      `The address of the wallet is not like http://127.0.0.1:8600 or https://wallet.example: ${address}. ` +
        `With http: its host is ${LOOPBACK.join(', ')}`
    );
  }
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.pathname = url.pathname.replace(/\/?$/, '/rpc');
  return url.href;
}

function parse(address) {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

// A page that may not store anything keeps its session until it is closed.
function storageOf(page) {
  try {
    return page.localStorage;
  } catch {
    return null;
  }
}
return { installProvider, defineProvider };
})();
const $webview = (() => {
// The connection of a page in the web view of a wallet app: a WebSocket in form, over the messages of WebKit. All that the
// app has for the page is a reply to what the page posted.

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;

// The app has another page by now, or refuses this one.
const GONE = 1001;

class WebViewSocket {
  readyState = CONNECTING;

  #handler;
  #listeners = new Map();
  #connection = null;

  // `handler` is WebKit's object for the app's handler of messages.
  constructor(handler) {
    this.#handler = handler;
    this.#open();
  }

  addEventListener(name, listener) {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
  }

  send(text) {
    this.#exchange({ kind: 'request', text });
  }

  close() {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.#emit('close', { code: GONE });
  }

  async #open() {
    const connection = await this.#post({ kind: 'open' });
    if (this.readyState !== CONNECTING) return;
    if (connection === null) {
      this.close();
      return;
    }
    this.#connection = connection;
    this.readyState = OPEN;
    this.#emit('open', {});
    while (this.readyState === OPEN) await this.#exchange({ kind: 'nextEvent' });
  }

  // Without a reply the connection has ended.
  async #exchange(message) {
    const data = await this.#post({ ...message, connection: this.#connection });
    if (this.readyState !== OPEN) return;
    if (data === null) this.close();
    else this.#emit('message', { data });
  }

  async #post(message) {
    try {
      const reply = await this.#handler.postMessage(message);
      return typeof reply === 'string' ? reply : null;
    } catch {
      return null;
    }
  }

  #emit(name, event) {
    for (const listener of this.#listeners.get(name) ?? []) listener(event);
  }
}
return { WebViewSocket };
})();
const $webview_page = (() => {
// What a wallet app runs in each page of its web view, before the scripts of the page: `js/webview/user-script.js`.

const { defineProvider } = $install;
const { WebViewSocket } = $webview;

const NAME = 'midenWallet';

installWebViewProvider(window);

function installWebViewProvider(page) {
  const handler = page.webkit.messageHandlers[NAME];
  let current = null;
  const provider = defineProvider('webview', page, function () {
    current = new WebViewSocket(handler);
    return current;
  });
  // The app ended the connection when the page was left. One that is shown again from the cache opens another one.
  page.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) current.close();
  });
  return provider;
}
return { installWebViewProvider };
})();
})();
