import * as v from 'valibot';
import { fetchApiKey } from '$lib/api/server';
import { getOwnUser } from '$lib/api/users';
import { password, userName } from '$lib/api/values';
import type { Service } from '../service/service';
import { accountId, type AccountJar } from './account-jar';
import { ask, type Asker } from './ask-upstream';
import { DoorFailure } from './failure';
import type { SealedAccount } from './seal';
import type { Credentials, Sessions } from './sessions';
import { isOurSite } from './same-server';
import { readServerInfo } from './server-info';
import { basic } from './upstream';

const text = v.pipe(v.string(), v.maxLength(1000), v.trim(), v.nonEmpty());
const email = v.pipe(userName, v.nonEmpty());

/** The ways to sign in; the last is for the people of a sample organization. */
export const signInSchema = v.union([
  v.object({ email, api_key: text, site: v.optional(v.string()) }),
  v.object({ email, password: v.pipe(password, v.nonEmpty()) }),
  v.object({ user_id: v.number() }),
]);
export type SignIn = v.InferOutput<typeof signInSchema>;

export interface Entrance extends Asker {
  readonly embedded: Service | null;
  /** What keys of this server are bound to. */
  readonly server: string;
  readonly realmUrl: string;
  /** Other addresses of this server, such as the one in the address bar. */
  readonly alsoKnownAs: readonly string[];
  readonly jar: AccountJar;
  readonly sessions: Sessions;
}

/**
 * Signs a person in and keeps the account in the browser's cookies. Throws `DoorFailure`:
 * `AUTHENTICATION_FAILED`, `SITE_MISMATCH {site}`, what the server says, or why it cannot be asked.
 */
export async function signIn(entrance: Entrance, input: SignIn): Promise<SealedAccount> {
  // First, so that an unfit server is named as such and never gets credentials.
  const info = await readServerInfo(entrance, entrance.realmUrl);
  return admit(entrance, await credentialsOf(entrance, input), info.realm_name);
}

/** Keeps the account that these credentials open. Throws like `signIn`. */
export async function admit(
  entrance: Entrance,
  credentials: Credentials,
  realmName: string,
): Promise<SealedAccount> {
  const { server, realmUrl, jar, sessions } = entrance;
  const { email, api_key } = credentials;
  const user = await ask(entrance, getOwnUser, {}, basic(email, api_key)).catch(refused);
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

async function credentialsOf(entrance: Entrance, input: SignIn): Promise<Credentials> {
  if ('user_id' in input) {
    const { embedded } = entrance;
    if (!embedded) throw new DoorFailure(400, 'BAD_REQUEST', 'This is no sample organization.');
    return embedded.signInAsSample(input.user_id);
  }
  if ('password' in input) {
    const params = { username: input.email, password: input.password };
    return ask(entrance, fetchApiKey, params).catch(refused);
  }
  const { site } = input;
  const known = [entrance.realmUrl, ...entrance.alsoKnownAs];
  if (site !== undefined && !isOurSite(site, known, entrance.embedded !== null)) {
    throw new DoorFailure(400, 'SITE_MISMATCH', 'These credentials are for another server.', {
      site: site.slice(0, 200),
      realm_url: entrance.realmUrl,
    });
  }
  return input;
}

/** One code for "who you say you are is not accepted", whichever way was tried. */
function refused(error: unknown): never {
  if (error instanceof DoorFailure && isDeactivated(error)) {
    throw new DoorFailure(401, 'USER_DEACTIVATED', error.message, error.fields);
  }
  const codes = ['UNAUTHORIZED', 'INVALID_API_KEY'];
  if (error instanceof DoorFailure && codes.includes(error.code)) {
    throw new DoorFailure(401, 'AUTHENTICATION_FAILED', error.message, error.fields);
  }
  throw error;
}

/** To a key, servers tell of a deactivated account in words alone, and English ones unless asked otherwise. */
function isDeactivated({ code, message }: DoorFailure): boolean {
  return code === 'UNAUTHORIZED' && /\baccount is deactivated\b/i.test(message);
}
