/**
 * The way to a file on the disk: kept in place of a copy, and good in a later page. Of Chromium alone;
 * the rest of the interface is not in TypeScript's own. https://wicg.github.io/file-system-access/
 */
export interface FileHandle extends FileSystemFileHandle {
  queryPermission(wanted: Wanted): Promise<PermissionState>;
  requestPermission(wanted: Wanted): Promise<PermissionState>;
}

interface Wanted {
  readonly mode: 'read';
}

declare global {
  interface DataTransferItem {
    /** To be called while the event is handled. */
    getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
  }
  interface Window {
    showOpenFilePicker?(options: { readonly multiple: boolean }): Promise<FileHandle[]>;
  }
}

/** Null where there is none; never rejects. */
export async function toFileHandle(
  given: Promise<FileSystemHandle | null> | undefined,
): Promise<FileHandle | null> {
  const handle = await given?.catch(() => null);
  return handle?.kind === 'file' ? (handle as FileHandle) : null;
}

/**
 * The file as it is now. Null: it is gone, or may not be read. `ask`: the person may be asked, which
 * takes a click to be under way.
 */
export async function readFileHandle(handle: FileHandle, ask: boolean): Promise<File | null> {
  const wanted = { mode: 'read' } as const;
  try {
    const may = await (ask ? handle.requestPermission(wanted) : handle.queryPermission(wanted));
    return may === 'granted' ? await handle.getFile() : null;
  } catch {
    return null;
  }
}
