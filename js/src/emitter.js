// The part of eventemitter3 that pages use on a wallet. Its methods do not read `this`, so that a page can wrap the
// wallet in a Proxy or take them off it.

export function createEmitter() {
  // A change makes a new list, so that an event reaches those that listened when it fired.
  let listeners = [];

  function add(event, listener, context, once) {
    if (typeof listener !== 'function') throw new TypeError('The listener must be a function');
    listeners = [...listeners, { event, listener, context, once }];
    return emitter;
  }

  function remove(event, listener, context, once) {
    listeners = listeners.filter(
      (item) =>
        item.event !== event ||
        (listener !== undefined && item.listener !== listener) ||
        (context !== undefined && item.context !== context) ||
        (once && !item.once)
    );
    return emitter;
  }

  const emitter = {
    on: (event, listener, context) => add(event, listener, context, false),
    addListener: (event, listener, context) => add(event, listener, context, false),
    once: (event, listener, context) => add(event, listener, context, true),
    off: remove,
    removeListener: remove,

    removeAllListeners(event) {
      listeners = event === undefined ? [] : listeners.filter((item) => item.event !== event);
      return emitter;
    },

    emit(event, ...values) {
      const called = listeners.filter((item) => item.event === event);
      listeners = listeners.filter((item) => item.event !== event || !item.once);
      for (const { listener, context } of called) {
        try {
          listener.apply(context ?? emitter, values);
        } catch (error) {
          // The wallet and the other listeners go on.
          console.error(error);
        }
      }
      return called.length > 0;
    },
  };
  return emitter;
}
