import { ServerResponse } from 'node:http';
import type { ReplyHeaders } from '../service/request/envelope';
import type { PendingReply } from '../service/request/pending-reply';

/**
 * A reply that can be sent long after the request was handled. The framework writes its headers and
 * would end it, so that is delayed until there is a body. See docs/internals.md.
 */
export class FrameworkPendingReply implements PendingReply {
  #isTaken = false;
  #hasHead = false;
  #reply: { readonly headers: ReplyHeaders; readonly body: Uint8Array } | null = null;

  constructor(private readonly response: ServerResponse) {}

  get isTaken(): boolean {
    return this.#isTaken;
  }

  take(): void {
    const { response } = this;
    this.#isTaken = true;
    // The request has no more data. Once it has ended, its listeners can be freed.
    response.req.resume();
    response.writeHead = () => response;
    response.end = () => {
      response.writeHead = ServerResponse.prototype.writeHead;
      response.end = ServerResponse.prototype.end;
      this.#hasHead = true;
      this.#write();
      return response;
    };
  }

  onGone(callback: () => void): void {
    this.onEnd(callback);
  }

  /** Calls back when the reply has been sent or the client has disconnected. */
  onEnd(callback: () => void): void {
    if (this.response.destroyed) callback();
    else this.response.once('close', callback);
  }

  send(headers: ReplyHeaders, body: Uint8Array): void {
    this.#reply = { headers, body };
    this.#write();
  }

  #write(): void {
    if (!this.#hasHead || !this.#reply || this.response.destroyed) return;
    this.response.writeHead(200, this.#reply.headers).end(this.#reply.body);
  }
}
