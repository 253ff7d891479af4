// Whether a message is of one of the extension's own pages. A content script has the same id, but not the origin of the
// extension.
export function isOwnPage({ runtime }, sender) {
  return sender?.id === runtime.id && sender.url?.startsWith(runtime.getURL('')) === true;
}
