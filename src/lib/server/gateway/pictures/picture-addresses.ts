import { createHmac, timingSafeEqual } from 'node:crypto';
import { Transform } from 'node:stream';

/** Path prefix of pictures on other servers. */
export const picturesPath = '/foreign_pictures/';

const maxAddressBytes = 2000;

/**
 * Creates URLs of this server for pictures on other servers. They can only be created by this
 * gateway and only be used by the account whose replies named the picture, so they can't be used to
 * fetch anything else.
 */
export interface PictureAddresses {
  addressOf(account: string, url: string): string;
  /** Decodes a path below `picturesPath`. Null if this gateway didn't create it. */
  read(path: string): { readonly account: string; readonly url: string } | null;
}

export function createPictureAddresses(secret: string): PictureAddresses {
  const sign = (account: string, url: string) =>
    createHmac('sha256', secret).update(`picture\n${account}\n${url}`).digest().subarray(0, 16);
  return {
    addressOf(account, url) {
      const mark = sign(account, url).toString('base64url');
      return `${picturesPath}${account}/${mark}/${Buffer.from(url).toString('base64url')}`;
    },
    read(path) {
      const [account = '', mark = '', encoded = '', ...more] = path.split('/');
      const url = Buffer.from(encoded, 'base64url').toString();
      const given = Buffer.from(mark, 'base64url');
      const expected = sign(account, url);
      if (more.length > 0 || given.length !== expected.length) return null;
      return timingSafeEqual(given, expected) ? { account, url } : null;
    },
  };
}

/** Keys of picture URLs in the API. https://zulip.com/api/register-queue */
const names = [
  ...['avatar_url', 'avatar_url_medium', 'source_url', 'still_url', 'realm_icon_url', 'icon_url'],
  ...['realm_logo_url', 'realm_night_logo_url', 'logo_url', 'night_logo_url'],
].join('|');
/**
 * A quotation mark within a JSON string is escaped, so one followed by a key and a colon is always
 * a key, whatever users write.
 */
const named = new RegExp(
  String.raw`("(?:${names})"\s*:\s*)("https?:(?:[^"\\]|\\.){0,${maxAddressBytes}}")`,
  'g',
);
const maxMatchLength = 2 * maxAddressBytes + 100;

/** Replaces URLs of foreign pictures in a JSON text as it streams through in chunks. */
export function replacePictures(replace: (url: string) => string): Transform {
  let text = '';
  function pass(end: number): Buffer {
    let out = '';
    let from = 0;
    for (const match of text.matchAll(named)) {
      if (match.index >= end) break;
      const [whole, key = '', value = ''] = match;
      out += text.slice(from, match.index) + key + replaced(value, replace);
      from = match.index + whole.length;
    }
    const until = Math.max(from, end);
    out += text.slice(from, until);
    text = text.slice(until);
    return Buffer.from(out, 'latin1');
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // One character per byte, so that no character is split.
      text += chunk.toString('latin1');
      done(null, text.length > maxMatchLength ? pass(text.length - maxMatchLength) : null);
    },
    flush: (done) => done(null, pass(text.length)),
  });
}

function replaced(value: string, replace: (url: string) => string): string {
  const url = JSON.parse(Buffer.from(value, 'latin1').toString()) as string;
  return Buffer.from(JSON.stringify(replace(url))).toString('latin1');
}
