import {
  holdsBackMessage,
  progressOf,
  queuedFields,
  uploadJobOf,
  type UploadJob,
  type NewUploadJob,
  type UploadProblem,
} from './upload-job';

/** All uploads of one account in one tab. Immutable: `stepUploads` returns a new state. */
export interface UploadEngineState {
  /** In the order they were added, which is also the order of sending. */
  readonly jobs: readonly UploadJob[];
  readonly online: boolean;
  readonly signedIn: boolean;
  /** Drafts that are sent as soon as their files are uploaded. */
  readonly held: ReadonlySet<string>;
  /** Jobs of deleted drafts, which can be restored until that time in milliseconds. */
  readonly parked: readonly { readonly job: UploadJob; readonly until: number }[];
}

/** How a transfer failed. */
export type UploadFailure =
  | { readonly kind: 'connection' }
  | { readonly kind: 'signedOut' }
  /** A problem with this file: retrying would not help. */
  | { readonly kind: 'problem'; readonly problem: UploadProblem; readonly reason?: string | null }
  /** The server asked for a pause, in milliseconds. */
  | { readonly kind: 'later'; readonly after: number };

export type UploadEngineEvent =
  | { readonly type: 'added'; readonly jobs: readonly NewUploadJob[] }
  /** Jobs of an earlier page. `files`: ids of jobs whose file the browser has stored. */
  | {
      readonly type: 'restored';
      readonly jobs: readonly UploadJob[];
      readonly files: ReadonlySet<string>;
      readonly held: readonly string[];
    }
  /** `acknowledged`: the server has these bytes. Otherwise they were sent but might be lost. */
  | {
      readonly type: 'progress';
      readonly id: string;
      readonly sent: number;
      readonly acknowledged: boolean;
    }
  /**
   * The file to send has a different length than the chosen one, because its metadata was removed.
   */
  | { readonly type: 'sized'; readonly id: string; readonly size: number }
  | {
      readonly type: 'finished';
      readonly id: string;
      readonly url: string;
      readonly filename: string;
    }
  | { readonly type: 'failed'; readonly id: string; readonly failure: UploadFailure }
  | { readonly type: 'placed'; readonly id: string }
  | { readonly type: 'pause'; readonly id: string }
  /** After a pause or failure, or to end a wait. */
  | { readonly type: 'resume'; readonly id: string }
  /** The user has chosen the job's file again. */
  | { readonly type: 'fileChosen'; readonly id: string }
  /** Removes the job in any state. */
  | { readonly type: 'cancel'; readonly id: string }
  /**
   * The draft was sent or deleted, here or elsewhere. `isRestorable`: it was deleted and can be
   * restored.
   */
  | { readonly type: 'draftGone'; readonly draft: string; readonly isRestorable: boolean }
  /** A deleted draft was restored, under a new key. */
  | { readonly type: 'draftBack'; readonly from: string; readonly to: string }
  | { readonly type: 'hold'; readonly draft: string }
  | { readonly type: 'release'; readonly draft: string }
  | { readonly type: 'connection'; readonly online: boolean; readonly signedIn: boolean }
  /** The server has just answered another request, so there is no reason to wait. */
  | { readonly type: 'reached' }
  | { readonly type: 'tick' };

export type UploadEffect =
  /** Send the file, from the last byte the server has acknowledged. */
  | { readonly type: 'start'; readonly id: string }
  /** Stop sending; the server keeps what it has. */
  | { readonly type: 'stop'; readonly id: string }
  /** Stop sending, and delete what the server and this browser have of it. */
  | { readonly type: 'discard'; readonly id: string }
  /** Put the link of a finished file into its draft, then report `placed`. */
  | { readonly type: 'place'; readonly job: UploadJob }
  /** Send the draft as a message. */
  | { readonly type: 'send'; readonly draft: string }
  /** Store the job, or the set of held drafts, for a later page. */
  | { readonly type: 'keep'; readonly job: UploadJob }
  | { readonly type: 'keepHeld'; readonly held: readonly string[] };

export type UploadStep = readonly [UploadEngineState, readonly UploadEffect[]];

/** Number of files uploaded at the same time. */
export const maxConcurrentUploads = 3;

const firstPause = 1000;
const maxPause = 30_000;
/** Milliseconds in which a deleted draft can take its files back. */
const parking = 10 * 60_000;

export function startUploadState(): UploadEngineState {
  return { jobs: [], online: true, signedIn: true, held: new Set(), parked: [] };
}

/**
 * Applies one event to all uploads. A job belongs to its draft until it ends: either it is done and
 * its link is in that draft, or it is canceled. Sending the draft cancels its jobs, because their
 * links have no place left. Deleting the draft stops them, and restoring it continues them.
 */
export function stepUploads(
  state: UploadEngineState,
  event: UploadEngineEvent,
  now: number,
): UploadStep {
  const next = new NextState(state, now);
  next.take(event);
  next.fill();
  next.sendReady();
  return next.result();
}

/** When to dispatch the next `tick`, in milliseconds; null if nothing is scheduled. */
export function uploadsWakeAt({
  jobs,
  online,
  signedIn,
  parked,
}: UploadEngineState): number | null {
  const waiting = online && signedIn ? jobs.filter(({ state }) => state === 'waiting') : [];
  const tries = waiting.flatMap(({ retryAt }) => retryAt ?? []);
  const times = [...tries, ...parked.map(({ until }) => until)];
  return times.length > 0 ? Math.min(...times) : null;
}

class NextState {
  readonly #jobs: Map<string, UploadJob>;
  readonly #held: Set<string>;
  readonly #effects: UploadEffect[] = [];
  #parked: UploadEngineState['parked'];
  #online: boolean;
  #signedIn: boolean;

  constructor(
    private readonly before: UploadEngineState,
    private readonly now: number,
  ) {
    this.#jobs = new Map(before.jobs.map((job) => [job.id, job]));
    this.#held = new Set(before.held);
    this.#parked = before.parked;
    this.#online = before.online;
    this.#signedIn = before.signedIn;
  }

  take(event: UploadEngineEvent): void {
    switch (event.type) {
      case 'added':
        for (const given of event.jobs) if (!this.#knows(given.id)) this.#put(uploadJobOf(given));
        return;
      case 'restored':
        return this.#restore(event);
      case 'progress':
        return this.#progress(event);
      case 'sized':
        return this.#change(event.id, ['sending'], { size: event.size });
      case 'finished':
        return this.#finish(event);
      case 'failed':
        return this.#fail(event.id, event.failure);
      case 'placed':
        return this.#change(event.id, ['done'], { placed: true });
      case 'pause':
        return this.#pause(event.id);
      case 'resume':
        return this.#change(event.id, ['paused', 'waiting', 'failed', 'signedOut'], {
          ...queuedFields,
          tries: 0,
        });
      case 'fileChosen':
        return this.#change(event.id, ['needsFile', 'failed'], { ...queuedFields, tries: 0 });
      case 'cancel':
        return this.#cancel(event.id);
      case 'draftGone':
        return this.#lose(event);
      case 'draftBack':
        return this.#bringBack(event);
      case 'hold':
        this.#held.add(event.draft);
        return;
      case 'release':
        this.#held.delete(event.draft);
        return;
      case 'connection':
        return this.#connect(event);
      case 'reached':
        for (const job of this.#jobs.values()) {
          if (job.state === 'waiting') this.#put({ ...job, ...queuedFields });
        }
        return;
      case 'tick':
        for (const job of this.#jobs.values()) {
          if (job.state === 'waiting' && job.retryAt !== null && job.retryAt <= this.now) {
            this.#put({ ...job, ...queuedFields });
          }
        }
        return this.#leaveParking();
    }
  }

  /** Starts queued jobs, up to the limit. */
  fill(): void {
    if (!this.#online || !this.#signedIn) return;
    const all = [...this.#jobs.values()];
    let free = maxConcurrentUploads - all.filter(({ state }) => state === 'sending').length;
    for (const job of all) {
      if (free <= 0) return;
      if (job.state !== 'queued') continue;
      free -= 1;
      this.#put({ ...job, state: 'sending', rate: null, toldAt: this.now });
      this.#effects.push({ type: 'start', id: job.id });
    }
  }

  /** Sends held drafts whose files are all uploaded and in the text. */
  sendReady(): void {
    for (const draft of this.#held) {
      const own = [...this.#jobs.values()].filter((job) => job.draft === draft);
      if (own.some(holdsBackMessage)) continue;
      this.#held.delete(draft);
      this.#effects.push({ type: 'send', draft });
    }
  }

  result(): UploadStep {
    const { held: before } = this.before;
    const isSame = this.#held.size === before.size && [...this.#held].every((id) => before.has(id));
    const held = isSame ? before : this.#held;
    if (held !== this.before.held) this.#effects.push({ type: 'keepHeld', held: [...held] });
    const state = {
      jobs: [...this.#jobs.values()],
      online: this.#online,
      signedIn: this.#signedIn,
      held,
      parked: this.#parked,
    };
    return [state, this.#effects];
  }

  /** Includes jobs that stopped with their deleted draft. */
  #knows(id: string): boolean {
    return this.#jobs.has(id) || this.#parked.some(({ job }) => job.id === id);
  }

  #put(job: UploadJob): void {
    const before = this.#jobs.get(job.id);
    this.#jobs.set(job.id, job);
    // Bytes and rates can be asked of the server again. Store only what a later page needs.
    if (before?.state !== job.state || before.placed !== job.placed || before.size !== job.size) {
      this.#effects.push({ type: 'keep', job });
    }
  }

  #change(id: string, from: readonly UploadJob['state'][], changes: Partial<UploadJob>): void {
    const job = this.#jobs.get(id);
    if (job && from.includes(job.state)) this.#put({ ...job, ...changes });
  }

  #restore({ jobs, files, held }: Extract<UploadEngineEvent, { type: 'restored' }>): void {
    for (const job of jobs) {
      if (this.#knows(job.id)) continue;
      const unanswered = job.unanswered || job.state === 'sending';
      if (job.state === 'done') {
        this.#put(job);
        if (!job.placed) this.#effects.push({ type: 'place', job });
      } else if (job.state === 'failed' || files.has(job.id)) {
        const goesOn = job.state !== 'failed' && job.state !== 'paused';
        this.#put(goesOn ? { ...job, ...queuedFields, tries: 0, unanswered } : job);
      } else {
        this.#put({ ...job, ...queuedFields, state: 'needsFile', unanswered });
      }
    }
    for (const draft of held) this.#held.add(draft);
  }

  #progress({ id, sent, acknowledged }: Extract<UploadEngineEvent, { type: 'progress' }>): void {
    const job = this.#jobs.get(id);
    if (job?.state !== 'sending') return;
    this.#put({ ...job, ...progressOf(job, sent, acknowledged, this.now) });
  }

  #finish({ id, url, filename }: Extract<UploadEngineEvent, { type: 'finished' }>): void {
    const job = this.#jobs.get(id);
    if (job?.state !== 'sending') return;
    const done: UploadJob = { ...job, state: 'done', sent: job.size, rate: null, url, filename };
    this.#put(done);
    this.#effects.push({ type: 'place', job: done });
  }

  #fail(id: string, failure: UploadFailure): void {
    const job = this.#jobs.get(id);
    if (job?.state !== 'sending') return;
    switch (failure.kind) {
      case 'connection': {
        const tries = job.tries + 1;
        const pause = Math.min(maxPause, firstPause * 2 ** (tries - 1));
        const retryAt = this.now + pause;
        const changes = { state: 'waiting', tries, rate: null, retryAt, unanswered: true } as const;
        return this.#put({ ...job, ...changes });
      }
      case 'later':
        return this.#put({
          ...job,
          state: 'waiting',
          rate: null,
          retryAt: this.now + failure.after,
        });
      case 'signedOut':
        return this.#put({ ...job, state: 'signedOut', rate: null });
      case 'problem':
        return this.#put({
          ...job,
          state: 'failed',
          rate: null,
          problem: failure.problem,
          reason: failure.reason ?? null,
        });
    }
  }

  #pause(id: string): void {
    const job = this.#jobs.get(id);
    if (!job || !['queued', 'sending', 'waiting', 'signedOut'].includes(job.state)) return;
    const isSending = job.state === 'sending';
    if (isSending) this.#effects.push({ type: 'stop', id });
    const unanswered = job.unanswered || isSending;
    this.#put({ ...job, ...queuedFields, state: 'paused', unanswered });
  }

  #lose({ draft, isRestorable }: Extract<UploadEngineEvent, { type: 'draftGone' }>): void {
    const own = [...this.#jobs.values()].filter((job) => job.draft === draft);
    for (const job of own) {
      if (!isRestorable || !holdsBackMessage(job)) this.#cancel(job.id);
      else this.#park(job);
    }
    this.#held.delete(draft);
  }

  #park(job: UploadJob): void {
    this.#jobs.delete(job.id);
    const isSending = job.state === 'sending';
    if (isSending) this.#effects.push({ type: 'stop', id: job.id });
    const stopped = isSending ? ({ ...job, ...queuedFields, unanswered: true } as const) : job;
    this.#parked = [...this.#parked, { job: stopped, until: this.now + parking }];
  }

  #bringBack({ from, to }: Extract<UploadEngineEvent, { type: 'draftBack' }>): void {
    const back = this.#parked.filter(({ job }) => job.draft === from);
    this.#parked = this.#parked.filter(({ job }) => job.draft !== from);
    for (const { job } of back) {
      const own = { ...job, draft: to };
      this.#put(own);
      if (own.state === 'done') this.#effects.push({ type: 'place', job: own });
    }
  }

  #leaveParking(): void {
    const over = this.#parked.filter(({ until }) => until <= this.now);
    if (over.length === 0) return;
    this.#parked = this.#parked.filter(({ until }) => until > this.now);
    for (const { job } of over) this.#effects.push({ type: 'discard', id: job.id });
  }

  #cancel(id: string): void {
    if (this.#jobs.delete(id)) this.#effects.push({ type: 'discard', id });
  }

  #connect({ online, signedIn }: Extract<UploadEngineEvent, { type: 'connection' }>): void {
    const isBack = online && signedIn && !(this.#online && this.#signedIn);
    this.#online = online;
    this.#signedIn = signedIn;
    for (const job of this.#jobs.values()) {
      if (job.state === 'sending' && !(online && signedIn)) {
        this.#effects.push({ type: 'stop', id: job.id });
        const to = signedIn ? 'waiting' : 'signedOut';
        this.#put({ ...job, ...queuedFields, state: to, unanswered: true });
      } else if (job.state === 'waiting' && online && !signedIn) {
        this.#put({ ...job, ...queuedFields, state: 'signedOut' });
      } else if (isBack && (job.state === 'waiting' || job.state === 'signedOut')) {
        this.#put({ ...job, ...queuedFields, tries: 0 });
      }
    }
  }
}
