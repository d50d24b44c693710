/**
 * The parts of a `Request` that an ordinary call needs. The server's entry creates it directly from
 * Node's request, because constructing a `Request` costs as much as many replies.
 */
export interface ServerRequest {
  readonly method: string;
  /** Absolute. The host is the one that the client requested. */
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  /** Null if there is none. Not read until needed. */
  readonly body: ByteSource | null;
  /** Aborted when the client disconnects. For callers without a `PendingReply`. */
  readonly signal?: AbortSignal;
}

/** The parts of a `ReadableStream` that reading chunk by chunk needs. */
export interface ByteSource {
  getReader(): {
    read(): Promise<{ readonly value?: Uint8Array | undefined }>;
    releaseLock(): void;
  };
}

/** A reply, ready to be sent. */
export interface EncodedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | null;
}
