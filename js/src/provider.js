// The object that pages find at `window.midenWallet`.

import { decodeBase64, encodeBase64 } from './base64.js';
import { createEmitter } from './emitter.js';
import {
  ErrorCode,
  InvalidParamsMidenWalletError,
  NotGrantedMidenWalletError,
  RpcError,
  adapterError,
} from './errors.js';
import { isPrivateDataPermission } from './session.js';

const LONGEST_NAME = 64;

// Methods of the adapter whose parameters a later version defines. The wallet answers them.
const RESERVED = [
  'requestSend',
  'requestConsume',
  'requestTransaction',
  'requestPrivateNotes',
  'requestConsumableNotes',
  'importPrivateNote',
  'waitForTransaction',
  'requestGuardianInfo',
  'createAccount',
];

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
      if (!Array.isArray(assets) || !assets.every(isAsset)) throw malformed('The wallet answered no list of assets');
      return { assets };
    },

    async signBytes(bytes, kind) {
      const payload = encodeBase64(viewBytes(bytes));
      const { signature } = await call('miden_signBytes', { address: connectedAddress(), payload, kind });
      return { signature: readBytes(signature) };
    },

    async signMessage(message) {
      return readSigned(await call('miden_signMessage', { address: connectedAddress(), message }));
    },

    async signIn({ origin, nonce, issuedAt, expiresAt, statement } = {}) {
      const address = connectedAddress();
      return readSigned(await call('miden_signIn', { address, origin, nonce, issuedAt, expiresAt, statement }));
    },
  };
  for (const name of RESERVED) provider[name] = async () => call(`miden_${name}`);

  async function call(method, params) {
    try {
      return await socket.call(method, params);
    } catch (error) {
      if (error instanceof RpcError) throw adapterError(error);
      // The parameters cannot be written as JSON.
      throw new InvalidParamsMidenWalletError(error.message);
    }
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

function isAsset(asset) {
  return typeof asset?.faucetId === 'string' && typeof asset.amount === 'string';
}

// Also of another frame, whose Uint8Array is another class.
function viewBytes(value) {
  if (!ArrayBuffer.isView(value)) throw new InvalidParamsMidenWalletError('The bytes are not a Uint8Array');
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
}

function readSigned({ address, network, publicKey, message, signature }) {
  if (![address, network, message].every((text) => typeof text === 'string')) {
    throw malformed('The wallet answered no signed message');
  }
  return { address, network, publicKey: readBytes(publicKey), message, signature: readBytes(signature) };
}

function readBytes(text) {
  try {
    return decodeBase64(text);
  } catch {
    throw malformed('The wallet answered bytes that are not base64');
  }
}

function malformed(message) {
  return adapterError(new RpcError(ErrorCode.INVALID_REQUEST, message));
}
