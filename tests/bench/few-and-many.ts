import {
  firstNames,
  samplePlaces,
  surnames,
  sampleThings,
} from '../../src/lib/server/service/sample/large';
import { Inkwell } from '../support/inkwell';
import { addAccounts } from './accounts';
import { startLarge } from './large-sample';

/** Number of people and channels in the organization that the large one is compared with. */
const few = 100;

interface FewAndMany {
  readonly few: Inkwell;
  readonly many: Inkwell;
}

/**
 * Starts the small sample, filled up to 100 people and 100 channels, and the large one with 10,000
 * of each.
 */
export async function withFewAndMany<T>(work: (both: FewAndMany) => Promise<T>): Promise<T> {
  const small = await startFew();
  try {
    const large = await startLarge();
    try {
      return await work({ few: small, many: large });
    } finally {
      await large.dispose();
    }
  } finally {
    await small.dispose();
  }
}

async function startFew(): Promise<Inkwell> {
  const server = await Inkwell.start({ args: ['--sample'] });
  const { members } = await server.api('owner', 'GET', '/users');
  const { streams } = await server.api('owner', 'GET', '/streams', { include_all: 'true' });
  const missing = (present: unknown) => few - (present as unknown[]).length;
  const names = Array.from({ length: missing(streams) }, (_, at) => ({
    name: `${sampleThings[at % sampleThings.length]}, ${samplePlaces[at % samplePlaces.length]} ${at}`,
  }));
  await subscribe(server, names);
  await server.stop();
  await addAccounts(server, missing(members), (at) => `${firstNames[at]} ${surnames[at]}`);
  await server.restart();
  return server;
}

/** Most channels in one call. */
const most = 1000;

/** Subscribes the owner. Creates channels that don't exist. */
export async function subscribe(server: Inkwell, channels: readonly { name: string }[]) {
  const names = channels.map(({ name }) => ({ name }));
  for (let at = 0; at < names.length; at += most) {
    const subscriptions = JSON.stringify(names.slice(at, at + most));
    const fields = { subscriptions, authorization_errors_fatal: 'false' };
    const reply = await server.api('owner', 'POST', '/users/me/subscriptions', fields);
    if (reply['result'] !== 'success') throw new Error(JSON.stringify(reply));
  }
}
