import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import sodium from 'libsodium-wrappers';
import { createRelay } from './push-relay.js';

// npm run relay: a push relay on this machine that records what it would send to devices. Keys,
// devices and notifications are stored in `push-relay` in the data folder.

const folder = join(resolve(process.env['DATA_DIR'] || './data'), 'push-relay');
mkdirSync(folder, { recursive: true, mode: 0o700 });
const files = {
  secrets: join(folder, 'secrets.json'),
  devices: join(folder, 'devices.jsonl'),
  pushes: join(folder, 'pushes.jsonl'),
};

await sodium.ready;
const { publicKey, privateKey, password } = keepSecrets();
/** @type {Map<number, import('./push-relay.js').Device>} */
const devices = new Map(linesOf(files.devices));
const relay = createRelay({
  keys: { publicKey: bytes(publicKey), privateKey: bytes(privateKey) },
  credentials: `inkwell:${password}`,
  now: () => Date.now() / 1000,
  devices,
  onDevice: (id, device) => append(files.devices, [id, device]),
  onPush: (push) => append(files.pushes, { time: new Date().toISOString(), ...push }),
});
const port = Number(process.env['RELAY_PORT'] || 9411);
relay.on('error', (error) => {
  process.stderr.write(`The relay cannot listen on port ${port}: ${error.message}\n`);
  process.exitCode = 1;
});
relay.listen(port, '127.0.0.1', () => {
  process.stdout.write(
    `Start Inkwell with PUSH_RELAY_URL=http://inkwell:${password}@127.0.0.1:${port}\n` +
      `Devices seal their registration with ${publicKey}\n` +
      `What would be sent is written to ${files.pushes}\n`,
  );
});
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    relay.close();
    relay.closeAllConnections();
  });
}

/**
 * Created on the first run.
 * @returns {{ publicKey: string, privateKey: string, password: string }}
 */
function keepSecrets() {
  if (existsSync(files.secrets)) return JSON.parse(readFileSync(files.secrets, 'utf8'));
  const keys = sodium.crypto_box_keypair();
  const made = {
    publicKey: Buffer.from(keys.publicKey).toString('base64'),
    privateKey: Buffer.from(keys.privateKey).toString('base64'),
    password: randomBytes(16).toString('hex'),
  };
  writeFileSync(files.secrets, JSON.stringify(made), { mode: 0o600 });
  return made;
}

/** @param {string} base64 */
function bytes(base64) {
  return new Uint8Array(Buffer.from(base64, 'base64'));
}

/** @param {string} file */
function linesOf(file) {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

/**
 * @param {string} file
 * @param {unknown} value
 */
function append(file, value) {
  appendFileSync(file, `${JSON.stringify(value)}\n`, { mode: 0o600 });
}
