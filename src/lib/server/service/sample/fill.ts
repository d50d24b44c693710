import { Readable } from 'node:stream';
import { asc, count, eq } from 'drizzle-orm';
import { importContents } from '../archive/import';
import type { ImportTarget } from '../archive/import-context';
import { messages } from '../db/schema/messages';
import { realms } from '../db/schema/realms';
import { streams } from '../db/schema/streams';
import { users } from '../db/schema/users';
import type { DatabaseTransaction } from '../db/store';
import type { RealmRow } from '../model';
import { alreadyExistsFailure, findRealm } from '../organization';
import { hashPassword } from '../passwords';
import { samplePassword } from './credentials';
import { insertLargeSample, largeSize, type SampleSize } from './large';
import { credentialsFiles, sampleHandle } from './people';
import type { CreatedSampleAccount, SampleReport } from './report';
import { sampleArchive } from './sample-archive';

/**
 * Creates Tern & Tallow in an empty database: all of it or nothing. Its content is always the same;
 * keys and passwords aren't. Throws `ServiceFailure` (409) if there is an organization.
 */
export function fillSample(to: ImportTarget, size: 'small' | 'large'): Promise<SampleReport> {
  return size === 'large' ? fillLargeSample(to, largeSize) : importSample(to);
}

/** Fills a sample of the given size, which must exceed the small one's. */
export async function fillLargeSample(to: ImportTarget, size: SampleSize): Promise<SampleReport> {
  const now = to.clock.now();
  const report = await importSample(to, (tx, realm) => insertLargeSample(tx, realm.id, now, size));
  return { ...report, counts: size };
}

async function importSample(
  to: ImportTarget,
  enlarge?: (tx: DatabaseTransaction, realm: RealmRow) => Promise<void>,
): Promise<SampleReport> {
  const archive = sampleArchive(to.clock.now());
  try {
    return await importContents(
      to,
      () => Readable.from([archive]),
      async (tx, realm) => {
        await tx.update(realms).set({ is_sample: true });
        const accounts = await giveCredentials(tx);
        const counts = await countSample(tx, accounts.length);
        await enlarge?.(tx, realm);
        return { name: realm.name, accounts, counts };
      },
    );
  } catch (error) {
    // Perhaps another process was faster.
    if (await findRealm(to.store.db)) throw alreadyExistsFailure();
    throw error;
  }
}

/** Gives everyone but bots a password. */
async function giveCredentials(tx: DatabaseTransaction): Promise<CreatedSampleAccount[]> {
  const people = await tx
    .select()
    .from(users)
    .where(eq(users.is_system_bot, false))
    .orderBy(asc(users.id));
  return Promise.all(
    people.map(async ({ id, full_name, role, delivery_email: email, is_bot, api_key }) => {
      const handle = sampleHandle(email);
      const password = is_bot ? null : samplePassword();
      if (password !== null) {
        const password_hash = await hashPassword(password);
        await tx.update(users).set({ password_hash }).where(eq(users.id, id));
      }
      const file = credentialsFiles[handle] ?? handle;
      return { file, full_name, role, email, password, api_key };
    }),
  );
}

async function countSample(tx: DatabaseTransaction, people: number) {
  const [channels] = await tx.select({ count: count() }).from(streams);
  const [sent] = await tx.select({ count: count() }).from(messages);
  return { users: people, channels: channels!.count, messages: sent!.count };
}
