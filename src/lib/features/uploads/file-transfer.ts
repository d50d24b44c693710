import type { UploadFailure } from './engine/engine';

export interface FileToSend {
  readonly file: Blob;
  readonly name: string;
  readonly type: string;
  /** Where the server keeps what it has of this file; null before the first byte. */
  readonly uploadUrl: string | null;
  /** An earlier try got no answer, and may have brought the file there. */
  readonly unanswered: boolean;
}

export interface TransferProgress {
  /** `acknowledged`: the server has them, and they need not be sent again. */
  progress(sent: number, acknowledged: boolean): void;
  /** Null: the server knows nothing of it any more. */
  uploadUrl(url: string | null): void;
}

/** Where a file is on the server. */
export interface UploadedFile {
  readonly url: string;
  readonly filename: string;
}

/** Throws `TransferFailure`. */
export interface FileSender {
  send(parcel: FileToSend, report: TransferProgress, signal: AbortSignal): Promise<UploadedFile>;
  /** Tells the server to drop what it has of it; without an answer it does so after a while. */
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
 * The resumable way is refused to this account. That need not mean that the person is signed out: where
 * the server's check of uploads expects another host, its other calls are answered.
 */
export class ResumableRefusedError extends Error {
  constructor(
    /** As the server says it. */
    readonly reason: string | null,
    options?: ErrorOptions,
  ) {
    super('resumable uploads are refused', options);
  }
}
