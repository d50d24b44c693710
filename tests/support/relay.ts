import type { AddressInfo } from 'node:net';
import sodium from 'libsodium-wrappers';
import {
  createRelay,
  type Body,
  type Device,
  type Keys,
  type Reply,
} from '../../src/bin/push-relay';

/** The product's relay on a port of its own, in the hands of a test. */
export interface TestRelay {
  readonly url: string;
  /** base64 */
  readonly publicKey: string;
  /** By the relay's own id. */
  readonly devices: ReadonlyMap<number, Device>;
  /** What it was asked to carry: to sealed devices, and to tokens. */
  readonly pushes: Body[];
  /** How often it was asked for anything. */
  readonly asked: number;
  /** Answers the next requests so, instead of doing as asked. */
  answer(...replies: readonly Reply[]): void;
  /** Tokens that it no longer knows. */
  forget(token: string): void;
  close(): Promise<void>;
}

/** `now` in UNIX seconds. */
export async function startRelay(now: () => number): Promise<TestRelay> {
  await sodium.ready;
  const credentials = 'us:pw';
  const keys: Keys = sodium.crypto_box_keypair();
  const devices = new Map<number, Device>();
  const pushes: Body[] = [];
  const forgotten = new Set<string>();
  const replies: Reply[] = [];
  let asked = 0;
  const server = createRelay({
    ...{ keys, credentials, now, devices },
    onPush: (push) => void pushes.push(push),
    knows: (token) => !forgotten.has(token),
    instead() {
      asked++;
      return replies.shift();
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${credentials}@127.0.0.1:${port}`,
    publicKey: base64(keys.publicKey),
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
      push_public_key: base64(keys.publicKey),
      bouncer_public_key: relay.publicKey,
      encrypted_push_registration: base64(sealed),
    },
  };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
