import { randomUUID } from 'node:crypto';
import type { EmbeddedService } from '../service/service';
import { type SealedAccount, maxSealAgeSeconds } from './seal';
import { basicAuthorization } from './upstream';
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { parsedAs } from '$lib/api/parsed-as';

/** A single session, or all sessions of an account but one. */
type Ending = { readonly session: string } | { readonly account: string; readonly but: string };

const lineSchema = v.union([
  v.object({ at: v.number(), session: v.string() }),
  v.object({ at: v.number(), account: v.string(), but: v.string() }),
]);
type Line = v.InferOutput<typeof lineSchema>;

interface EndedSessionRegistry {
  has(account: Pick<SealedAccount, 'id' | 'session' | 'signed_in'>): boolean;
  /** Resolves once it is written to disk. */
  add(ending: Ending): Promise<void>;
}

/**
 * Sessions that ended before their seals expire, one per line in `DATA_DIR/ended-sessions`. Every
 * process using this folder rereads the file when it grows. Lines older than any seal are dropped
 * at startup.
 */
export function openEndedSessions(
  dataDir: string,
  now: () => number = Date.now,
): EndedSessionRegistry {
  const path = join(dataDir, 'ended-sessions');
  let sessions = new Set<string>();
  /** Entries that end all sessions of an account but one. */
  let others: Extract<Line, { account: string }>[] = [];
  let size = 0;

  const lines = linesIn(textOf(path));
  const lasting = lines.filter(({ at }) => now() - at < maxSealAgeSeconds * 1000);
  if (lasting.length < lines.length) {
    writeFileSync(path, lasting.map(lineOf).join(''), { mode: 0o600 });
  }

  function catchUp(): void {
    const found = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (found === size) return;
    const all = linesIn(textOf(path));
    sessions = new Set(all.flatMap((line) => ('session' in line ? [line.session] : [])));
    others = all.filter((line) => 'account' in line);
    size = found;
  }

  return {
    has({ id, session, signed_in }) {
      catchUp();
      if (sessions.has(session)) return true;
      return others.some(
        (line) => line.account === id && signed_in <= line.at && line.but !== session,
      );
    },
    add(ending) {
      appendFileSync(path, lineOf({ at: now(), ...ending }), { mode: 0o600 });
      return Promise.resolve();
    },
  };
}

function lineOf(line: Line): string {
  return `${JSON.stringify(line)}\n`;
}

function linesIn(text: string): Line[] {
  return text.split('\n').flatMap((line) => {
    return (line && parsedAs(lineSchema, parse(line))) || [];
  });
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // Truncated because a process was killed.
    return undefined;
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

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
