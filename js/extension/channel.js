// The largest message that a wallet takes, in bytes.
export const LARGEST_MESSAGE = 1_048_576;

// What an origin may have open over all its pages, as with the server. The worker and the socket are those of all origins.
export const MOST_OPEN = 128;
export const MOST_OPEN_BYTES = 4 * 1_048_576;

// The names of the events between the page and the bridge. A page can send and hear them, too: it speaks for itself.

export const TO_BRIDGE = 'miden-wallet-rpc-to-bridge';
export const TO_PAGE = 'miden-wallet-rpc-to-page';

// The detail is a text: it is the same on both sides, and neither sees an object of the other.
export function dispatch(window, name, message) {
  window.dispatchEvent(new CustomEvent(name, { detail: JSON.stringify(message) }));
}

// Null if it is no message of ours.
export function readDetail({ detail }) {
  try {
    const message = JSON.parse(detail);
    return typeof message === 'object' ? message : null;
  } catch {
    return null;
  }
}
