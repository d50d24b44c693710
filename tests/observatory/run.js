import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttp, request } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { prepare } from '../../src/bin/prepare.js';

/**
 * `npm run observatory`: runs MDN's HTTP Observatory against the built app behind a reverse proxy
 * that speaks TLS, all on loopback. Any grade but A+ is a failure.
 *
 * The Observatory isn't a dependency of the project: it brings 230 packages, including a database
 * driver that has to be compiled, and its installation fetches lists from the network.
 */
const observatory = '@mdn/mdn-http-observatory@1.4.8';
const root = join(import.meta.dirname, '..', '..');
const cache = join(root, 'node_modules', '.cache', 'observatory');
const name = 'inkwell.test';

async function main() {
  const problem = install();
  if (problem) {
    process.stdout.write(`Left out: ${problem}\n`);
    return;
  }
  await prepare();
  const folder = mkdtempSync(join(tmpdir(), 'inkwell-observatory-'));
  const certificate = makeCertificate(folder);
  const app = await startApp(folder);
  const https = createHttps(certificate, (incoming, outgoing) =>
    pass(app.port, incoming, outgoing),
  );
  const http = createHttp((incoming, outgoing) =>
    outgoing.writeHead(301, { location: `https://${name}${incoming.url}` }).end(),
  );
  try {
    const [plain, secure] = [await listen(http), await listen(https)];
    const { scan, tests } = await scanAt(folder, plain, secure);
    for (const [test, { result, scoreModifier }] of Object.entries(tests)) {
      process.stdout.write(`${String(scoreModifier ?? 0).padStart(4)}  ${test}: ${result}\n`);
    }
    process.stdout.write(`${scan.grade}, ${scan.score} of 100\n`);
    if (scan.grade !== 'A+') process.exitCode = 1;
  } finally {
    http.close();
    https.close();
    https.closeAllConnections();
    app.child.kill('SIGTERM');
    await once(app.child, 'exit');
    rmSync(folder, { recursive: true });
  }
}

/** Returns why the Observatory can't be installed, or undefined when it is installed. */
function install() {
  const folder = join(cache, 'node_modules', '@mdn', 'mdn-http-observatory');
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    if (!existsSync(folder)) {
      mkdirSync(cache, { recursive: true });
      writeFileSync(join(cache, 'package.json'), '{"private":true}');
      const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
      execFileSync('npm', ['install', ...options, observatory], { cwd: cache, stdio: 'inherit' });
    }
  } catch (error) {
    return `openssl or ${observatory} cannot be had (${error instanceof Error ? error.message : error}).`;
  }
  // The Observatory's list of sites that browsers know to be HTTPS only: ours isn't on it.
  const preloaded = join(folder, 'conf', 'hsts-preload.json');
  if (!existsSync(preloaded)) writeFileSync(preloaded, '{}');
  return undefined;
}

/** @param {string} folder */
function makeCertificate(folder) {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
      '-addext',
      `subjectAltName=DNS:${name}`,
      '-keyout',
      key,
      '-out',
      cert,
    ],
    { stdio: 'ignore' },
  );
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

/** @param {string} folder */
async function startApp(folder) {
  const probe = createHttp();
  const port = await listen(probe);
  probe.close();
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    ORIGIN: `https://${name}`,
    TRUSTED_PROXY: '1',
  };
  const child = spawn(process.execPath, ['src/bin/start.js'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  await new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('Inkwell does not start.')));
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (said.includes('Inkwell is ready')) resolve(undefined);
    });
  });
  return { child, port };
}

/**
 * @param {number} port
 * @param {import('node:http').IncomingMessage} incoming
 * @param {import('node:http').ServerResponse} outgoing
 */
function pass(port, incoming, outgoing) {
  const { method, url, headers } = incoming;
  const forwarded = { ...headers, 'x-forwarded-for': '192.0.2.1' };
  const inner = request({ host: '127.0.0.1', port, method, path: url, headers: forwarded });
  inner.on('response', (reply) => {
    outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(outgoing);
  });
  inner.on('error', () => outgoing.destroy());
  incoming.pipe(inner);
}

/** @param {import('node:net').Server} server */
async function listen(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return /** @type {import('node:net').AddressInfo} */ (server.address()).port;
}

/**
 * Scans in a separate process, which trusts our certificate.
 * @param {string} folder
 * @param {number} plain
 * @param {number} secure
 */
async function scanAt(folder, plain, secure) {
  const env = {
    ...process.env,
    NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem'),
    SCAN: JSON.stringify({ cache, name, ports: { 80: plain, 443: secure } }),
  };
  const script = join(import.meta.dirname, 'scan.js');
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env });
  return JSON.parse(stdout);
}

await main();
