// Bytes in base64 of RFC 4648 section 4, with padding.

// More arguments than this overflow the stack of some engines.
const CHUNK = 0x8000;

export function encodeBase64(bytes) {
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(text);
}

export function decodeBase64(text) {
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
