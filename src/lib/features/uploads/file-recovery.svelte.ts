import { SvelteMap } from 'svelte/reactivity';
import { chooseFiles } from './file-dialog';
import { isSameFile, type ChosenFile } from './chosen-file';
import type { UploadJob } from './engine/upload-job';
import { readFileHandle, type FileHandle } from './file-handles';
import type { SavedUploadJob } from './saved-upload-job';

/** Finds the files of jobs after a reload, with as few permission prompts as the browser allows. */
export class FileRecovery {
  /** Handles by job id that the browser opens only after prompting the user. */
  readonly #closed = new SvelteMap<string, FileHandle>();

  constructor(
    private readonly jobs: () => readonly UploadJob[],
    /** Whether photos are uploaded without their metadata, and so are shorter. */
    private readonly strips: () => boolean,
    private readonly give: (id: string, given: ChosenFile) => void,
  ) {}

  /** Adds the files that the browser opens without a prompt. */
  withReadableFiles(kept: readonly SavedUploadJob[]): Promise<readonly SavedUploadJob[]> {
    return Promise.all(
      kept.map(async (one) => {
        if (!one.handle) return one;
        const file = await readFileHandle(one.handle, false);
        if (!file) this.#closed.set(one.job.id, one.handle);
        return file && this.#isOf(one.job, file) ? { ...one, file } : one;
      }),
    );
  }

  isClosed(id: string): boolean {
    return this.#closed.has(id);
  }

  /** Prompts for all of them; one answer can cover several. Denied files have to be chosen. */
  async open(): Promise<void> {
    for (const [id, handle] of [...this.#closed]) {
      const file = await readFileHandle(handle, true);
      this.#closed.delete(id);
      const job = this.jobs().find((one) => one.id === id);
      if (file && job && this.#isOf(job, file)) {
        this.give(id, { file, isFolder: false, handle: Promise.resolve(handle) });
      }
    }
  }

  /** Opens the file dialog for these jobs. False if a chosen file belongs to none of them. */
  async choose(ids: readonly string[]): Promise<boolean> {
    const given = await chooseFiles(ids.length > 1);
    const isTaken = given.map((one) => {
      const wanted = this.jobs().filter(({ id }) => ids.includes(id));
      const job = wanted.find((other) => this.#isOf(other, one.file));
      if (!job) return false;
      this.#closed.delete(job.id);
      this.give(job.id, one);
      return true;
    });
    return isTaken.every(Boolean);
  }

  #isOf(job: UploadJob, file: File): boolean {
    return isSameFile(job, file, this.strips());
  }
}
