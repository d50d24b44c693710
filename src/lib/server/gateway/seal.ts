import { defaults, seal, unseal } from 'iron-webcrypto';
import * as v from 'valibot';
import { parsedAs } from '$lib/api/parsed-as';

const accountSchema = v.object({
  /** Opaque and safe to expose; stable for a person on a server. */
  id: v.string(),
  user_id: v.number(),
  email: v.string(),
  full_name: v.string(),
  /**
   * The `Authorization` header of its calls: an API key on a remote server, a session token on the
   * embedded one.
   */
  authorization: v.string(),
  /** Distinguishes an account's sessions if no service does. */
  session: v.string(),
  /** When the account signed in, in milliseconds since 1970. */
  signed_in: v.number(),
  /**
   * The server the key belongs to (`SERVICE_URL` or `embedded`): it is never sent anywhere else.
   */
  server: v.string(),
  realm_url: v.string(),
  realm_name: v.string(),
});
/** A signed-in account and its credentials, stored sealed in the browser. */
export type SealedAccount = v.InferOutput<typeof accountSchema>;

const contentSchema = v.object({ account: accountSchema, sealed_at: v.number() });

export interface AccountSealer {
  seal(account: SealedAccount): Promise<string>;
  /** How long a seal made now stays valid. */
  secondsLeft(account: SealedAccount): number;
  /** Null if it is expired, tampered with, or sealed with another secret. */
  unseal(text: string): Promise<{ account: SealedAccount; stale: boolean } | null>;
}

export const sealLifetimeSeconds = 60 * 24 * 3600;
/** A session ends this long after sign-in, however much it is used, in case it was stolen. */
export const maxSealAgeSeconds = 90 * 24 * 3600;
/** An older seal is renewed on use. */
const renewAfterMilliseconds = 24 * 3600 * 1000;
const remembered = 1000;

/**
 * Encrypts and authenticates accounts with a secret of at least 32 characters. Caches the last
 * 1,000 opened seals, because every request of a page sends the same one.
 */
export function createSealer(secret: string, now: () => number = Date.now): AccountSealer {
  const options = () => ({
    ...defaults,
    ttl: sealLifetimeSeconds * 1000,
    localtimeOffsetMsec: now() - Date.now(),
  });
  const opened = new Map<string, v.InferOutput<typeof contentSchema>>();

  async function open(text: string) {
    const known = opened.get(text);
    if (known) return known;
    const content = parsedAs(contentSchema, await unseal(text, secret, options()));
    if (!content) return null;
    const oldest = opened.size >= remembered ? opened.keys().next().value : undefined;
    if (oldest !== undefined) opened.delete(oldest);
    opened.set(text, content);
    return content;
  }

  return {
    seal: (account) => seal({ account, sealed_at: now() }, secret, options()),
    secondsLeft({ signed_in }) {
      const left = maxSealAgeSeconds - Math.ceil((now() - signed_in) / 1000);
      return Math.max(0, Math.min(sealLifetimeSeconds, left));
    },
    async unseal(text) {
      const content = await open(text).catch(() => null);
      if (!content) return null;
      const age = now() - content.sealed_at;
      if (age > sealLifetimeSeconds * 1000) return null;
      if (now() - content.account.signed_in >= maxSealAgeSeconds * 1000) return null;
      return { account: content.account, stale: age > renewAfterMilliseconds };
    },
  };
}
