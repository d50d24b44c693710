/** Upload limits. Both are in MiB. */
export interface UploadRules {
  readonly maxFileMib: number;
  /** For all files of the organization. Null for no limit. */
  readonly quotaMib: number | null;
}

/** In bytes. */
export const mebibyte = 1024 * 1024;
