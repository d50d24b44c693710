import { SvelteSet } from 'svelte/reactivity';
import type { RegisterState } from '$lib/api/register';
import { setLongTimeout } from '../../client/set-long-timeout';
import { competeForLead, runExclusive } from '../../client/tab-lock';
import { ListenerSet } from '../../client/listener-set';
import { newId } from '../../client/new-id';
import { draftEventKinds, draftEventOf, draftEventsOfState } from './account-events';
import { openTabChannel, type SentAnnouncement, type TabChannel } from './tab-channel';
import { DraftDriver } from './draft-driver';
import {
  emptyBody,
  isBlankBody,
  type DraftBody,
  type DraftLimits,
  type DraftRecipient,
} from './engine/draft-body';
import type { ConflictChoice } from './engine/local-changes';
import { createDraftListView, viewServerRows, type DraftListView } from './engine/list-view';
import { keysBeingTrashed } from './engine/change-queue';
import type { TrashEntry, TrashReason } from './engine/draft-record';
import { startDraftState, type DraftEngineState } from './engine/engine-state';
import { createUnsyncedCount } from './engine/unsynced';
import {
  draftConflictOf,
  viewTrash,
  type DraftConflict,
  type DraftView,
} from './engine/draft-view';
import { isSafelySaved } from './is-safely-saved';
import { ReopeningStore } from './reopening-store';
import { CrashBuffer } from './crash-buffer';
import { createDraftTransport } from './draft-transport';
import type { DraftsAccount, SentDraft } from './drafts-account';

/** What a new device shows until it has stored the server's drafts. */
class FirstDraftList {
  #rows = $state.raw<readonly DraftView[]>([]);
  #settled = $state(false);
  #registered = false;

  /** The first rows the server sent, while this device had none. */
  get rows(): readonly DraftView[] {
    return this.#rows;
  }

  /** The server's list is being loaded for the first time. */
  get awaited(): boolean {
    return !this.#settled;
  }

  registered({ drafts = [] }: RegisterState, isEmpty: boolean): void {
    if (isEmpty) this.#rows = viewServerRows(drafts);
    this.#registered = true;
  }

  follow(state: DraftEngineState): void {
    this.#settled ||= !this.#isListing(state);
  }

  /** The first response is cut short for long lists, but is never empty if there are drafts. */
  #isListing({ sync, records, graves, needsList, call, queue }: DraftEngineState): boolean {
    if (!sync || records.size > 0 || graves.size > 0) return false;
    if (!this.#registered) return true;
    if (this.#rows.length === 0) return false;
    const isCalling = call !== null && call !== 'noting' && call.kind === 'list';
    return needsList || isCalling || queue.some(({ type }) => type === 'listed');
  }
}

/**
 * What most keys pressed leave as it is. Not derived from the engine's state: then each key would
 * ask everything that depends on it whether it has changed.
 */
class SteadyState {
  loaded = $state(false);
  reachable = $state(false);
  syncEnabled = $state(true);
  storage = $state<DraftEngineState['storage']>('ok');
  limits = $state.raw(startDraftState().limits);
  bin = $state.raw(startDraftState().bin);
  order = $state.raw<readonly string[]>([]);
  outgoing = $state.raw<readonly DraftView[]>([]);
  unsynced = $state(0);

  follow(state: DraftEngineState, list: DraftListView, unsynced: number): void {
    const { loaded, online, signedIn, sync: syncEnabled, storage, limits, bin } = state;
    const { order, outgoing } = list;
    const reachable = online && signedIn;
    Object.assign(this, { loaded, reachable, syncEnabled, storage, limits, bin });
    Object.assign(this, { order, outgoing, unsynced });
  }
}

/** Promises that resolve when a condition becomes true. */
class ConditionWaiters {
  readonly #looks = new Set<() => void>();

  /** Resolves to the result of `look` once that is not undefined. */
  until<T>(look: () => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      const again = () => {
        const found = look();
        if (found === undefined) return;
        this.#looks.delete(again);
        resolve(found);
      };
      this.#looks.add(again);
      again();
    });
  }

  /** Checks all conditions again. Call it after each change. */
  recheck(): void {
    for (const look of [...this.#looks]) look();
  }
}

/** Number of drafts that can be read and listed within one frame. */
const many = 1000;

/**
 * The drafts of one account in this tab, used by pages and compose boxes. Create one per account,
 * `start` it when the account is shown and `stop` it when another account is shown.
 *
 * Reading (all reactive): `loaded`, `order` and `row(key)` (newest first, see `DraftView`), `shown`,
 * `list`, `get(key)`, `outgoing`, `trash`, `conflict(key)`, `unsynced`, `syncEnabled`, `storage`.
 *
 * A compose box calls `create(recipient)` for a key, or uses the key of a listed draft; then
 * `focus(key)` when the text area gets the focus, `edit(key, content)` on each input,
 * `setRecipient(key, …)`, `blur(key)` when it loses the focus and `leave(key)` when it is removed
 * from the page. Between focus and blur only this tab's edits change `get(key).body`; `held` is set
 * when the stored text has changed in the background. A draft without text is removed on blur; a
 * new one keeps its recipient until `leave`. When a draft is deleted or sent elsewhere while its
 * box is open, `removed` is set: the text is in the trash, and further typing restores the draft
 * under the same key.
 *
 * Methods never throw or wait for the network: failures show in `sync`, `sending` and `storage`.
 */
export class AccountDrafts {
  readonly #sent = new ListenerSet<SentDraft>();
  /** Calls back for each message of this tab that the server accepted, whichever tab leads. */
  readonly onSent = this.#sent.add;
  readonly #cleared = new ListenerSet<TrashEntry>();
  /** Calls back when the user cleared a text and left its box: the text is in the trash. */
  readonly onCleared = this.#cleared.add;
  readonly #restored = new ListenerSet<{ readonly old: string; readonly key: string }>();
  /** Calls back when a trash entry has become a draft again; `old` is the key it had before. */
  readonly onRestored = this.#restored.add;
  /** Runs `run` while no draft call is under way; other calls wait. */
  readonly alone: <T>(run: () => Promise<T>) => Promise<T>;
  #state = $state.raw<DraftEngineState>(startDraftState());
  readonly #steady = new SteadyState();
  readonly #account: DraftsAccount;
  readonly #driver: DraftDriver;
  readonly #name: string;
  readonly #listOf = createDraftListView();
  readonly #unsyncedOf = createUnsyncedCount();
  readonly #store: ReopeningStore;
  readonly #left: CrashBuffer;
  #channel: TabChannel | null = null;
  /** Drafts whose boxes were left without text, until they are removed. */
  readonly #emptied = new Set<string>();
  /** Send attempts started in this tab. */
  readonly #attempts = new Set<string>();
  #stops: (() => void)[] = [];

  #all = $state.raw(this.#listOf(this.#state));
  readonly #hiddenKeys = $derived.by(
    () => new Set([...this.#hidden].flatMap((keys) => [...keys()])),
  );
  readonly #isFirst = $derived.by(() => this.#steady.order.length === 0 && this.#first.awaited);
  readonly #order = $derived.by(() => {
    if (this.#isFirst) return this.#first.rows.map(({ key }) => key);
    const hidden = this.#hiddenKeys;
    return hidden.size > 0
      ? this.#steady.order.filter((key) => !hidden.has(key))
      : this.#steady.order;
  });
  readonly #outgoing = $derived.by(() =>
    this.#steady.outgoing.filter(({ key }) => !this.#hiddenKeys.has(key)),
  );
  readonly #trash = $derived(viewTrash(this.#steady.bin));
  readonly #first = new FirstDraftList();
  readonly #waiters = new ConditionWaiters();
  #hasShownMany = false;
  readonly #hidden = new SvelteSet<() => ReadonlySet<string>>();
  readonly #holds = new Set<(key: string) => boolean>();

  constructor(account: DraftsAccount) {
    this.#account = account;
    this.#name = `inkwell.drafts.${account.id}`;
    this.#store = new ReopeningStore(account.id, () => this.#driver.state.signedIn);
    this.#left = new CrashBuffer(account.id);
    this.alone = (run) => runExclusive(`${this.#name}.calls`, run);
    const selfId = () => this.#driver.state.limits.selfId;
    const transport = createDraftTransport(account.call, selfId, () => account.queue?.queue_id);
    this.#driver = new DraftDriver({
      store: this.#store,
      transport: {
        ...transport,
        run: (call) => this.alone(() => transport.run(call)),
      },
      clock: { now: () => Date.now(), after: setLongTimeout },
      newId,
      announceKeys: (keys) => this.#channel?.announceKeys(keys),
      show: (state) => {
        // Building a very long list takes a while, so it runs in its own task.
        const isMuch = state.records.size > many && !this.#hasShownMany;
        this.#hasShownMany ||= isMuch;
        if (isMuch) setTimeout(() => this.#show(this.#driver.state));
        else this.#show(state);
      },
      sent: (word) => {
        this.#channel?.announceSent(word);
        this.#arrived(word);
      },
      recovered: (word) => this.#left.forget(word),
    });
  }

  /**
   * Registers a check that runs before a message is sent; true holds the message back, and the
   * caller sends it later. Returns a function that unregisters the check.
   */
  holdBack(hold: (key: string) => boolean): () => void {
    this.#holds.add(hold);
    return () => this.#holds.delete(hold);
  }

  /** False until this device's drafts have been read: show neither rows nor an empty state. */
  get loaded(): boolean {
    return this.#steady.loaded;
  }

  /**
   * Keys of the drafts to display, newest first. It stays the same array while only their content
   * changes: read it and `row` where it matters how much a keystroke costs.
   */
  get order(): readonly string[] {
    return this.#order;
  }

  /**
   * A draft in `order`. Until a new device has stored the server's drafts, these are the rows the
   * server sent. They can be opened and edited once `whenListed` resolves, under the same keys.
   */
  row(key: string): DraftView | undefined {
    return this.#isFirst ? this.#first.rows.find((row) => row.key === key) : this.get(key);
  }

  /** Whether it is in `order`. */
  isListed(key: string): boolean {
    if (this.#isFirst) return this.row(key) !== undefined;
    return this.#all.isListed(key) && !this.#hiddenKeys.has(key);
  }

  /** Listed drafts that are being sent or couldn't be sent. Unchanged while none of them changes. */
  get outgoing(): readonly DraftView[] {
    return this.#outgoing;
  }

  /** Changes whenever something about the drafts does, without reading them. */
  get revision(): unknown {
    return this.#state;
  }

  /** All drafts of `order` with their content, which changes with every keystroke. */
  get shown(): readonly DraftView[] {
    return this.#isFirst ? this.#first.rows : this.list;
  }

  /** The drafts that this device has stored. */
  get list(): readonly DraftView[] {
    const hidden = this.#hiddenKeys;
    const { rows } = this.#all;
    return hidden.size > 0 ? rows.filter(({ key }) => !hidden.has(key)) : rows;
  }

  /** The server's list is being loaded for the first time, so an empty list means nothing yet. */
  get awaited(): boolean {
    return this.#first.awaited;
  }

  get trash(): readonly TrashEntry[] {
    return this.#trash;
  }

  /** Number of drafts whose newest text is only on this device. */
  get unsynced(): number {
    return this.#steady.unsynced;
  }

  get limits(): DraftLimits {
    return this.#steady.limits;
  }

  /** Whether messages can be sent now. */
  get reachable(): boolean {
    return this.#steady.reachable;
  }

  get syncEnabled(): boolean {
    return this.#steady.syncEnabled;
  }

  /** `full`: the disk is full and new text is only in memory. `broken`: the store can't be used. */
  get storage(): DraftEngineState['storage'] {
    return this.#steady.storage;
  }

  get(key: string): DraftView | undefined {
    return this.#all.get(key);
  }

  /** Stores the draft immediately. Resolves to the result of `isSafelySaved` once it is known. */
  saveSafely(key: string): Promise<boolean> {
    this.#driver.dispatch({ type: 'hurry', local: key });
    return this.#waiters.until(() => isSafelySaved(this, key));
  }

  /** Resolves once no change that moves these drafts to the trash is being written. */
  whenRemoved(keys: readonly string[]): Promise<true> {
    const isWaiting = () => keysBeingTrashed(this.#state).some((key) => keys.includes(key));
    return this.#waiters.until(() => !isWaiting() || undefined);
  }

  /** Resolves when these drafts can be changed, on a new device once it has stored them. */
  whenListed(keys: readonly string[]): Promise<true> {
    const isThere = (key: string) => !this.awaited || this.get(key) !== undefined;
    return this.#waiters.until(() => keys.every(isThere) || undefined);
  }

  /** Both sides of an unresolved conflict and the proposed merge, or null without a conflict. */
  conflict(key: string): DraftConflict | null {
    return draftConflictOf(this.#state, key);
  }

  /** Creates a draft and returns its key. Nothing is stored until there is text. */
  create(recipient: DraftRecipient = emptyBody): string {
    const key = newId();
    this.#edit(key, { ...emptyBody, ...recipient });
    return key;
  }

  edit(key: string, content: string): void {
    this.#edit(key, { ...this.#shown(key), content });
  }

  setRecipient(key: string, { type, to, topic }: DraftRecipient): void {
    this.#edit(key, { type, to: [...to], topic, content: this.#shown(key).content });
  }

  focus(key: string): void {
    this.#driver.dispatch({ type: 'focus', local: key });
  }

  blur(key: string): void {
    this.#noteEmpty(key);
    this.#driver.dispatch({ type: 'blur', local: key });
  }

  leave(key: string): void {
    this.#noteEmpty(key);
    this.#driver.dispatch({ type: 'leave', local: key });
  }

  /** Moves drafts to the trash. */
  remove(keys: readonly string[], reason: TrashReason = 'deleted'): void {
    this.#driver.dispatch({ type: 'remove', locals: [...keys], reason });
  }

  /** Returns the key of the restored draft. */
  restore(trashId: string): string {
    const local = newId();
    const old = this.#driver.state.bin.get(trashId)?.local;
    this.#driver.dispatch({ type: 'restore', trashId, local });
    if (old !== undefined) this.#restored.notify({ old, key: local });
    return local;
  }

  /** Deletes trash entries forever. */
  emptyTrash(ids: readonly string[]): void {
    this.#driver.dispatch({ type: 'emptyBin', ids: [...ids] });
  }

  /** `text` is the merged text for choice `merge`. The version not chosen goes to the trash. */
  resolve(key: string, choice: ConflictChoice, text?: string): void {
    this.#driver.dispatch({
      type: 'resolve',
      local: key,
      choice,
      ...(text !== undefined && { text }),
    });
  }

  /**
   * Sends the draft as a message. `sending` of the draft shows progress; `onSent` reports success.
   */
  send(key: string): void {
    for (const hold of this.#holds) if (hold(key)) return;
    const attempt = newId();
    this.#attempts.add(attempt);
    this.#driver.dispatch({ type: 'send', local: key, attempt });
  }

  /**
   * Settles a send whose `sending` is failed or unknown: it did arrive, or the user keeps editing.
   */
  settleSending(key: string, arrived: boolean): void {
    this.#driver.dispatch({ type: 'settleSending', local: key, arrived });
  }

  /** Clears the `revived` mark and retries what the server refused. */
  dismiss(key: string): void {
    this.#driver.dispatch({ type: 'dismiss', local: key });
  }

  /** Hides drafts that are listed as something else. `keys` is read reactively. */
  hide(keys: () => ReadonlySet<string>): () => void {
    this.#hidden.add(keys);
    return () => this.#hidden.delete(keys);
  }

  /** Whether the server is reachable and the session is still valid. */
  setConnection(online: boolean, signedIn: boolean): void {
    const { state } = this.#driver;
    if (state.online !== online) this.#driver.dispatch({ type: 'online', value: online });
    if (state.signedIn !== signedIn) this.#driver.dispatch({ type: 'signedIn', value: signedIn });
  }

  start(): void {
    this.#channel = openTabChannel(
      this.#name,
      (keys) => this.#driver.dispatch({ type: 'changedElsewhere', keys }),
      (word) => this.#arrived(word),
    );
    this.#driver.dispatch({ type: 'online', value: false });
    this.#driver.start(this.#left.entries());
    this.#stops = [
      competeForLead(this.#name, (value) => this.#driver.dispatch({ type: 'leader', value })),
      this.#account.onState((state) => this.#adopt(state)),
      this.#account.onEvents(draftEventKinds, (events) => {
        for (const event of events) {
          const draftEvent = draftEventOf(event);
          if (draftEvent) this.#driver.dispatch(draftEvent);
        }
      }),
      this.#left.follow(() => this.#driver.flush()),
    ];
  }

  /** Stores what is shown, then releases all resources. */
  async stop(): Promise<void> {
    this.#driver.flush();
    for (const stop of this.#stops) stop();
    this.#stops = [];
    await this.#driver.stop();
    this.#channel?.close();
    await this.#store.close();
  }

  /** Part of signing out: deletes all drafts of the account on this device. */
  async erase(): Promise<void> {
    await this.stop();
    await this.#store.erase();
  }

  #show(state: DraftEngineState): void {
    this.#state = state;
    // Not read from `#all`: an effect that changes a draft would depend on it, and never end.
    const list = this.#listOf(state);
    this.#all = list;
    this.#steady.follow(state, list, this.#unsyncedOf(state));
    this.#first.follow(state);
    this.#waiters.recheck();
    for (const key of this.#emptied) if (!state.records.has(key)) this.#tellCleared(key);
  }

  #noteEmpty(key: string): void {
    if (this.#driver.state.records.has(key) && isBlankBody(this.#shown(key)))
      this.#emptied.add(key);
  }

  #tellCleared(key: string): void {
    this.#emptied.delete(key);
    const entry = this.trash.find(({ local }) => local === key);
    if (entry?.reason === 'cleared') this.#cleared.notify(entry);
  }

  #arrived({ local, attempt, messageId }: SentAnnouncement): void {
    if (this.#attempts.delete(attempt)) this.#sent.notify({ key: local, messageId });
  }

  #edit(key: string, body: DraftBody): void {
    this.#driver.dispatch({ type: 'typed', local: key, body });
  }

  #shown(key: string): DraftBody {
    const { editors, records } = this.#driver.state;
    return editors.get(key)?.shown ?? records.get(key)?.body ?? emptyBody;
  }

  #adopt(state: RegisterState): void {
    const events = draftEventsOfState(state, this.#state.limits);
    for (const event of events) {
      if (event.type === 'registered')
        this.#first.registered(state, this.#steady.order.length === 0);
      this.#driver.dispatch(event);
    }
  }
}
