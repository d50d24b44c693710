import { createContext } from 'svelte';
import type { Account } from '../../client/account/account.svelte';
import { pastedFilesOnly } from '../../writing/message-text/pasted-files';
import type { OpenComposeBox } from './open-compose-box';
import type { ChosenFile } from './chosen-file';
import type { UploadDraftsPort } from './drafts-port';
import { eraseDatabase } from '../../client/storage/erase-database';
import { uploadsDatabaseName } from './database-name';
import type { AccountUploads } from './account-uploads.svelte';

/**
 * The way to the uploads of the account on screen, which are fetched when first needed. All of it that
 * is in the first view.
 */
export class UploadsLoader {
  /** Null until somebody needed them. */
  ready = $state.raw<AccountUploads | null>(null);
  /** Files are held over the page. */
  dragged = $state(false);
  #box: OpenComposeBox | null = null;
  #loading: Promise<AccountUploads> | null = null;
  #stopped = false;

  constructor(
    private readonly account: Account,
    private readonly drafts: UploadDraftsPort,
    /** Tells that they could not be fetched, so that nothing came of it. */
    private readonly onmissing: () => void,
  ) {}

  /** Rejects without a network; the next time it tries again. */
  load = (): Promise<AccountUploads> => {
    if (this.ready) return Promise.resolve(this.ready);
    this.#loading ??= import('./account-uploads.svelte').then(
      ({ AccountUploads }) => {
        const uploads = new AccountUploads(this.account, this.drafts);
        uploads.box = this.#box;
        // Its account may have left the screen while they were fetched: others are to have its files.
        if (this.#stopped) uploads.stop();
        else uploads.start();
        return (this.ready = uploads);
      },
      (failure: unknown) => {
        this.#loading = null;
        throw failure;
      },
    );
    return this.#loading;
  };

  /** The box that files go into from now on; the result takes it away. */
  open(box: OpenComposeBox): () => void {
    const set = (to: OpenComposeBox | null) => {
      this.#box = to;
      if (this.ready) this.ready.box = to;
    };
    set(box);
    return () => this.#box === box && set(null);
  }

  /** Whether files given now go into this text. */
  isFor = (area: HTMLTextAreaElement): boolean => this.#box?.area() === area;

  /** Takes files that are held over or dropped on the page: none of them ever replaces it. */
  drag = (event: DragEvent): void => {
    const { dataTransfer, type, relatedTarget } = event;
    if (!dataTransfer?.types.includes('Files') || event.defaultPrevented) return;
    if (type === 'dragleave') {
      if (!relatedTarget) this.dragged = false;
      return;
    }
    event.preventDefault();
    if (type === 'drop') {
      this.dragged = false;
      // The list is empty once the event has been handled.
      const given = [...dataTransfer.items].flatMap((item) => {
        const file = item.getAsFile();
        const isFolder = item.webkitGetAsEntry()?.isDirectory ?? false;
        return file ? [{ file, isFolder, handle: item.getAsFileSystemHandle?.() }] : [];
      });
      this.add(given);
    } else {
      this.dragged = true;
      dataTransfer.dropEffect = this.#box ? 'copy' : 'none';
      void this.load().catch(() => undefined);
    }
  };

  /** Files of the clipboard; text in it goes first. */
  paste = (event: ClipboardEvent): void => {
    const { clipboardData } = event;
    if (event.defaultPrevented || !clipboardData) return;
    const files = pastedFilesOnly(clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    this.add(files.map((file) => ({ file, isFolder: false })));
  };

  /** Asks for files. */
  pick = (): void =>
    void this.load()
      .then((uploads) => uploads.chooseFiles())
      .then((given) => this.add(given), this.onmissing);

  /** To the open box, where its caret is now. */
  add(given: readonly ChosenFile[]): void {
    const box = this.#box;
    if (!box || given.length === 0) return;
    const area = box.area();
    const anchor = area && { offset: area.selectionEnd, text: area.value };
    void this.load().then((uploads) => uploads.add(box.key, given, anchor), this.onmissing);
  }

  stop(): void {
    this.#stopped = true;
    this.ready?.stop();
  }

  /** Part of signing out. */
  async erase(): Promise<void> {
    this.#stopped = true;
    if (this.ready) await this.ready.erase();
    else await eraseDatabase(uploadsDatabaseName(this.account.id));
  }
}

export const [useUploads, provideUploads] = createContext<UploadsLoader>();
