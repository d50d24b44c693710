import { randomBytes, timingSafeEqual } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const length = 32;

/** 32 random letters and digits. */
export function createApiKey(): string {
  let key = '';
  while (key.length < length) {
    for (const byte of randomBytes(length)) {
      // Bytes beyond the last full multiple of the alphabet would favor its first letters.
      if (byte < alphabet.length * 4 && key.length < length)
        key += alphabet[byte % alphabet.length];
    }
  }
  return key;
}

export function isApiKey(text: string): boolean {
  return /^[A-Za-z0-9]{32}$/.test(text);
}

/** Compares in constant time. Both must have the form of an API key. */
export function sameApiKey(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
