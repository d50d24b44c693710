import type { UploadFailure } from './engine/engine';

export interface FileToSend {
  readonly file: Blob;
  readonly name: string;
  readonly type: string;
  /** URL of the server's part of this file; null before the first byte. */
  readonly uploadUrl: string | null;
  /** An earlier try got no reply and might have delivered the file. */
  readonly unanswered: boolean;
}

export interface TransferProgress {
  /** `acknowledged`: the server has these bytes, so they needn't be sent again. */
  progress(sent: number, acknowledged: boolean): void;
  /** Null if the server no longer has the part. */
  uploadUrl(url: string | null): void;
}

export interface UploadedFile {
  readonly url: string;
  readonly filename: string;
}

/** Throws `TransferFailure`. */
export interface FileSender {
  send(upload: FileToSend, report: TransferProgress, signal: AbortSignal): Promise<UploadedFile>;
  /** Tells the server to delete its part. Without a reply, the server does so after a while. */
  drop(uploadUrl: string): void;
}

export class TransferFailure extends Error {
  constructor(
    readonly failure: UploadFailure,
    options?: ErrorOptions,
  ) {
    super(failure.kind, options);
  }
}

/**
 * The server refuses resumable uploads of this account. The user can still be signed in: if the
 * server's upload check expects another host, its other calls work.
 */
export class ResumableRefusedError extends Error {
  constructor(
    /** The server's message. */
    readonly reason: string | null,
    options?: ErrorOptions,
  ) {
    super('resumable uploads are refused', options);
  }
}
