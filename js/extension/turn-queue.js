// Work that is done one piece at a time. The user's own comes first, then the origins take turns, so that a page delays the
// pages of another origin by one piece, however many it asks for.

export class TurnQueue {
  #urgent = [];
  // The pieces of each origin, by the order of their turns. The first one has its turn now.
  #origins = new Map();
  #isBusy = false;

  // Returns what `work` returns, which is called when its turn comes, or null if its page has gone before.
  add(origin, page, work) {
    return new Promise((resolve) => {
      if (!this.#origins.has(origin)) this.#origins.set(origin, []);
      this.#origins.get(origin).push({ page, work, resolve });
      this.#run();
    });
  }

  // Returns what `work` returns. It is done also if the page has gone.
  addUrgent(work) {
    return new Promise((resolve) => {
      this.#urgent.push({ work, resolve });
      this.#run();
    });
  }

  // A page has gone: what it asked for is not done.
  drop(page) {
    for (const pieces of this.#origins.values()) {
      const kept = pieces.filter((piece) => piece.page !== page);
      for (const { resolve } of pieces.filter((piece) => piece.page === page)) resolve(null);
      pieces.splice(0, pieces.length, ...kept);
    }
  }

  async #run() {
    if (this.#isBusy) return;
    this.#isBusy = true;
    await this.#perform(this.#urgent.shift());
    for (const [origin, pieces] of this.#origins) {
      await this.#perform(pieces.shift());
      // Behind those that came meanwhile.
      this.#origins.delete(origin);
      if (pieces.length > 0) this.#origins.set(origin, pieces);
    }
    this.#isBusy = false;
  }

  // A piece, and what became urgent before it ended.
  async #perform(piece) {
    for (let next = piece; next !== undefined; next = this.#urgent.shift()) {
      const outcome = next.work();
      next.resolve(outcome);
      await outcome.catch(() => {});
    }
  }
}
