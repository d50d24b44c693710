import type { SessionManager } from '$lib/server/gateway/session-manager';
import { basicAuthorization } from '$lib/server/gateway/upstream';

/** What a seal contains for a session opened with a key. */
export function sealedBy(email: string, api_key: string) {
  return {
    authorization: basicAuthorization(email, api_key),
    session: 'a session',
    signed_in: Date.now(),
  };
}

/** Sessions that never end. */
export const lasting: SessionManager = {
  begin: ({ email, api_key }) => Promise.resolve(sealedBy(email, api_key)),
  refuses: () => false,
  isOpen: () => Promise.resolve(true),
  end: () => Promise.resolve(),
  endOthers: () => Promise.resolve(),
};
