import * as v from 'valibot';
import { ApiError, MalformedReply, ServerFault } from '../../api/errors';
import { avatarUrlSchema } from '../../api/user';
import { sendRequest, type CallOptions } from '../calls/call';

export const sessionAccountSchema = v.object({
  /** Opaque, stable for this person on this server; names local stores. Holds no secret. */
  id: v.string(),
  user_id: v.optional(v.number()),
  email: v.string(),
  full_name: v.string(),
  avatar_url: v.nullish(avatarUrlSchema),
  realm_name: v.string(),
  realm_url: v.string(),
  realm_icon: v.nullish(v.string()),
});
/** One account that this browser is signed in to, without its key. */
export type SessionAccount = v.InferOutput<typeof sessionAccountSchema>;

const sessionSchema = v.object({
  accounts: v.array(sessionAccountSchema),
  /** The organization lives in this very process. */
  embedded: v.boolean(),
  service_url: v.nullish(v.string()),
  /** Nobody has created the organization yet: go to the setup page. */
  setup_needed: v.boolean(),
});
export type BrowserSession = v.InferOutput<typeof sessionSchema>;

/**
 * The accounts this browser is signed in to. If a tab remembers a change while the server is being asked,
 * the reply may be older than the change, so the server is asked again. Throws `AnyFailure`.
 */
export async function readSession(options?: CallOptions): Promise<BrowserSession> {
  const documentGlobals = Date.now();
  const session = await callGateway('GET', '/session', undefined, sessionSchema, options);
  return isOutdated(documentGlobals) ? readSession(options) : session;
}

/**
 * Deletes the account's event queue and drops its key from the cookie. Throws `AnyFailure`; the
 * account is still there then.
 */
export async function requestSignOut(account: string, queue_id: string | null): Promise<void> {
  const input = queue_id === null ? {} : { queue_id };
  await callGateway('DELETE', `/session/${encodeURIComponent(account)}`, input, v.object({}));
}

/** Signs the account out everywhere but here; whoever holds its key stays. Throws `AnyFailure`. */
export async function requestSignOutElsewhere(account: string): Promise<void> {
  await callGateway('DELETE', `/session/${encodeURIComponent(account)}/others`, {}, v.object({}));
}

/** The same, and replaces the key: other apps are signed out, too. Throws `AnyFailure`. */
export async function requestNewKey(account: string): Promise<void> {
  await callGateway('POST', `/session/${encodeURIComponent(account)}/key`, {}, v.object({}));
}

export interface NewBot extends Record<string, unknown> {
  readonly full_name: string;
  readonly short_name: string;
  readonly bot_type: number;
}

/** Makes a bot, whose key is then at `keyFileAddress`. Throws `AnyFailure`. */
export async function requestNewBot(account: string, bot: NewBot): Promise<void> {
  await callGateway('POST', `/session/${encodeURIComponent(account)}/bots`, bot, v.object({}));
}

/** Replaces a bot's key by one that is then at `keyFileAddress`. Throws `AnyFailure`. */
export async function requestNewBotKey(account: string, bot_id: number): Promise<void> {
  const path = `/session/${encodeURIComponent(account)}/bots/${bot_id}/key` as const;
  await callGateway('POST', path, {}, v.object({}));
}

/** Has the account's own key ready at `keyFileAddress`. Throws `AnyFailure`. */
export async function requestOwnKeyFile(account: string, password: string): Promise<void> {
  await callGateway(
    'POST',
    `/session/${encodeURIComponent(account)}/own-key`,
    { password },
    v.object({}),
  );
}

/** Where the browser saves the key that was made or asked for last, once, as a file: no page reads it. */
export function keyFileAddress(account: string): string {
  return `/session/${encodeURIComponent(account)}/key-file`;
}

/**
 * Calls one of the doors' own endpoints under `/session`: JSON both ways, the API's envelope for
 * failures. Throws `AnyFailure`.
 */
export async function callGateway<T>(
  method: 'GET' | 'POST' | 'DELETE',
  path: `/session${string}`,
  input: Record<string, unknown> | undefined,
  schema: v.GenericSchema<unknown, T>,
  options?: CallOptions,
): Promise<T> {
  const name = `${method} ${path.split('?')[0] ?? path}`;
  const headers: Record<string, string> = input ? { 'Content-Type': 'application/json' } : {};
  const body = input ? JSON.stringify(input) : null;
  const reply = await sendRequest(name, path, { method, headers, body }, options);
  let value: unknown;
  try {
    value = JSON.parse(reply.body);
  } catch (cause) {
    if (reply.status >= 500) throw new ServerFault(name, reply.status);
    throw new MalformedReply(name, '', 'not JSON', { cause });
  }
  if (reply.status >= 400) throw failureFromReply(name, reply.status, value);
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const issue = parsed.issues[0];
  throw new MalformedReply(name, v.getDotPath(issue) ?? '', issue.message);
}

const failureSchema = v.looseObject({ code: v.string(), msg: v.fallback(v.string(), '') });

function failureFromReply(name: string, status: number, value: unknown) {
  const parsed = v.safeParse(failureSchema, value);
  if (!parsed.success) return new ServerFault(name, status);
  const { code, msg, result: _result, ...fields } = parsed.output;
  return new ApiError(name, status, code, msg, fields);
}

/** Where the session is remembered: other tabs notice its change. */
export const storedSessionKey = 'inkwell.session';
const chosenKey = 'inkwell.account';
const endedKey = 'inkwell.ended';

/** What the document has asked by itself; see lib/server/gateway/frame.html. */
const asked = globalThis as { inkwellSession?: Promise<unknown> };
const sessionBlock = () => globalThis.document?.getElementById('inkwell-session');

/** Milliseconds for which the first view waits for the server in all; also in frame.html. */
const patience = 2000;
/** How many of them went by before anything was shown. */
let waited = 0;

/** Milliseconds for which a page may still wait before it shows what is remembered. */
export function patienceLeft(): number {
  return Math.max(0, patience - waited);
}

/**
 * What the document says of the session, or has asked for by itself, for the start of the app. Null once
 * anything newer is remembered, as after signing in on a page of the same document, and where nobody
 * answers: then what is remembered counts. Until then nothing of a remembered account is shown, as its
 * session may have ended elsewhere.
 */
export async function sessionFromDocument(): Promise<BrowserSession | null> {
  const told = sessionBlock();
  const start = performance.now();
  const value: unknown = told ? JSON.parse(told.textContent) : await asked.inkwellSession;
  waited += performance.now() - start;
  const parsed = v.safeParse(sessionSchema, value);
  dropDocumentSession();
  return parsed.success ? parsed.output : null;
}

/** The last session seen, so that a known account paints with the server down. No keys in it. */
export function rememberedSession(): BrowserSession | null {
  const session = keptSession();
  if (!session) return null;
  const accounts = session.accounts.filter(({ id }) => !hasEnded(id));
  return { ...session, accounts };
}

/**
 * The remembered session, and when a tab last learned that it had changed: UNIX milliseconds of this
 * device, to which the tabs compare the time of their own requests.
 */
const keptSchema = v.object({ ...sessionSchema.entries, at: v.fallback(v.number(), 0) });

function keptSession() {
  const parsed = v.safeParse(keptSchema, readStored(storedSessionKey));
  return parsed.success ? parsed.output : null;
}

/**
 * Whether a reply that was asked for at this time may be older than what is remembered. A time in the
 * future proves nothing: the clock has been set back since.
 */
export function isOutdated(asked: number): boolean {
  const at = keptSession()?.at ?? 0;
  return asked < at && at <= Date.now();
}

const endedAccounts = () => v.parse(v.fallback(v.array(v.string()), []), readStored(endedKey));

/** Whether the account's session has ended elsewhere: nobody has signed out here, or in again, since. */
export function hasEnded(id: string): boolean {
  return endedAccounts().includes(id);
}

/**
 * The account's session has ended elsewhere: no start shows it any more. Kept apart from the session, as
 * other tabs follow that: they would leave a page that may still hold what someone is writing.
 */
export function rememberSessionEnd(id: string): void {
  keepEnded([...endedAccounts(), id]);
}

function dropDocumentSession(): void {
  sessionBlock()?.remove();
  delete asked.inkwellSession;
}

/** Remembers the server's word. An account that it no longer names, and that did not sign out here, has ended. */
export function rememberSession(session: BrowserSession): void {
  dropDocumentSession();
  const before = (keptSession()?.accounts ?? []).map(({ id }) => id);
  const isHere = (id: string) => session.accounts.some((account) => account.id === id);
  change(
    session,
    [...endedAccounts(), ...before].filter((id) => !isHere(id)),
  );
}

/** Part of signing out: no tab shows the account any more. */
export function forgetSession(id: string): void {
  dropDocumentSession();
  const session = keptSession();
  if (!session) return;
  const accounts = session.accounts.filter((account) => account.id !== id);
  change(
    { ...session, accounts },
    endedAccounts().filter((ended) => ended !== id),
  );
}

/** The time stays where nothing has changed, so that no other tab is disturbed. */
function change(session: BrowserSession, ended: readonly string[]): void {
  const now = v.parse(sessionSchema, session);
  const before = keptSession();
  const isSame =
    before !== null &&
    JSON.stringify(v.parse(sessionSchema, before)) === JSON.stringify(now) &&
    JSON.stringify(endedAccounts()) === JSON.stringify(ended);
  if (isSame) return;
  keepEnded(ended);
  writeStored(localStorage, storedSessionKey, JSON.stringify({ ...now, at: Date.now() }));
}

function keepEnded(ids: readonly string[]): void {
  if (ids.length === 0) localStorage.removeItem(endedKey);
  else writeStored(localStorage, endedKey, JSON.stringify([...new Set(ids)]));
}

/** This tab's account, else the last one chosen in any tab, else the first. */
export function chosenAccount(session: BrowserSession): SessionAccount | undefined {
  for (const id of [sessionStorage.getItem(chosenKey), localStorage.getItem(chosenKey)]) {
    const account = session.accounts.find((candidate) => candidate.id === id);
    if (account) return account;
  }
  return session.accounts[0];
}

/** Two tabs may use two accounts at once; a new tab starts with the one chosen last. */
export function chooseAccount(id: string): void {
  writeStored(sessionStorage, chosenKey, id);
  writeStored(localStorage, chosenKey, id);
}

/** Part of signing out: no tab starts with it any more. */
export function forgetChosenAccount(id: string): void {
  for (const storage of [sessionStorage, localStorage]) {
    if (storage.getItem(chosenKey) === id) storage.removeItem(chosenKey);
  }
}

function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Storage may be full or refused; all of this is a convenience, never the truth. */
function writeStored(storage: Storage, key: string, value: string): void {
  try {
    storage.setItem(key, value);
  } catch {
    // Nothing depends on it.
  }
}

/**
 * Whether a failure says that the key is no longer good: the person must sign in again. A wrong password
 * is a 401 as well, and says nothing of the key.
 */
export function isSignedOutFailure(failure: unknown): boolean {
  return (
    failure instanceof ApiError &&
    failure.status === 401 &&
    failure.code !== 'AUTHENTICATION_FAILED'
  );
}
