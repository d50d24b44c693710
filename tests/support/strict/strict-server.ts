import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { operations, type AnyOperation } from '../../../src/lib/api/operations';
import { createRouter } from '../../../src/lib/api/operation-router';
import { aPng } from '../pictures';
import { Age, noTopic, type Foreign } from './age';
import { forms, type Looks } from './forms';
import { methodsAt, type StrictLevel } from './routes';

const route = createRouter<AnyOperation>(
  Object.values(operations).filter(({ knownFrom }) => knownFrom !== 'inkwell'),
);

/** An answer of its own instead of the server's behind it. */
class Refusal extends Error {
  constructor(
    message: string,
    /** Absent for internal errors of the server. */
    readonly code: string | undefined = 'BAD_REQUEST',
    readonly status = 400,
  ) {
    super(message);
  }
}

interface ParsedCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Record<string, string>;
  /** Null if the body isn't a form. */
  readonly form: URLSearchParams | null;
  readonly body: Buffer;
}

/**
 * A strict server of one level: our own service behind the routes and rules of that level. Newer
 * requests are recorded, and ignored as real servers ignore them; unknown paths answer with an HTML
 * page; people's pictures are on another host. Doesn't redirect or store anything.
 */
export class StrictServer {
  /** What no client of such a server can send, oldest first. */
  readonly noted: string[] = [];
  /** Paths that were requested from the picture host. */
  readonly pictured: string[] = [];
  /** URL of the service behind it. Must be set before the first request. */
  target = '';
  #foreign: Foreign = { avatar: () => '', icon: '' };

  private constructor(
    private readonly server: Server,
    private readonly pictures: Server,
    readonly url: string,
    private readonly age: Age,
  ) {}

  static async start(level: StrictLevel): Promise<StrictServer> {
    const server = createServer();
    const pictures = createServer();
    for (const one of [server, pictures]) {
      one.listen(0, '127.0.0.1');
      await once(one, 'listening');
    }
    const url = `http://127.0.0.1:${portOf(server)}`;
    const strict = new StrictServer(server, pictures, url, new Age(level));
    const host = `http://localhost:${portOf(pictures)}`;
    strict.#foreign = {
      avatar: (id) => `${host}/avatar/${id}?d=identicon&version=1`,
      icon: `${host}/avatar/realm?d=identicon&version=1`,
    };
    server.on('request', (request, response) => void strict.#answer(request, response));
    pictures.on('request', ({ url = '' }, response) => {
      strict.pictured.push(url);
      response.writeHead(200, { 'content-type': 'image/png' }).end(aPng(8, 8));
    });
    return strict;
  }

  async close(): Promise<void> {
    for (const one of [this.server, this.pictures]) {
      one.closeAllConnections();
      await new Promise((resolve) => one.close(resolve));
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    try {
      const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
      if (!pathname.startsWith('/api/v1/')) return await this.#pass(request, response, gone.signal);
      const call = await read(request, pathname.slice('/api/v1'.length), searchParams);
      const methods = methodsAt(this.age.level, call.path);
      const found = route(call.method, call.path);
      if (!methods.includes(call.method) || found.kind !== 'found') {
        this.noted.push(`${call.method} ${call.path}`);
        return missing(response, methods);
      }
      const { operation, values } = found;
      const ignored = this.#ignore(call, operation);
      await this.#check(call, operation.id, values);
      const older = await this.#inGroups(this.#older(call, operation.id), operation.id);
      const reply = await this.#ask(older, gone.signal);
      const text = this.#asSent(operation.id, await reply.text(), ignored);
      response.writeHead(reply.status, headersOf(reply)).end(text);
    } catch (error) {
      if (!(error instanceof Refusal)) return void response.destroy();
      const body = { result: 'error', msg: error.message, code: error.code };
      response
        .writeHead(error.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(body));
    }
  }

  /** Removes parameters it doesn't know, and returns their names. */
  #ignore(call: ParsedCall, operation: AnyOperation): string[] {
    const fields = call.form ?? call.query;
    const ignored = this.age.ignored(operation, fields.keys());
    for (const name of ignored) {
      this.noted.push(`${call.method} ${call.path}: parameter ${name}`);
      fields.delete(name);
    }
    return ignored;
  }

  async #check(call: ParsedCall, operation: string, values: Looks['values']): Promise<void> {
    const fields = call.form ?? call.query;
    const later = this.age.refused(fields);
    if (later !== null) {
      this.noted.push(`${call.method} ${call.path}: ${later}`);
      throw new Refusal(`This server does not know: ${later}`);
    }
    for (const [name, value] of fields) {
      const since = this.age.changesSince(operation, name);
      if (since === null || since > this.age.level || isChange(value)) continue;
      this.noted.push(`${call.method} ${call.path}: bare ${name}`);
      throw new Refusal('Internal server error', undefined, 500);
    }
    const look = (path: string) => this.#look(call.headers, path);
    for (const { operations: named, levels, answer } of forms) {
      if (!named.includes(operation) || !levels.includes(this.age.level)) continue;
      const answered = await answer({ look, fields, values });
      if (answered) throw new Refusal(answered.msg, answered.code, answered.status);
    }
  }

  async #look(headers: ParsedCall['headers'], path: string): Promise<Record<string, unknown>> {
    const authorization = headers['authorization'] ?? '';
    const reply = await fetch(`${this.target}/api/v1${path}`, { headers: { authorization } });
    return (await reply.json()) as Record<string, unknown>;
  }

  /** Converts permissions from the older format to our service's. */
  async #inGroups(call: ParsedCall, operation: string): Promise<ParsedCall> {
    if (!call.form) return call;
    const form = new URLSearchParams(call.form);
    for (const [name, value] of call.form) {
      const since = this.age.changesSince(operation, name);
      if (since === null || since <= this.age.level || isChange(value)) continue;
      form.set(name, JSON.stringify({ new: Number(value) }));
    }
    const poster = posters[form.get('stream_post_policy') ?? ''];
    form.delete('stream_post_policy');
    if (poster !== undefined) {
      const { user_groups } = await this.#look(call.headers, '/user_groups');
      const id = (user_groups as Group[]).find(({ name }) => name === poster)?.id;
      const value = operation === 'updateStream' ? { new: id } : id;
      form.set('can_send_message_group', JSON.stringify(value));
    }
    return { ...call, form };
  }

  #ask({ method, path, query, headers, form, body }: ParsedCall, signal: AbortSignal) {
    const search = query.size > 0 ? `?${query}` : '';
    const sent = form ? form.toString() : body.length > 0 ? new Uint8Array(body) : null;
    return fetch(`${this.target}/api/v1${path}${search}`, { method, headers, body: sent, signal });
  }

  #asSent(operation: string, text: string, ignored: readonly string[]): string {
    const place = operation === 'registerQueue' ? 'register' : '';
    const value = this.age.asSent(JSON.parse(text), this.#foreign, place) as Reply;
    if (ignored.length > 0) value['ignored_parameters_unsupported'] = ignored;
    if (operation === 'getEvents') value['events'] = (value['events'] as Reply[])?.map(asArchived);
    if (operation === 'getBots') {
      value['bots'] = (value['bots'] as Reply[])?.map(({ user_id: _, ...bot }) => bot);
    }
    if (operation === 'uploadFile' && this.age.level === 247) {
      const { url: _url, filename: _filename, ...rest } = value;
      return JSON.stringify(rest);
    }
    return JSON.stringify(value);
  }

  /**
   * Converts the request to our service's format, which is newer and interprets some parameters
   * differently.
   */
  #older(call: ParsedCall, operation: string): ParsedCall {
    const fields = new URLSearchParams(call.form ?? call.query);
    if (this.age.namesTopics && readsTopics.has(operation)) {
      fields.set('allow_empty_topic_name', 'true');
    }
    const narrow = fields.get('narrow');
    if (this.age.namesTopics && narrow !== null && operation !== 'registerQueue') {
      const unnamed = (term: { operator: string; operand: unknown }) =>
        term.operator === 'topic' && term.operand === noTopic ? { ...term, operand: '' } : term;
      fields.set('narrow', JSON.stringify((JSON.parse(narrow) as never[]).map(unnamed)));
    }
    if (operation === 'registerQueue' && this.age.level === 247) {
      const given = JSON.parse(fields.get('client_capabilities') ?? '{}') as object;
      const known = { ...given, archived_channels: false, include_deactivated_groups: false };
      fields.set(
        'client_capabilities',
        JSON.stringify({ ...known, notification_settings_null: true }),
      );
    }
    return call.form ? { ...call, form: fields } : { ...call, query: fields };
  }

  /** Files and pictures are passed on unchanged. */
  async #pass({ url, headers }: IncomingMessage, response: ServerResponse, signal: AbortSignal) {
    const { authorization = '', range } = headers;
    const reply = await fetch(`${this.target}${url}`, {
      headers: { authorization, ...(range && { range }) },
      signal,
    });
    response.writeHead(reply.status, headersOf(reply));
    response.end(Buffer.from(await reply.arrayBuffer()));
  }
}

type Group = { readonly id: number; readonly name: string };
type Reply = Record<string, unknown>;

/** By `stream_post_policy`. */
const posters: Readonly<Record<string, string>> = {
  1: 'role:everyone',
  2: 'role:administrators',
  3: 'role:fullmembers',
  4: 'role:moderators',
};

const readsTopics = new Set(['getMessages', 'getMessage', 'getStreamTopics']);

function isChange(value: string): boolean {
  return value.startsWith('{') && 'new' in (JSON.parse(value) as object);
}

/** Before level 388, an archived channel looks deleted, whatever the client supports. */
function asArchived(event: Reply): Reply {
  const { type, op, property, stream_id, value, id } = event;
  if (type !== 'stream' || op !== 'update' || property !== 'is_archived' || !value) return event;
  return { type, op: 'delete', streams: [{ stream_id }], stream_ids: [stream_id], id };
}

/** Answers a path it doesn't have, or one that it has for other methods. */
function missing(response: ServerResponse, methods: readonly string[]): void {
  if (methods.length === 0) {
    const page = '<!DOCTYPE html><title>Page not found</title><h1>Page not found</h1>';
    response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    return;
  }
  const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
  const body = { result: 'error', msg: 'Method Not Allowed', allowed_methods: allowed };
  response
    .writeHead(405, { 'content-type': 'text/html; charset=utf-8', allow: allowed.join(', ') })
    .end(JSON.stringify(body));
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function read(
  request: IncomingMessage,
  path: string,
  query: URLSearchParams,
): Promise<ParsedCall> {
  const { method = 'GET' } = request;
  const names = ['authorization', 'content-type', 'user-agent', 'accept-language'];
  const headers = Object.fromEntries(
    names.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
  const body = await buffer(request);
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  return {
    method,
    path,
    query,
    headers,
    body,
    form: isForm ? new URLSearchParams(body.toString()) : null,
  };
}

/** Without headers of the body's length and encoding, which have changed. */
function headersOf(reply: Response): Record<string, string> {
  const dropped = ['content-length', 'content-encoding', 'transfer-encoding', 'connection'];
  return Object.fromEntries([...reply.headers].filter(([name]) => !dropped.includes(name)));
}
