import { createHash } from 'node:crypto';
import type { Cookies } from '@sveltejs/kit';
import { GatewayFailure } from './failure';
import type { SealedAccount, AccountSealer } from './seal';
import type { SessionManager } from './session-manager';

/** Browsers silently drop cookies over 4,096 bytes; attributes need some of that. */
const maxCookieBytes = 3800;
/** Together they stay well below the 16 KB of request headers that Node accepts. */
const maxAccounts = 8;

/**
 * The accounts of a browser, each in its own sealed cookie: two tabs that sign in and out
 * simultaneously can't undo each other, and the size stays bounded. A hash of the secret in the
 * cookie name separates instances on the same host, because cookies ignore ports.
 */
export interface AccountJar {
  all(): Promise<SealedAccount[]>;
  /** Also renews an aging seal. */
  find(id: string): Promise<SealedAccount | null>;
  /** Throws `TOO_MANY_ACCOUNTS`. */
  add(account: SealedAccount): Promise<void>;
  remove(id: string): void;
}

export interface JarOptions {
  readonly sealer: AccountSealer;
  readonly secret: string;
  /** Accounts of other servers are ignored: their keys must never reach this one. */
  readonly server: string;
  readonly sessions: Pick<SessionManager, 'refuses'>;
}

/** `secure`: whether the browser uses HTTPS. */
export function openJar(cookies: Cookies, secure: boolean, options: JarOptions): AccountJar {
  const { sealer, server, sessions } = options;
  const prefix = cookiePrefix(options.secret, secure);
  const attributes = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;

  async function store(account: SealedAccount): Promise<void> {
    const name = prefix + account.id;
    const value = await sealer.seal(account);
    if (name.length + value.length > maxCookieBytes) {
      throw new GatewayFailure(
        400,
        'ACCOUNT_TOO_LARGE',
        'This account does not fit into a cookie.',
      );
    }
    cookies.set(name, value, { ...attributes, maxAge: sealer.secondsLeft(account) });
  }

  async function open(value: string) {
    const opened = await sealer.unseal(value);
    if (opened?.account.server !== server) return null;
    return sessions.refuses(opened.account) ? null : opened;
  }

  const jar: AccountJar = {
    async all() {
      const ours = cookies.getAll().filter(({ name }) => name.startsWith(prefix));
      const opened = await Promise.all(ours.map(({ value }) => open(value)));
      return opened.flatMap((one) => (one ? [one.account] : []));
    },
    async find(id) {
      const value = cookies.get(prefix + id);
      const opened = value === undefined ? null : await open(value);
      if (opened?.account.id !== id) return null;
      if (opened.stale) await store(opened.account);
      return opened.account;
    },
    async add(account) {
      const others = (await jar.all()).filter(({ id }) => id !== account.id);
      if (others.length >= maxAccounts) {
        throw new GatewayFailure(
          400,
          'TOO_MANY_ACCOUNTS',
          `At most ${maxAccounts} accounts can be signed in at once.`,
          { max_accounts: maxAccounts },
        );
      }
      await store(account);
    },
    remove: (id) => cookies.delete(prefix + id, attributes),
  };
  return jar;
}

/**
 * Id of an account, the same in every browser for a person on a server. `joined` distinguishes two
 * people who got the same user id because the organization was recreated: the second must not see
 * the first one's local drafts.
 */
export function accountId(realmUrl: string, userId: number, joined: string): string {
  return hash(`account\n${realmUrl}\n${userId}\n${joined}`).slice(0, 16);
}

function cookiePrefix(secret: string, secure: boolean): string {
  return `${secure ? '__Host-' : ''}inkwell-${hash(`mark\n${secret}`).slice(0, 6)}-`;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
