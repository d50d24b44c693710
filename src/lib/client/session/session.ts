import * as v from 'valibot';
import { parsedAs } from '../../api/parsed-as';
import { ApiError, MalformedReply, ServerFault } from '../../api/errors';
import { avatarUrlSchema } from '../../api/user';
import { sendRequest, type CallOptions } from '../calls/call';

export const sessionAccountSchema = v.object({
  /** Opaque, stable for this user on this server; used in names of local stores. Not secret. */
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
  /** Whether the embedded server, in this very process, holds the organization. */
  embedded: v.boolean(),
  service_url: v.nullish(v.string()),
  /** Whether no organization exists yet: go to the setup page. */
  setup_needed: v.boolean(),
});
export type BrowserSession = v.InferOutput<typeof sessionSchema>;

/**
 * The accounts this browser is signed in to. If a tab stores a change while the request runs, the
 * reply may be older than the change, so the server is called again. Throws `AnyFailure`.
 */
export async function readSession(options?: CallOptions): Promise<BrowserSession> {
  const started = Date.now();
  const session = await callGateway('GET', '/session', undefined, sessionSchema, options);
  return isOutdated(started) ? readSession(options) : session;
}

/**
 * Deletes the account's event queue and removes its key from the cookie. If it throws `AnyFailure`,
 * the account is still signed in.
 */
export async function requestSignOut(account: string, queue_id: string | null): Promise<void> {
  const input = queue_id === null ? {} : { queue_id };
  await callGateway('DELETE', `/session/${encodeURIComponent(account)}`, input, v.object({}));
}

/**
 * Calls one of the gateway's own endpoints under `/session`, with JSON bodies and the API's error
 * format. Throws `AnyFailure`.
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

/** Storage key of the session; other tabs listen for its changes. */
export const storedSessionKey = 'inkwell.session';
export const chosenAccountKey = 'inkwell.account';
export const endedAccountsKey = 'inkwell.ended';

/** The request that the document itself has started; see views/first-paint/frame-script. */
const page = globalThis as { inkwellSession?: Promise<unknown> };
const sessionBlock = () => globalThis.document?.getElementById('inkwell-session');

/** Milliseconds that the first view waits for the server in total. */
export const sessionPatience = 2000;
/** Milliseconds already waited before anything was shown. */
let waited = 0;

/** Milliseconds that a page can still wait before it shows the stored data. */
export function patienceLeft(): number {
  return Math.max(0, sessionPatience - waited);
}

/**
 * The session in the document or from the document's own request, for the start of the app. Null
 * once anything newer is stored, for example after signing in within the same document, and if no
 * reply comes: then the stored session counts. Until then nothing of a stored account is shown,
 * because its session may have ended elsewhere.
 */
export async function sessionFromDocument(): Promise<BrowserSession | null> {
  const block = sessionBlock();
  const start = performance.now();
  const value: unknown = block ? JSON.parse(block.textContent) : await page.inkwellSession;
  waited += performance.now() - start;
  dropDocumentSession();
  return parsedAs(sessionSchema, value) ?? null;
}

/**
 * The last known session, so that a known account can be shown while the server is down. It
 * contains no keys.
 */
export function rememberedSession(): BrowserSession | null {
  const session = keptSession();
  if (!session) return null;
  const accounts = session.accounts.filter(({ id }) => !hasEnded(id));
  return { ...session, accounts };
}

/**
 * The stored session, and when a tab last learned of a change: UNIX milliseconds of this device.
 * Tabs compare it with the time of their own requests.
 */
const keptSchema = v.object({ ...sessionSchema.entries, at: v.fallback(v.number(), 0) });

function keptSession() {
  return parsedAs(keptSchema, readStored(storedSessionKey)) ?? null;
}

/**
 * Whether a reply to a request made at this time may be older than the stored session. A stored
 * time in the future proves nothing: the clock has been set back since.
 */
export function isOutdated(started: number): boolean {
  const at = keptSession()?.at ?? 0;
  return started < at && at <= Date.now();
}

const endedAccounts = () =>
  v.parse(v.fallback(v.array(v.string()), []), readStored(endedAccountsKey));

/**
 * Whether the account's session has ended on the server, without a sign-out here or a new sign-in
 * since.
 */
export function hasEnded(id: string): boolean {
  return endedAccounts().includes(id);
}

/**
 * Records that the account's session has ended on the server, so that no start shows it. Stored
 * apart from the session, because other tabs follow that and would leave a page that may still hold
 * unsaved text.
 */
export function rememberSessionEnd(id: string): void {
  keepEnded([...endedAccounts(), id]);
}

function dropDocumentSession(): void {
  sessionBlock()?.remove();
  delete page.inkwellSession;
}

/**
 * Stores the server's session. Accounts no longer in it that did not sign out here have ended. After
 * a sign-in, replies to earlier requests are outdated even if the accounts are the same as before.
 */
export function rememberSession(session: BrowserSession, after?: 'signIn'): void {
  dropDocumentSession();
  const before = (keptSession()?.accounts ?? []).map(({ id }) => id);
  const isHere = (id: string) => session.accounts.some((account) => account.id === id);
  change(
    session,
    [...endedAccounts(), ...before].filter((id) => !isHere(id)),
    after === 'signIn',
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

/** Keeps the time if nothing has changed and isn't `newer`, so that other tabs aren't notified. */
function change(session: BrowserSession, ended: readonly string[], newer = false): void {
  const now = v.parse(sessionSchema, session);
  const before = keptSession();
  const isSame =
    before !== null &&
    JSON.stringify(v.parse(sessionSchema, before)) === JSON.stringify(now) &&
    JSON.stringify(endedAccounts()) === JSON.stringify(ended);
  if (isSame && !newer) return;
  keepEnded(ended);
  writeStored(localStorage, storedSessionKey, JSON.stringify({ ...now, at: Date.now() }));
}

function keepEnded(ids: readonly string[]): void {
  if (ids.length === 0) localStorage.removeItem(endedAccountsKey);
  else writeStored(localStorage, endedAccountsKey, JSON.stringify([...new Set(ids)]));
}

/** This tab's account, else the last one chosen in any tab, else the first. */
export function chosenAccount(session: BrowserSession): SessionAccount | undefined {
  for (const id of [
    sessionStorage.getItem(chosenAccountKey),
    localStorage.getItem(chosenAccountKey),
  ]) {
    const account = session.accounts.find((candidate) => candidate.id === id);
    if (account) return account;
  }
  return session.accounts[0];
}

/** Two tabs can show two accounts at the same time; a new tab starts with the one chosen last. */
export function chooseAccount(id: string): void {
  writeStored(sessionStorage, chosenAccountKey, id);
  writeStored(localStorage, chosenAccountKey, id);
}

/** Part of signing out: no tab starts with it any more. */
export function forgetChosenAccount(id: string): void {
  for (const storage of [sessionStorage, localStorage]) {
    if (storage.getItem(chosenAccountKey) === id) storage.removeItem(chosenAccountKey);
  }
}

function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Storage can be full or refused; that's fine, since the server has the truth. */
function writeStored(storage: Storage, key: string, value: string): void {
  try {
    storage.setItem(key, value);
  } catch {
    // Ignored: storage is optional here.
  }
}

/**
 * Whether a failure means that the key is no longer valid, so the user must sign in again. A wrong
 * password is also a 401, but doesn't affect the key.
 */
export function isSignedOutFailure(failure: unknown): boolean {
  return (
    failure instanceof ApiError &&
    failure.status === 401 &&
    failure.code !== 'AUTHENTICATION_FAILED'
  );
}
