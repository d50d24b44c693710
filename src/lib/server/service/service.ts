import { and, asc, count, eq, sql } from 'drizzle-orm';
import { emojiData } from '../../api/emoji-names';
import type { ImportReport } from './archive/import';
import { ExportJobs } from './archive/export-jobs';
import { writeArchive } from './archive/write';
import { AccountCache } from './users/account-cache';
import { systemClock, type ServiceClock } from './clock';
import { ReadCache } from './db/read-cache';
import { openStore } from './db/open';
import { eventQueues } from './db/schema/events';
import { users } from './db/schema/users';
import type { DatabaseStore } from './db/store';
import { removeDeliveredRows } from './delivery/claim';
import { DeliveryWorker } from './delivery/worker';
import { DiskSpace } from './disk-space';
import { dispatchRequest, dispatchCall, type RequestOrigin, type DispatchDeps } from './dispatch';
import { PollRegistry } from './events/polls';
import { sweepQueues } from './events/queues';
import { badRequest } from './failure';
import { resumableUploads } from './files/resumable';
import { sweepFiles } from './files/sweep';
import type { ServiceLog } from './log';
import { MailQueue, type MailOptions } from './mail';
import { expireMessages } from './messages/retention';
import type { UserRow } from './model';
import {
  checkOrganizationSetup,
  createOrganizationWithOwner,
  findRealm,
  type OrganizationSetup,
} from './organization';
import { hashPassword } from './passwords';
import type { PushSender } from './relay/push';
import { PushRegistrations } from './push/registrations';
import type { PushRelay } from './relay/relay';
import { RateCounter } from './rate-counter';
import type { ServerRequest, EncodedReply } from './request/server-request';
import { defaultRateLimits, LoginLimit, RateLimits, type RateLimitOptions } from './rate-limits';
import { sampleHandle, sampleStories } from './sample/people';
import type { SamplePerson, SampleReport } from './sample/report';
import { defaultServerSettings } from './server-settings';
import { addWindowCounts, sweepWindowCounts } from './shared-counts';
import { endOtherSessionsOf, endSessionByToken, openSession, sweepSessions } from './sessions';
import { ServiceFiles, type FilesOptions } from './storage/files';
import { WarningLog } from './warning-log';
import { queryRows } from './db/query-rows';

/**
 * Frees dead rows and updates the planner's statistics. PGlite doesn't do this itself; PostgreSQL
 * has autovacuum. Handles one table at a time, so that requests can run in between.
 */
export async function vacuumAndAnalyze({ kind, db }: DatabaseStore): Promise<void> {
  if (kind !== 'pglite') return;
  const tables = await queryRows<{ name: string }>(
    db,
    sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of tables) {
    await db.execute(sql`vacuum (analyze) ${sql.identifier(name)}`);
  }
}

/** Credentials of a user. Contains the API key, which must only reach the sealed cookie. */
export interface AccountWithKey {
  readonly user_id: number;
  readonly email: string;
  readonly full_name: string;
  readonly api_key: string;
}

/** `disk full`: it answers, but could recently not write. */
export type ServiceReadiness = 'ok' | 'disk full';

/** The embedded service: everything that the gateway and the runtime can call. */
export interface EmbeddedService {
  /**
   * Answers `/api/v1/*`, `/user_uploads/*`, `/user_avatars/*` and `/avatar/*`. Never throws: API
   * errors are an envelope, file errors a line of text. Long polls end when `request.signal` aborts
   * or at `close`.
   */
  handle(request: Request, origin: RequestOrigin): Promise<Response>;
  /** The same for an operation below `/api/v1`, without a file and outside `/api/v1/tus`. */
  call(ask: ServerRequest, origin: RequestOrigin): Promise<EncodedReply>;
  /** Null on a new database. */
  organization(): Promise<{ name: string; sample: boolean } | null>;
  /** For the setup page. Throws `ServiceFailure` with a message for the user. */
  createOrganization(input: OrganizationSetup): Promise<AccountWithKey>;
  /** Creates a sample organization. Throws `ServiceFailure` (409) if there is any organization. */
  fillSample(size: 'small' | 'large'): Promise<SampleReport>;
  /**
   * Imports an archive into an empty database. `open` reads it decompressed and is called twice.
   * Throws `ArchiveProblem` and leaves nothing behind.
   */
  importArchive(open: () => AsyncIterable<Buffer>): Promise<ImportReport>;
  /** The whole organization as an archive, not yet compressed, with everyone's private data. */
  writeArchive(): AsyncIterable<Buffer>;
  /** People who can be signed in by name. Empty unless this is a sample organization. */
  samplePeople(): Promise<SamplePerson[]>;
  /** Throws `ServiceFailure` outside a sample organization. */
  signInAsSample(user_id: number): Promise<AccountWithKey>;
  /**
   * Signs in the owner of this key. Returns the token for the session's calls. Throws
   * `ServiceFailure`.
   */
  openSession(credentials: Pick<AccountWithKey, 'email' | 'api_key'>): Promise<string>;
  /** False after it has ended or its account was deactivated. */
  hasSession(token: string): Promise<boolean>;
  /** Ends the session and its event queues, in every process. */
  endSession(token: string): Promise<void>;
  endOtherSessions(token: string): Promise<void>;
  /** The content of `/emoji-data.json`. */
  emojiData(): ReturnType<typeof emojiData>;
  /** Rate limit counts, shared with all processes on the same database. */
  readonly counter: RateCounter;
  /** Rejects if the database doesn't answer. */
  ready(): Promise<ServiceReadiness>;
  /** Metrics for `/metrics`. */
  figures(): Promise<{ waiting_polls: number; event_queues: number }>;
  /** Answers waiting polls, waits for running work, closes the database. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  readonly dataDir: string;
  /** PostgreSQL instead of PGlite in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  /** Public URL of this server, without a trailing slash. */
  readonly baseUrl: string;
  readonly files: FilesOptions;
  readonly server?: Partial<typeof defaultServerSettings> | undefined;
  readonly log: ServiceLog;
  /** Delivers notifications to devices. Without one, registering a device is refused. */
  readonly relay?: PushRelay | undefined;
  readonly clock?: ServiceClock;
  /** If absent, the content of emails is logged instead. */
  readonly mail?: MailOptions | undefined;
  /** Null removes the limits. */
  readonly rateLimits?: RateLimitOptions | null;
}

/** Opens the database, updates its schema and starts periodic work. Throws `StartFailure`. */
export async function openService(options: ServiceOptions): Promise<EmbeddedService> {
  const store = await openStore(options);
  try {
    return await assembleService(store, options);
  } catch (error) {
    await store.close();
    throw error;
  }
}

const beatEvery = 1_000;
const sweepEvery = 60_000;
/** Milliseconds between checks for due work, in case a notice never arrived. */
const lookEvery = 30_000;
const maintainEvery = 3_600_000;

/** A service over an open, migrated store, which it closes. */
export async function assembleService(
  store: DatabaseStore,
  options: Omit<ServiceOptions, 'dataDir' | 'databaseUrl'>,
): Promise<EmbeddedService> {
  const { baseUrl, log, clock = systemClock } = options;
  const hasPush = options.relay !== undefined;
  const sendsMail = options.mail?.url !== undefined;
  const server = { ...defaultServerSettings, ...options.server, hasPush, sendsMail };
  const warnings = new WarningLog(log);
  const files = await ServiceFiles.open({ options: options.files, store, clock, log, warnings });
  const polls = new PollRegistry(store, clock, log, warnings);
  const wake = (realm_id: number) => polls.wake(realm_id);
  const logins = new LoginLimit(store, clock);
  const mailer = new MailQueue(options.mail, log);
  const uploads = options.files.rules;
  const lasting = new ReadCache();
  const known = { store, clock, log, baseUrl, uploads, server, lasting, warnings };
  const delivery = new DeliveryWorker({ ...known, logins, wake });
  // The built-in database has a single process, so it needs no notices.
  const isAlone = store.kind === 'pglite';
  const counter = new RateCounter(
    clock,
    isAlone ? null : (counts) => addWindowCounts(store.db, counts, clock.now()),
  );
  const limits = new RateLimits(
    counter,
    options.rateLimits === undefined ? defaultRateLimits : options.rateLimits,
  );
  const disk = new DiskSpace(clock);
  const accounts = new AccountCache(store);
  const tools = {
    push: null as PushSender | null,
    store,
    accounts,
    clock,
    log,
    baseUrl,
    server,
    polls,
    delivery,
    limits,
    logins,
    lasting,
    mailer,
    files,
    disk,
    warnings,
  };
  const registrations = options.relay && new PushRegistrations(tools, options.relay);
  if (options.relay && registrations) {
    tools.push = { relay: options.relay, look: () => registrations.look() };
  }
  const exports = new ExportJobs(tools);
  const parts: DispatchDeps = { ...tools, exports, resumable: resumableUploads(tools) };
  const running = new Set<Promise<unknown>>();
  const track = <T>(work: Promise<T>): Promise<T> => {
    running.add(work);
    const done = () => void running.delete(work);
    work.then(done, done);
    return work;
  };

  await store.listen(
    (notice) => {
      if (notice.kind === 'release') return polls.releaseHere(notice.queue_ids);
      if (notice.kind === 'ended') return polls.endHere(notice.queue_ids);
      polls.wake(notice.realm_id);
      if (notice.due !== undefined) delivery.arm(notice.due);
    },
    () => {
      polls.wakeAll();
      delivery.look();
    },
  );
  const sweep = () =>
    Promise.all([
      sweepQueues(store.db, clock.now()).then((ended) => polls.end(ended)),
      exports.sweep(),
    ]).catch((error: unknown) =>
      log.error({ error }, 'event queues and exports could not be swept'),
    );
  const maintain = () =>
    Promise.all([
      vacuumAndAnalyze(store),
      removeDeliveredRows(store.db, clock.now()),
      sweepFiles(tools),
      expireMessages(tools),
      sweepSessions(store, clock.now()).then((ended) => polls.end(ended)),
      sweepWindowCounts(store.db, clock.now()),
    ]).catch((error: unknown) => log.error({ error }, 'tables could not be maintained'));
  delivery.look();
  registrations?.look();
  const stops = [
    clock.every(beatEvery, () => void track(polls.beat())),
    clock.every(sweepEvery, () => void track(sweep())),
    clock.every(lookEvery, () => {
      delivery.look();
      registrations?.look();
    }),
    clock.every(maintainEvery, () => void track(maintain())),
  ];

  return {
    handle: (request, origin) => track(dispatchRequest(parts, request, origin)),
    call: (ask, origin) => track(dispatchCall(parts, ask, origin)),
    emojiData,
    counter,
    async organization() {
      const realm = await findRealm(store.db);
      return realm ? { name: realm.name, sample: realm.is_sample } : null;
    },
    async createOrganization(input) {
      checkOrganizationSetup(input, baseUrl);
      const hash = await hashPassword(input.password);
      return accountOf(
        await store.transaction((tx) => createOrganizationWithOwner(tx, clock, input, hash)),
      );
    },
    async fillSample(size) {
      // Imported on demand, because it is a lot of text that most servers don't use.
      const { fillSample } = await import('./sample/fill');
      const report = await fillSample({ store, files, clock, baseUrl, warnings }, size);
      delivery.look();
      return report;
    },
    async importArchive(open) {
      const { importArchive } = await import('./archive/import');
      return importArchive({ store, files, clock, baseUrl, warnings }, open);
    },
    writeArchive() {
      const made = Math.floor(clock.now() / 1000);
      return writeArchive({ store, storage: files.storage, log }, 'everything', made);
    },
    async samplePeople() {
      const realm = await findRealm(store.db);
      return realm?.is_sample ? listPeople(store, realm.id) : [];
    },
    async signInAsSample(user_id) {
      const realm = await findRealm(store.db);
      const [user] = realm?.is_sample
        ? await store.db.select().from(users).where(canSignIn(realm.id, user_id))
        : [];
      if (!user) throw badRequest('No one in the sample organization has this ID.');
      return accountOf(user);
    },
    openSession: (credentials) => openSession(store, clock, credentials),
    hasSession: async (token) => (await accounts.findBySession(token))?.user.is_active ?? false,
    endSession: (token) => endSessionByToken(store, polls, token),
    async endOtherSessions(token) {
      const found = await accounts.findBySession(token);
      if (!found) return;
      const { user, session } = found;
      await polls.end(await store.transaction((tx) => endOtherSessionsOf(tx, user.id, session)));
    },
    async ready() {
      await store.db.execute(sql`select 1`);
      return disk.isFull ? 'disk full' : 'ok';
    },
    async figures() {
      const [row] = await store.db.select({ queues: count() }).from(eventQueues);
      return { waiting_polls: polls.waiting, event_queues: Number(row?.queues ?? 0) };
    },
    async close() {
      for (const stop of stops) stop();
      polls.close();
      await delivery.close();
      await registrations?.close();
      await exports.close();
      await Promise.allSettled(running);
      await mailer.close();
      await files.close();
      await store.close();
    },
  };
}

function accountOf(user: UserRow): AccountWithKey {
  const { id, delivery_email, full_name, api_key } = user;
  return { user_id: id, email: delivery_email, full_name, api_key };
}

async function listPeople(store: DatabaseStore, realm_id: number): Promise<SamplePerson[]> {
  const { id: user_id, full_name, role, timezone, avatar_url, delivery_email } = users;
  const rows = await store.db
    .select({ user_id, full_name, role, timezone, avatar_url, delivery_email })
    .from(users)
    .where(canSignIn(realm_id))
    .orderBy(asc(users.role), asc(users.id));
  return rows.map(({ delivery_email, ...person }) => ({
    ...person,
    story: sampleStories[sampleHandle(delivery_email)] ?? null,
  }));
}

function canSignIn(realm_id: number, user_id?: number) {
  return and(
    eq(users.realm_id, realm_id),
    eq(users.is_bot, false),
    eq(users.is_active, true),
    user_id === undefined ? undefined : eq(users.id, user_id),
  );
}
