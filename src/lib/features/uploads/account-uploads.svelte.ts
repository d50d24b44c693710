import { hasLevel } from '../../api/feature-level';
import type { Account } from '../../client/account/account.svelte';
import { setLongTimeout } from '../../client/set-long-timeout';
import { newId } from '../../client/new-id';
import { FileRecovery } from './file-recovery.svelte';
import { chooseFiles } from './file-dialog';
import type { OpenComposeBox } from './open-compose-box';
import { UploadClaims } from './upload-claims';
import { fileFactsOf, fileProblemOf, type ChosenFile } from './chosen-file';
import type { UploadDraftsPort } from './drafts-port';
import { UploadDriver } from './upload-driver';
import { startUploadState, type UploadEngineState } from './engine/engine';
import {
  isUploadOpen,
  holdsBackMessage,
  needsUserAction,
  type UploadJob,
  type NewUploadJob,
} from './engine/upload-job';
import { toFileHandle } from './file-handles';
import type { TextAnchor } from './engine/text-anchor';
import { LinkInserter } from './link-inserter.svelte';
import { shrinkPhoto, stripPhotoMetadata } from './prepare-photo';
import { createFileSender, plainUploadWarningSize, minTusLevel } from './file-sender';
import { setUploadSetting, uploadSetting, type UploadSetting } from './upload-settings';
import { UploadStore } from './upload-store-idb';
import type { FileSender } from './file-transfer';

const mebibyte = 1024 * 1024;

/** Reasons for which a draft's text is in the bin and no longer to be added to. */
const ends: readonly string[] = ['sent', 'scheduled'];
/** And those that can be undone. */
const restorableReasons: readonly string[] = ['deleted', 'deleted_elsewhere'];

/**
 * The uploads of one account in this tab: jobs, each for one draft, whatever is on screen. Their links
 * go into the text of that draft and of no other. Nothing here throws or waits: what fails shows in
 * `jobs`.
 */
export class AccountUploads {
  #state = $state.raw<UploadEngineState>(startUploadState());
  readonly #driver: UploadDriver;
  readonly #store: UploadStore;
  readonly #placer: LinkInserter;
  /** Files of jobs of an earlier page. */
  readonly recovery: FileRecovery;
  #stops: (() => void)[] = [];
  readonly #claims: UploadClaims;

  constructor(
    readonly account: Account,
    readonly drafts: UploadDraftsPort,
    sender: FileSender = createFileSender(account.id, () => account.state),
  ) {
    // What a tab leaves behind goes on where the person is: a hidden tab leaves it to the page that is
    // loaded anew, and looks again when it is shown.
    this.#claims = new UploadClaims(account.id, () => void this.#restoreIfShown());
    this.#store = new UploadStore(account.id);
    this.#placer = new LinkInserter(
      drafts,
      (draft) => this.of(draft),
      (id) => this.#driver.dispatch({ type: 'placed', id }),
    );
    this.recovery = new FileRecovery(
      () => this.jobs,
      () => this.setting('strip'),
      (id, given) => {
        this.#driver.give(id, given.file);
        this.#driver.dispatch({ type: 'fileChosen', id });
        void this.#keepFile(id, given);
      },
    );
    this.#driver = new UploadDriver({
      sender,
      keeper: this.#store,
      clock: { now: () => Date.now(), after: setLongTimeout },
      prepare: async (file) => (this.setting('strip') ? stripPhotoMetadata(file) : file),
      insertLink: (job) => this.#placer.insertLink(job),
      send: (draft) => drafts.send(draft),
      show: (state) => (this.#state = state),
    });
  }

  /** The box on screen, if there is one. */
  set box(box: OpenComposeBox | null) {
    this.#placer.box = box;
  }

  /** Of all drafts, in the order in which they were added. */
  get jobs(): readonly UploadJob[] {
    return this.#state.jobs;
  }

  /** How many are still to come, of all drafts. */
  get open(): number {
    return this.#state.jobs.filter(isUploadOpen).length;
  }

  of(draft: string): readonly UploadJob[] {
    return this.#state.jobs.filter((job) => job.draft === draft);
  }

  /** Whether a message made of this draft now would lack a file. */
  isBusy(draft: string): boolean {
    return this.#state.jobs.some((job) => job.draft === draft && holdsBackMessage(job));
  }

  /** Whether it goes out by itself as soon as its files are there. */
  isHeld(draft: string): boolean {
    return this.#state.held.has(draft);
  }

  /** What a draft that goes out by itself waits for; null when it does not. */
  waiting(draft: string): 'files' | 'person' | null {
    if (!this.isHeld(draft)) return null;
    return this.of(draft).some((job) => needsUserAction(job)) ? 'person' : 'files';
  }

  /** Drafts that go out by themselves. */
  get held(): ReadonlySet<string> {
    return this.#state.held;
  }

  /** Takes all files of a draft away; `bringBack` undoes it for a while. */
  remove(draft: string): void {
    this.#driver.dispatch({ type: 'draftGone', draft, mayReturn: true });
  }

  restoreFiles(draft: string): void {
    this.#driver.dispatch({ type: 'draftBack', from: draft, to: draft });
  }

  /** Bytes; null where the server does not say. */
  get limit(): number | null {
    const mib = this.account.state?.max_file_upload_size_mib;
    return mib === undefined ? null : mib * mebibyte;
  }

  /** The server takes plain uploads only, and may give up on one that takes so long. */
  isRisky({ size }: UploadJob): boolean {
    return size > plainUploadWarningSize && !hasLevel(minTusLevel, this.account.state);
  }

  file(id: string): Blob | undefined {
    return this.#driver.file(id);
  }

  setting(name: UploadSetting): boolean {
    return uploadSetting(this.account.id, name);
  }

  /** Switching `keep` off drops what is kept at once. */
  setSetting(name: UploadSetting, on: boolean): void {
    setUploadSetting(this.account.id, name, on);
    if (name === 'keep' && !on) void this.#store.clear();
  }

  /** For files, in the system's dialog. */
  chooseFiles(): Promise<readonly ChosenFile[]> {
    return chooseFiles(true);
  }

  /** Their links go to `anchor` of that draft, else behind its text. */
  async add(draft: string, given: readonly ChosenFile[], anchor?: TextAnchor): Promise<void> {
    const body = this.drafts.get(draft)?.body;
    const text = body?.content ?? '';
    const recipient = {
      type: body?.type ?? '',
      to: [...(body?.to ?? [])],
      topic: body?.topic ?? '',
    } as const;
    const place = anchor ?? { offset: text.length, text };
    const jobs = await Promise.all(
      given.map(async (one): Promise<NewUploadJob> => {
        const problem = await fileProblemOf(one, this.limit);
        return { ...fileFactsOf(one.file), id: newId(), draft, recipient, anchor: place, problem };
      }),
    );
    const sound = jobs.filter(({ problem }) => problem === null);
    // Before anything is stored, so that no other tab takes it for one whose tab is gone.
    await this.#claims.take(sound.map(({ id }) => id));
    jobs.forEach(({ id, problem }, index) => {
      const file = given[index]?.file;
      if (!file) return;
      if (problem !== 'folder' && problem !== 'unreadable') this.#driver.give(id, file);
    });
    this.#driver.dispatch({ type: 'added', jobs });
    jobs.forEach(({ id, problem }, index) => {
      const one = given[index];
      if (one && problem === null) void this.#keepFile(id, one);
    });
  }

  pause(id: string): void {
    this.#driver.dispatch({ type: 'pause', id });
  }

  /** Also after a failure, and instead of waiting. */
  resume(id: string): void {
    this.#driver.dispatch({ type: 'resume', id });
  }

  /** Takes it away, whatever its state. What is in the text stays there. */
  cancel(id: string): void {
    this.#driver.dispatch({ type: 'cancel', id });
  }

  async #keepFile(id: string, { file, handle }: ChosenFile): Promise<void> {
    await this.#store.keepFile(id, file, await toFileHandle(handle));
  }

  /** A photo over the limit goes up as a smaller one, in its place. False: it can't be made smaller. */
  async shrink(job: UploadJob): Promise<boolean> {
    const file = this.#driver.file(job.id);
    const smaller = file && (await shrinkPhoto(file, this.limit ?? Infinity));
    if (!smaller) return false;
    const name = `${job.name.replace(/\.\w+$/, '')}.jpg`;
    const given = new File([smaller], name, { type: smaller.type, lastModified: Date.now() });
    this.cancel(job.id);
    await this.add(job.draft, [{ file: given, isFolder: false }], job.anchor);
    return true;
  }

  /** Puts the link of a finished file into its draft once more. */
  insertAgain(job: UploadJob): void {
    const text = this.drafts.get(job.draft)?.body.content ?? '';
    this.#placer.insertLink({ ...job, anchor: { offset: text.length, text } });
  }

  /** Goes back to the box of a draft, if it is on screen. */
  focus(draft: string): void {
    const { box } = this.#placer;
    if (box?.key === draft) box.area()?.focus();
  }

  /** Changes the text of a draft as if its box did. */
  change(draft: string, content: string): void {
    this.#placer.setText(draft, content);
  }

  /** Lets the draft go out by itself once its files are there. False: they are, so nothing was done. */
  hold(draft: string): boolean {
    if (!this.isBusy(draft)) return false;
    const hold = () => this.#driver.dispatch({ type: 'hold', draft });
    void this.#claims.take([heldName(draft)]).then(hold);
    return true;
  }

  release(draft: string): void {
    this.#driver.dispatch({ type: 'release', draft });
  }

  focusText(draft: string): void {
    this.#placer.focusText(draft);
  }

  start(): void {
    const stop = new AbortController();
    const { signal } = stop;
    // How a file goes up depends on the server, which has not told of itself before its first answer.
    const isKnown = $derived(this.account.state !== null);
    const connect = () => {
      const online = navigator.onLine && isKnown;
      const signedIn = this.account.connection.kind !== 'signed-out';
      this.#driver.dispatch({ type: 'connection', online, signedIn });
    };
    connect();
    window.addEventListener('online', connect, { signal });
    window.addEventListener('offline', connect, { signal });
    this.#placer.start(signal);
    document.addEventListener('visibilitychange', () => void this.#restoreIfShown(), { signal });
    const stopEffects = $effect.root(() => {
      $effect(() => {
        const { kind } = this.account.connection;
        connect();
        if (kind === 'online') this.#driver.dispatch({ type: 'reached' });
      });
      $effect(() => {
        if (this.drafts.loaded) void this.#restore();
      });
      $effect(() => this.#follow());
      $effect(() => this.#placer.settle());
    });
    const { drafts } = this;
    this.#stops = [
      stopEffects,
      drafts.holdBack((draft) => this.hold(draft)),
      drafts.onRestored(({ old, key }) =>
        this.#driver.dispatch({ type: 'draftBack', from: old, to: key }),
      ),
      () => stop.abort(),
    ];
  }

  stop(): void {
    this.#claims.stop();
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.#driver.stop();
    void this.#store.close();
  }

  /** Part of signing out: drops what this browser has of them. */
  async erase(): Promise<void> {
    this.stop();
    await this.#store.erase();
  }

  /** Takes over what no other tab has: of an earlier page, or of a tab that was closed. */
  async #restore(): Promise<void> {
    if (!this.drafts.loaded) return;
    const names = await this.#store.names();
    const { jobs, parked } = this.#state;
    const own = new Set([...jobs, ...parked.map(({ job }) => job)].map(({ id }) => id));
    const ids = await this.#claims.take(names.jobs.filter((id) => !own.has(id)));
    const drafts = names.held.filter((draft) => !this.#state.held.has(draft));
    const claimed = new Set(await this.#claims.take(drafts.map(heldName)));
    const held = drafts.filter((draft) => claimed.has(heldName(draft)));
    this.#claims.follow([...names.jobs, ...names.held.map(heldName)]);
    if (ids.length === 0 && held.length === 0) return;
    const kept = await this.#store.read(ids);
    this.#driver.adopt(await this.recovery.withReadableFiles(kept), held);
  }

  async #restoreIfShown(): Promise<void> {
    if (document.visibilityState === 'visible') await this.#restore();
  }

  /** Jobs end with their drafts. */
  #follow(): void {
    const drafts = new Set([...this.#state.jobs.map(({ draft }) => draft), ...this.#state.held]);
    for (const draft of drafts) {
      const view = this.drafts.get(draft);
      if (view && !view.removed) continue;
      const reasons = this.drafts.bin.flatMap(({ local, reason }) =>
        local === draft ? reason : [],
      );
      const isOver = reasons.some((reason) => ends.includes(reason));
      if (isOver || reasons.some((reason) => restorableReasons.includes(reason))) {
        this.#driver.dispatch({ type: 'draftGone', draft, mayReturn: !isOver });
      }
    }
  }
}

/** A held draft beside the jobs, which have their own. */
const heldName = (draft: string) => `held.${draft}`;
