// Passes the messages of a page to the background of the extension and back. It does not read them.

import { LARGEST_MESSAGE, MOST_OPEN, MOST_OPEN_BYTES, TO_BRIDGE, TO_PAGE, dispatch, readDetail } from './channel.js';

export function startBridge(window, runtime) {
  // The port of the page's present socket, the number and the characters of the texts that the background has not answered,
  // and those that wait until it has: a page must not fill the queue of the background, which is that of all pages.
  let open = null;

  window.addEventListener(TO_BRIDGE, (event) => {
    const message = readDetail(event);
    if (message === null) return;
    const { type, socket, text } = message;
    if (type === 'hello') dispatch(window, TO_PAGE, { type: 'ready' });
    else if (type === 'connect') connect(socket);
    else if (type === 'close' && open?.socket === socket) disconnect();
    else if (type === 'send' && open?.socket === socket && typeof text === 'string') send(text);
  });

  // The page's script may have run first.
  dispatch(window, TO_PAGE, { type: 'ready' });

  function disconnect() {
    open?.port.disconnect();
    open = null;
  }

  // A wallet closes the socket of a page that sends a larger text. Here all pages share the socket.
  function send(text) {
    if (text.length <= LARGEST_MESSAGE) {
      open.waiting.push(text);
      pass();
      return;
    }
    const { socket } = open;
    disconnect();
    dispatch(window, TO_PAGE, { type: 'close', socket });
  }

  function pass() {
    while (open?.waiting.length > 0 && open.count < MOST_OPEN && open.length + open.waiting[0].length <= MOST_OPEN_BYTES) {
      const text = open.waiting.shift();
      open.count += 1;
      open.length += text.length;
      open.port.postMessage(text);
    }
  }

  function connect(socket) {
    disconnect();
    let port;
    try {
      port = runtime.connect();
    } catch {
      // The extension was updated or removed while the page was open.
      dispatch(window, TO_PAGE, { type: 'close', socket });
      return;
    }
    const opened = { socket, port, count: 0, length: 0, waiting: [] };
    open = opened;
    // `ended` is the length of the text that the message answers.
    port.onMessage.addListener(({ ended, ...message }) => {
      if (ended !== undefined) {
        opened.count -= 1;
        opened.length -= ended;
        pass();
      }
      dispatch(window, TO_PAGE, { ...message, socket });
    });
    port.onDisconnect.addListener(() => {
      if (open?.port === port) open = null;
      dispatch(window, TO_PAGE, { type: 'close', socket });
    });
  }
}
