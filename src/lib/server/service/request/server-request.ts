/**
 * As much of a `Request` as an ordinary call needs. The server's entry brings it straight from Node's
 * own request: making a `Request` of it costs as much as many an answer.
 */
export interface ServerRequest {
  readonly method: string;
  /** Absolute; the host stands for whatever was asked. */
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  /** Null where none comes. No byte of it is asked for before somebody reads. */
  readonly body: ByteSource | null;
  /** Aborted when the asker has gone; for who has no `PendingReply`. */
  readonly signal?: AbortSignal;
}

/** As much of a `ReadableStream` as reading it chunk by chunk needs. */
export interface ByteSource {
  getReader(): {
    read(): Promise<{ readonly value?: Uint8Array | undefined }>;
    releaseLock(): void;
  };
}

/** An answer, ready to be written. */
export interface EncodedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | null;
}
