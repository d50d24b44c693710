import { createHmac, timingSafeEqual } from 'node:crypto';
import { fileUrlOf } from './file-names';

/** Seconds that a temporary URL works. */
const lifetime = 60;

/**
 * URLs that work for a minute without credentials: path id and time, signed, so that any process
 * with the same secret can verify them and nothing has to be stored.
 */
export class TemporaryUrls {
  constructor(private readonly secret: string) {}

  make(path_id: string, now: number): string {
    const name = path_id.split('/').at(-1)!;
    const words = Buffer.from(JSON.stringify([path_id, Math.floor(now / 1000) + lifetime]));
    const token = `${words.toString('base64url')}.${this.#sign(words).toString('base64url')}`;
    return fileUrlOf(`temporary/${token}/${name}`);
  }

  /** The path id that a token is for. Null if it is forged, truncated or expired. */
  read(token: string, now: number): string | null {
    const [words, signature] = token.split('.').map((part) => Buffer.from(part, 'base64url'));
    if (!words || !signature) return null;
    const expected = this.#sign(words);
    if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null;
    const [path_id, until] = JSON.parse(words.toString()) as [string, number];
    return now < until * 1000 ? path_id : null;
  }

  #sign(words: Buffer): Buffer {
    return createHmac('sha256', `temporary file address\n${this.secret}`).update(words).digest();
  }
}
