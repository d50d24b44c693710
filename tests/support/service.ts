import {
  assembleService,
  type AccountWithKey,
  type EmbeddedService,
  type ServiceOptions,
} from '$lib/server/service/service';
import { createApiKey } from '$lib/server/service/api-keys';
import { users } from '$lib/server/service/db/schema/users';
import type { StoreNotification, DatabaseStore } from '$lib/server/service/db/store';
import type { ServiceLog } from '$lib/server/service/log';
import type { MailOptions } from '$lib/server/service/mail';
import type { OutgoingEvent } from '$lib/server/service/model';
import { appendEvents } from '$lib/server/service/events/log';
import type { UploadRules } from '$lib/server/service/storage/upload-rules';
import type { StorageLocation } from '../../src/lib/server/service/storage/files';
import { findRealm } from '$lib/server/service/organization';
import type { PushRelay } from '$lib/server/service/relay/relay';
import { silentLog } from './silent-log';
import type { RateLimitOptions } from '$lib/server/service/rate-limits';
import { testClock, type TestClock } from './clock';
import { testFiles } from './files';
import { held } from './held';
import { watched } from './inside';
import { emptyStore } from './stores';

/** The envelope with what tests of events read; `toMatchObject` checks the rest. */
export interface ReplyBody {
  readonly result: string;
  readonly msg: string;
  readonly code?: string;
  readonly queue_id: string;
  readonly last_event_id: number;
  readonly events: readonly { readonly id: number; readonly type: string }[];
  readonly [field: string]: unknown;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ReplyBody;
}

/** Simulates other processes: sends the notifications of their commits. */
type Say = (notice: StoreNotification) => void;

export interface TestService {
  readonly service: EmbeddedService;
  readonly store: DatabaseStore;
  readonly clock: TestClock;
  readonly owner: AccountWithKey;
  /** Commits events as another process would, and notifies the service. */
  emit(...emissions: OutgoingEvent[]): Promise<void>;
  /** Adds an account, by default a member with a generated email address. */
  addUser(values?: Partial<typeof users.$inferInsert>): Promise<AccountWithKey>;
  /**
   * Makes a request as clients do: values other than strings are sent as JSON, `FormData` as
   * multipart. Null sends no credentials.
   */
  call(
    account: AccountWithKey | null,
    method: string,
    path: string,
    params?: Record<string, unknown> | FormData | URLSearchParams,
    init?: { signal?: AbortSignal; address?: string },
  ): Promise<Reply>;
}

export const ownerInput = {
  name: 'Test organization',
  full_name: 'Olga Owner',
  email: 'olga@example.org',
  password: 'a long passphrase',
};

/**
 * Starts a service with an organization and its owner, in memory unless given a store. Close it.
 */
export async function startTestService(
  options: {
    store?: DatabaseStore;
    rateLimits?: RateLimitOptions | null;
    owner?: AccountWithKey;
    uploads?: Partial<UploadRules>;
    filesIn?: StorageLocation;
    mail?: MailOptions;
    server?: ServiceOptions['server'];
    relay?: PushRelay;
    log?: ServiceLog;
  } = {},
): Promise<TestService> {
  const store = watched(options.store ?? (await emptyStore()));
  let say: Say = () => undefined;
  const observedStore: DatabaseStore = {
    ...store,
    listen(onNotice, onGap) {
      say = onNotice;
      return store.listen(onNotice, onGap);
    },
  };
  const clock = testClock();
  const service = held(
    await assembleService(observedStore, {
      baseUrl: 'http://localhost:4100',
      files: testFiles(options.uploads, options.filesIn),
      server: options.server,
      log: options.log ?? silentLog,
      clock,
      rateLimits: options.rateLimits ?? null,
      mail: options.mail,
      relay: options.relay,
    }),
  );
  const owner = options.owner ?? (await service.createOrganization(ownerInput));
  const realm_id = (await findRealm(store.db))?.id ?? 0;
  let counter = 0;

  return {
    service,
    store,
    clock,
    owner,
    async emit(...emissions) {
      await store.transaction((tx) =>
        Promise.resolve(appendEvents(store, tx, realm_id, emissions, clock)),
      );
      say({ kind: 'events', realm_id });
    },
    async addUser(values = {}) {
      const [user] = await store.db
        .insert(users)
        .values({
          realm_id,
          delivery_email: `user${++counter}@example.org`,
          full_name: `User ${counter}`,
          date_joined: new Date(clock.now()),
          api_key: createApiKey(),
          ...values,
        })
        .returning();
      if (!user) throw new Error('no user');
      const { id, delivery_email, full_name, api_key } = user;
      return { user_id: id, email: delivery_email, full_name, api_key };
    },
    async call(account, method, path, params = {}, { signal, address = '192.0.2.1' } = {}) {
      const request = apiRequest(account, method, path, params, signal);
      return readReply(await service.handle(request, { address }));
    },
  };
}

/** The request that a client sends: GET in the query, everything else as a form. */
export function apiRequest(
  account: Pick<AccountWithKey, 'email' | 'api_key'> | null,
  method: string,
  path: string,
  params: Record<string, unknown> | FormData | URLSearchParams = {},
  signal?: AbortSignal,
): Request {
  const fields = encodeBody(params);
  const url = new URL(`http://localhost:4100/api/v1${path}`);
  const inQuery = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  if (inQuery && fields instanceof URLSearchParams) addToQuery(url, fields);
  const headers = new Headers();
  if (account) headers.set('authorization', basic(account));
  return new Request(url, { method, headers, body: inQuery ? null : fields, signal });
}

/** Forms are sent as they are. */
export function encodeBody(
  params: Record<string, unknown> | FormData | URLSearchParams,
): FormData | URLSearchParams {
  return params instanceof FormData || params instanceof URLSearchParams
    ? params
    : encodeFields(params);
}

/** Appends to what the URL already contains. */
export function addToQuery(url: URL, fields: URLSearchParams): void {
  for (const [name, value] of fields) url.searchParams.append(name, value);
}

/** Values other than strings are encoded as JSON. */
export function encodeFields(params: Readonly<Record<string, unknown>>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(params).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

export function basic({ email, api_key }: Pick<AccountWithKey, 'email' | 'api_key'>): string {
  return `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`;
}

export async function readReply(response: Response): Promise<Reply> {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text ? JSON.parse(text) : {}) as Reply['body'],
  };
}
