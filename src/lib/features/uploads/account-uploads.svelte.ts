import { hasLevel } from '../../api/feature-level';
import type { Account } from '../../client/account/account.svelte';
import { setLongTimeout } from '../../client/set-long-timeout';
import { newId } from '../../client/new-id';
import { FileRecovery } from './file-recovery.svelte';
import { chooseFiles } from './file-dialog';
import { type OpenComposeBox, insertAtOffset, rewriteText } from './open-compose-box';
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
import { type TextAnchor, spacedInsertion, resolveAnchor } from './engine/text-anchor';
import { shrinkPhoto, stripPhotoMetadata } from './prepare-photo';
import { createFileSender, plainUploadWarningSize, minTusLevel } from './file-sender';
import { setUploadSetting, uploadSetting, type UploadSetting } from './upload-settings';
import { UploadStore } from './upload-store-idb';
import type { FileSender } from './file-transfer';
import { flushSync } from 'svelte';
import { fileLinkMarkdown, fileLinksOf } from './file-links';

/**
 * Inserts links into drafts. If the draft's compose box is on screen, the link is inserted there as
 * if typed.
 */
class LinkInserter {
  /** The compose box on screen, if any. */
  box: OpenComposeBox | null = null;
  /** Finished jobs whose link is in the draft but not stored yet. */
  #placing = $state.raw<readonly UploadJob[]>([]);
  #isComposing = false;
  #afterComposing: (() => void)[] = [];

  constructor(
    private readonly drafts: UploadDraftsPort,
    /** The jobs of a draft in the order they were added. */
    private readonly of: (draft: string) => readonly UploadJob[],
    /** The link is stored. */
    private readonly placed: (id: string) => void,
  ) {}

  start(signal: AbortSignal): void {
    document.addEventListener('compositionstart', () => (this.#isComposing = true), { signal });
    document.addEventListener('compositionend', () => this.#composed(), { signal });
  }

  /** Sets the text of the draft. The user can undo it in the compose box, except on phones. */
  setText(draft: string, content: string): void {
    const { drafts, box } = this;
    const area = box?.key === draft ? box.area() : undefined;
    const isShown = area?.value === drafts.get(draft)?.body.content;
    if (area && isShown && rewriteText(area, content)) return;
    flushSync(() => drafts.edit(draft, content));
  }

  /** Not on phones, where it would open the keyboard. */
  focusText(draft: string): void {
    if (this.box?.key === draft && matchMedia('(pointer: fine)').matches) this.box.area()?.focus();
  }

  /** Inserts the link of a finished file into its draft, undoable in its compose box. */
  insertLink(job: UploadJob): void {
    if (this.#isComposing && this.box?.key === job.draft) {
      this.#afterComposing.push(() => this.insertLink(job));
      return;
    }
    const { drafts, box } = this;
    const view = drafts.get(job.draft);
    const text = view?.body.content ?? '';
    if (job.url !== null && !text.includes(job.url)) {
      const link = fileLinkMarkdown(job.filename ?? job.name, job.url);
      const piece = spacedInsertion(text, this.#placeFor(job, text), link);
      const area = box?.key === job.draft ? box.area() : undefined;
      const isInserted = area?.value === text && insertAtOffset(area, piece.at, piece.text);
      if (!isInserted) {
        // A draft without text is not stored, so its recipient is lost.
        if (!view) drafts.setRecipient(job.draft, job.recipient);
        drafts.edit(job.draft, text.slice(0, piece.at) + piece.text + text.slice(piece.at));
        if (box?.key !== job.draft) {
          drafts.blur(job.draft);
          drafts.leave(job.draft);
        }
      }
    }
    this.#placing = [...this.#placing, job];
  }

  /** After the links of files added earlier at the same place, so that they keep their order. */
  #placeFor(job: UploadJob, text: string): number {
    const own = this.of(job.draft);
    const earlier = own.slice(
      0,
      own.findIndex(({ id }) => id === job.id),
    );
    const urls = earlier
      .filter(
        ({ anchor }) => anchor.offset === job.anchor.offset && anchor.text === job.anchor.text,
      )
      .map(({ url }) => url);
    const ends = fileLinksOf(text).flatMap(({ url, end }) => (urls.includes(url) ? [end] : []));
    return Math.max(resolveAnchor(job.anchor, text), ...ends);
  }

  /** A job is over once the draft with its link is stored. */
  settle(): void {
    const isSafe = (job: UploadJob) =>
      this.drafts.storage !== 'ok' || this.drafts.get(job.draft)?.sync !== 'unsaved';
    const safe = this.#placing.filter(isSafe);
    if (safe.length === 0) return;
    this.#placing = this.#placing.filter((job) => !safe.includes(job));
    for (const { id } of safe) this.placed(id);
  }

  #composed(): void {
    this.#isComposing = false;
    // The box handles the composed text first.
    setTimeout(() => {
      for (const place of this.#afterComposing.splice(0)) place();
    });
  }
}

const mebibyte = 1024 * 1024;
/** Milliseconds without a change of any draft before looking for uploads of other tabs. */
const settleDelay = 1000;

/** Draft trash reasons after which the text can't be added to anymore. */
const ends: readonly string[] = ['sent', 'scheduled'];
/** Draft trash reasons that can be undone. */
const restorableReasons: readonly string[] = ['deleted', 'deleted_elsewhere'];

/**
 * The uploads of one account in this tab, independent of the page on screen. Each job belongs to
 * one draft, and its link is inserted only there. Nothing here throws or rejects: failures appear
 * in `jobs`.
 */
export class AccountUploads {
  #state = $state.raw<UploadEngineState>(startUploadState());
  readonly #driver: UploadDriver;
  readonly #store: UploadStore;
  readonly #placer: LinkInserter;
  /** Files of jobs from an earlier page. */
  readonly recovery: FileRecovery;
  #stops: (() => void)[] = [];
  readonly #claims: UploadClaims;

  constructor(
    readonly account: Account,
    readonly drafts: UploadDraftsPort,
    sender: FileSender = createFileSender(account.id, () => account.state),
  ) {
    // Jobs left by a closed tab continue where the user is: a hidden tab leaves them to a reloaded
    // page and checks again when it becomes visible.
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

  set box(box: OpenComposeBox | null) {
    this.#placer.box = box;
  }

  /** Jobs of all drafts, in the order they were added. */
  get jobs(): readonly UploadJob[] {
    return this.#state.jobs;
  }

  /** Number of unfinished uploads of all drafts. */
  get open(): number {
    return this.#state.jobs.filter(isUploadOpen).length;
  }

  of(draft: string): readonly UploadJob[] {
    return this.#state.jobs.filter((job) => job.draft === draft);
  }

  /** Whether sending this draft now would omit a file. */
  isBusy(draft: string): boolean {
    return this.#state.jobs.some((job) => job.draft === draft && holdsBackMessage(job));
  }

  /** Whether the draft is sent automatically once its files are uploaded. */
  isHeld(draft: string): boolean {
    return this.#state.held.has(draft);
  }

  /** What a held draft waits for; null if it is not held. */
  waiting(draft: string): 'files' | 'person' | null {
    if (!this.isHeld(draft)) return null;
    return this.of(draft).some((job) => needsUserAction(job)) ? 'person' : 'files';
  }

  /** Drafts that are sent automatically once their files are uploaded. */
  get held(): ReadonlySet<string> {
    return this.#state.held;
  }

  /** Removes all files of a draft; `restoreFiles` can undo it for a while. */
  remove(draft: string): void {
    this.#driver.dispatch({ type: 'draftGone', draft, isRestorable: true });
  }

  restoreFiles(draft: string): void {
    this.#driver.dispatch({ type: 'draftBack', from: draft, to: draft });
  }

  /** Bytes; null if the server doesn't report a limit. */
  get limit(): number | null {
    const mib = this.account.state?.max_file_upload_size_mib;
    return mib === undefined ? null : mib * mebibyte;
  }

  /** Large for a server that supports only plain uploads, which might time out. */
  isRisky({ size }: UploadJob): boolean {
    return size > plainUploadWarningSize && !hasLevel(minTusLevel, this.account.state);
  }

  file(id: string): Blob | undefined {
    return this.#driver.file(id);
  }

  setting(name: UploadSetting): boolean {
    return uploadSetting(this.account.id, name);
  }

  /** Switching `keep` off deletes stored files immediately. */
  setSetting(name: UploadSetting, on: boolean): void {
    setUploadSetting(this.account.id, name, on);
    if (name === 'keep' && !on) void this.#store.clear();
  }

  /** Opens the system's file dialog. */
  chooseFiles(): Promise<readonly ChosenFile[]> {
    return chooseFiles(true);
  }

  /** Uploads files of a draft. Their links are inserted at `anchor`, or else after the text. */
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
    // Take the locks before storing anything, so that no other tab believes this one is closed.
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

  /** Also retries a failed job, or one that waits. */
  resume(id: string): void {
    this.#driver.dispatch({ type: 'resume', id });
  }

  /** Removes the job in any state. Links in the text stay. */
  cancel(id: string): void {
    this.#driver.dispatch({ type: 'cancel', id });
  }

  async #keepFile(id: string, { file, handle }: ChosenFile): Promise<void> {
    await this.#store.keepFile(id, file, await toFileHandle(handle));
  }

  /**
   * Replaces a photo over the limit with a smaller copy. False if it can't be made small enough.
   */
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

  insertAgain(job: UploadJob): void {
    const text = this.drafts.get(job.draft)?.body.content ?? '';
    this.#placer.insertLink({ ...job, anchor: { offset: text.length, text } });
  }

  /** Focuses the compose box of a draft, if it is on screen. */
  focus(draft: string): void {
    const { box } = this.#placer;
    if (box?.key === draft) box.area()?.focus();
  }

  /** Changes the text of a draft as if the user edited it. */
  change(draft: string, content: string): void {
    this.#placer.setText(draft, content);
  }

  /**
   * Sends the draft automatically once its files are uploaded. False if they are already, so that
   * nothing was done.
   */
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
    // How to upload depends on the server's feature level, which is unknown before its first reply.
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
      // Another tab may have added some: looks once the drafts rest, not at every key.
      $effect(() => {
        void this.drafts.revision;
        return setLongTimeout(settleDelay, () => void this.#restore());
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

  /** Deletes this browser's data of the uploads when the user signs out. */
  async erase(): Promise<void> {
    this.stop();
    await this.#store.erase();
  }

  /** Takes over jobs that no other open tab has: those of an earlier page or of a closed tab. */
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

  /** Ends the jobs of drafts that were sent or deleted. */
  #follow(): void {
    const drafts = new Set([...this.#state.jobs.map(({ draft }) => draft), ...this.#state.held]);
    for (const draft of drafts) {
      const view = this.drafts.get(draft);
      if (view && !view.removed) continue;
      const reasons = this.drafts.trash.flatMap(({ local, reason }) =>
        local === draft ? reason : [],
      );
      const isOver = reasons.some((reason) => ends.includes(reason));
      if (isOver || reasons.some((reason) => restorableReasons.includes(reason))) {
        this.#driver.dispatch({ type: 'draftGone', draft, isRestorable: !isOver });
      }
    }
  }
}

/** Lock name of a held draft; jobs use their ids. */
const heldName = (draft: string) => `held.${draft}`;
