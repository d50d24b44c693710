import { parsedAs } from '../../api/parsed-as';
import { registerQueue, type RegisterState } from '../../api/register';

/**
 * The last state of each account, for a first paint before (or without) the server. One disposable
 * record per account: it can be missing, old or refused, and is replaced as soon as the server
 * replies.
 */
const cacheName = 'inkwell-snapshots';

/** Only a name within the cache, never requested over the network. */
const address = (account: string) => `/snapshot/${encodeURIComponent(account)}`;

/** Also returns the time until which it was current, in UNIX milliseconds. */
export async function readSnapshot(
  account: string,
): Promise<{ readonly state: RegisterState; readonly at: number } | null> {
  try {
    const record = await (await caches.open(cacheName)).match(address(account));
    const state = parsedAs(registerQueue.result, await record?.json());
    const at = Date.parse(record?.headers.get('last-modified') ?? '');
    return state ? { state, at: Number.isNaN(at) ? 0 : at } : null;
  } catch {
    return null;
  }
}

/**
 * Writes in small steps, since there may be 10,000 users. Stops without leaving anything on
 * `signal`.
 */
export async function writeSnapshot(
  account: string,
  state: RegisterState,
  signal: AbortSignal,
): Promise<void> {
  const headers = { 'last-modified': new Date().toUTCString() };
  try {
    const text = await inSteps(state);
    if (signal.aborted) return;
    const cache = await caches.open(cacheName);
    if (!signal.aborted) await cache.put(address(account), new Response(text, { headers }));
  } catch {
    // No cache (plain http) or no space: the next start paints after the server has replied.
  }
}

/** Rows serialized in one step, about two milliseconds. */
const rowsAtOnce = 500;

/** The state as JSON. Lists are serialized in steps, yielding to the page before each. */
async function inSteps(state: RegisterState): Promise<Blob> {
  const parts: string[] = [];
  for (const [key, value] of Object.entries(state)) {
    if (value === undefined) continue;
    const name = `${parts.length > 0 ? ',' : ''}${JSON.stringify(key)}:`;
    if (!Array.isArray(value)) {
      parts.push(name + JSON.stringify(value));
      continue;
    }
    parts.push(`${name}[`);
    for (let from = 0; from < value.length; from += rowsAtOnce) {
      await new Promise((resolve) => setTimeout(resolve));
      const rows = JSON.stringify(value.slice(from, from + rowsAtOnce)).slice(1, -1);
      parts.push(from > 0 ? `,${rows}` : rows);
    }
    parts.push(']');
  }
  return new Blob(['{', ...parts, '}'], { type: 'application/json' });
}

/** Part of signing out. Throws if the record can't be erased. */
export async function eraseSnapshot(account: string): Promise<void> {
  if (!('caches' in globalThis)) return;
  await (await caches.open(cacheName)).delete(address(account));
}

export async function accountsInSnapshots(): Promise<readonly string[]> {
  if (!('caches' in globalThis)) return [];
  const requests = await (await caches.open(cacheName)).keys();
  return requests.map(({ url }) =>
    decodeURIComponent(new URL(url).pathname.slice(address('').length)),
  );
}
