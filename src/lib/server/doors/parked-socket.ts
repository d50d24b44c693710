import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket, type SocketConstructorOpts } from 'node:net';

/** Whoever waits with it. */
export interface Waiter {
  /** The asker has its answer, or has gone. */
  left(): void;
}

/** What Node keeps in a server's socket, and tells nobody of. */
interface Inside extends Socket {
  _handle?: object | null;
  _server?: unknown;
  readonly server?: Server;
  [answered]?: number;
}

/** Bytes that had been read of a connection when the last request on it was answered. */
const answered = Symbol('answered');

/** Notes that an answer is written, so that it is known where the next request begins. */
export function noteAnswer(socket: Socket | null): void {
  if (socket) (socket as Inside)[answered] = socket.bytesRead;
}

/**
 * The connection of a request that waits long, without the parser, request, reply and two dozen closures
 * that Node's HTTP server keeps of each: they are most of what a waiting request takes. The old socket
 * is closed without its connection, and Node's own end of a connection takes all of that away. When
 * the asker asks again the server gets the connection back like a new one.
 */
export class ParkedSocket extends Socket {
  #waiter: Waiter | null = null;
  /** Of a request that came while another one waits. */
  #early: Buffer | null = null;

  private constructor(
    handle: object,
    private readonly origin: Server,
  ) {
    super({ handle } as SocketConstructorOpts);
    this.on('data', take).on('error', ignore).on('close', leave);
  }

  /** Null where the connection has to stay with the server: there is more on it than this request. */
  static from(response: ServerResponse): ParkedSocket | null {
    const { req } = response;
    const socket = response.socket as Inside | null;
    const { _handle: handle, server } = socket ?? {};
    if (!socket || !handle || !server || socket.destroyed || !isAlone(req, socket)) return null;
    if (!response.shouldKeepAlive || socket.writableLength > 0) return null;
    socket._handle = null;
    const parked = new ParkedSocket(handle, server);
    // So it goes on being counted as one of the server's.
    (parked as Inside)._server = socket._server;
    socket._server = null;
    socket.destroy();
    return parked;
  }

  /** When the server stops: connections between two requests end, those that wait do with their answer. */
  static endIdle(): void {
    for (const socket of idle) socket.destroy();
  }

  wait(waiter: Waiter): void {
    if (this.destroyed) waiter.left();
    else this.#waiter = waiter;
  }

  /** @param lines of the head, each with its end */
  answer(lines: string, body: Uint8Array): void {
    if (this.destroyed) return;
    const { listening, keepAliveTimeout } = this.origin;
    const seconds = Math.floor(keepAliveTimeout / 1000);
    const connection = listening
      ? `Connection: keep-alive\r\nKeep-Alive: timeout=${seconds}`
      : 'Connection: close';
    const head = `HTTP/1.1 200 OK\r\n${lines}Date: ${new Date().toUTCString()}\r\n${connection}\r\n\r\n`;
    const bytes = Buffer.allocUnsafe(head.length + body.byteLength);
    bytes.latin1Write(head);
    bytes.set(body, head.length);
    this.write(bytes);
    if (!listening) this.destroySoon();
    this.#leave();
    if (!listening) return;
    if (this.#early) return this.#goBack(this.#early);
    idle.add(this);
    this.setTimeout(keepAliveTimeout).on('timeout', close);
  }

  take(chunk: Buffer): void {
    if (!this.#waiter && idle.has(this)) return this.#goBack(chunk);
    this.pause();
    this.#early = chunk;
  }

  leave(): void {
    idle.delete(this);
    this.#leave();
  }

  #leave(): void {
    const waiter = this.#waiter;
    this.#waiter = null;
    waiter?.left();
  }

  #goBack(chunk: Buffer): void {
    idle.delete(this);
    this.off('data', take).off('error', ignore).off('close', leave).off('timeout', close);
    this.setTimeout(0);
    (this as Inside)[answered] = this.bytesRead - chunk.byteLength;
    this.unshift(chunk);
    this.resume();
    this.origin.emit('connection', this);
  }
}

const idle = new Set<ParkedSocket>();

// One of each, not one for each connection.
function take(this: ParkedSocket, chunk: Buffer): void {
  this.take(chunk);
}
function leave(this: ParkedSocket): void {
  this.leave();
}
function close(this: ParkedSocket): void {
  this.destroy();
}
function ignore(): void {
  // `close` follows.
}

/**
 * Whether nothing has been read of the connection but this request, which has no body. A client may
 * send the next one before it has the answer, and the parser may hold a part of that.
 */
function isAlone(request: IncomingMessage, socket: Inside): boolean {
  const { method = '', url = '', headers, rawHeaders } = request;
  if (method !== 'GET' || !request.complete) return false;
  if (headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined) {
    return false;
  }
  const line = `${method} ${url} HTTP/1.1\r\n`.length;
  // Two characters stand behind each name, and two behind each value.
  const fields = rawHeaders.reduce((length, text) => length + text.length + 2, 0);
  const read = socket.bytesRead - (socket[answered] ?? 0);
  return read === line + fields + '\r\n'.length;
}
