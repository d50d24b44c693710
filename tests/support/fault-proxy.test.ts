import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FaultProxy, type FaultProxyOptions, type Line } from './fault-proxy';
import { freePort } from './free-port';

/** One end of a connection, and what it has received. */
class End {
  text = '';
  isEnded = false;
  problem: string | undefined;
  #changed: () => void = () => undefined;

  constructor(readonly socket: Socket) {
    socket.setEncoding('utf8');
    const note = (change: () => void) => {
      change();
      this.#changed();
    };
    socket.on('data', (text: string) => note(() => (this.text += text)));
    socket.on('end', () => note(() => (this.isEnded = true)));
    socket.on('error', ({ code }: NodeJS.ErrnoException) => note(() => (this.problem = code)));
  }

  async until(holds: (end: this) => boolean): Promise<void> {
    while (!holds(this)) await new Promise<void>((resolve) => (this.#changed = resolve));
  }
}

let server: Server;
let proxy: FaultProxy;
let sockets: Socket[];
beforeEach(async () => {
  sockets = [];
  server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await proxy.close();
  await new Promise((resolve) => server.close(resolve));
});

/** A connection through the proxy that has transferred a word in both directions. */
async function talk(options: FaultProxyOptions = {}) {
  let line: Line | undefined;
  const { port } = server.address() as AddressInfo;
  const chunks: [way: string, bytes: number][] = [];
  let onBytes: () => void = () => undefined;
  proxy = await FaultProxy.start(`http://127.0.0.1:${port}`, {
    ...options,
    onBytes: (one, way, bytes) => {
      line = one;
      chunks.push([way, bytes]);
      onBytes();
      options.onBytes?.(one, way, bytes);
    },
  });
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const near = end(connectTo(proxy.url));
  const far = end((await accepted)[0]);
  near.socket.write('hello ');
  await far.until(({ text }) => text === 'hello ');
  far.socket.write('welcome ');
  await near.until(({ text }) => text === 'welcome ');
  return {
    near,
    far,
    line: line!,
    chunks,
    /** Resolves when the proxy has received bytes written after the call. */
    taken: () => new Promise<void>((resolve) => (onBytes = resolve)),
  };
}

function connectTo(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect({ host: hostname, port: Number(port), allowHalfOpen: true });
}

function end(socket: Socket): End {
  sockets.push(socket);
  return new End(socket);
}

describe('a fault proxy', () => {
  it('passes on bytes and ends, each direction separately, and counts what clients send', async () => {
    const { near, far, chunks } = await talk();
    expect(chunks).toEqual([
      ['up', 6],
      ['down', 8],
    ]);
    near.socket.end('bye');
    await far.until(({ isEnded }) => isEnded);
    expect(far.text).toBe('hello bye');
    far.socket.end('see you');
    await near.until(({ isEnded }) => isEnded);
    expect(near.text).toBe('welcome see you');
    expect(proxy.taken).toBe(9);
  });

  it('resets a connection, so that both sides fail', async () => {
    const { near, far, line } = await talk();
    line.reset();
    await near.until(({ problem }) => problem === 'ECONNRESET');
    await far.until(({ problem }) => problem === 'ECONNRESET');
  });

  it('holds back the bytes at which a fault is triggered', async () => {
    let isArmed = false;
    const { near, far } = await talk({ onBytes: (line) => isArmed && line.reset() });
    isArmed = true;
    near.socket.write('lost');
    await far.until(({ problem }) => problem === 'ECONNRESET');
    expect(far.text).toBe('hello ');
  });

  it('acts as a black hole: nothing arrives, not even an end, and no error is raised', async () => {
    const { near, far, line, taken } = await talk();
    line.blackHole();
    let arrival = taken();
    near.socket.end('lost');
    await arrival;
    arrival = taken();
    far.socket.end('lost as well');
    await arrival;
    // Anything that slipped through would be read before this.
    line.reset();
    await near.until(({ problem }) => problem !== undefined);
    await far.until(({ problem }) => problem !== undefined);
    expect([near.text, near.isEnded]).toEqual(['welcome ', false]);
    expect([far.text, far.isEnded]).toEqual(['hello ', false]);
  });

  it('closes one direction: that side receives an end and can still answer', async () => {
    const { near, far, line, taken } = await talk();
    line.halfClose('up');
    await far.until(({ isEnded }) => isEnded);
    const arrival = taken();
    near.socket.write('too late');
    await arrival;
    far.socket.end('what is it?');
    await near.until(({ isEnded }) => isEnded);
    expect(near.text).toBe('welcome what is it?');
    expect(far.text).toBe('hello ');
  });

  it('throttles to a rate until the limit is removed', async () => {
    let begun: () => void = () => undefined;
    let beginning = new Promise<void>((resolve) => (begun = resolve));
    const beats: { milliseconds: number; go: () => void }[] = [];
    const { near, far, line } = await talk({
      after: (milliseconds, go) => {
        beats.push({ milliseconds, go });
        begun();
      },
    });
    line.throttle(100);
    near.socket.write('0123456789abc');
    for (const text of ['', '01234', '0123456789']) {
      await far.until((one) => one.text === `hello ${text}`);
      await beginning;
      beginning = new Promise((resolve) => (begun = resolve));
      const [beat] = beats.splice(0);
      expect(beat?.milliseconds).toBe(50);
      beat?.go();
    }
    await far.until(({ text }) => text === 'hello 0123456789abc');
    line.throttle(null);
    near.socket.write('abcdefghijklmnopqrstuvwxyz');
    await far.until(({ text }) => text.endsWith('z'));
    expect(beats).toEqual([]);
  });

  it('resets clients while nothing listens at the target', async () => {
    proxy = await FaultProxy.start(`http://127.0.0.1:${await freePort()}`);
    const near = end(connectTo(proxy.url));
    await near.until(({ problem }) => problem === 'ECONNRESET');
  });
});
