// The page on which the user pairs the extension with a wallet. The background does the work.

const { runtime } = globalThis.browser ?? globalThis.chrome;
const element = (id) => document.getElementById(id);

function show({ url, isConnected, pages }) {
  const state = isConnected ? `Connected, ${pages} open pages.` : 'Connects when a page asks.';
  element('state').textContent = url === null ? 'Not paired.' : `Paired with the wallet at ${url}. ${state}`;
  element('forget').hidden = url === null;
}

async function ask(message) {
  const answer = await runtime.sendMessage(message);
  element('error').textContent = answer.error ?? '';
  if (answer.error === undefined) show(answer);
  return answer.error === undefined;
}

element('pair').addEventListener('submit', async (event) => {
  event.preventDefault();
  const [address, code] = [element('address').value, element('code').value];
  if (await ask({ ask: 'pair', address, code })) element('code').value = '';
});
element('forget').addEventListener('click', () => ask({ ask: 'forget' }));
ask({ ask: 'state' });
