// What the page on which the user pairs says: what happened, and what to do next.

import { ErrorCode } from '../src/errors.js';
import { STRANGER, UNREACHABLE } from './paired-socket.js';

// What a program says that may not be a wallet is cut.
const LONGEST_MESSAGE = 200;

export const WRONG_ADDRESS =
  'This is no address of a wallet on this computer. Enter 127.0.0.1 and the port that the wallet shows, such as ' +
  '127.0.0.1:8600.';
export const NO_CODE =
  'This is no pairing code. A code has 8 letters and digits, such as K7WQ-2M9X, and no 0, 1, I or O. Enter it as the ' +
  'wallet shows it.';
// The wallet does not tell which of these it is.
export const REFUSED_CODE =
  'The wallet refused the code. It is wrong, was used before, is older than 2 minutes, or 5 wrong codes were tried. Have the ' +
  'wallet show a new code (in miden-cli serve: p and return), and enter that one.';
export const NO_ANSWER = 'The extension does not answer. Reload this page.';

export function noWallet(address) {
  return (
    `No wallet answers at ${address}. Check that the wallet runs, that this is the address that it shows, and that no other ` +
    'program uses the port. Then try again.'
  );
}

export function noWalletAnswer(address) {
  return (
    `What answers at ${address} is no Miden wallet. Another program uses the port. Enter the address that the wallet shows; ` +
    'if it is this one, start the wallet again, on another port.'
  );
}

// Why the user's code did not pair, and the field that the user has to look at.
export function pairingError({ reason, error }, address) {
  if (reason === UNREACHABLE) return { error: noWallet(address), field: 'address' };
  if (reason === STRANGER) return { error: noWalletAnswer(address), field: 'address' };
  if (error.code === ErrorCode.UNAUTHORIZED_ORIGIN) return { error: REFUSED_CODE, field: 'code' };
  return { error: `The wallet did not pair: ${refusalText(error)}`, field: 'code' };
}

// What listens on the port may be any program: its text must not look like one of this page.
function plain(message) {
  return message.slice(0, LONGEST_MESSAGE).replace(/[\p{C}\p{Zl}\p{Zp}“”]/gu, '?');
}

// Why the wallet refused, other than for the code, as the rest of a sentence.
export function refusalText({ code, message, data }) {
  if (code === ErrorCode.RATE_LIMITED) {
    const seconds = Number.isInteger(data?.retryAfter) ? `${data.retryAfter} s` : 'a minute';
    return `it was asked too often. Wait ${seconds}, and try again.`;
  }
  if (code === ErrorCode.UNSUPPORTED_VERSION) {
    return 'it has another version than this extension. Update the older one of the two.';
  }
  return `it says “${plain(message)}”. Start it again, and try again.`;
}

// Where things stand, as the background answers it.
export function stateText({ state, address, pages, refusal }) {
  const paired = `Paired with the wallet at ${address}`;
  switch (state) {
    case 'unpaired':
      return 'Not paired. Start the wallet, and enter the address and the pairing code that it shows.';
    case 'forgotten':
      return (
        `The wallet at ${address} is forgotten, and pages can no longer ask it. It still lists the pairing: end it there, too ` +
        '(miden-cli dapp list, then miden-cli dapp revoke). To pair again, enter a new code.'
      );
    case 'revoked':
      return (
        `Not paired any more: the wallet at ${address} does not know the pairing. It was revoked there, or other browsers took ` +
        'its place. To pair again, have the wallet show a new code, and enter it.'
      );
    case 'connected':
      return `${paired}, which runs. ${openPages(pages)} The wallet asks you before a page gets anything.`;
    case UNREACHABLE:
      return (
        `${paired}, but no wallet answers there now. Start it; then pages connect by themselves. If it shows another address ` +
        'now, pair again with that address and a new code.'
      );
    case STRANGER:
      return (
        `${paired}, but what answers there now is no Miden wallet. Another program uses the port. Start the wallet, and pair ` +
        'again with the address and the code that it shows.'
      );
    default:
      return `${paired}, but it refused the connection: ${refusal}`;
  }
}

function openPages(count) {
  if (count === 0) return 'No open page uses it.';
  return count === 1 ? '1 open page uses it.' : `${count} open pages use it.`;
}
