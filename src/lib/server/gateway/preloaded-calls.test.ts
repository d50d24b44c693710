import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { getChannelFolders } from '$lib/api/channel-folders';
import { streamPage } from './document-stream';
import { startPreloadedCalls, type PreloadedPage } from './preloaded-calls';

const shell = '<html><head></head><body><p>Shell</p></body></html>';
const page = () =>
  new Response(shell, {
    headers: { 'content-type': 'text/html', etag: '"1"', 'content-length': '51' },
  });

type Answers = Readonly<Record<string, () => Response | Promise<Response>>>;

function answering(answers: Answers) {
  const requests: Request[] = [];
  const answer: PreloadedPage['answer'] = async (request, path) => {
    requests.push(request);
    return (await answers[`${request.method} ${path}`]?.()) ?? new Response(null, { status: 503 });
  };
  return { requests, answer };
}

function startFor(answers: Answers, more: Partial<PreloadedPage> = {}) {
  const { requests, answer } = answering(answers);
  const request = new Request('http://127.0.0.1:3000/inbox', {
    headers: { host: '127.0.0.1:3000', cookie: 'secret=1' },
  });
  const first = { request, account: 'a1', embedded: true, answer };
  return { requests, calls: startPreloadedCalls({ ...first, ...more }) };
}

async function documentOf(calls: ReturnType<typeof startPreloadedCalls>, accepted: string | null) {
  const { drop } = calls;
  return streamPage(page(), { rest: calls.blocks(), accepted, onGone: drop });
}

const registered = (fields = {}) =>
  Response.json({ result: 'success', queue_id: 'q1', last_event_id: -1, ...fields });
const folders = () => Response.json({ result: 'success', channel_folders: [] });

const texts = (html: string) =>
  [...html.matchAll(/<script[^>]* data-status="(\d+)">([^<]*)<\/script>\n/g)].map(
    ([, status, text]) => ({ status: Number(status), body: JSON.parse(text ?? '') as unknown }),
  );

describe('preloaded calls', () => {
  it('append the state to the document, and it can close no element of it', async () => {
    const name = '</script><script>alert(1)</script><!-- ž 😀';
    const { calls, requests } = startFor({
      'POST /register': () => registered({ realm_name: name }),
    });
    const html = await (await documentOf(calls, null)).text();
    expect(html.startsWith('<html><head></head><body><p>Shell</p><script ')).toBe(true);
    expect(html.endsWith('</script>\n</body></html>')).toBe(true);
    expect(texts(html)).toEqual([
      {
        status: 200,
        body: { result: 'success', queue_id: 'q1', last_event_id: -1, realm_name: name },
      },
    ]);
    expect(calls.headHtml).toBe('<meta name="inkwell-early" data-account="a1" />');
    for (const { headers } of requests) {
      expect(headers.get('x-inkwell-account')).toBe('a1');
      expect(headers.get('host')).toBe('127.0.0.1:3000');
      expect(headers.has('cookie')).toBe(false);
    }
  });

  it('request nothing before the head of the document has been sent', async () => {
    const { calls, requests } = startFor({ 'POST /register': registered });
    const reader = (await documentOf(calls, null)).body!.getReader();
    const { value } = await reader.read();
    expect(Buffer.from(value!).toString()).toBe('<html><head></head><body><p>Shell</p>');
    expect(requests).toHaveLength(0);
    await reader.read();
    expect(requests).toHaveLength(1);
    await reader.cancel();
  });

  it('append the rows rendered from the state before it', async () => {
    const byState = vi.fn(() => Promise.resolve('<p>Rows</p>'));
    const { calls } = startFor({ 'POST /register': registered }, { drawing: { byState } });
    const html = await (await documentOf(calls, null)).text();
    expect(html).toContain('<p>Shell</p><p>Rows</p><script ');
    expect(byState).toHaveBeenCalledOnce();

    const refused = { 'POST /register': () => Response.json({}, { status: 401 }) };
    const other = startFor(refused, { drawing: { byState } });
    expect(await (await documentOf(other.calls, null)).text()).not.toContain('Rows');
  });

  describe('when the state takes long', () => {
    const drawing: PreloadedPage['drawing'] = {
      byState: () => Promise.resolve('<p>Late</p>'),
      ahead: async (ask) => `<p>${JSON.stringify(await ask(getChannelFolders, {}))}</p>`,
    };

    it('append rows rendered from faster replies immediately, with a remote server', async () => {
      let register: (reply: Response) => void = () => undefined;
      const { calls, requests } = startFor(
        {
          'GET /channel_folders': folders,
          'POST /register': () => new Promise((resolve) => (register = resolve)),
        },
        { drawing, embedded: false },
      );
      const reader = (await documentOf(calls, null)).body!.getReader();
      const read = async () => String(Buffer.from((await reader.read()).value as Uint8Array));
      expect(await read()).toBe('<html><head></head><body><p>Shell</p>');
      expect(await read()).toBe('<p>{"channel_folders":[]}</p>');
      expect(requests.map(({ method }) => method).sort()).toEqual(['GET', 'POST']);
      register(registered());
      expect(await read()).toContain('"queue_id":"q1"');
      await reader.cancel();
    });

    it('leave the state to the app, because one process would delay its files', async () => {
      const { calls, requests } = startFor(
        { 'GET /channel_folders': folders, 'POST /register': registered },
        { drawing },
      );
      // The meta element tells the page that rows follow, so it doesn't insert its cached ones.
      expect(calls.headHtml).toBe('<meta name="inkwell-early" />');
      const html = await (await documentOf(calls, null)).text();
      expect(html).toBe(shell.replace('</body>', '<p>{"channel_folders":[]}</p></body>'));
      calls.drop();
      expect(requests.map(({ method }) => method)).toEqual(['GET']);
    });
  });

  it('include refusals and leave out failures', async () => {
    const refused = { result: 'error', code: 'UNAUTHORIZED', msg: 'no' };
    const { calls } = startFor({
      'POST /register': () => Response.json(refused, { status: 401 }),
    });
    const html = await (await documentOf(calls, null)).text();
    expect(texts(html)).toEqual([{ status: 401, body: refused }]);

    const failed = startFor({ 'POST /register': () => Promise.reject(new Error('down')) });
    expect(await (await documentOf(failed.calls, null)).text()).toBe(shell);
  });

  it('stop after the page’s patience, and delete their queue', async () => {
    let register: (reply: Response) => void = () => undefined;
    const { calls, requests } = startFor(
      {
        'POST /register': () => new Promise((resolve) => (register = resolve)),
        'DELETE /events': () => Response.json({ result: 'success' }),
      },
      { patience: 1 },
    );
    expect(await (await documentOf(calls, null)).text()).toBe(shell);
    register(registered());
    await expect.poll(() => requests.at(-1)?.method).toBe('DELETE');
    expect(await requests.at(-1)?.text()).toBe('queue_id=q1');
  });

  it('delete their queue when the client disconnects', async () => {
    let register: (reply: Response) => void = () => undefined;
    const { calls, requests } = startFor({
      'POST /register': () => new Promise((resolve) => (register = resolve)),
      'DELETE /events': () => Response.json({ result: 'success' }),
    });
    const reader = (await documentOf(calls, null)).body?.getReader();
    await reader?.read();
    await expect.poll(() => requests).toHaveLength(1);
    await reader?.cancel();
    register(registered());
    await expect.poll(() => requests.map(({ method }) => method)).toContain('DELETE');
  });

  it('keep their queue when everything was read', async () => {
    const { calls, requests } = startFor({ 'POST /register': registered });
    await (await documentOf(calls, 'br')).arrayBuffer();
    await new Promise((resolve) => setImmediate(resolve));
    expect(requests.map(({ method }) => method)).not.toContain('DELETE');
  });
});

describe('streamPage', () => {
  it('sends what it has before the rest exists, compressed', async () => {
    let go: () => void = () => undefined;
    const rest = (async function* () {
      await new Promise<void>((resolve) => (go = resolve));
      yield Buffer.from('<b>late</b>');
    })();
    const reply = await streamPage(page(), {
      rest,
      accepted: 'gzip, br',
      onGone: () => undefined,
    });
    expect(reply.headers.get('content-encoding')).toBe('br');
    expect(reply.headers.has('etag')).toBe(false);
    expect(reply.headers.has('content-length')).toBe(false);
    const reader = reply.body!.getReader() as ReadableStreamDefaultReader<Uint8Array>;
    const pieces = [(await reader.read()).value!];
    expect(await firstTextOf(pieces[0]!)).toBe('<html><head></head><body><p>Shell</p>');
    go();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      pieces.push(read.value);
    }
    expect(brotliDecompressSync(Buffer.concat(pieces)).toString()).toBe(
      shell.replace('</body>', '<b>late</b></body>'),
    );
  });
});

/** What a browser can read of an unfinished stream. */
function firstTextOf(packed: Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    const decoder = createBrotliDecompress();
    decoder.once('data', (text: Buffer) => resolve(text.toString()));
    decoder.write(packed);
  });
}
