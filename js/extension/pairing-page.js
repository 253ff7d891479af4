// Shows whether the extension is paired, and sends what the user enters. All that it shows is text.

import { NO_ANSWER, stateText } from './pairing-texts.js';

const FIELDS = ['address', 'code'];
// Of these the wallet is still stored.
const NOT_PAIRED = ['unpaired', 'forgotten', 'revoked'];

export function showPairing(document, runtime) {
  const element = (id) => document.getElementById(id);
  // The answer to what was asked last counts.
  let asked = 0;
  let isPairing = false;

  function showState(answer) {
    element('state').textContent = stateText(answer);
    element('forget').hidden = NOT_PAIRED.includes(answer.state);
  }

  // Also for those who cannot see it: the field is marked, described by the error, and has the focus.
  function showError(text, wrong = null) {
    element('error').textContent = text;
    for (const field of FIELDS) {
      const isWrong = field === wrong;
      if (isWrong) element(field).setAttribute('aria-invalid', 'true');
      else element(field).removeAttribute('aria-invalid');
      element(field).setAttribute('aria-describedby', isWrong ? `${field}-hint error` : `${field}-hint`);
    }
    if (wrong !== null) element(wrong).focus();
  }

  // Returns the answer, null if it is an error or came too late.
  async function ask(message) {
    const number = ++asked;
    let answer;
    try {
      answer = (await runtime.sendMessage(message)) ?? { error: NO_ANSWER };
    } catch {
      // The extension was updated or removed while the page was open.
      answer = { error: NO_ANSWER };
    }
    if (number !== asked) return null;
    if (answer.error === undefined) {
      showState(answer);
      return answer;
    }
    showError(answer.error, answer.field);
    return null;
  }

  element('pair').addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isPairing) return;
    isPairing = true;
    const before = element('state').textContent;
    const [address, code] = [element('address').value, element('code').value];
    element('pair').setAttribute('aria-busy', 'true');
    showError('');
    element('state').textContent = 'Asking the wallet …';
    const answer = await ask({ ask: 'pair', address, code });
    if (answer === null) element('state').textContent = before;
    else element('code').value = '';
    element('pair').removeAttribute('aria-busy');
    isPairing = false;
  });
  element('forget').addEventListener('click', async () => {
    if (isPairing) return;
    showError('');
    // The button goes, and its focus with it.
    if ((await ask({ ask: 'forget' })) !== null) element('code').focus();
  });
  (async () => {
    element('state').textContent = 'Looking for the wallet …';
    const answer = await ask({ ask: 'state' });
    if (answer?.address) element('address').value = answer.address;
  })();
}
