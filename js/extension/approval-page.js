// Shows the questions of the background one after another, and sends what the user decides.

// The user may be about to answer the question that has gone, and must not answer the next one instead.
const PAUSE = 1000;

export function showQuestion(document, runtime, setTimeout = globalThis.setTimeout) {
  const element = (id) => document.getElementById(id);
  const buttons = ['approve', 'decline', 'simulate'];
  let shown = null;

  function add(parent, name, text, className = '') {
    const child = document.createElement(name);
    child.textContent = text;
    child.className = className;
    parent.append(child);
  }

  function show(asked) {
    shown = asked;
    element('question').hidden = asked === null;
    element('nothing').hidden = asked !== null;
    for (const id of buttons) element(id).disabled = true;
    if (asked === null) return;
    const { question, notice } = asked;
    element('title').textContent = question.title;
    element('origin').textContent = question.origin ?? '';
    element('claim').hidden = question.appName === undefined;
    element('name').textContent = question.appName ?? '';
    element('notice').textContent = notice ?? '';
    element('lines').replaceChildren();
    for (const { name, text, isClaim } of [
      { name: 'Account', text: question.address },
      { name: 'Network', text: question.network },
      ...question.lines,
    ]) {
      add(element('lines'), 'dt', name);
      add(element('lines'), 'dd', text, isClaim ? 'claim' : '');
    }
    element('warnings').replaceChildren();
    for (const warning of question.warnings) add(element('warnings'), 'li', warning);
    element('simulate').hidden = !question.canBeSimulated;
    setTimeout(() => {
      if (shown !== asked) return;
      element('decline').disabled = false;
      element('simulate').disabled = !question.canBeSimulated;
      element('approve').disabled = !question.canBeApproved;
    }, PAUSE);
  }

  async function ask(message) {
    show((await runtime.sendMessage(message)) ?? null);
  }

  // Closes if the user leaves the page, also if the browser keeps the page to go back to.
  const port = runtime.connect();
  document.defaultView.addEventListener('pagehide', () => port.disconnect());

  for (const decision of buttons) {
    element(decision).addEventListener('click', () => {
      if (shown === null) return;
      const { id } = shown;
      show(null);
      ask({ ask: 'decide', id, decision });
    });
  }
  // A simulation, or another page, has its question after a while.
  (function lookAgain() {
    setTimeout(lookAgain, PAUSE);
    if (shown === null) ask({ ask: 'question' });
  })();
}
