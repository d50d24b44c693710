import { randomUUID } from 'node:crypto';
import type { EmbeddedService } from '../service/service';
import { openEndedSessions } from './ended-sessions';
import type { SealedAccount } from './seal';
import { basicAuthorization } from './upstream';

export interface KeyCredentials {
  readonly email: string;
  readonly api_key: string;
}

/** Begins sessions and ends them before their seals expire. */
export interface SessionManager {
  /** Returns what the seal must contain. Throws if the credentials are invalid. */
  begin(
    credentials: KeyCredentials,
  ): Promise<Pick<SealedAccount, 'authorization' | 'session' | 'signed_in'>>;
  /** Whether this process knows that the session has ended. The server might know more. */
  refuses(account: SealedAccount): boolean;
  /** Asks the server. */
  isOpen(account: SealedAccount): Promise<boolean>;
  end(account: SealedAccount): Promise<void>;
  /** Ends all sessions of the account except this one. */
  endOthers(account: SealedAccount): Promise<void>;
}

/**
 * The embedded service stores the sessions: each call reads its session and account in one
 * statement. The seal contains a token, not the key.
 */
export function embeddedSessions(
  service: Pick<EmbeddedService, 'openSession' | 'hasSession' | 'endSession' | 'endOtherSessions'>,
): SessionManager {
  const tokenOf = ({ authorization }: SealedAccount) => authorization.slice(scheme.length);
  return {
    begin: async (credentials) => ({
      authorization: scheme + (await service.openSession(credentials)),
      session: randomUUID(),
      signed_in: Date.now(),
    }),
    refuses: () => false,
    isOpen: (account) => service.hasSession(tokenOf(account)),
    end: (account) => service.endSession(tokenOf(account)),
    endOthers: (account) => service.endOtherSessions(tokenOf(account)),
  };
}

const scheme = 'Session ';

/** With `SERVICE_URL` there is no database, so ended sessions are recorded in the data folder. */
export function remoteSessions(dataDir: string): SessionManager {
  const ended = openEndedSessions(dataDir);
  return {
    begin: ({ email, api_key }) =>
      Promise.resolve({
        authorization: basicAuthorization(email, api_key),
        session: randomUUID(),
        signed_in: Date.now(),
      }),
    refuses: (account) => ended.has(account),
    isOpen: (account) => Promise.resolve(!ended.has(account)),
    end: ({ session }) => ended.add({ session }),
    endOthers: ({ id, session }) => ended.add({ account: id, but: session }),
  };
}
