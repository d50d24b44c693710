/** Where a text goes that is better a file. */
export interface ComposeFilesPort {
  /** Whether files given now go into this text. */
  isFor(area: HTMLTextAreaElement): boolean;
  add(given: readonly { readonly file: File; readonly isFolder: false }[]): void;
}
