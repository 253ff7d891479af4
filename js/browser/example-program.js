// The sample dApp of Examples/dapp: the shop, and the wallet that asks on its standard input and output.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export class ExampleProgram {
  // Where the shop is.
  origin;

  #process;
  #folder;
  #lines;

  static async start(program) {
    const folder = await mkdtemp(join(tmpdir(), 'miden-example-'));
    const options = ['--folder', folder, '--port', '0', '--wallet-port', '0', '--dummy-proofs'];
    const process = spawn(program, options, { stdio: ['pipe', 'pipe', 'inherit'] });
    const example = new ExampleProgram(process, folder);
    const opened = await example.#lineWith('Open ');
    example.origin = opened.match(/http:\/\/127\.0\.0\.1:\d+/)[0];
    return example;
  }

  constructor(process, folder) {
    this.#process = process;
    this.#folder = folder;
    this.#lines = createInterface({ input: process.stdout })[Symbol.asyncIterator]();
    process.stdin.on('error', () => {});
  }

  // The lines up to the next one with a text, which ends with it.
  async #linesTo(text) {
    const read = [];
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done) throw new Error(`The sample ended before it wrote ${text}`);
      read.push(value);
      if (value.includes(text)) return read;
    }
  }

  async #lineWith(text) {
    return (await this.#linesTo(text)).at(-1);
  }

  // Waits for the next question, and returns its text.
  async question() {
    return (await this.#linesTo('return to decline:')).join('\n');
  }

  // Answers the question, and waits until the wallet has taken the answer.
  async approve() {
    this.#process.stdin.write('y\n');
    await this.#lineWith('Approved.');
  }

  async decline() {
    this.#process.stdin.write('\n');
    await this.#lineWith('Declined.');
  }

  async stop() {
    const ended = once(this.#process, 'exit');
    this.#process.stdin.end();
    await ended;
    await rm(this.#folder, { recursive: true, force: true });
  }
}
