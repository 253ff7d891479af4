// The program that serves a wallet to the tests. README.md describes what it prints and reads.

import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';

export class WalletProgram {
  // Of its first line.
  port;
  address;
  network;
  assets;
  recipient;

  #process;
  #lines = new EventEmitter();
  // Questions that no test has taken yet.
  #questions = [];

  static async start(program) {
    const wallet = new WalletProgram(spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] }));
    const ended = once(wallet.#process, 'exit').then(([code]) => {
      throw new Error(`${program} ended with exit code ${code}`);
    });
    ended.catch(() => {});
    const [first] = await Promise.race([once(wallet.#lines, 'port'), ended]);
    return Object.assign(wallet, first);
  }

  constructor(process) {
    this.#process = process;
    createInterface({ input: process.stdout }).on('line', (line) => {
      const message = JSON.parse(line);
      if ('question' in message) this.#questions.push(message);
      for (const name of Object.keys(message)) this.#lines.emit(name, message);
    });
    process.stdin.on('error', () => {});
  }

  #tell(line) {
    this.#process.stdin.write(`${line}\n`);
  }

  // Writes a line, and waits for the one that answers it.
  async #answer(name, line) {
    const ended = new AbortController();
    const [answered, failed] = [name, 'failed'].map((event) => once(this.#lines, event, ended));
    this.#tell(line);
    const result = await Promise.race([answered, failed.then(([{ failed }]) => Promise.reject(new Error(failed)))]);
    ended.abort();
    return result;
  }

  // How many questions are open that no test has taken.
  get openQuestions() {
    return this.#questions.length;
  }

  async question() {
    if (this.#questions.length === 0) await once(this.#lines, 'question');
    return this.#questions.shift();
  }

  // Answers the next question, and returns it.
  async approve() {
    const question = await this.question();
    this.#tell(`approve ${question.question}`);
    return question;
  }

  async decline() {
    const question = await this.question();
    this.#tell(`decline ${question.question}`);
    return question;
  }

  // Answers a question that a test has taken.
  approveLate(number) {
    this.#tell(`approve ${number}`);
  }

  // Ends the grant of an origin, as its user would.
  async revoke(origin) {
    await this.#answer('revoked', `revoke ${origin}`);
  }

  // What a page's server wants to have signed to sign its user in.
  async challenge(origin) {
    const [{ challenge }] = await this.#answer('challenge', `challenge ${origin}`);
    return challenge;
  }

  // Verifies what a page got, as its server would: `what` is `bytes`, `message` or `sign-in`. Returns true or false, or
  // the reason.
  async verify(what, signed) {
    const [{ verified, reason }] = await this.#answer('verified', `verify-${what} ${JSON.stringify(signed)}`);
    return reason ?? verified;
  }

  // Shows a code for a browser extension.
  async pairingCode() {
    const [{ code }] = await this.#answer('code', 'pair');
    return code;
  }

  // Lets the time pass that a code holds.
  async expireCode() {
    await this.#answer('expired', 'expire');
  }

  // Revokes all pairings, as its user would.
  async unpair() {
    await this.#answer('unpaired', 'unpair');
  }

  // What the other account of the wallet was paid in all, in base units.
  async received() {
    const [{ received }] = await this.#answer('received', 'received');
    return BigInt(received);
  }

  // Makes a note that the account can consume, and returns its id.
  async mint() {
    const [{ minted }] = await this.#answer('minted', 'mint');
    return minted;
  }

  // Closes all sockets from the side of the server.
  async closeSockets() {
    await this.#answer('closed', 'close');
  }

  async stop() {
    const ended = once(this.#process, 'exit');
    this.#process.stdin.end();
    await ended;
  }
}
