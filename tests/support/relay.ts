import type { AddressInfo } from 'node:net';
import sodium from 'libsodium-wrappers';
import {
  createRelay,
  type Body,
  type Device,
  type Keys,
  type Reply,
} from '../../src/bin/push-relay';

/** The product's relay on its own port, controlled by a test. */
export interface TestRelay {
  readonly url: string;
  /** The relay's public key in base64. */
  readonly publicKey: string;
  /** Registered devices by the relay's own id. */
  readonly devices: ReadonlyMap<number, Device>;
  /** Notifications it was asked to deliver: to encrypted devices, and to tokens. */
  readonly pushes: Body[];
  /** Number of requests of any type. */
  readonly requestCount: number;
  /** Answers the next requests with these replies instead of executing them. */
  answer(...replies: readonly Reply[]): void;
  /** Makes a token unknown. */
  forget(token: string): void;
  close(): Promise<void>;
}

/** `now` returns UNIX seconds. */
export async function startRelay(now: () => number): Promise<TestRelay> {
  await sodium.ready;
  const credentials = 'us:pw';
  const keys: Keys = sodium.crypto_box_keypair();
  const devices = new Map<number, Device>();
  const pushes: Body[] = [];
  const forgotten = new Set<string>();
  const replies: Reply[] = [];
  let requestCount = 0;
  const server = createRelay({
    keys,
    credentials,
    now,
    devices,
    onPush: (push) => void pushes.push(push),
    knows: (token) => !forgotten.has(token),
    instead() {
      requestCount++;
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
    get requestCount() {
      return requestCount;
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

/** A device's keys and its registration data for the relay. */
export async function aDevice(relay: TestRelay, timestamp: number, values: object = {}) {
  await sodium.ready;
  const keys: Keys = sodium.crypto_box_keypair();
  const payload = { token: 'abc', token_kind: 'fcm', timestamp, ...values };
  const relayKey = new Uint8Array(Buffer.from(relay.publicKey, 'base64'));
  const sealed = sodium.crypto_box_seal(JSON.stringify(payload), relayKey);
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
