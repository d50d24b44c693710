import * as v from 'valibot';
import { fetchApiKey } from '$lib/api/server';
import { getOwnUser } from '$lib/api/users';
import { password, userName } from '$lib/api/value-schemas';
import type { EmbeddedService } from '../service/service';
import { accountId, type AccountJar } from './account-jar';
import { callUpstream, type UpstreamClient } from './call-upstream';
import { GatewayFailure } from './failure';
import type { SealedAccount } from './seal';
import type { KeyCredentials, SessionManager } from './session-manager';
import { readServerInfo } from './server-info';
import { basicAuthorization } from './upstream';
import { isIP } from 'node:net';

/**
 * Whether a site named in a credentials file is this server. A key is never sent to a server it
 * wasn't created for. For the embedded service, all names of this machine are the same whatever the
 * port, which can have changed since the file was written.
 */
export function isSameServer(site: string, ours: readonly string[], embedded: boolean): boolean {
  const given = parse(site);
  if (!given) return false;
  return ours.some((own) => {
    const known = parse(own);
    if (!known) return false;
    if (known.host === given.host) return true;
    return embedded && isLoopback(known.hostname) && isLoopback(given.hostname);
  });
}

/** People write sites with and without `https://` and a trailing path. */
function parse(site: string): URL | null {
  const text = site.trim();
  const full = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  return text !== '' && URL.canParse(full) ? new URL(full) : null;
}

function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    (isIP(name) === 4 && name.startsWith('127.'))
  );
}

const text = v.pipe(v.string(), v.maxLength(1000), v.trim(), v.nonEmpty());
const email = v.pipe(userName, v.nonEmpty());

/** Ways to sign in; the last one is for people of a sample organization. */
export const signInSchema = v.union([
  v.object({ email, api_key: text, site: v.optional(v.string()) }),
  v.object({ email, password: v.pipe(password, v.nonEmpty()) }),
  v.object({ user_id: v.number() }),
]);
export type SignInRequest = v.InferOutput<typeof signInSchema>;

export interface SignInContext extends UpstreamClient {
  readonly embedded: EmbeddedService | null;
  /** The server that keys are bound to. */
  readonly server: string;
  readonly realmUrl: string;
  /** Other URLs of this server, for example the one in the browser's address bar. */
  readonly alsoKnownAs: readonly string[];
  readonly jar: AccountJar;
  readonly sessions: SessionManager;
}

/**
 * Signs a person in and stores the account in the browser's cookies. Throws `GatewayFailure`:
 * `AUTHENTICATION_FAILED`, `SITE_MISMATCH {site}`, the server's errors, or why it can't be reached.
 */
export async function signInAccount(
  entrance: SignInContext,
  input: SignInRequest,
): Promise<SealedAccount> {
  // First, so that an unsuitable server is reported and never gets credentials.
  const info = await readServerInfo(entrance, entrance.realmUrl);
  return addSignedInAccount(entrance, await credentialsOf(entrance, input), info.realm_name);
}

/** Stores the account that these credentials open. Throws like `signInAccount`. */
export async function addSignedInAccount(
  entrance: SignInContext,
  credentials: KeyCredentials,
  realmName: string,
): Promise<SealedAccount> {
  const { server, realmUrl, jar, sessions } = entrance;
  const { email, api_key } = credentials;
  const user = await callUpstream(
    entrance,
    getOwnUser,
    {},
    basicAuthorization(email, api_key),
  ).catch(refused);
  const account: SealedAccount = {
    id: accountId(realmUrl, user.user_id, user.date_joined ?? ''),
    user_id: user.user_id,
    email,
    full_name: user.full_name,
    ...(await sessions.begin(credentials)),
    server,
    realm_url: realmUrl,
    realm_name: realmName,
  };
  const before = await jar.find(account.id);
  await jar.add(account);
  if (before) await sessions.end(before);
  return account;
}

async function credentialsOf(
  entrance: SignInContext,
  input: SignInRequest,
): Promise<KeyCredentials> {
  if ('user_id' in input) {
    const { embedded } = entrance;
    if (!embedded) throw new GatewayFailure(400, 'BAD_REQUEST', 'This is no sample organization.');
    return embedded.signInAsSample(input.user_id);
  }
  if ('password' in input) {
    const params = { username: input.email, password: input.password };
    return callUpstream(entrance, fetchApiKey, params).catch(refused);
  }
  const { site } = input;
  const known = [entrance.realmUrl, ...entrance.alsoKnownAs];
  if (site !== undefined && !isSameServer(site, known, entrance.embedded !== null)) {
    throw new GatewayFailure(400, 'SITE_MISMATCH', 'These credentials are for another server.', {
      site: site.slice(0, 200),
      realm_url: entrance.realmUrl,
    });
  }
  return input;
}

/** One code for rejected credentials, whichever way was tried. */
function refused(error: unknown): never {
  if (error instanceof GatewayFailure && isDeactivated(error)) {
    throw new GatewayFailure(401, 'USER_DEACTIVATED', error.message, error.fields);
  }
  const codes = ['UNAUTHORIZED', 'INVALID_API_KEY'];
  if (error instanceof GatewayFailure && codes.includes(error.code)) {
    throw new GatewayFailure(401, 'AUTHENTICATION_FAILED', error.message, error.fields);
  }
  throw error;
}

/**
 * For a key, servers report a deactivated account only in the message, in English unless another
 * language is requested.
 */
function isDeactivated({ code, message }: GatewayFailure): boolean {
  return code === 'UNAUTHORIZED' && /\baccount is deactivated\b/i.test(message);
}
