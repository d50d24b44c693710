import type { CDPSession, Locator, Page } from '@playwright/test';
import { createHash, randomFillSync } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Inkwell } from './inkwell';

export const mebibyte = 2 ** 20;

/** A file of `size` bytes: its text repeated and truncated. */
export interface Dropped {
  readonly name: string;
  readonly text: string;
  readonly size?: number;
}

/** Drops files on the page like the system's file manager. */
export async function drop(page: Page, files: readonly Dropped[]): Promise<void> {
  await page.evaluate((given) => {
    const transfer = new DataTransfer();
    for (const { name, text, size = text.length } of given) {
      const whole = text.repeat(Math.ceil(size / Math.max(1, text.length))).slice(0, size);
      transfer.items.add(new File([whole], name));
    }
    const options = { dataTransfer: transfer, bubbles: true, cancelable: true };
    for (const type of ['dragenter', 'dragover', 'drop']) {
      document.querySelector('main')?.dispatchEvent(new DragEvent(type, options));
    }
  }, files);
}

/** Drags a file from disk over the page and drops it, like a user. */
export async function dragIn(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 640, y: 300, data });
  }
}

/** Simulates browsers that only give access to a file's content: all but Chromium. */
export async function hideWaysToFiles(page: Page): Promise<void> {
  await page.addInitScript(() => {
    delete window.showOpenFilePicker;
    delete DataTransferItem.prototype.getAsFileSystemHandle;
  });
}

/** Chooses the file at `path` in the dialog that `button` opens. */
export async function choose(page: Page, button: Locator, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button.click();
  await (await chooser).setFiles(path);
}

export function tray(page: Page): Locator {
  return page.getByRole('region', { name: 'Uploads' });
}

/** The page's network connection, as slow and unreliable as a test needs it. */
export class Line {
  private constructor(private readonly session: CDPSession) {}

  static async of(page: Page): Promise<Line> {
    return new Line(await page.context().newCDPSession(page));
  }

  /** Maximum upload in bytes per second; -1 for unlimited. A pending request is released then. */
  async slow(uploadThroughput: number): Promise<void> {
    await this.#set({ offline: false, uploadThroughput });
  }

  async cut(): Promise<void> {
    await this.#set({ offline: true, uploadThroughput: -1 });
  }

  async mend(): Promise<void> {
    await this.slow(-1);
  }

  /** Drops the next response to such a request: the server has executed it. */
  async loseAnswer(urlPattern: string): Promise<void> {
    const { session } = this;
    session.once('Fetch.requestPaused', ({ requestId }) => {
      void session
        .send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
        .then(() => session.send('Fetch.disable'));
    });
    const patterns = [{ urlPattern, requestStage: 'Response' as const }];
    await session.send('Fetch.enable', { patterns });
  }

  async #set(line: { readonly offline: boolean; readonly uploadThroughput: number }) {
    const rest = { latency: 0, downloadThroughput: -1 };
    await this.session.send('Network.emulateNetworkConditions', { ...line, ...rest });
  }
}

/** Writes a file of random bytes in chunks and returns its SHA-256. */
export async function writeRandom(path: string, size: number): Promise<string> {
  const hash = createHash('sha256');
  const piece = Buffer.alloc(8 * mebibyte);
  const file = await open(path, 'w');
  for (let rest = size; rest > 0; rest -= piece.length) {
    const bytes = randomFillSync(piece).subarray(0, rest);
    hash.update(bytes);
    await file.write(bytes);
  }
  await file.close();
  return hash.digest('hex');
}

/** SHA-256 of what an account gets from a `/user_uploads/` URL of the server. */
export async function sha256At(server: Inkwell, account: string, path: string): Promise<string> {
  const { email, key } = await server.zuliprc(account);
  const headers = { authorization: `Basic ${btoa(`${email}:${key}`)}` };
  const reply = await fetch(server.url + path, { headers });
  const hash = createHash('sha256');
  for await (const piece of reply.body ?? []) hash.update(piece);
  return hash.digest('hex');
}

export async function sha256Of(source: Readable | string): Promise<string> {
  const hash = createHash('sha256');
  const stream = typeof source === 'string' ? createReadStream(source) : source;
  for await (const piece of stream) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/** Bytes of all files that a server stores, complete or not. */
export async function bytesHeld(server: Inkwell): Promise<number> {
  const options = { recursive: true, withFileTypes: true } as const;
  const entries = await readdir(join(server.dataDir, 'files'), options).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const sizes = files.map(async (file) => (await stat(join(file.parentPath, file.name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
