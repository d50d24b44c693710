import { createHash } from 'node:crypto';

/** The id under which the table stores a token's session. */
export function sessionId(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
