import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setResponse } from '@sveltejs/kit/node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FrameworkPendingReply } from './framework-pending-reply.internals';

let server: ReturnType<typeof createServer>;
/** Handles the next request. */
let answer: (response: ServerResponse) => void;

beforeEach(async () => {
  server = createServer((_request, response) => answer(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

/** The framework's own function for a reply without a body. */
const finish = (response: ServerResponse) =>
  setResponse(response, new Response(null, { headers: { 'x-head': 'kept' } }));

const body = Buffer.from('{"events":[]}');
const headers = { 'content-length': String(body.byteLength) };

async function expectBody(reply: Promise<Response>): Promise<void> {
  const there = await reply;
  expect([there.status, there.headers.get('x-head')]).toEqual([200, 'kept']);
  expect(await there.text()).toBe(body.toString());
}

describe('FrameworkPendingReply', () => {
  it('keeps the reply open until it is sent, with the given headers', async () => {
    const opened = new Promise<FrameworkPendingReply>((resolve) => {
      answer = (response) => {
        const pendingReply = new FrameworkPendingReply(response);
        expect(pendingReply.isTaken).toBe(false);
        pendingReply.take();
        void finish(response);
        resolve(pendingReply);
      };
    });
    const reply = fetch(address());
    const pendingReply = await opened;
    expect(pendingReply.isTaken).toBe(true);
    pendingReply.send(headers, body);
    await expectBody(reply);
  });

  it('holds a body until the headers are written', async () => {
    answer = (response) => {
      const pendingReply = new FrameworkPendingReply(response);
      pendingReply.take();
      pendingReply.send(headers, body);
      void finish(response);
    };
    await expectBody(fetch(address()));
    await expectBody(fetch(address()));
  });

  it('changes nothing if it is not taken', async () => {
    answer = (response) => {
      new FrameworkPendingReply(response);
      response.setHeader('x-head', 'kept').writeHead(200).end(body);
    };
    await expectBody(fetch(address()));
  });

  it('lets its request end', async () => {
    const ended = new Promise<FrameworkPendingReply>((resolve) => {
      answer = (response) => {
        const pendingReply = new FrameworkPendingReply(response);
        pendingReply.take();
        void finish(response);
        response.req.once('close', () => resolve(pendingReply));
      };
    });
    const reply = fetch(address());
    (await ended).send(headers, body);
    await expectBody(reply);
  });

  it('reports a disconnected client and then sends nothing', async () => {
    const gone = new Promise<FrameworkPendingReply>((resolve) => {
      answer = (response) => {
        const pendingReply = new FrameworkPendingReply(response);
        pendingReply.take();
        pendingReply.onGone(() => resolve(pendingReply));
        void finish(response);
        clientRequest.destroy();
      };
    });
    const clientRequest = request(address()).on('error', () => undefined);
    clientRequest.end();
    (await gone).send(headers, body);
  });
});
