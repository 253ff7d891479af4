// What a wallet app runs in each page of its web view, before the scripts of the page: `js/webview/user-script.js`.

import { defineProvider } from './install.js';
import { WebViewSocket } from './webview.js';

const NAME = 'midenWallet';

installWebViewProvider(window);

export function installWebViewProvider(page) {
  const handler = page.webkit.messageHandlers[NAME];
  let current = null;
  const provider = defineProvider('webview', page, function () {
    current = new WebViewSocket(handler);
    return current;
  });
  // The app ended the connection when the page was left. One that is shown again from the cache opens another one.
  page.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) current.close();
  });
  return provider;
}
