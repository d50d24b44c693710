import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { RelayRefusal, type PushRelay } from './relay';

const patience = 10_000;
const maxReplyBytes = 64 * 1024;

/**
 * A relay accessed through HTTP: JSON below `/api/v1/remotes/push/` of its URL, which can contain a
 * name and a password. Errors are `{"result": "error", "code": …}`.
 */
export function httpRelay(address: string): PushRelay {
  const base = new URL(address);
  const ask = (path: string, body: object) =>
    post(new URL(`/api/v1/remotes/push/${path}`, base), base, body);
  return {
    async publicKey() {
      const { public_key } = await ask('public_key', {});
      if (typeof public_key !== 'string') throw confused();
      return public_key;
    },
    async register(registration) {
      const { device_id } = await ask('e2ee/register', registration);
      if (typeof device_id !== 'number' || !Number.isSafeInteger(device_id)) throw confused();
      return device_id;
    },
    async sendTest(device, base_payload) {
      await ask('test_notification', { ...device, base_payload });
    },
    async sendSealed(push_requests) {
      await ask('e2ee/notify', { push_requests });
    },
  };
}

type Reply = Readonly<Record<string, unknown>>;

async function post(url: URL, { username, password }: URL, body: object): Promise<Reply> {
  let status: number;
  let text: string;
  try {
    ({ status, text } = await send(url, `${username}:${password}`, JSON.stringify(body)));
  } catch {
    const message = 'The push notification service cannot be reached.';
    throw new RelayRefusal('FAILED_TO_CONNECT_BOUNCER', message, 502, true);
  }
  if (status >= 500) throw confused();
  const reply = parse(text);
  if (!reply) throw confused();
  if (status < 300 && reply['result'] === 'success') return reply;
  throw refusalOf(status, reply);
}

/** Either the relay refuses the request, or it doesn't know this server. */
function refusalOf(status: number, { code, msg }: Reply): RelayRefusal {
  if (status === 401 || status === 403) {
    const message = 'Whoever runs this server has to set up its push notification service.';
    return new RelayRefusal('ADMIN_ACTION_REQUIRED', message, 403, true);
  }
  const isCode = typeof code === 'string' && /^[A-Z_]{1,60}$/.test(code);
  const said = typeof msg === 'string' ? msg.slice(0, 500) : 'The relay refused this.';
  return new RelayRefusal(isCode ? code : 'BAD_REQUEST', said, 400, false);
}

function confused(): RelayRefusal {
  const message = 'The push notification service has a fault of its own.';
  return new RelayRefusal('INTERNAL_SERVER_ERROR_ON_BOUNCER', message, 502, true);
}

function parse(text: string): Reply | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Reply) : null;
  } catch {
    return null;
  }
}

function send(url: URL, credentials: string, body: string) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
      url,
      {
        method: 'POST',
        signal: AbortSignal.timeout(patience),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          accept: 'application/json',
          'user-agent': 'Inkwell/1',
          ...(credentials !== ':' && {
            authorization: `Basic ${Buffer.from(decodeURIComponent(credentials)).toString('base64')}`,
          }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response
          .on('data', (chunk: Buffer) => {
            size += chunk.length;
            if (size > maxReplyBytes) response.destroy(new Error('too long a reply'));
            else chunks.push(chunk);
          })
          .on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              text: Buffer.concat(chunks).toString('utf8'),
            }),
          )
          .on('error', reject);
      },
    );
    request.on('error', reject).end(body);
  });
}
