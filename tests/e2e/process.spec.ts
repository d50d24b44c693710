import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { chmod, cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '../support/app';
import { freePort } from '../support/free-port';
import { Inkwell, withThreadsThatEnd } from '../support/inkwell';
import { startFromSample } from '../support/sample';

/** Output of a failed start: this problem on one line and nothing else. */
function oneLine(problem: string): RegExp {
  return new RegExp(`exit 1: Inkwell cannot start: ${problem}[^\\n]*\\n$`);
}

/** Files and folders that other users of the machine can read, write or enter. */
async function openToOthers(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of ['', ...(await readdir(folder, { recursive: true }))]) {
    // The database deletes some of its files at any time.
    const stats = await stat(join(folder, name)).catch(() => null);
    if (stats && stats.mode & 0o077) found.push(name);
  }
  return found;
}

test.describe('the process', () => {
  test('ends with 0 on SIGTERM, a waiting poll answered', async ({ own }) => {
    const queue = await own.api('member', 'POST', '/register', { event_types: '["drafts"]' });
    const poll = own.api('member', 'GET', '/events', {
      queue_id: String(queue['queue_id']),
      last_event_id: String(queue['last_event_id']),
    });
    await expect
      .poll(async () => (await fetch(`${own.url}/metrics`)).text())
      .toContain('inkwell_waiting_polls 1');
    // A client sends its next request right after the answer, over the open connection.
    const { email, key } = await own.zuliprc('member');
    const headers = { authorization: `Basic ${btoa(`${email}:${key}`)}` };
    const again = poll.then(() =>
      fetch(`${own.url}/api/v1/drafts`, { headers }).then(
        ({ status }) => status,
        () => 'no connection',
      ),
    );
    expect(await own.stop()).toBe(0);
    expect(await poll).toMatchObject({ result: 'success' });
    expect([200, 503, 'no connection']).toContain(await again);
    expect(own.output).not.toContain('"level":"error"');
  });

  test('ends with 0 when npm start gets SIGTERM', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'inkwell-npm-'));
    // Creating a database takes several seconds.
    await cp(process.env['INKWELL_TEST_SAMPLE']!, dataDir, { recursive: true });
    const env = { ...process.env, PORT: String(await freePort()), DATA_DIR: dataDir };
    const npm = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(npm, 'exit');
    for await (const [line] of on(createInterface(npm.stdout), 'line') as AsyncIterable<[string]>) {
      if (line.startsWith('Inkwell is ready')) break;
    }
    npm.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    // The data folder can be opened again immediately, because the server has exited with npm.
    const again = await Inkwell.start({ dataDir });
    expect(await again.stop()).toBe(0);
    await rm(dataDir, { recursive: true });
  });

  test('ends with 1 if its database crashes, and has what it acknowledged after a restart', async () => {
    const server = await startFromSample({}, { node: withThreadsThatEnd });
    const draft = { type: '', to: [], topic: '', content: 'acknowledged' };
    await server.api('member', 'POST', '/drafts', { drafts: JSON.stringify([draft]) });
    expect(await server.end('SIGUSR2')).toBe(1);
    expect(server.output).toContain('The built-in database has crashed');
    await server.restart();
    expect(await server.api('member', 'GET', '/drafts')).toMatchObject({
      drafts: expect.arrayContaining([expect.objectContaining({ content: 'acknowledged' })]),
    });
    await server.dispose();
  });

  test('serves metrics to this machine, and not through a proxy on it', async ({ shared }) => {
    expect((await fetch(`${shared.url}/metrics`)).status).toBe(200);
    const headers = { 'x-forwarded-for': '127.0.0.1' };
    expect((await fetch(`${shared.url}/metrics`, { headers })).status).toBe(403);
  });

  test('neither answers an incomplete request nor keeps its connection open', async ({
    shared,
  }) => {
    const { hostname, port } = new URL(shared.url);
    const ask = async (text: string) => {
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
      socket.end(text);
      let reply = '';
      try {
        for await (const piece of socket) reply += String(piece);
      } catch (failure) {
        // A reset connection is no answer either.
        if ((failure as NodeJS.ErrnoException).code !== 'ECONNRESET') throw failure;
      }
      return reply;
    };
    // Answered only after the form is read, so not by an earlier refusal.
    const head = [
      'POST /api/v1/fetch_api_key HTTP/1.1',
      `Host: ${hostname}`,
      'Content-Type: application/x-www-form-urlencoded',
      'Content-Length: 10',
    ];
    expect(await ask(`${head.join('\r\n')}\r\n\r\nhalf`)).toBe('');
    expect(await ask('POST /sess')).toBe('');
    expect(await ask('not a request\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
  });

  test('makes its data folder private, even if others could enter it before', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'inkwell-open-'));
    await chmod(dataDir, 0o755);
    const server = await Inkwell.start({ dataDir, args: ['--sample'] });
    const { email, key } = await server.zuliprc('member');
    const body = new FormData();
    body.set('file', new Blob(['a secret']), 'secret.txt');
    const headers = { authorization: `Basic ${btoa(`${email}:${key}`)}` };
    const upload = `${server.url}/api/v1/user_uploads`;
    expect((await fetch(upload, { method: 'POST', headers, body })).status).toBe(200);
    expect(await openToOthers(dataDir)).toEqual([]);
    await server.stop();
    await rm(dataDir, { recursive: true });
  });

  test('refuses a data folder that another process has open', async ({ shared }) => {
    await expect(Inkwell.start({ dataDir: shared.dataDir })).rejects.toThrow(
      /exit 1: Inkwell cannot start: [^\n]+\n$/,
    );
  });

  test('refuses a port that is taken, and releases its data folder', async ({ shared }) => {
    const { port } = new URL(shared.url);
    const refused = Inkwell.start({ env: { PORT: port } });
    await expect(refused).rejects.toThrow(oneLine(`port ${port} on 127.0.0.1 is taken`));
  });

  test('refuses a data folder that can’t be created', async () => {
    const env = { DATA_DIR: join(import.meta.filename, 'below-a-file') };
    await expect(Inkwell.start({ env })).rejects.toThrow(oneLine('DATA_DIR .*ENOTDIR'));
  });

  test('refuses a database that doesn’t answer, without repeating its password', async () => {
    const env = { DATABASE_URL: `postgres://user:hunter2@127.0.0.1:${await freePort()}/inkwell` };
    await expect(Inkwell.start({ env })).rejects.toThrow(oneLine('(?!.*hunter2).*DATABASE_URL'));
  });

  test('refuses an unknown argument', async () => {
    await expect(Inkwell.start({ args: ['--sampel'] })).rejects.toThrow(oneLine('.*--sampel'));
  });

  test('reports invalid settings in one line', async () => {
    await expect(Inkwell.start({ env: { LOG_LEVEL: 'loud' } })).rejects.toThrow(
      /exit 1: Inkwell cannot start: LOG_LEVEL [^\n]+\n$/,
    );
  });

  test('doesn’t add the sample to a data folder in use', async ({ own }) => {
    await own.stop();
    await own.restart(['--sample']);
    expect(await own.api('member', 'GET', '/users/me')).toMatchObject({ result: 'success' });
  });

  test('reports its health', async ({ shared }) => {
    const health = await fetch(`${shared.url}/health`);
    expect(health.status).toBe(200);
    expect(await health.json()).toEqual({ status: 'ok' });
  });
});
