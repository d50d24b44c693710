import { createServer } from 'node:http';
import sodium from 'libsodium-wrappers';

const base = '/api/v1/remotes/push/';
const oneDay = 86_400;
const maxBodyBytes = 4 * 1024 * 1024;

/**
 * A device's registration with the relay.
 * @typedef {{ token: string, token_kind: string, timestamp: number, ios_app_id?: string }} Device
 * @typedef {{ publicKey: Uint8Array, privateKey: Uint8Array }} Keys
 * @typedef {Record<string, unknown>} Body
 * @typedef {{ status: number, body: string }} Reply
 */

/**
 * A push relay that decrypts registrations and records notifications instead of delivering them.
 * For trying out Inkwell and for tests.
 * @typedef {object} RelayOptions
 * @property {Keys} keys
 * @property {string} credentials `name:password`
 * @property {() => number} now UNIX seconds
 * @property {Map<number, Device>} devices By the relay's own id; the relay adds new ones.
 * @property {(id: number, device: Device) => void} [onDevice]
 * @property {(push: Body) => void} onPush
 * @property {(token: string) => boolean} [knows] Whether a token is registered here.
 * @property {() => Reply | undefined} [instead] A reply to send instead of handling the request.
 */

class Refused extends Error {}

/**
 * The returned server isn't listening yet.
 * @param {RelayOptions} options
 */
export function createRelay(options) {
  return createServer((request, response) => {
    void answer(options, request)
      .catch(() => failure(500, 'INTERNAL'))
      .then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      });
  });
}

/**
 * @param {RelayOptions} options
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<Reply>}
 */
async function answer(options, request) {
  const text = await textOf(request);
  const other = options.instead?.();
  if (other) return other;
  const expected = `Basic ${Buffer.from(options.credentials).toString('base64')}`;
  if (request.headers.authorization !== expected) return failure(401, 'UNAUTHORIZED');
  const call = String(request.url).replace(base, '');
  if (!Object.hasOwn(calls, call)) return failure(404, 'BAD_REQUEST');
  try {
    const values = calls[call]?.(options, JSON.parse(text));
    return { status: 200, body: JSON.stringify({ result: 'success', msg: '', ...values }) };
  } catch (error) {
    if (error instanceof SyntaxError) return failure(400, 'BAD_REQUEST');
    if (error instanceof Refused) return failure(400, error.message);
    throw error;
  }
}

/** @type {Record<string, (options: RelayOptions, body: Body) => object>} */
const calls = {
  public_key: ({ keys }) => ({ public_key: Buffer.from(keys.publicKey).toString('base64') }),
  'e2ee/register': ({ keys, now, devices, onDevice }, body) => {
    if (body['bouncer_public_key'] !== Buffer.from(keys.publicKey).toString('base64')) {
      throw new Refused('INVALID_BOUNCER_PUBLIC_KEY');
    }
    const device = openRegistration(String(body['encrypted_push_registration']), keys);
    if (!device) throw new Refused('BAD_REQUEST');
    if (now() - device.timestamp > oneDay) throw new Refused('REQUEST_EXPIRED');
    const device_id = devices.size + 1;
    devices.set(device_id, device);
    onDevice?.(device_id, device);
    return { device_id };
  },
  'e2ee/notify': ({ devices, onPush }, { push_requests }) => {
    if (!Array.isArray(push_requests)) throw new Refused('BAD_REQUEST');
    for (const push of push_requests) {
      if (devices.has(push.device_id)) onPush(push);
    }
    return {};
  },
  test_notification: ({ knows, onPush }, body) => {
    if (knows && !knows(String(body['token']))) {
      throw new Refused('INVALID_REMOTE_PUSH_DEVICE_TOKEN');
    }
    onPush(body);
    return {};
  },
};

/**
 * @param {number} status
 * @param {string} code
 * @returns {Reply}
 */
function failure(status, code) {
  return { status, body: JSON.stringify({ result: 'error', msg: `The relay: ${code}.`, code }) };
}

/** @param {import('node:http').IncomingMessage} request */
async function textOf(request) {
  /** @type {Buffer[]} */
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > maxBodyBytes) throw new Error('too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Null if it was encrypted for another relay or isn't a device.
 * @param {string} sealed base64
 * @param {Keys} keys
 * @returns {Device | null}
 */
function openRegistration(sealed, keys) {
  try {
    const device = JSON.parse(openSealed(sealed, keys));
    const { token, token_kind, timestamp } = device;
    const isDevice = typeof token === 'string' && /^(fcm|apns)$/.test(token_kind);
    return isDevice && Number.isFinite(timestamp) ? device : null;
  } catch {
    return null;
  }
}

/**
 * Opens a sealed box of libsodium, as devices and the relay do. Throws if it was encrypted for
 * another key.
 * @param {string} sealed base64
 * @param {Keys} keys
 */
export function openSealed(sealed, { publicKey, privateKey }) {
  const bytes = new Uint8Array(Buffer.from(sealed, 'base64'));
  return sodium.to_string(sodium.crypto_box_seal_open(bytes, publicKey, privateKey));
}
