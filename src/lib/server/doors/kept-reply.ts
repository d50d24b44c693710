import { validateHeaderValue, type ServerResponse } from 'node:http';
import type { Written } from '../service/request/ask';
import type { Headers } from '../service/request/envelope';
import type { Seat } from '../service/request/seat';
import { noteAnswer, ParkedSocket, type Waiter } from './parked-socket';

/** What every reply of a door carries, in the two forms in which it is written. */
export interface CommonHead {
  /** Names and values in turn. */
  readonly list: readonly string[];
  readonly lines: string;
}

export function commonHead(headers: Headers): CommonHead {
  const list = Object.entries(headers).flat();
  return { list, lines: linesOf(headers) };
}

/** A reply of Node's server that nobody else writes, now or when all that led to it is forgotten. */
export class KeptReply implements Seat, Waiter {
  #isTaken = false;
  /** Of a reply that waits, where its connection could be parked. */
  #parked: ParkedSocket | null = null;
  /** Null where it is. */
  #response: ServerResponse | null;
  #head: Headers | null = null;
  #late: Omit<Written, 'status'> | null = null;
  /** Null once the asker has its answer, or has gone. */
  #onGone: (() => void)[] | null = [];

  constructor(
    response: ServerResponse,
    private readonly common: CommonHead,
    readonly id: string,
  ) {
    this.#response = response;
  }

  get isTaken(): boolean {
    return this.#isTaken;
  }

  take(): void {
    const response = this.#response;
    if (!response) return;
    this.#isTaken = true;
    this.#parked = ParkedSocket.from(response);
    if (this.#parked) {
      this.#response = null;
      this.#parked.wait(this);
      return;
    }
    const { req } = response;
    // Nothing more comes with it; once it has ended, what listens to it is let go.
    req.resume();
    // Node keeps the request itself until the reply has ended.
    Object.assign(req, { headers: {}, rawHeaders: [], url: '' });
    if (response.destroyed) this.left();
    else response.once('close', () => this.left());
  }

  onGone(callback: () => void): void {
    if (this.#onGone) this.#onGone.push(callback);
    else callback();
  }

  left(): void {
    const callbacks = this.#onGone;
    this.#onGone = null;
    for (const callback of callbacks ?? []) callback();
  }

  send(headers: Headers, body: Uint8Array<ArrayBuffer>): void {
    this.#late = { headers, body };
    this.#sendLate();
  }

  /** The head of what comes by `send`, or the whole of an answer that is there. */
  write(reply: Written): void {
    if (!this.#isTaken) return this.#end(reply);
    this.#head = reply.headers;
    this.#sendLate();
  }

  #sendLate(): void {
    if (!this.#head || !this.#late) return;
    const { headers, body } = this.#late;
    if (this.#parked) {
      const lines = `${this.common.lines}x-request-id: ${this.id}\r\n`;
      this.#parked.answer(lines + linesOf(this.#head) + linesOf(headers), body ?? nothing);
    } else this.#end({ status: 200, headers: { ...this.#head, ...headers }, body });
  }

  #end({ status, headers, body }: Written): void {
    const response = this.#response;
    if (!response || response.destroyed) return;
    noteAnswer(response.socket);
    // Node takes a list in half the time of an object.
    const own = Object.entries(headers).flat();
    const head = [...this.common.list, 'x-request-id', this.id, ...own];
    response.writeHead(status, head).end(body);
  }
}

const nothing = new Uint8Array();

/** Of a head, as they are sent. */
function linesOf(headers: Headers): string {
  let lines = '';
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderValue(name, value);
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}
