// What the user enters to pair: the address of the wallet, and its code.

const ADDRESS = /^(?:(?:http|ws):\/\/)?127\.0\.0\.1:([1-9][0-9]{0,4})(?:\/|\/rpc)?$/;
const CODE = /^[2-9A-HJ-NP-Z]{8}$/;

// The URL of the wallet's socket. Null if the address is not one of this computer: the extension speaks to no other.
export function walletURL(address) {
  const port = Number(ADDRESS.exec(address.trim())?.[1]);
  return port <= 65535 ? `ws://127.0.0.1:${port}/rpc` : null;
}

// The address of such a URL, as the user enters it.
export function walletAddress(url) {
  return url.slice('ws://'.length, -'/rpc'.length);
}

// The code as it is sent. Null if it is none.
export function readCode(text) {
  const code = text.replace(/[\s-]/g, '').toUpperCase();
  return CODE.test(code) ? code : null;
}
