import {
  startUploadState,
  stepUploads,
  uploadsWakeAt,
  type UploadEffect,
  type UploadEngineEvent,
  type UploadFailure,
  type UploadEngineState,
} from './engine/engine';
import type { UploadJob } from './engine/upload-job';
import { isUploadUnfinished, type SavedUploadJob } from './saved-upload-job';
import { TransferFailure, type FileSender } from './file-transfer';

export interface UploadClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after `ms`; the result cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/**
 * What this browser stores for a later page. Never throws: files that can't be stored must be
 * chosen again.
 */
export interface UploadPersistence {
  keep(kept: SavedUploadJob): Promise<void>;
  forget(id: string): Promise<void>;
  keepHeld(held: readonly string[]): Promise<void>;
}

export interface UploadDriverPorts {
  readonly sender: FileSender;
  readonly keeper: UploadPersistence;
  readonly clock: UploadClock;
  /** The file to upload instead, for example a photo without its location. */
  prepare(file: Blob): Promise<Blob>;
  /** Inserts the link of a finished file into its draft. Dispatch `placed` afterward. */
  insertLink(job: UploadJob): void;
  send(draft: string): void;
  /** Called after every step, before its effects. */
  show(state: UploadEngineState): void;
}

/** Milliseconds without progress after which a transfer is aborted and tried again. */
const stall = 45_000;

interface Transfer {
  readonly stop: AbortController;
  stirred(): void;
  ended(): void;
}

/** Runs the engine: executes its effects and dispatches their results. */
export class UploadDriver {
  #state = startUploadState();
  readonly #files = new Map<string, Blob>();
  /** URLs of the server's parts of unfinished files. */
  readonly #uploadUrls = new Map<string, string>();
  readonly #transfers = new Map<string, Transfer>();
  #cancelWake: (() => void) | null = null;
  #stopped = false;

  constructor(private readonly ports: UploadDriverPorts) {}

  get state(): UploadEngineState {
    return this.#state;
  }

  file(id: string): Blob | undefined {
    return this.#files.get(id);
  }

  /** Sets the file of a job; call it before adding the job. */
  give(id: string, file: Blob): void {
    this.#files.set(id, file);
  }

  /** Continues jobs of an earlier page. */
  adopt(kept: readonly SavedUploadJob[], held: readonly string[]): void {
    for (const { job, file, uploadUrl } of kept) {
      if (file) this.#files.set(job.id, file);
      if (uploadUrl !== null) this.#uploadUrls.set(job.id, uploadUrl);
    }
    const files = new Set(kept.flatMap(({ job, file }) => (file ? [job.id] : [])));
    this.dispatch({ type: 'restored', jobs: kept.map(({ job }) => job), files, held });
  }

  dispatch(event: UploadEngineEvent): void {
    if (this.#stopped) return;
    const [state, effects] = stepUploads(this.#state, event, this.ports.clock.now());
    this.#state = state;
    // Show first: effects read the state and can dispatch events.
    this.ports.show(state);
    for (const effect of effects) this.#run(effect);
    this.#schedule();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelWake?.();
    for (const id of [...this.#transfers.keys()]) this.#halt(id);
  }

  #run(effect: UploadEffect): void {
    switch (effect.type) {
      case 'start':
        return void this.#transfer(effect.id);
      case 'stop':
        return this.#halt(effect.id);
      case 'discard':
        return this.#discard(effect.id);
      case 'place':
        return this.ports.insertLink(effect.job);
      case 'send':
        return this.ports.send(effect.draft);
      case 'keep':
        return this.#keep(effect.job);
      case 'keepHeld':
        return void this.ports.keeper.keepHeld(effect.held);
    }
  }

  async #transfer(id: string): Promise<void> {
    const job = this.#state.jobs.find((one) => one.id === id);
    const file = this.#files.get(id);
    if (!job || !file) return this.dispatch(unreadable(id));
    this.#halt(id);
    const transfer = this.#begin(id);
    const isCurrent = () => this.#transfers.get(id) === transfer;
    const tell = (event: UploadEngineEvent) => isCurrent() && this.dispatch(event);
    try {
      const body = await this.ports.prepare(file).catch((cause: unknown) => {
        throw new TransferFailure({ kind: 'problem', problem: 'unreadable' }, { cause });
      });
      if (body.size !== job.size) tell({ type: 'sized', id, size: body.size });
      const { name, type, unanswered } = job;
      const uploadUrl = this.#uploadUrls.get(id) ?? null;
      const arrived = await this.ports.sender.send(
        { file: body, name, type, uploadUrl, unanswered },
        {
          progress: (sent, acknowledged) => {
            transfer.stirred();
            tell({ type: 'progress', id, sent, acknowledged });
          },
          uploadUrl: (url) => {
            transfer.stirred();
            if (isCurrent()) this.#learn(id, url);
          },
        },
        transfer.stop.signal,
      );
      this.#uploadUrls.delete(id);
      tell({ type: 'finished', id, ...arrived });
    } catch (cause) {
      const failure: UploadFailure =
        cause instanceof TransferFailure ? cause.failure : { kind: 'connection' };
      tell({ type: 'failed', id, failure });
    } finally {
      transfer.ended();
      if (isCurrent()) this.#transfers.delete(id);
    }
  }

  #begin(id: string): Transfer {
    const stop = new AbortController();
    let cancel = () => undefined as void;
    const stirred = () => {
      cancel();
      cancel = this.ports.clock.after(stall, () => stop.abort());
    };
    const transfer = { stop, stirred, ended: () => cancel() };
    stirred();
    this.#transfers.set(id, transfer);
    return transfer;
  }

  #halt(id: string): void {
    const transfer = this.#transfers.get(id);
    this.#transfers.delete(id);
    transfer?.ended();
    transfer?.stop.abort();
  }

  #discard(id: string): void {
    this.#halt(id);
    const uploadUrl = this.#uploadUrls.get(id);
    if (uploadUrl !== undefined) this.ports.sender.drop(uploadUrl);
    this.#forget(id);
  }

  #forget(id: string): void {
    this.#files.delete(id);
    this.#uploadUrls.delete(id);
    void this.ports.keeper.forget(id);
  }

  #learn(id: string, url: string | null): void {
    if (url === null) this.#uploadUrls.delete(id);
    else this.#uploadUrls.set(id, url);
    const job = this.#state.jobs.find((one) => one.id === id);
    if (job) this.#keep(job);
  }

  /** Deletes stored jobs that are linked in their draft or failed. */
  #keep(job: UploadJob): void {
    if (isUploadUnfinished(job)) {
      void this.ports.keeper.keep({ job, uploadUrl: this.#uploadUrls.get(job.id) ?? null });
    } else void this.ports.keeper.forget(job.id);
  }

  #schedule(): void {
    this.#cancelWake?.();
    this.#cancelWake = null;
    const at = uploadsWakeAt(this.#state);
    if (at === null) return;
    const wait = Math.max(0, at - this.ports.clock.now());
    this.#cancelWake = this.ports.clock.after(wait, () => this.dispatch({ type: 'tick' }));
  }
}

function unreadable(id: string): UploadEngineEvent {
  return { type: 'failed', id, failure: { kind: 'problem', problem: 'unreadable' } };
}
