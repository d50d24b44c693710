import { userRole, userRoles } from '$lib/api/roles';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { and, asc, eq, inArray, sql, notInArray } from 'drizzle-orm';
import { queryRows } from '../db/query-rows';
import { discardedFiles } from '../db/schema/files';
import { realms } from '../db/schema/realms';
import { users } from '../db/schema/users';
import { sqlStateOf } from '../db/sqlstate';
import type { DatabaseTransaction } from '../db/store';
import type { RealmRow, UserRow } from '../model';
import { findRealm } from '../organization';
import { hashPassword } from '../passwords';
import type { ServiceFiles } from '../storage/files';
import { isPathId } from './entries';
import { importContext, type ImportTarget, type ImportContextFor } from './import-context';
import { ArchiveProblem } from './problem';
import { readArchive, type ArchiveItem } from './read';
import { rerenderStoredHtml } from './rerender-html';
import { archivedColumnsOf, hasIdCounter, tableNameOf } from './snapshot';
import { archivedTables, type ArchivedTable, type ArchiveRow } from './tables';
import { foldCase } from '$lib/api/fold-case';
import type { ServiceContext } from '../context';
import { invitations } from '../db/schema/invitations';
import { linkifiers } from '../db/schema/linkifiers';
import { playgrounds } from '../db/schema/playgrounds';
import { profileFields, profileValues } from '../db/schema/profile-fields';
import { ServiceFailure } from '../failure';
import { checkLinkifier } from '../markdown/check-linkifier';
import { checkPlayground } from '../playgrounds/check';
import { checkStoredField } from '../profile/field-rules';
import { checkStoredValue } from '../profile/check-value';
import { notificationBotName, readOldName } from '../settings/full-name';
import { notificationBotAddress } from '../users/notification-bot';
import { isHarmlessAddress } from '../users/email';

/**
 * Checks the rows of an archive: roles, names, email addresses and URLs. Names and addresses that
 * were allowed when the account was created are kept or repaired. Throws `ArchiveProblem`, which
 * names the row.
 */
async function checkRows(as: ImportContextFor, people: readonly UserRow[]): Promise<void> {
  const context = as(people[0]!);
  for (const person of people) await checkPerson(context, person);
  await checkInvitations(context);
  const { tx } = context;
  for (const row of await tx.select().from(linkifiers)) {
    await expectGood(`Linkifier ${row.id}`, () => checkLinkifier(context, row));
  }
  for (const row of await tx.select().from(playgrounds)) {
    await expectGood(`Playground ${row.id}`, () => checkPlayground(row));
  }
  for (const row of await tx.select().from(profileFields)) {
    await expectGood(`Profile field ${row.id}`, () => checkStoredField(row));
  }
  const values = await tx
    .select({ field: profileFields, value: profileValues })
    .from(profileValues)
    .innerJoin(profileFields, eq(profileFields.id, profileValues.field_id));
  for (const { field, value } of values) {
    const what = `Profile field ${field.id} of user ${value.user_id}`;
    await expectGood(what, () => checkStoredValue(field, value.value));
  }
}

async function expectGood(what: string, check: () => void | Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    throw new ArchiveProblem(`${what} in the archive can't be used: ${error.message}`);
  }
}

async function checkPerson({ tx, baseUrl }: ServiceContext, person: UserRow): Promise<void> {
  const { id, delivery_email, is_bot, is_system_bot, avatar_url } = person;
  const refuse = (problem: string) =>
    new ArchiveProblem(`User ${id} in the archive can't be imported: ${problem}`);
  if (!userRoles.some((known) => known === person.role))
    throw refuse(`there is no role ${person.role}.`);
  if (avatar_url !== null && !/^\/user_avatars\/[\w/]+\.\w+$/.test(avatar_url)) {
    throw refuse('the profile picture is on another server.');
  }
  if (is_system_bot) {
    const isOurs =
      is_bot && person.role === userRole.member && person.full_name === notificationBotName;
    if (isOurs && delivery_email === notificationBotAddress) return;
    throw refuse('it claims to be a system bot, but Inkwell has no such bot.');
  }
  if (!isHarmlessAddress(delivery_email, id, baseUrl)) {
    const address = JSON.stringify(delivery_email);
    throw refuse(`${address} is not an email address, or the server uses it for another account.`);
  }
  const { name: full_name, problem } = readOldName(person.full_name);
  if (problem !== undefined) {
    throw refuse(`the name ${JSON.stringify(full_name)} is not allowed. ${problem}`);
  }
  if (foldCase(full_name) === foldCase(notificationBotName)) {
    throw refuse(`the name ${JSON.stringify(full_name)} is reserved for a bot of the server.`);
  }
  if (full_name !== person.full_name) {
    await tx.update(users).set({ full_name }).where(eq(users.id, id));
  }
}

async function checkInvitations({ tx }: ServiceContext): Promise<void> {
  const [wrong] = await tx
    .select({ id: invitations.id })
    .from(invitations)
    .where(notInArray(invitations.invited_as, [...userRoles]))
    .limit(1);
  if (wrong)
    throw new ArchiveProblem(`Invitation ${wrong.id} in the archive is for an unknown role.`);
}

/** An imported account. Contains secrets, so use it only for the data folder and the terminal. */
export interface ImportedAccount {
  readonly user_id: number;
  readonly full_name: string;
  readonly email: string;
  readonly api_key: string;
  /** A new password, for owners only. No one else has one yet. */
  readonly password: string | null;
}

export interface ImportReport {
  readonly name: string;
  readonly accounts: readonly ImportedAccount[];
}

/** Imports an archive into an empty database and gives its owners passwords. */
export function importArchive(
  to: ImportTarget,
  open: () => AsyncIterable<Buffer>,
): Promise<ImportReport> {
  return importContents(to, open, giveOwnersPasswords);
}

/**
 * Imports an archive into an empty database: all of it or nothing. `open` is called twice: the
 * first pass checks everything and stores the files, the second inserts the rows in one
 * transaction, which `finish` completes. A killed process leaves files that are removed later.
 * Throws `ArchiveProblem`.
 */
export async function importContents<Report>(
  to: ImportTarget,
  open: () => AsyncIterable<Buffer>,
  finish: (tx: DatabaseTransaction, realm: RealmRow) => Promise<Report>,
): Promise<Report> {
  const { store, files } = to;
  if (await findRealm(store.db)) throw taken();
  try {
    await keepFiles(to, readArchive(open()));
    return await store.transaction(async (tx) =>
      finish(tx, await insertAll(to, tx, readArchive(open()))),
    );
  } catch (error) {
    await files.removeDiscarded().catch(() => undefined);
    throw error;
  }
}

const taken = () =>
  new ArchiveProblem('There is an organization already; an archive goes into an empty database.');

async function keepFiles(
  { store, files }: ImportTarget,
  items: AsyncIterable<ArchiveItem>,
): Promise<void> {
  const expected = new Map<string, number>();
  for await (const item of items) {
    if (item.kind === 'rows') {
      for (const { path_id, size } of filesIn(item)) expected.set(path_id, size);
    }
    if (item.kind !== 'file') continue;
    const { path_id, size } = item;
    if (!isPathId(path_id) || expected.get(path_id) !== size) {
      throw new ArchiveProblem('The archive holds a file that no row names, or of another size.');
    }
    expected.delete(path_id);
    if (await isThere(files, path_id)) {
      throw new ArchiveProblem('A file of the archive is in the store of files already.');
    }
    // Marked for removal until its row exists.
    await store.db.insert(discardedFiles).values({ path_id }).onConflictDoNothing();
    await files.storage.write(path_id, Readable.from(item.bytes(), { objectMode: false }));
  }
}

async function isThere({ storage }: ServiceFiles, path_id: string): Promise<boolean> {
  const first = await storage.read(path_id, { start: 0, end: 0 });
  first?.destroy();
  return first !== null;
}

async function insertAll(
  to: ImportTarget,
  tx: DatabaseTransaction,
  items: AsyncIterable<ArchiveItem>,
): Promise<RealmRow> {
  let counters: Readonly<Record<string, number | null>> = {};
  for await (const item of items) {
    // Files come after all rows, and are already stored.
    if (item.kind === 'file') break;
    if (item.kind === 'counters') counters = item.counters;
    else {
      await insertRows(tx, item.table, item.rows);
      await claimFiles(tx, item);
    }
  }
  await continueCounters(tx, counters);
  return checkContents(to, tx);
}

/** Uses one statement, whose only parameter is the rows. */
async function insertRows(
  tx: DatabaseTransaction,
  table: ArchivedTable,
  rows: readonly ArchiveRow[],
): Promise<void> {
  const made = Object.entries(table.without ?? {}).flatMap(([name, make]) =>
    make ? [[name, make] as const] : [],
  );
  const names = [
    ...archivedColumnsOf(table).map(({ name }) => name),
    ...made.map(([name]) => name),
  ];
  const columns = sql.raw(names.map((name) => `"${name}"`).join());
  const full = rows.map((row) => ({
    ...row,
    ...Object.fromEntries(made.map(([name, make]) => [name, make()])),
  }));
  const name = sql.identifier(tableNameOf(table));
  try {
    await tx.execute(sql`insert into ${name} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${name}, ${JSON.stringify(full)}::json)`);
  } catch (error) {
    if (!/^2[23]/.test(sqlStateOf(error) ?? '')) throw error;
    throw new ArchiveProblem(
      `The rows of ${tableNameOf(table)} do not fit together (${sqlStateOf(error)}).`,
      { cause: error },
    );
  }
}

/** Files with rows must no longer be removed. */
async function claimFiles(tx: DatabaseTransaction, item: Rows): Promise<void> {
  const paths = filesIn(item).map(({ path_id }) => path_id);
  if (paths.length === 0) return;
  await tx.execute(sql`delete from discarded_files
    where path_id in (select json_array_elements_text(${JSON.stringify(paths)}::json))`);
}

type Rows = Extract<ArchiveItem, { kind: 'rows' }>;

const filesIn = ({ table, rows }: Rows) => rows.flatMap((row) => table.files?.(row) ?? []);

/** Sets the counters so that ids of deleted rows aren't reused. */
async function continueCounters(
  tx: DatabaseTransaction,
  counters: Readonly<Record<string, number | null>>,
): Promise<void> {
  for (const table of archivedTables.filter(hasIdCounter)) {
    const name = tableNameOf(table);
    await queryRows(
      tx,
      sql`select setval(pg_get_serial_sequence(quote_ident(${name}::text), 'id'), last)
        from (select greatest(max(id), ${counters[name] ?? null}::int) as last
          from ${sql.identifier(name)}) t where last > 0`,
    );
  }
}

const noOwner = () => new ArchiveProblem('The organization has no owner.');

async function checkContents(to: ImportTarget, tx: DatabaseTransaction): Promise<RealmRow> {
  const [realm, ...others] = await tx.select().from(realms);
  if (!realm || others.length > 0) {
    throw new ArchiveProblem('The archive is not of one organization.');
  }
  await tx.execute(sql`insert into upload_space (realm_id, used)
    select ${realm.id}::int, coalesce(sum(size), 0) from attachments`);
  const all = await tx.select().from(users).orderBy(asc(users.id));
  if (all.length === 0) throw noOwner();
  const as = importContext(to, tx, realm);
  await checkRows(as, all);
  await rerenderStoredHtml(as, all);
  return realm;
}

async function giveOwnersPasswords(
  tx: DatabaseTransaction,
  realm: RealmRow,
): Promise<ImportReport> {
  const people = await tx
    .select()
    .from(users)
    .where(and(eq(users.is_active, true), eq(users.is_system_bot, false)))
    .orderBy(asc(users.id));
  const owners = people.filter((person) => person.role === userRole.owner && !person.is_bot);
  if (owners.length === 0) throw noOwner();
  const passwords = new Map(owners.map(({ id }) => [id, randomBytes(12).toString('base64url')]));
  for (const [id, password] of passwords) {
    // No one is connected who could be kept waiting.
    const password_hash = await hashPassword(password);
    await tx
      .update(users)
      .set({ password_hash })
      .where(inArray(users.id, [id]));
  }
  const accounts = people.map(({ id, full_name, delivery_email, api_key }) => ({
    ...{ user_id: id, full_name, email: delivery_email, api_key },
    password: passwords.get(id) ?? null,
  }));
  return { name: realm.name, accounts };
}
