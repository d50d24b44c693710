import { defaults, seal, unseal } from 'iron-webcrypto';
import * as v from 'valibot';

const accountSchema = v.object({
  /** Opaque and safe to show; stable for a person on a server. */
  id: v.string(),
  user_id: v.number(),
  email: v.string(),
  full_name: v.string(),
  /** The `Authorization` of its calls: the key of another server's account, the token of our own. */
  authorization: v.string(),
  /** Tells the sessions of an account apart, where no service does. */
  session: v.string(),
  /** Milliseconds since 1970. */
  signed_in: v.number(),
  /** Where the key belongs (`SERVICE_URL`, or `embedded`): it is never sent anywhere else. */
  server: v.string(),
  realm_url: v.string(),
  realm_name: v.string(),
});
/** One signed-in account with what opens it, as the browser carries it: sealed. */
export type SealedAccount = v.InferOutput<typeof accountSchema>;

const contentSchema = v.object({ account: accountSchema, sealed_at: v.number() });

export interface AccountSealer {
  seal(account: SealedAccount): Promise<string>;
  /** For how long a seal that is made now will open. */
  secondsLeft(account: SealedAccount): number;
  /** Null for what is expired, tampered with, or sealed by somebody else. */
  unseal(text: string): Promise<{ account: SealedAccount; stale: boolean } | null>;
}

/** Of a session that is not used. */
export const sealLifetimeSeconds = 60 * 24 * 3600;
/** However much it is used, a session ends so long after the sign-in: also one that was stolen. */
export const maxSealAgeSeconds = 90 * 24 * 3600;
/** A seal older than this is renewed when it is used. */
const renewAfterMilliseconds = 24 * 3600 * 1000;
const remembered = 1000;

/**
 * Encrypts and authenticates accounts with a secret of at least 32 characters. Opened seals are
 * remembered (the last 1,000), since every request of a page carries the same one.
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
    const parsed = v.safeParse(contentSchema, await unseal(text, secret, options()));
    if (!parsed.success) return null;
    const oldest = opened.size >= remembered ? opened.keys().next().value : undefined;
    if (oldest !== undefined) opened.delete(oldest);
    opened.set(text, parsed.output);
    return parsed.output;
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
