import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import sodium from 'libsodium-wrappers';

/** What a device has told the relay of itself. */
interface Device {
  readonly token: string;
  readonly token_kind: string;
  readonly timestamp: number;
}

/** A push relay on loopback that opens what is sealed for it and keeps what it is to carry. */
export interface TestRelay {
  readonly url: string;
  /** base64 */
  readonly publicKey: string;
  /** By the relay's own id. */
  readonly devices: ReadonlyMap<number, Device>;
  /** What it was asked to carry: to sealed devices, and to tokens. */
  readonly pushes: Record<string, unknown>[];
  /** How often it was asked for anything. */
  readonly asked: number;
  /** Answers the next requests so, instead of doing as asked. */
  answer(...replies: readonly { status: number; body: string }[]): void;
  /** Tokens that it no longer knows. */
  forget(token: string): void;
  close(): Promise<void>;
}

export interface Keys {
  readonly publicKey: Uint8Array;
  readonly privateKey: Uint8Array;
}

const oneDay = 86_400;
class Refused extends Error {}

/** `now` in UNIX seconds; the credentials are `name:password`. */
export async function startRelay(now: () => number, credentials = 'us:pw'): Promise<TestRelay> {
  await sodium.ready;
  const keys: Keys = sodium.crypto_box_keypair();
  const publicKey = Buffer.from(keys.publicKey).toString('base64');
  const devices = new Map<number, Device>();
  const pushes: Record<string, unknown>[] = [];
  const forgotten = new Set<string>();
  const replies: { status: number; body: string }[] = [];
  let asked = 0;

  const register = (body: Record<string, unknown>) => {
    if (body['bouncer_public_key'] !== publicKey) throw new Refused('INVALID_BOUNCER_PUBLIC_KEY');
    const device = openRegistration(String(body['encrypted_push_registration']), keys);
    if (!device) throw new Refused('BAD_REQUEST');
    if (now() - device.timestamp > oneDay) throw new Refused('REQUEST_EXPIRED');
    const device_id = devices.size + 1;
    devices.set(device_id, device);
    return { device_id };
  };
  const does: Record<string, (body: Record<string, unknown>) => object> = {
    'e2ee/register': register,
    'e2ee/notify': (body) => {
      pushes.push(...(body['push_requests'] as Record<string, unknown>[]));
      return {};
    },
    test_notification: (body) => {
      if (forgotten.has(String(body['token']))) {
        throw new Refused('INVALID_REMOTE_PUSH_DEVICE_TOKEN');
      }
      pushes.push(body);
      return {};
    },
  };

  const server = createServer((request, response) => {
    void (async () => {
      asked++;
      const body = JSON.parse(await textOf(request)) as Record<string, unknown>;
      const reply = replies.shift() ?? answerTo(request, body);
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
    })();
  });
  const answerTo = ({ url, headers }: IncomingMessage, body: Record<string, unknown>) => {
    const expected = `Basic ${Buffer.from(credentials).toString('base64')}`;
    if (headers.authorization !== expected) return failure(401, 'UNAUTHORIZED');
    try {
      const values = does[String(url).replace('/api/v1/remotes/push/', '')]!(body);
      return { status: 200, body: JSON.stringify({ result: 'success', msg: '', ...values }) };
    } catch (error) {
      if (error instanceof Refused) return failure(400, error.message);
      throw error;
    }
  };
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://${credentials}@127.0.0.1:${port}`,
    publicKey,
    devices,
    pushes,
    get asked() {
      return asked;
    },
    answer: (...next) => void replies.push(...next),
    forget: (token) => void forgotten.add(token),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function failure(status: number, code: string) {
  return { status, body: JSON.stringify({ result: 'error', msg: `It says ${code}.`, code }) };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function openRegistration(sealed: string, keys: Keys): Device | null {
  try {
    return JSON.parse(openSealed(sealed, keys)) as Device;
  } catch {
    return null;
  }
}

/** Opens a sealed box as devices and the relay do. Throws where it was sealed for somebody else. */
export function openSealed(sealed: string, { publicKey, privateKey }: Keys): string {
  const bytes = new Uint8Array(Buffer.from(sealed, 'base64'));
  return sodium.to_string(sodium.crypto_box_seal_open(bytes, publicKey, privateKey));
}

/** A device's keys and how it tells the relay of itself. */
export async function aDevice(relay: TestRelay, timestamp: number, values: object = {}) {
  await sodium.ready;
  const keys: Keys = sodium.crypto_box_keypair();
  const told = { token: 'abc', token_kind: 'fcm', timestamp, ...values };
  const relayKey = new Uint8Array(Buffer.from(relay.publicKey, 'base64'));
  const sealed = sodium.crypto_box_seal(JSON.stringify(told), relayKey);
  return {
    keys,
    params: {
      token_kind: 'fcm',
      push_account_id: Math.floor(Math.random() * 2 ** 50),
      push_public_key: Buffer.from(keys.publicKey).toString('base64'),
      bouncer_public_key: relay.publicKey,
      encrypted_push_registration: Buffer.from(sealed).toString('base64'),
    },
  };
}
