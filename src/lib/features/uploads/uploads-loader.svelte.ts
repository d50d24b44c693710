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
 * Loads the uploads of the account on screen when first needed. The only part of this feature in
 * the first view.
 */
export class UploadsLoader {
  /** Null until first needed. */
  ready = $state.raw<AccountUploads | null>(null);
  /** The user is dragging files over the page. */
  dragged = $state(false);
  #box: OpenComposeBox | null = null;
  #loading: Promise<AccountUploads> | null = null;
  #stopped = false;

  constructor(
    private readonly account: Account,
    private readonly drafts: UploadDraftsPort,
    /** Called when the uploads could not be loaded, so that nothing happened. */
    private readonly onmissing: () => void,
  ) {}

  /** Rejects without a network; a later call tries again. */
  load = (): Promise<AccountUploads> => {
    if (this.ready) return Promise.resolve(this.ready);
    this.#loading ??= import('./account-uploads.svelte').then(
      ({ AccountUploads }) => {
        const uploads = new AccountUploads(this.account, this.drafts);
        uploads.box = this.#box;
        // If the account was left while loading, release its files to other tabs.
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

  /** Sets the compose box that files are added to; the result removes it. */
  open(box: OpenComposeBox): () => void {
    const set = (to: OpenComposeBox | null) => {
      this.#box = to;
      if (this.ready) this.ready.box = to;
    };
    set(box);
    return () => this.#box === box && set(null);
  }

  /** Whether files added now go into this text. */
  isFor = (area: HTMLTextAreaElement): boolean => this.#box?.area() === area;

  /** Handles files dragged over or dropped on the page, which would otherwise replace it. */
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
      // The list is empty after the event has been handled.
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

  /** Uploads files on the clipboard. Text on it takes precedence. */
  paste = (event: ClipboardEvent): void => {
    const { clipboardData } = event;
    if (event.defaultPrevented || !clipboardData) return;
    const files = pastedFilesOnly(clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    this.add(files.map((file) => ({ file, isFolder: false })));
  };

  /** Opens the file dialog. */
  pick = (): void =>
    void this.load()
      .then((uploads) => uploads.chooseFiles())
      .then((given) => this.add(given), this.onmissing);

  /** Adds files to the open compose box at its caret. */
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

  /** Deletes stored uploads when the user signs out. */
  async erase(): Promise<void> {
    this.#stopped = true;
    if (this.ready) await this.ready.erase();
    else await eraseDatabase(uploadsDatabaseName(this.account.id));
  }
}

export const [useUploads, provideUploads] = createContext<UploadsLoader>();
