import { getAttachments, uploadFile } from '$lib/api/attachments';
import { NetworkFailure } from '$lib/api/errors';
import { readReply } from '$lib/api/read-reply';
import { findUploadedFile, type OwnAttachments } from '../../src/lib/features/uploads/file-sender';
import { UploadDriver, type UploadClock } from '$lib/features/uploads/upload-driver';
import type { UploadEngineState } from '$lib/features/uploads/engine/engine';
import type { UploadJob } from '$lib/features/uploads/engine/upload-job';
import { sendResumable } from '$lib/features/uploads/send-tus';
import { uploadFailureOf, maxPlainSize } from '$lib/features/uploads/file-sender';
import {
  TransferFailure,
  type UploadedFile,
  type FileToSend,
} from '$lib/features/uploads/file-transfer';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';

export interface ClientFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Path of the file on this machine. */
  readonly path: string;
  /** The server's URL for this file's client. */
  readonly url: string;
  /** Headers of its requests. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A clock that runs faster by a factor, so clients time out and retry that much sooner. */
function fastClock(haste: number): UploadClock {
  return {
    now: () => Date.now() * haste,
    after(ms, callback) {
      const timer = setTimeout(callback, ms / haste);
      return () => clearTimeout(timer);
    },
  };
}

/** How each file ended, by name: its URL, or why it was refused. */
type Ends = ReadonlyMap<string, { readonly url: string | null; readonly refusal: string | null }>;

/**
 * Uploads as a page does, with the same engine, driver and tus client, but in Node and with fetch
 * instead of XMLHttpRequest.
 */
export function uploadAll(files: readonly ClientFile[], haste = 15): Promise<Ends> {
  const byName = new Map(files.map((file) => [file.name, file]));
  return new Promise((resolve) => {
    const driver: UploadDriver = new UploadDriver({
      sender: {
        send: (upload, report, signal) => {
          const file = byName.get(upload.name)!;
          if (file.size > maxPlainSize) return sendLarge(file, upload, report, signal);
          return sendPlain(file, upload, signal);
        },
        drop: () => undefined,
      },
      keeper: { keep: async () => {}, forget: async () => {}, keepHeld: async () => {} },
      clock: fastClock(haste),
      prepare: async (file) => file,
      insertLink: ({ id }) => driver.dispatch({ type: 'placed', id }),
      send: () => undefined,
      show,
    });
    function show({ jobs }: UploadEngineState): void {
      if (jobs.length < files.length || !jobs.every(hasEnded)) return;
      driver.stop();
      resolve(
        new Map(
          jobs.map(({ name, url, state, problem, reason }) => [
            name,
            { url, refusal: url === null ? `${state} ${problem} ${reason}` : null },
          ]),
        ),
      );
    }
    for (const { name, size, path } of files) {
      // For large files, the engine only reads the size; `sendLarge` reads their bytes.
      const arrayBuffer = async () => new Uint8Array(await readFile(path)).buffer;
      driver.give(name, { size, arrayBuffer } as Blob);
    }
    driver.dispatch({
      type: 'added',
      jobs: files.map(({ name, size }) => ({
        id: name,
        draft: 'draft',
        recipient: { type: 'private', to: [], topic: '' },
        anchor: { offset: 0, text: '' },
        name,
        size,
        type: '',
        lastModified: 0,
      })),
    });
  });
}

function hasEnded({ state, placed }: UploadJob): boolean {
  return placed || state === 'failed' || state === 'signedOut';
}

/** Node's tus-js-client takes a stream where a browser's takes the file. */
async function sendLarge(
  { path, url, headers }: ClientFile,
  upload: FileToSend,
  ...rest: [report: Parameters<typeof sendResumable>[2], signal: AbortSignal]
): Promise<UploadedFile> {
  const file = createReadStream(path);
  try {
    const given = { ...upload, file: file as unknown as Blob };
    return await sendResumable({ url, headers }, given, ...rest);
  } finally {
    file.destroy();
  }
}

function ownFiles({ url, headers }: ClientFile, signal: AbortSignal): OwnAttachments {
  return {
    async list() {
      const reply = await fetch(`${url}/json${getAttachments.path}`, { headers, signal });
      return readReply(getAttachments, reply.status, await reply.text()).attachments;
    },
    async read(path) {
      const reply = await fetch(url + path, { headers, signal });
      if (!reply.ok) throw new NetworkFailure('getFile', 'unreachable');
      return reply.blob();
    },
  };
}

async function sendPlain(
  client: ClientFile,
  upload: FileToSend,
  signal: AbortSignal,
): Promise<UploadedFile> {
  const { name, path, url, headers } = client;
  try {
    const arrived = upload.unanswered && (await findUploadedFile(ownFiles(client, signal), upload));
    if (arrived) return arrived;
    const body = new FormData();
    body.append('file', new Blob([await readFile(path)]), name);
    const reply = await fetch(`${url}/json${uploadFile.path}`, {
      method: 'POST',
      headers,
      body,
      signal,
    });
    const file = readReply(uploadFile, reply.status, await reply.text());
    return { url: file.url ?? file.uri, filename: file.filename ?? name };
  } catch (failure) {
    throw new TransferFailure(uploadFailureOf(failure), { cause: failure });
  }
}
