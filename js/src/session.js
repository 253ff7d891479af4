// Sessions and tokens as a wallet sends them.

import { decodeBase64 } from './base64.js';

const PERMISSIONS = ['UPON_REQUEST', 'AUTO'];
const PUBLIC_KEY_BYTES = 32;

export function isPrivateDataPermission(value) {
  return PERMISSIONS.includes(value);
}

export function isToken(value) {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

// The session in a message, without what else the message has. Null if there is none.
export function readSession(value) {
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
