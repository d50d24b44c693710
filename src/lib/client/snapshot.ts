import * as v from 'valibot';
import { registerQueue, type RegisterState } from '../api/register';

/**
 * The last state of each account, for a first paint before (or without) the server. One disposable
 * record each: it may be missing, old or refused, and is replaced as soon as the server answers.
 */
const cacheName = 'inkwell-snapshots';

/** Never asked for over the network: only a name within the cache. */
const address = (account: string) => `/snapshot/${encodeURIComponent(account)}`;

export async function readSnapshot(account: string): Promise<RegisterState | null> {
  try {
    const record = await (await caches.open(cacheName)).match(address(account));
    const parsed = v.safeParse(registerQueue.result, await record?.json());
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

export async function writeSnapshot(account: string, state: RegisterState): Promise<void> {
  try {
    const cache = await caches.open(cacheName);
    await cache.put(address(account), Response.json(state));
  } catch {
    // No cache (plain http) or no room: the next start paints after the server has answered.
  }
}

/** Part of signing out. Throws when the record cannot be erased. */
export async function eraseSnapshot(account: string): Promise<void> {
  if (!('caches' in globalThis)) return;
  await (await caches.open(cacheName)).delete(address(account));
}
