import { ServerResponse } from 'node:http';
import type { ReplyHeaders } from '../service/request/envelope';
import type { PendingReply } from '../service/request/pending-reply';

/**
 * A reply of Node's server that is sent when all that led to it is long forgotten. The framework
 * between us writes its head, and would end it: that is put off until there is a body.
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
    // Nothing more comes with it; once it has ended, what listens to it is let go.
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

  /** Calls back when the reply has been written or its asker has gone. */
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
