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
  // The numbers of the questions that ended without an answer.
  #ended = new Set();
  // The reference of the transaction that was approved when the process ended.
  #killedWith = null;
  #hasExited = false;
  #exit;

  // `environment` is what the program reads besides the environment of the tests.
  static async start(program, environment = {}) {
    const env = { ...process.env, ...environment };
    const wallet = new WalletProgram(spawn(program, { stdio: ['pipe', 'pipe', 'inherit'], env }));
    return Object.assign(wallet, await wallet.#line('port'));
  }

  constructor(process) {
    this.#process = process;
    const lines = createInterface({ input: process.stdout });
    lines.on('line', (line) => {
      const message = JSON.parse(line);
      if ('question' in message) this.#questions.push(message);
      if ('ended' in message) this.#ended.add(message.ended);
      if ('killed' in message) this.#killedWith = message.killed;
      for (const name of Object.keys(message)) this.#lines.emit(name, message);
    });
    process.stdin.on('error', () => {});
    // All that it wrote is read by then.
    this.#exit = Promise.all([once(process, 'exit'), once(lines, 'close')]).then(() => {
      this.#hasExited = true;
      this.#lines.emit('exit');
    });
  }

  get hasExited() {
    return this.#hasExited;
  }

  // The next line with a member of one of the names. Rejects if the program ends before.
  async #line(...names) {
    if (this.#hasExited) throw new Error('The wallet has ended');
    const waiting = new AbortController();
    try {
      const lines = [...names, 'exit'].map((name) => once(this.#lines, name, waiting));
      for (const each of lines) each.catch(() => {});
      const [message] = await Promise.race(lines);
      if (message === undefined) throw new Error('The wallet ended');
      return message;
    } finally {
      waiting.abort();
    }
  }

  #tell(line) {
    this.#process.stdin.write(`${line}\n`);
  }

  // Writes a line, and waits for the one that answers it.
  async #answer(name, line) {
    const answering = this.#line(name, 'failed');
    this.#tell(line);
    const answer = await answering;
    if ('failed' in answer) throw new Error(answer.failed);
    return answer;
  }

  // How many questions are open that no test has taken.
  get openQuestions() {
    return this.#questions.length;
  }

  async question() {
    while (this.#questions.length === 0) await this.#line('question');
    return this.#questions.shift();
  }

  // Waits until a question has ended without an answer.
  async ended(number) {
    while (!this.#ended.has(number)) await this.#line('ended');
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

  // Executes the transaction of a question, as its user would before the answer. Returns the amounts of the notes that
  // it would make.
  async simulate(number) {
    const { amounts } = await this.#answer('simulated', `simulate ${number}`);
    return amounts?.map(BigInt);
  }

  // Lets time pass.
  async advance(seconds) {
    await this.#answer('advanced', `advance ${seconds}`);
  }

  // Chooses another account for the pages of an origin, as its user would.
  async choose(address, origin) {
    await this.#answer('chosen', `choose ${address} ${origin}`);
  }

  // Tells the pages of another network, as an app does that has another one from then on.
  async changeNetwork(network) {
    await this.#answer('networkChanged', `network ${network}`);
  }

  // Ends the grant of an origin, as its user would.
  async revoke(origin) {
    await this.#answer('revoked', `revoke ${origin}`);
  }

  // What a page's server wants to have signed to sign its user in.
  async challenge(origin) {
    const { challenge } = await this.#answer('challenge', `challenge ${origin}`);
    return challenge;
  }

  // Verifies what a page got, as its server would: `what` is `bytes`, `message` or `sign-in`. Returns true or false, or
  // the reason.
  async verify(what, signed) {
    const { verified, reason } = await this.#answer('verified', `verify-${what} ${JSON.stringify(signed)}`);
    return reason ?? verified;
  }

  // Shows a code for a browser extension.
  async pairingCode() {
    const { code } = await this.#answer('code', 'pair');
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
    const { received } = await this.#answer('received', 'received');
    return BigInt(received);
  }

  // Makes a note that the account can consume, and returns its id.
  async mint() {
    const { minted } = await this.#answer('minted', 'mint');
    return minted;
  }

  // Makes a private note of 7 base units for the account. The wallet does not know of it. Returns its id and its note
  // file.
  async mintPrivate() {
    const { mintedPrivate } = await this.#answer('mintedPrivate', 'mint-private');
    return mintedPrivate;
  }

  // What the account has, and its notes.
  async holdings() {
    const { holdings } = await this.#answer('holdings', 'holdings');
    return holdings;
  }

  // What the account has of the first token, in base units.
  async balance() {
    const { assets } = await this.holdings();
    return BigInt(assets[0].amount);
  }

  // The bytes of a transaction request: `payment` makes a note of 7 base units, `script` runs a script.
  async request(name) {
    const { request } = await this.#answer('request', `request ${name}`);
    return request;
  }

  // Closes all sockets from the side of the server.
  async closeSockets() {
    await this.#answer('closed', 'close');
  }

  // Ends the program between the next approval of a transaction and its answer.
  async killAtApproval() {
    await this.#answer('armed', 'kill-at-approval');
  }

  // Waits until the program has ended. Returns the reference of the transaction that was approved then.
  async exited() {
    await this.#exit;
    return this.#killedWith;
  }

  async kill() {
    this.#process.kill('SIGKILL');
    await this.#exit;
  }

  async stop() {
    this.#process.stdin.end();
    await this.#exit;
  }
}
