import { createHash } from 'node:crypto';

/** What the table knows a token by. */
export function sessionId(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
