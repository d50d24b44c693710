import { Agent, request } from 'node:http';
import { Inkwell } from '../support/inkwell';
import { atMost, quantile, reported } from './figures';
import type { Figure } from './figures';
import { keyed } from './load';

const rounds = 7;
const encodings = ['identity', 'br', 'gzip'] as const;

/** The register reply of a large organization, uncompressed and compressed, alternating. */
export async function measure(): Promise<Figure[]> {
  const server = await Inkwell.start({ args: ['--sample=large'] });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const account = await server.zuliprc('member');
    const call = keyed(account, 'POST', `${server.url}/api/v1/register`, {});
    const times: Record<string, number[]> = { identity: [], br: [], gzip: [] };
    const bytes: Record<string, number> = {};
    for (let round = -1; round < rounds; round++) {
      for (const encoding of encodings) {
        const before = performance.now();
        bytes[encoding] = await receive(call, encoding, agent);
        if (round >= 0) times[encoding]?.push(performance.now() - before);
      }
    }
    const [raw = 0, packed = 0, gzip = 0] = encodings.map((encoding) => bytes[encoding]);
    const [plain, br, slower] = encodings.map((encoding) => quantile(times[encoding] ?? [], 0.5));
    return [
      reported('packed.register.raw', raw / 2 ** 20, 'MiB'),
      reported('packed.register.br', packed / 2 ** 20, 'MiB'),
      reported('packed.register.gzip', gzip / 2 ** 20, 'MiB'),
      reported('packed.register.raw_time', plain ?? 0, 'ms'),
      reported('packed.register.br_time', br ?? 0, 'ms'),
      reported('packed.register.gzip_time', slower ?? 0, 'ms'),
      atMost('packed.register.size_over_raw', packed / raw, '×', 0.1),
      atMost('packed.register.time_over_raw', (br ?? 0) / (plain ?? 1), '×', 1.25),
    ];
  } finally {
    agent.destroy();
    await server.dispose();
  }
}

/** Bytes of the body as received, before decompression. */
function receive(call: ReturnType<typeof keyed>, encoding: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const { method, url, body } = call;
    const headers = { ...call.headers, 'accept-encoding': encoding };
    const sent = request(url, { method, headers, agent }, (response) => {
      let bytes = 0;
      const given = response.headers['content-encoding'] ?? 'identity';
      if (response.statusCode !== 200 || given !== encoding) {
        reject(new Error(`${response.statusCode} in ${given}`));
      }
      response.on('data', (chunk: Buffer) => (bytes += chunk.byteLength));
      response.once('end', () => resolve(bytes));
      response.once('error', reject);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
