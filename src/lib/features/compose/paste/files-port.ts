/** Accepts pasted text that the user prefers as a file. */
export interface ComposeFilesPort {
  /** Whether files added now are attached to this text. */
  isFor(area: HTMLTextAreaElement): boolean;
  add(given: readonly { readonly file: File; readonly isFolder: false }[]): void;
}
