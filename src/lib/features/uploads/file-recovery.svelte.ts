import { SvelteMap } from 'svelte/reactivity';
import { chooseFiles } from './file-dialog';
import { isSameFile, type ChosenFile } from './chosen-file';
import type { UploadJob } from './engine/upload-job';
import { readFileHandle, type FileHandle } from './file-handles';
import type { SavedUploadJob } from './saved-upload-job';

/** Finds the files of jobs whose page was loaded anew, with as few questions as the browser allows. */
export class FileRecovery {
  /** By job: the browser knows the way to its file, and asks the person before it reads it. */
  readonly #closed = new SvelteMap<string, FileHandle>();

  constructor(
    private readonly jobs: () => readonly UploadJob[],
    /** Whether photos go up without their metadata, and so as shorter ones. */
    private readonly strips: () => boolean,
    private readonly give: (id: string, given: ChosenFile) => void,
  ) {}

  /** With their files, where the browser lets us have them without a question. */
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

  /** Asks for all of them: one answer is good for several. What is denied has to be chosen. */
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

  /** Asks for the files of these jobs. False: one was chosen that belongs to none of them. */
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
