/**
 * A handle to a file on disk, which can be stored instead of a copy and works after a reload.
 * Chromium only; TypeScript lacks the rest of the interface.
 * https://wicg.github.io/file-system-access/
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
    /** Must be called while the event is being handled. */
    getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
  }
  interface Window {
    showOpenFilePicker?(options: { readonly multiple: boolean }): Promise<FileHandle[]>;
  }
}

/** Null if there is no file handle; never rejects. */
export async function toFileHandle(
  given: Promise<FileSystemHandle | null> | undefined,
): Promise<FileHandle | null> {
  const handle = await given?.catch(() => null);
  return handle?.kind === 'file' ? (handle as FileHandle) : null;
}

/**
 * Reads the current file; null if it is gone or can't be read. `ask`: prompt the user for
 * permission, which requires a click.
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
