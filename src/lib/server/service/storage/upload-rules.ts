/** What a person may upload; both in MiB. */
export interface UploadRules {
  readonly maxFileMib: number;
  /** Of all files of the organization; null for no limit. */
  readonly quotaMib: number | null;
}

/** Bytes. */
export const mebibyte = 1024 * 1024;
