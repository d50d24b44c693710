import { Agent } from 'node:http';
import { Inkwell } from '../support/inkwell';
import { addAccounts } from './accounts';
import { quantile, reported } from './figures';
import type { Figure } from './figures';
import { keyed, send } from './load';
import type { Call } from './load';

const accountCount = 15;
const rounds = 1200;

/**
 * What the cookie gateway adds to a call, compared with the same call with the API key. The two
 * alternate.
 */
export async function measure(): Promise<Figure[]> {
  const server = await Inkwell.start({ args: ['--sample'] });
  await server.stop();
  const accounts = await addAccounts({ dataDir: server.dataDir }, accountCount);
  await server.restart();
  const callPairs: { direct: Call; cookie: Call }[] = [];
  for (const account of accounts) {
    const headers = await server.signIn(account);
    callPairs.push({
      direct: keyed(account, 'GET', `${server.url}/api/v1/drafts`),
      cookie: { method: 'GET', url: `${server.url}/json/drafts`, headers },
    });
  }

  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times = { direct: [] as number[], cookie: [] as number[] };
  for (let round = -100; round < rounds; round++) {
    const callPair = callPairs[(round + 100) % callPairs.length];
    if (!callPair) continue;
    for (const way of round % 2
      ? (['direct', 'cookie'] as const)
      : (['cookie', 'direct'] as const)) {
      const before = performance.now();
      const { status, text } = await send(callPair[way], agent);
      if (status !== 200) throw new Error(`${way}: ${status} ${text}`);
      if (round >= 0) times[way].push(performance.now() - before);
    }
  }
  agent.destroy();
  await server.dispose();
  return [0.5, 0.99].flatMap((q) => {
    const [direct, cookie] = [quantile(times.direct, q), quantile(times.cookie, q)];
    const label = `p${q * 100}`;
    return [
      reported(`gateway.direct.${label}`, direct, 'ms'),
      reported(`gateway.added.${label}`, cookie - direct, 'ms'),
      reported(`gateway.over_direct.${label}`, cookie / direct, '×'),
    ];
  });
}
