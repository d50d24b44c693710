import { createServer } from 'node:http';
import process from 'node:process';

/**
 * The baseline for long polls, in its own process: it holds every GET, and a POST sends its body to
 * all of them, with the POST's `x-head-…` headers. Prints its port.
 */
const held = new Set();

const server = createServer({ maxHeaderSize: 64 * 1024 }, async (request, response) => {
  if (request.method === 'GET') {
    held.add(response);
    response.once('close', () => held.delete(response));
    return;
  }
  const chunks = await request.toArray();
  const body = Buffer.concat(chunks);
  const head = Object.entries(request.headers).flatMap(([name, value]) =>
    name.startsWith('x-head-') ? [[name.slice('x-head-'.length), value ?? '']] : [],
  );
  const headers = { ...Object.fromEntries(head), 'content-length': body.byteLength };
  response.end(String(held.size));
  for (const one of held) one.writeHead(200, headers).end(body);
});
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') process.stdout.write(`${address.port}\n`);
});
