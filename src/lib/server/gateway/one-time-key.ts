import type { Cookies } from '@sveltejs/kit';
import { defaults, seal, unseal } from 'iron-webcrypto';
import * as v from 'valibot';

/** Time a user needs to save a file. */
const seconds = 600;

const stashedKeySchema = v.object({
  /** Id of the account that can open it. */
  account: v.string(),
  email: v.string(),
  key: v.string(),
  site: v.string(),
});
type StashedKey = v.InferOutput<typeof stashedKeySchema>;

interface KeyCookieContext {
  readonly cookies: Pick<Cookies, 'get' | 'set' | 'delete'>;
  readonly url: URL;
  readonly secret: string;
}

const attributes = ({ url }: KeyCookieContext, account: string) =>
  ({
    path: `/session/${encodeURIComponent(account)}/key-file`,
    httpOnly: true,
    sameSite: 'strict',
    secure: url.protocol === 'https:',
  }) as const;

const name = 'inkwell-key-file';

/**
 * Stores a key in the browser until it is fetched as a file: sealed, in a cookie that scripts can't
 * read and that is sent to that URL only. Any process can open it, and none has to store it.
 */
export async function stashKey(place: KeyCookieContext, stashedKey: StashedKey): Promise<void> {
  const sealed = await seal(stashedKey, place.secret, { ...defaults, ttl: seconds * 1000 });
  place.cookies.set(name, sealed, { ...attributes(place, stashedKey.account), maxAge: seconds });
}

/** Opens the key and deletes its cookie. Null if the account has none. */
export async function redeemKey(
  place: KeyCookieContext,
  account: string,
): Promise<StashedKey | null> {
  const sealed = place.cookies.get(name);
  if (sealed === undefined) return null;
  place.cookies.delete(name, attributes(place, account));
  const opened = await unseal(sealed, place.secret, defaults).catch(() => null);
  const parsed = v.safeParse(stashedKeySchema, opened);
  return parsed.success && parsed.output.account === account ? parsed.output : null;
}
