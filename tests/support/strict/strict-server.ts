import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { operations, type AnyOperation } from '../../../src/lib/api/operations';
import { createRouter } from '../../../src/lib/api/route';
import { aPng } from '../pictures';
import { asTold, level, noTopic, refusedField, type Foreign } from './level-247';

const route = createRouter<AnyOperation>(
  Object.values(operations).filter(
    ({ knownFrom, since }) => knownFrom !== 'inkwell' && since <= level.zulip_feature_level,
  ),
);

/** What it answers by itself, in place of what stands behind it. */
class Refusal extends Error {
  constructor(
    message: string,
    readonly code = 'BAD_REQUEST',
    readonly status = 400,
  ) {
    super(message);
  }
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Record<string, string>;
  /** Null where the body is no form. */
  readonly form: URLSearchParams | null;
  readonly body: Buffer;
}

/**
 * A server of level 247 that overlooks nothing: our own service behind rules of its age. What a client
 * asks of it that came later is refused and noted; paths that it lacks answer with a page of HTML;
 * pictures of people lie on another host. Redirects nothing, keeps nothing.
 */
export class StrictServer {
  /** What no client of such a server may ask, oldest first. */
  readonly noted: string[] = [];
  /** Paths that were asked of the host of pictures. */
  readonly pictured: string[] = [];
  /** Where the service behind it listens; has to be set before the first request. */
  target = '';
  #foreign: Foreign = { avatar: () => '', icon: '' };

  private constructor(
    private readonly server: Server,
    private readonly pictures: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<StrictServer> {
    const server = createServer();
    const pictures = createServer();
    for (const one of [server, pictures]) {
      one.listen(0, '127.0.0.1');
      await once(one, 'listening');
    }
    const strict = new StrictServer(server, pictures, `http://127.0.0.1:${portOf(server)}`);
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
      const asked = await read(request, pathname.slice('/api/v1'.length), searchParams);
      const found = route(asked.method, asked.path);
      if (found.kind !== 'found') {
        this.noted.push(`${asked.method} ${asked.path}`);
        const page = '<!DOCTYPE html><title>Page not found</title><h1>Page not found</h1>';
        response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' }).end(page);
        return;
      }
      await this.#check(asked, found.operation.id);
      const words = await this.#inGroups(older(asked, found.operation.id), found.operation.id);
      const reply = await this.#ask(words, gone.signal);
      const text = await reply.text();
      response.writeHead(reply.status, headersOf(reply)).end(this.#told(found.operation.id, text));
    } catch (error) {
      if (!(error instanceof Refusal)) return void response.destroy();
      const body = { result: 'error', msg: error.message, code: error.code };
      response
        .writeHead(error.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(body));
    }
  }

  async #check(asked: Asked, operation: string): Promise<void> {
    const fields = asked.form ?? asked.query;
    const later = refusedField(fields);
    if (later !== null) {
      this.noted.push(`${asked.method} ${asked.path}: ${later}`);
      throw new Refusal(`This server does not know: ${later}`);
    }
    if (needsTopic.has(operation) && fields.get('type') === 'stream' && !fields.get('topic')) {
      throw new Refusal("Topic can't be empty!");
    }
    if (operation === 'updateStream' || operation === 'archiveStream') {
      const { role } = await this.#look(asked.headers, '/users/me');
      if (Number(role) > 200) throw new Refusal('Must be an organization administrator');
    }
    if (operation === 'createDrafts') {
      const drafts = JSON.parse(fields.get('drafts') ?? '[]') as Draft[];
      for (const draft of drafts) await this.#checkDraft(asked, draft);
    }
    if (operation === 'editDraft') {
      await this.#checkDraft(asked, JSON.parse(fields.get('draft') ?? '{}') as Draft);
    }
  }

  /** Only to whom one may write it: nobody who has left, no channel that is archived. */
  async #checkDraft({ headers }: Asked, { type, to }: Draft): Promise<void> {
    const look = (path: string) => this.#look(headers, path);
    if (type === 'private') {
      for (const id of to) {
        const { user } = (await look(`/users/${id}`)) as { user?: Person };
        if (user && !user.is_active) throw new Refusal(`'${user.email}' is no longer using Zulip.`);
      }
    }
    if (type === 'stream') {
      const { streams } = (await look('/streams?exclude_archived=true')) as { streams: Channel[] };
      if (!streams.some(({ stream_id }) => stream_id === to[0])) {
        throw new Refusal('Invalid stream ID');
      }
    }
  }

  async #look(headers: Asked['headers'], path: string): Promise<Record<string, unknown>> {
    const authorization = headers['authorization'] ?? '';
    const reply = await fetch(`${this.target}/api/v1${path}`, { headers: { authorization } });
    return (await reply.json()) as Record<string, unknown>;
  }

  /** Who may post and who may remove people, as our service takes it. */
  async #inGroups(asked: Asked, operation: string): Promise<Asked> {
    if (!asked.form || !makesChannels.has(operation)) return asked;
    const form = new URLSearchParams(asked.form);
    const put = (name: string, id: number | undefined) =>
      form.set(name, JSON.stringify(operation === 'updateStream' ? { new: id } : id));
    const remover = form.get('can_remove_subscribers_group');
    if (remover !== null) put('can_remove_subscribers_group', Number(remover));
    const poster = posters[form.get('stream_post_policy') ?? ''];
    form.delete('stream_post_policy');
    if (poster !== undefined) {
      const { user_groups } = await this.#look(asked.headers, '/user_groups');
      const group = (user_groups as Group[]).find(({ name }) => name === poster);
      put('can_send_message_group', group?.id);
    }
    return { ...asked, form };
  }

  #ask({ method, path, query, headers, form, body }: Asked, signal: AbortSignal) {
    const search = query.size > 0 ? `?${query}` : '';
    const sent = form ? form.toString() : body.length > 0 ? new Uint8Array(body) : null;
    return fetch(`${this.target}/api/v1${path}${search}`, { method, headers, body: sent, signal });
  }

  #told(operation: string, text: string): string {
    const value = asTold(JSON.parse(text), this.#foreign) as Record<string, unknown>;
    if (operation !== 'uploadFile') return JSON.stringify(value);
    const { url: _url, filename: _filename, ...rest } = value;
    return JSON.stringify(rest);
  }

  /** Files and pictures, as they are. */
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

type Draft = { readonly type: string; readonly to: readonly number[] };
type Person = { readonly email: string; readonly is_active: boolean };
type Channel = { readonly stream_id: number };
type Group = { readonly id: number; readonly name: string };

const makesChannels = new Set(['subscribe', 'updateStream']);
/** By `stream_post_policy`. */
const posters: Readonly<Record<string, string>> = {
  1: 'role:everyone',
  2: 'role:administrators',
  3: 'role:fullmembers',
  4: 'role:moderators',
};

const needsTopic = new Set(['sendMessage', 'createScheduledMessage', 'updateScheduledMessage']);

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function read(
  request: IncomingMessage,
  path: string,
  query: URLSearchParams,
): Promise<Asked> {
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
    ...{ method, path, query, headers, body },
    form: isForm ? new URLSearchParams(body.toString()) : null,
  };
}

/** The request in the words of our service, which is younger and reads some of them otherwise. */
function older(asked: Asked, operation: string): Asked {
  const fields = new URLSearchParams(asked.form ?? asked.query);
  if (readsTopics.has(operation)) fields.set('allow_empty_topic_name', 'true');
  const narrow = fields.get('narrow');
  if (narrow !== null && operation !== 'registerQueue') {
    const unnamed = (term: { operator: string; operand: unknown }) =>
      term.operator === 'topic' && term.operand === noTopic ? { ...term, operand: '' } : term;
    fields.set('narrow', JSON.stringify((JSON.parse(narrow) as never[]).map(unnamed)));
  }
  if (operation === 'registerQueue') {
    const given = JSON.parse(fields.get('client_capabilities') ?? '{}') as object;
    const known = { ...given, archived_channels: false, include_deactivated_groups: false };
    fields.set(
      'client_capabilities',
      JSON.stringify({ ...known, notification_settings_null: true }),
    );
  }
  return asked.form ? { ...asked, form: fields } : { ...asked, query: fields };
}

const readsTopics = new Set(['getMessages', 'getMessage', 'getStreamTopics']);

/** Without those of the body's length and encoding, which are other ones now. */
function headersOf(reply: Response): Record<string, string> {
  const dropped = ['content-length', 'content-encoding', 'transfer-encoding', 'connection'];
  return Object.fromEntries([...reply.headers].filter(([name]) => !dropped.includes(name)));
}
