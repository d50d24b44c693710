import { Socket } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

// Scans a name that no resolver knows, on ports that only root can open: both lead to loopback.
const { cache, name, ports } = JSON.parse(process.env.SCAN ?? '');

const { connect } = Socket.prototype;
/** @type {(this: Socket, ...parameters: any[]) => Socket} */
Socket.prototype.connect = function (...parameters) {
  const options = [parameters[0]].flat()[0];
  if (options?.host === name) {
    const port = ports[options.port ?? 80];
    Object.assign(options, { host: '127.0.0.1', port, lookup: undefined });
  }
  return connect.apply(this, /** @type {any} */ (parameters));
};

const entry = join(cache, 'node_modules/@mdn/mdn-http-observatory/src/index.js');
const { scan } = await import(pathToFileURL(entry).href);
process.stdout.write(JSON.stringify(await scan(name)));
process.exit(0);
