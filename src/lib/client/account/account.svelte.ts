import type { QueryClient } from '@tanstack/svelte-query';
import { createContext } from 'svelte';
import { ApiError, MalformedReply, type AnyFailure } from '../../api/errors';
import { getEvents, type RawEvent } from '../../api/events';
import type { EventKind, EventOf, ServerEvent } from '../../api/event-types';
import { isInkwell, type ServerVersion } from '../../api/feature-level';
import { registerQueue, type RegisterState } from '../../api/register';
import { readReply } from '../../api/read-reply';
import type { SettingName, UserSettings } from '../../api/settings-table';
import type { Channel, Subscription } from '../../api/channel';
import type { User } from '../../api/user';
import { setLongTimeout } from '../set-long-timeout';
import { callAs, type ApiCaller } from '../calls/call';
import { takePreloaded } from '../calls/preloaded-calls';
import type { ConnectionState, QueuePosition, FailureVerdict } from '../events/event-loop';
import { indexById } from '../index-by-id';
import { browserPorts, EventHub, type HubDelegate } from '../events/event-hub';
import { EventListeners } from '../events/event-listeners';
import type { EventTables } from '../events/event-tables';
import {
  eventTablesPort,
  awaitEventTables,
  type EventTablesPort,
} from '../events/event-tables-port';
import { ListenerSet } from '../listener-set';
import { eraseAccountStorage } from '../storage/account-storage';
import { mergeDirectoryLists } from '../events/merge-directory-lists';
import { isSignedOutFailure, type SessionAccount } from '../session/session';
import { getRetryAfter } from '../calls/retry-after';
import { eraseSnapshot, readSnapshot, writeSnapshot } from '../storage/snapshot';

type Hub = EventHub<RegisterState, RawEvent>;

/** How an account reaches its server. Tests pass their own. */
export interface ServerAccess {
  call(account: string, serverOf: () => ServerVersion | null): ApiCaller;
  readonly tables: EventTablesPort;
  follow(
    delegate: HubDelegate<RegisterState, RawEvent>,
    account: string,
    build: string,
  ): Pick<Hub, keyof Hub>;
}

const network: ServerAccess = {
  call: callAs,
  tables: eventTablesPort,
  follow: (delegate, account, build) => new EventHub(delegate, browserPorts(account, build)),
};

/**
 * One signed-in account in this tab: its calls, its cached reads and the state that its event queue
 * keeps current. Created when the account is shown, stopped when another one is.
 */
export class Account {
  readonly id: string;
  readonly call: ApiCaller;
  readonly #hub: Pick<Hub, keyof Hub>;
  readonly #tables: EventTablesPort;
  readonly #stateListeners = new ListenerSet<RegisterState>();
  readonly #eventListeners = new EventListeners();
  readonly #stop = new AbortController();
  /** True while the user is signing out. */
  #leaving = false;
  #stopLimit: (() => void) | undefined;
  #queries: QueryClient | null = null;

  /** Null until the snapshot is read or the server has replied. */
  #state = $state.raw<RegisterState | null>(null);
  #live = $state(false);
  #connection = $state.raw<ConnectionState>({ kind: 'connecting' });
  #trouble = $state.raw<AnyFailure | null>(null);
  #queue = $state.raw<QueuePosition | null>(null);
  #limited = $state(false);
  #asOf = $state<number | null>(null);
  /** Whether the saved snapshot is as new as the state. */
  #isKept = true;

  // Stay the same objects when an event changes something else; so do directories built from them.
  readonly #userRows = $derived(this.#state?.realm_users);
  readonly #channelRows = $derived(this.#state?.streams);
  readonly #subscriptionRows = $derived(this.#state?.subscriptions);
  readonly #settings = $derived(this.#state?.user_settings);
  readonly #userId = $derived(this.#state?.user_id);
  readonly #users = $derived(indexById('user_id', this.#userRows));
  readonly #subscriptions = $derived(indexById('stream_id', this.#subscriptionRows));
  readonly #channels = $derived(
    indexById<'stream_id', Channel>('stream_id', this.#channelRows, this.#subscriptionRows),
  );

  constructor(
    readonly session: SessionAccount,
    /** Identifies this build of the app; see `browserPorts`. */
    build: string,
    /** Whether the server of these pages holds the organization itself. */
    private readonly embedded: boolean,
    reach: ServerAccess = network,
  ) {
    this.id = session.id;
    this.#tables = reach.tables;
    const call = reach.call(session.id, () => this.#state);
    this.call = (operation, params, options) =>
      this.#heed(awaitEventTables(this.#tables, operation, call(operation, params, options)));
    this.#hub = reach.follow(
      {
        register: (signal) => this.#register(signal),
        poll: async ({ queue_id, last_event_id }, { block, signal }) => {
          const params = { queue_id, last_event_id, dont_block: !block };
          const wait = this.#state?.event_queue_longpoll_timeout_seconds ?? 90;
          const timeout = block ? wait * 1000 : 30_000;
          const { events } = await this.call(getEvents, params, { signal, timeout });
          if (events.some(({ type }) => type !== 'heartbeat')) await this.#tables.load();
          return events;
        },
        onState: (state, position) => {
          this.#queue = position;
          this.#adopt(state);
        },
        onEvents: (events, position) => {
          this.#queue = position;
          this.#apply(events);
        },
        onConnection: (connection) => {
          if (connection.kind === 'online') this.#trouble = null;
          if (!this.#leaving) this.#follow(connection);
        },
        currentState: () => {
          if (!this.#state) throw new Error('There is no state before the first answer.');
          return this.#state;
        },
        judge: (failure) => this.#judge(failure),
        isOffline: () => !navigator.onLine,
        now: () => Date.now(),
        after: setLongTimeout,
        random: () => Math.random(),
      },
      session.id,
      build,
    );
  }

  get connection(): ConnectionState {
    return this.#connection;
  }

  /** The most recent failure, while the connection is not online. */
  get lastFailure(): AnyFailure | null {
    return this.#trouble;
  }

  /** This browser's event queue and the read position in it; null before there is one. */
  get queue(): QueuePosition | null {
    return this.#queue;
  }

  /** Whether the server currently rejects calls because there were too many. */
  get isRateLimited(): boolean {
    return this.#limited;
  }

  /** Null only on a first start, before the server has replied. */
  get state(): RegisterState | null {
    return this.#state;
  }

  /** Whether the state came from the server, not from the snapshot. */
  get live(): boolean {
    return this.#live;
  }

  /** Until when the state is known to be current (UNIX milliseconds); null if it is current. */
  get asOf(): number | null {
    return this.#asOf;
  }

  get user_id(): number | undefined {
    return this.#userId ?? this.session.user_id;
  }

  get full_name(): string {
    return this.user(this.user_id)?.full_name ?? this.session.full_name;
  }

  get realm_name(): string {
    return this.#state?.realm_name ?? this.session.realm_name;
  }

  /** URL of the server's own web app; undefined if the server is Inkwell. */
  get conversationsUrl(): string | undefined {
    const state = this.#state;
    return state && !isInkwell(state) ? (state.realm_url ?? state.realm_uri) : undefined;
  }

  /** All people and bots, including deactivated ones (`is_active` false). */
  get users(): ReadonlyMap<number, User> {
    return this.#users;
  }

  /** All channels the user can see, including archived and unsubscribed ones. */
  get channels(): ReadonlyMap<number, Channel> {
    return this.#channels;
  }

  get subscriptions(): ReadonlyMap<number, Subscription> {
    return this.#subscriptions;
  }

  user(id: number | undefined): User | undefined {
    return id === undefined ? undefined : this.#users.get(id);
  }

  /** The account's setting; undefined until the server or the snapshot provides it. */
  setting<K extends SettingName>(name: K): UserSettings[K] | undefined {
    return this.#settings?.[name];
  }

  /** Applies a saved setting before its event arrives, since the UI already shows it as saved. */
  settingSaved<K extends SettingName>(name: K, value: UserSettings[K]): void {
    const user_settings = { ...this.#settings, [name]: value };
    if (this.#state) this.#state = { ...this.#state, user_settings };
  }

  /** Applies the event of a change that the server has accepted, before the event arrives. */
  assume(event: ServerEvent): void {
    this.#assume(event, []);
  }

  /** Like `assume` for a change of messages: not the state but the listeners have these. */
  assumeForMessages(event: ServerEvent): void {
    this.#assume(event, [event]);
  }

  #assume(event: ServerEvent, told: readonly ServerEvent[]): void {
    const apply = ({ applyEvent }: EventTables) => {
      if (this.#state) this.#state = applyEvent(this.#state, event);
      if (told.length > 0) this.#eventListeners.notify(told);
    };
    const { ready } = this.#tables;
    if (ready) apply(ready);
    else this.#tables.load().then(apply, () => undefined);
  }

  /** Loads the code that reads events, so that the first event doesn't wait for it. */
  prefetchEventTables = (): Promise<unknown> => this.#tables.load();

  /** The account's only query cache, created on first use. */
  queryClient(create: (account: Account) => QueryClient): QueryClient {
    return (this.#queries ??= create(this));
  }

  /** Calls back with each whole state from the server, and with the current one immediately. */
  onState(listener: (state: RegisterState) => void): () => void {
    if (this.#state && this.#live) listener(this.#state);
    return this.#stateListeners.add(listener);
  }

  /**
   * Calls back with the events of these kinds as they arrived together, after the whole batch was
   * applied to the state.
   */
  onEvents<K extends EventKind>(
    kinds: readonly K[] | 'all',
    listener: (events: readonly EventOf<K>[]) => void,
  ): () => void {
    return this.#eventListeners.add(kinds, listener);
  }

  /** Shows the snapshot, then connects. */
  start(): void {
    const { signal } = this.#stop;
    void readSnapshot(this.id).then((kept) => {
      if (!kept || this.#state || signal.aborted) return;
      this.#state = kept.state;
      this.#asOf = kept.at;
    });
    window.addEventListener('online', () => this.#hub.wake(), { signal });
    window.addEventListener('offline', () => this.#hub.lostNetwork(), { signal });
    document.addEventListener(
      'visibilitychange',
      () => (document.visibilityState === 'visible' ? this.#hub.wake() : this.#keep()),
      { signal },
    );
    this.#hub.start();
  }

  /** Tries to connect now instead of after the backoff. */
  reconnect(): void {
    this.#hub.wake();
  }

  /** Another account is shown, or none: the user has signed out. */
  get isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  stop(): void {
    this.#stop.abort();
    this.#stopLimit?.();
    this.#hub.stop();
    this.#queries?.unmount();
    this.#queries?.clear();
  }

  /**
   * Part of signing out: `end` ends the session and the event queue on the server. No new queue
   * is created, because it would stay there. If `end` throws, rethrows and continues as before.
   */
  async leave(end: (queue_id: string | null) => Promise<void>): Promise<void> {
    this.#leaving = true;
    try {
      await end(this.#hub.queue_id);
    } catch (failure) {
      this.#leaving = false;
      this.#hub.wake();
      throw failure;
    }
  }

  /** Part of signing out: stops, and erases everything this browser has stored for the account. */
  async erase(): Promise<void> {
    this.stop();
    eraseAccountStorage(this.id);
    await eraseSnapshot(this.id);
  }

  async #heed<T>(reply: Promise<T>): Promise<T> {
    try {
      return await reply;
    } catch (failure) {
      if (isSignedOutFailure(failure)) this.#connection = { kind: 'signed-out' };
      const wait = getRetryAfter(failure);
      if (wait !== null) this.#limit(wait);
      throw failure;
    }
  }

  #limit(wait: number): void {
    this.#stopLimit?.();
    this.#limited = true;
    this.#stopLimit = setLongTimeout(wait, () => (this.#limited = false));
  }

  async #register(signal: AbortSignal) {
    const state = (await this.#earlyRegister(signal)) ?? (await this.#callRegister(signal));
    const { queue_id, last_event_id } = state;
    if (queue_id === null) {
      throw new MalformedReply(registerQueue.id, 'queue_id', 'no queue was made');
    }
    return { state: mergeDirectoryLists(state), position: { queue_id, last_event_id } };
  }

  /** The state that came with the document. The server knows what our pages register for. */
  async #earlyRegister(signal: AbortSignal): Promise<RegisterState | null> {
    const early = await takePreloaded(this.id, signal);
    if (!early) return null;
    return this.#heed((async () => readReply(registerQueue, early.status, early.body))());
  }

  async #callRegister(signal: AbortSignal): Promise<RegisterState> {
    const { registrationFor } = await this.#tables.load();
    const params = registrationFor(this.embedded);
    return this.call(registerQueue, params, { signal, timeout: 60_000 });
  }

  #adopt(state: RegisterState): void {
    // The draft engine holds the drafts: listeners get them, but no second copy is kept here.
    const { drafts: _drafts, ...kept } = state;
    this.#state = kept;
    this.#live = true;
    this.#stateListeners.notify(state);
    this.#isKept = false;
    this.#keep();
  }

  /** Saves the snapshot, in case the page is closed and the next start has no server. */
  #keep(): void {
    if (this.#isKept || !this.#live || !this.#state) return;
    this.#isKept = true;
    void writeSnapshot(this.id, this.#state, this.#stop.signal);
  }

  #follow(connection: ConnectionState): void {
    if (connection.kind === 'online') this.#asOf = null;
    else if (this.#live) this.#asOf ??= Date.now();
    this.#connection = connection;
  }

  #apply(events: readonly RawEvent[]): void {
    // The queue still works, so the 401 belonged to an older session or to that one call.
    if (this.#connection.kind === 'signed-out') this.#connection = { kind: 'online' };
    if (events.length === 0) return;
    const { ready } = this.#tables;
    if (!ready) {
      void this.prefetchEventTables().catch(() => undefined);
      throw new Error('Another tab has passed on events before this one can read any.');
    }
    this.#isKept = false;
    const parsed = events.map(ready.parseEvent);
    if (this.#state) this.#state = parsed.reduce(ready.applyEvent, this.#state);
    this.#eventListeners.notify(parsed);
  }

  #judge(failure: unknown): FailureVerdict {
    this.#trouble = failure instanceof Error ? (failure as AnyFailure) : null;
    if (this.#leaving || isSignedOutFailure(failure)) return { kind: 'signed-out' };
    if (failure instanceof MalformedReply && failure.operation === getEvents.id) {
      return { kind: 'expired' };
    }
    if (!(failure instanceof ApiError)) return { kind: 'retry' };
    const wait = getRetryAfter(failure);
    if (wait !== null) return { kind: 'retry', after: wait };
    // The queue is unknown, or the server no longer has the position.
    return failure.operation === getEvents.id ? { kind: 'expired' } : { kind: 'retry' };
  }
}

export const [useAccount, provideAccount] = createContext<Account>();
