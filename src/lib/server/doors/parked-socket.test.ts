import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noteAnswer, ParkedSocket } from './parked-socket';

/** `/wait` is parked where that can be, and all else answered with its path. */
let server: Server;
let parked: ParkedSocket[] = [];
/** Of those that waited: whether they were parked, in turn. */
let tried: boolean[] = [];
let left = 0;
let asked: ServerResponse[] = [];

beforeEach(async () => {
  [parked, tried, left, asked] = [[], [], 0, []];
  server = createServer((incoming, response) => {
    asked.push(response);
    void (async () => {
      await incoming.resume().toArray();
      if (incoming.url !== '/wait') {
        noteAnswer(response.socket);
        return response.end(incoming.url);
      }
      const socket = ParkedSocket.from(response);
      tried.push(socket !== null);
      if (!socket) return response.end('stays');
      socket.wait({ left: () => left++ });
      parked.push(socket);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  ParkedSocket.endIdle();
  for (const socket of parked) socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const port = () => (server.address() as AddressInfo).port;
const body = Buffer.from('späte Antwort');
const lines = `content-type: text/plain\r\ncontent-length: ${body.byteLength}\r\n`;
const answerAll = () => parked.splice(0).forEach((socket) => socket.answer(lines, body));

async function waiting(): Promise<void> {
  await expect.poll(() => parked.length).toBe(1);
}

/** What came by a raw connection up to now. */
function open(): { readonly socket: Socket; readonly read: () => string } {
  const socket = connect(port(), '127.0.0.1').on('error', () => undefined);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return { socket, read: () => text };
}

const head = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Some: thing\r\n\r\n`;
/** The bodies, in the order in which they came. */
const bodies = (text: string) => text.match(/späte Antwort|stays|\/(?:first|second)\b/g) ?? [];

describe('a parked connection', () => {
  it('lets go of the request, and is answered like any other', async () => {
    const { socket, read } = open();
    socket.write(head('/wait'));
    await waiting();
    await expect.poll(() => asked[0]?.closed).toBe(true);
    expect(asked[0]?.req.destroyed).toBe(true);
    answerAll();
    await expect.poll(read).toContain('späte Antwort');
    const [top = '', content] = read().split('\r\n\r\n');
    expect(content).toBe('späte Antwort');
    expect(top.split('\r\n').map((line) => line.replace(/^Date: .*GMT$/, 'Date'))).toEqual([
      'HTTP/1.1 200 OK',
      'content-type: text/plain',
      'content-length: 14',
      'Date',
      'Connection: keep-alive',
      'Keep-Alive: timeout=5',
    ]);
    expect(left).toBe(1);
    socket.destroy();
  });

  it('serves the next requests, and waits again', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let connections = 0;
    const get = async (path: string) => {
      const sent = request({ port: port(), path, agent }).end();
      sent.on('socket', (socket) => socket.once('connect', () => connections++));
      const [reply] = (await once(sent, 'response')) as [IncomingMessage];
      return String(await reply.setEncoding('utf8').toArray());
    };
    for (let turn = 0; turn < 3; turn++) {
      const reply = get('/wait');
      await waiting();
      answerAll();
      expect(await reply).toBe('späte Antwort');
      expect(await get('/first')).toBe('/first');
    }
    expect(connections).toBe(1);
    expect(tried).toEqual([true, true, true]);
    agent.destroy();
  });

  it('answers what came meanwhile when its turn comes', async () => {
    const { socket, read } = open();
    socket.write(head('/wait'));
    await waiting();
    socket.write(head('/first') + head('/second').slice(0, 20));
    await expect.poll(() => parked[0]?.isPaused()).toBe(true);
    socket.write(head('/second').slice(20));
    expect(read()).toBe('');
    answerAll();
    await expect.poll(() => bodies(read())).toEqual(['späte Antwort', '/first', '/second']);
    socket.destroy();
  });

  it('hears of an asker who goes', async () => {
    const { socket } = open();
    socket.write(head('/wait'));
    await waiting();
    socket.destroy();
    await expect.poll(() => left).toBe(1);
    answerAll();
    expect(left).toBe(1);
  });

  it('is counted as a connection of the server, and ends with it', async () => {
    const { socket, read } = open();
    socket.write(head('/wait'));
    await waiting();
    const count = () => new Promise((resolve) => server.getConnections((_, n) => resolve(n)));
    expect(await count()).toBe(1);
    const closed = once(server, 'close');
    server.close();
    answerAll();
    await closed;
    await expect.poll(read).toContain('Connection: close');
    server.listen(0);
  });

  it('ends between two requests where the server stops, and where nothing comes', async () => {
    for (const end of [() => ParkedSocket.endIdle(), () => undefined]) {
      server.keepAliveTimeout = 20;
      const { socket } = open();
      socket.write(head('/wait'));
      await waiting();
      answerAll();
      const closed = once(socket, 'close');
      end();
      await closed;
    }
  });
});

describe('a connection stays with the server', () => {
  const cases: [string, string, string[]][] = [
    ['where the next request came with it', head('/wait') + head('/first'), ['stays', '/first']],
    ['where a part of the next came', `${head('/wait')}GET /fir`, ['stays', '/first']],
    [
      'where there is a body',
      'GET /wait HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx',
      ['stays'],
    ],
    ['that ends with the answer', 'GET /wait HTTP/1.0\r\nHost: a\r\n\r\n', ['stays']],
    ['where nobody reads the body', 'HEAD /wait HTTP/1.1\r\nHost: a\r\n\r\n', []],
  ];
  it.each(cases)('%s', async (_, text, answers) => {
    const { socket, read } = open();
    socket.write(text);
    await expect.poll(() => tried).toEqual([false]);
    if (text.endsWith('/fir')) socket.write(head('/first').slice('GET /fir'.length));
    await expect.poll(() => bodies(read())).toEqual(answers);
    socket.destroy();
  });
});
