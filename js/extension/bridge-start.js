// Passes the messages of a page to the background of the extension and back. It does not read them.

import { LARGEST_MESSAGE, TO_BRIDGE, TO_PAGE, dispatch, readDetail } from './channel.js';

export function startBridge(window, runtime) {
  // The port of the page's present socket.
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
      open.port.postMessage(text);
      return;
    }
    const { socket } = open;
    disconnect();
    dispatch(window, TO_PAGE, { type: 'close', socket });
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
    open = { socket, port };
    port.onMessage.addListener((message) => dispatch(window, TO_PAGE, { ...message, socket }));
    port.onDisconnect.addListener(() => {
      if (open?.port === port) open = null;
      dispatch(window, TO_PAGE, { type: 'close', socket });
    });
  }
}
