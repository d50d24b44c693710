import { randomUUID } from 'node:crypto';
import type { EmbeddedService } from '../service/service';
import { openEndedSessions } from './ended-sessions';
import type { SealedAccount } from './seal';
import { basicAuthorization } from './upstream';

export interface KeyCredentials {
  readonly email: string;
  readonly api_key: string;
}

/** Begins sessions, and ends them before their seals run out. */
export interface SessionManager {
  /** What the seal must hold. Throws where these credentials are not valid. */
  begin(
    credentials: KeyCredentials,
  ): Promise<Pick<SealedAccount, 'authorization' | 'session' | 'signed_in'>>;
  /** Whether a seal is known here to be of a session that has ended; whoever answers may know more. */
  refuses(account: SealedAccount): boolean;
  /** Asks who knows. */
  isOpen(account: SealedAccount): Promise<boolean>;
  end(account: SealedAccount): Promise<void>;
  /** All of the account but this one. */
  endOthers(account: SealedAccount): Promise<void>;
}

/**
 * The embedded service keeps the sessions: it finds one together with its account, in the statement
 * that each call needs anyway. The seal holds a token, not the key.
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

/** With SERVICE_URL there is no database: what has ended is remembered in the data folder. */
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
