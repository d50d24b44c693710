import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

/**
 * The baseline for uploads through Inkwell, in its own process: `node upload-target.js FOLDER`.
 * `/tus` is the same @tus/server with nothing in front; PUT to other paths writes a plain file.
 * Prints its port.
 */
const folder = process.argv[2] ?? '';
const tus = new Server({
  path: '/tus',
  datastore: new FileStore({ directory: folder }),
  relativeLocation: true,
});

const server = createServer(async (request, response) => {
  if (request.url?.startsWith('/tus')) return tus.handle(request, response);
  const place = join(folder, 'plain');
  if (request.method === 'PUT') await pipeline(request, createWriteStream(place));
  else await rm(place, { force: true });
  return response.writeHead(204).end();
});
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') process.stdout.write(`${address.port}\n`);
});
