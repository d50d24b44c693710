import { Agent } from 'node:http';
import { Inkwell } from '../support/inkwell';
import { addAccounts, type Account } from './accounts';
import { reported, type Figure } from './figures';
import { keyed, load, send } from './load';

const changes = 150;
const reads = 10;

/**
 * How long other users wait while one account sends 150 concurrent password changes (built-in
 * database).
 */
export async function measure(): Promise<Figure[]> {
  const server = await Inkwell.start({ args: ['--sample'] });
  await server.stop();
  const [guest, member] = await addAccounts({ dataDir: server.dataDir }, 2);
  await server.restart();
  if (!guest || !member) throw new Error('no accounts');
  const agent = new Agent({ maxSockets: changes });
  const params = { old_password: 'a', new_password: 'Zx9!qqwwRtyy' };
  const change = keyed(guest, 'PATCH', `${server.url}/api/v1/settings`, params);
  // The account has no password yet. After this call, the old password is wrong.
  await send(change, agent);
  await maxReadTime(server, member);
  const quiet = await maxReadTime(server, member);
  const all = Promise.all(Array.from({ length: changes }, () => send(change, agent)));
  const under = await maxReadTime(server, member);
  await all;
  agent.destroy();
  await server.dispose();
  return [
    reported('passwords.longest_read.quiet', quiet, 'ms'),
    reported('passwords.longest_read.under_150', under, 'ms'),
  ];
}

async function maxReadTime({ url }: Inkwell, account: Account): Promise<number> {
  const { times } = await load(1, reads, () => keyed(account, 'GET', `${url}/api/v1/users/me`));
  return Math.max(...times);
}
