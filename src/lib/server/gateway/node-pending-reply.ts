import type { ServerResponse } from 'node:http';
import type { EncodedReply } from '../service/request/server-request';
import type { ReplyHeaders } from '../service/request/envelope';
import type { PendingReply } from '../service/request/pending-reply';

/** A reply that only this class writes, now or long after the request was handled. */
export class NodePendingReply implements PendingReply {
  #isTaken = false;
  #head: ReplyHeaders | null = null;
  #late: Omit<EncodedReply, 'status'> | null = null;

  /** @param always headers of every reply, alternating names and values */
  constructor(
    private readonly response: ServerResponse,
    private readonly always: readonly string[],
    readonly id: string,
  ) {}

  get isTaken(): boolean {
    return this.#isTaken;
  }

  take(): void {
    this.#isTaken = true;
    // The request has no more data. Once it has ended, its listeners can be freed.
    this.response.req.resume();
  }

  onGone(callback: () => void): void {
    if (this.response.destroyed) callback();
    else this.response.once('close', callback);
  }

  send(headers: ReplyHeaders, body: Uint8Array<ArrayBuffer>): void {
    this.#late = { headers, body };
    this.#sendLate();
  }

  /** Sets the headers of a reply that follows by `send`, or writes a complete reply. */
  write(reply: EncodedReply): void {
    if (!this.#isTaken) return this.#end(reply);
    this.#head = reply.headers;
    this.#sendLate();
  }

  #sendLate(): void {
    if (!this.#head || !this.#late) return;
    const { headers, body } = this.#late;
    this.#end({ status: 200, headers: { ...this.#head, ...headers }, body });
  }

  #end({ status, headers, body }: EncodedReply): void {
    if (this.response.destroyed) return;
    // Node writes a flat list in half the time of an object, which matters when one event goes to
    // thousands of clients.
    const own = Object.entries(headers).flat();
    const head = [...this.always, 'x-request-id', this.id, ...own];
    this.response.writeHead(status, head).end(body);
  }
}
