import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  archiveOf,
  archiveWith,
  emptyPlace,
  entriesOf,
  filledPlace,
  takeOver,
} from '../../../../../tests/support/archives';
import { emptyStore } from '../../../../../tests/support/stores';
import { emptyTables } from '../../../../../tests/upgrade/dump';
import { users } from '../db/schema/users';
import { tarEnd, tarHeader } from './tar';
import { archivedTables, excludedTables } from './tables';
import { readdir } from 'node:fs/promises';

let whole: Buffer;
let entries: Map<string, Buffer>;
beforeAll(async () => {
  const { t, place } = await filledPlace(emptyStore);
  whole = await archiveOf(place);
  entries = await entriesOf(whole);
  await t.service.close();
});

const rows = (table: string) => `rows/${table}/000001.jsonl`;

/** The entries, with one entry's text replaced. */
function changed(name: string, change: (text: string) => string): [string, Buffer][] {
  expect([...entries.keys()]).toContain(name);
  return [...entries].map(([each, bytes]) => [
    each,
    each === name ? Buffer.from(change(bytes.toString())) : bytes,
  ]);
}

/** With other values in a table's first row. */
const withRow = (table: string, values: Record<string, unknown>) => () =>
  archiveWith(
    changed(rows(table), (text) => {
      const [first, ...others] = text.trimEnd().split('\n');
      const row = { ...(JSON.parse(first!) as object), ...values };
      return `${[JSON.stringify(row), ...others].join('\n')}\n`;
    }),
  );

const withEntry =
  (before: string, name: string, bytes = Buffer.from('x')) =>
  () =>
    archiveWith(
      [...entries].flatMap(([each, content]): [string, Buffer][] =>
        each === before
          ? [
              [name, bytes],
              [each, content],
            ]
          : [[each, content]],
      ),
    );

const aFile = () => [...entries.keys()].find((name) => name.startsWith('files/'))!;

/** The archive's defect, and a word of the error message. */
const hostile: Readonly<Record<string, readonly [() => Buffer, RegExp]>> = {
  'no archive at all': [() => Buffer.from('hello'), /ends too early/],
  'noise of the right length': [() => Buffer.alloc(4096, 7), /no archive/],
  nothing: [() => Buffer.alloc(0), /ends too early/],
  'an archive of something else': [
    () => archiveWith([['readme.txt', Buffer.from('x')]]),
    /no archive of Inkwell/,
  ],
  'one that is cut in its middle': [() => whole.subarray(0, whole.length / 2), /ends too early/],
  'one without its end': [
    () => archiveWith([...entries].filter(([name]) => name !== 'summary.json')),
    /ends too early/,
  ],
  'one that has lost a table': [
    () => archiveWith([...entries].filter(([name]) => name !== rows('drafts'))),
    /lost some of its drafts/,
  ],
  'one that has lost a file': [
    () => archiveWith([...entries].filter(([name]) => name !== aFile())),
    /lost some of its files/,
  ],
  'something behind its end': [() => Buffer.concat([whole, Buffer.from('more')]), /behind the end/],
  'an entry behind its end': [
    () => archiveWith([...entries, ['files/1/0/a/b', Buffer.from('x')]]),
    /behind the end/,
  ],
  'a later version': [
    () =>
      archiveWith(changed('manifest.json', (text) => text.replace('"version": 1', '"version": 2'))),
    /version 2/,
  ],
  'a manifest of wrong types': [
    () =>
      archiveWith(
        changed('manifest.json', (text) => text.replace('"made": 1700000000', '"made": "x"')),
      ),
    /form/,
  ],
  'a counter beyond all ids': [
    () =>
      archiveWith(
        changed('manifest.json', (text) =>
          text.replace(/"messages": \d+/, '"messages": 4294967296'),
        ),
      ),
    /form/,
  ],
  'an unknown table': [withEntry(rows('users'), rows('passwords')), /does not know/],
  'a table that no archive holds': [withEntry(rows('users'), rows('sessions')), /does not know/],
  'tables in another order': [
    withEntry(rows('realms'), rows('drafts')),
    /not JSON|not in its place/,
  ],
  'a part twice': [withEntry(rows('users'), rows('realms'), Buffer.from('{}')), /not in its place/],
  'a path that climbs': [withEntry('summary.json', 'files/../../etc/passwd'), /has no place/],
  'a path that climbs in its middle': [
    withEntry('summary.json', 'files/1/0/a/../../x'),
    /has no place/,
  ],
  'an absolute path': [withEntry('summary.json', '/etc/passwd'), /has no place/],
  'a path with a null byte in its long name': [
    withEntry('summary.json', `files/1/0/a/${'b'.repeat(120)}\0.txt`),
    /has no place/,
  ],
  'a backslash': [withEntry('summary.json', 'files/1/0/a/..\\..\\x'), /has no place/],
  'a file that no row names': [withEntry('summary.json', 'files/1/0/a/b.txt'), /no row names/],
  'a file twice': [
    () =>
      archiveWith(
        [...entries].flatMap((each): (readonly [string, Buffer])[] =>
          each[0] === aFile() ? [each, each] : [each],
        ),
      ),
    /no row names/,
  ],
  'a file of another size': [
    () => archiveWith(changed(aFile(), (text) => `${text}!`)),
    /another size/,
  ],
  'a link': [() => Buffer.concat([withType('2'), whole]), /link/],
  'a folder': [() => Buffer.concat([withType('5'), whole]), /folder/],
  'a size that is no number': [() => Buffer.concat([withSize('77x'), whole]), /no number/],
  'a negative size': [() => Buffer.concat([withSize('-1'), whole]), /no number/],
  'a long name that is very long': [
    () => Buffer.concat([tarHeader('x'.repeat(5000), 1, 0), whole]),
    /too long/,
  ],
  'an entry of many terabytes': [
    () => Buffer.concat([tarHeader('manifest.json', 9e12, 0), tarEnd]),
    /too large/,
  ],
  'rows that are no JSON': [
    () => archiveWith(changed(rows('drafts'), () => '{"id": 1')),
    /not JSON/,
  ],
  'rows that are nested without end': [
    () => archiveWith(changed(rows('realms'), () => '['.repeat(100_000))),
    /not JSON/,
  ],
  'a row that is no object': [() => archiveWith(changed(rows('drafts'), () => '[1]')), /no object/],
  'a column that is not one': [withRow('users', { is_superuser: true }), /is_superuser/],
  'a secret of its own': [withRow('users', { password_hash: 'x' }), /no column/],
  'a column that is missing': [withRow('users', { full_name: undefined }), /has no full_name/],
  'a text for a number': [withRow('users', { role: '100' }), /role in a row of users/],
  'a fraction for an id': [withRow('drafts', { id: 1.5 }), /whole number/],
  'an id beyond all': [withRow('drafts', { id: 2 ** 40 }), /whole number/],
  'a number for a text': [withRow('messages', { content: 7 }), /no text/],
  'a null byte in a text': [withRow('messages', { content: 'a\0b' }), /no text/],
  'half a character': [withRow('messages', { content: '\ud800' }), /no text/],
  'a null byte in a setting': [withRow('users', { settings: { 'a\0': 1 } }), /no text/],
  'null where something must be': [withRow('messages', { content: null }), /no text/],
  'a time that is none': [withRow('messages', { date_sent: '2026-13-45T00:00:00+00:00' }), /time/],
  'a time in words': [withRow('messages', { date_sent: 'infinity' }), /time/],
  'a list that is none': [withRow('drafts', { to: '{1,2}' }), /no list/],
  'personal settings of wrong types': [
    withRow('users', { settings: { enter_sends: 7 } }),
    /should be/,
  ],
  'a permission of nobody knows whom': [
    withRow('streams', { settings: { can_send_message_group: 'all' } }),
    /should be/,
  ],
  'settings of wrong types': [
    withRow('realms', { settings: { waiting_period_threshold: [] } }),
    /should be/,
  ],
  'settings that are nested deeply': [
    withRow('users', {
      settings: JSON.parse(`${'{"a":'.repeat(99)}1${'}'.repeat(99)}`) as unknown,
    }),
    /nested/,
  ],
  'a file of a row elsewhere': [
    withRow('attachments', { path_id: '1/0/../../../inkwell.lock' }),
    /names a file elsewhere/,
  ],
  'a row of somebody who is not there': [withRow('drafts', { user_id: 999 }), /do not fit/],
  'two of what there is once': [
    () =>
      archiveWith(
        changed(rows('streams'), (text) => {
          const [first] = text.split('\n');
          return text
            .trimEnd()
            .split('\n')
            .map(() => first)
            .join('\n');
        }),
      ),
    /do not fit/,
  ],
  'a role that is none': [withRow('users', { role: 1 }), /User \d+ .*no role 1/],
  'an invitation to a role that is none': [
    withRow('invitations', { invited_as: 50 }),
    /Invitation \d+ .*unknown role/,
  ],
  'a name that names another': [
    withRow('users', { full_name: 'Olga|7', is_system_bot: false }),
    /User \d+ .*"Olga\|7" is not allowed. Invalid format/,
  ],
  'an address that stands in for another': [
    withRow('users', { delivery_email: 'user3@localhost', is_system_bot: false, is_bot: false }),
    /User \d+ .*another account/,
  ],
  'an address that looks like one that stands in for another': [
    withRow('users', { delivery_email: 'u\u200bser3@localhost', is_system_bot: false }),
    /User \d+ .*another account/,
  ],
  'no address': [
    withRow('users', { delivery_email: 'olga', is_system_bot: false }),
    /User \d+ .*not an email address/,
  ],
  'a bot of the system that is none': [
    withRow('users', { full_name: 'Helper', is_system_bot: true }),
    /User \d+ .*no such bot/,
  ],
  'the name of a bot of the system': [
    withRow('users', {
      full_name: 'notification bot',
      is_system_bot: false,
      delivery_email: 'o@example.org',
    }),
    /User \d+ .*reserved/,
  ],
  'a picture elsewhere': [
    withRow('users', { avatar_url: 'https://elsewhere.example/a.png' }),
    /User \d+ .*another server/,
  ],
  'a linkifier that runs something': [
    withRow('linkifiers', { pattern: 'x(?P<y>z)', url_template: 'javascript:alert({y})' }),
    /Linkifier \d+ .*begin as an address/,
  ],
  'a playground that runs something': [
    withRow('playgrounds', { url_template: 'javascript:{code}' }),
    /Playground \d+ .*web page/,
  ],
  'a field of accounts elsewhere that run something': [
    withRow('profile_fields', {
      type: 7,
      field_data: '{"subtype":"custom","url_pattern":"javascript:%(username)s"}',
    }),
    /Profile field \d+ .*URL pattern/,
  ],
  'a field whose data are none': [
    withRow('profile_fields', { type: 3, field_data: '[7]' }),
    /Profile field \d+ .*field data/,
  ],
  'nobody who owns it': [
    () =>
      archiveWith(changed(rows('users'), (text) => text.replaceAll('"role":100', '"role":400'))),
    /no owner/,
  ],
};

function withType(type: string): Buffer {
  return summed(tarHeader('x', 0, 0), 156, type);
}

function withSize(size: string): Buffer {
  return summed(tarHeader('x', 0, 0), 124, size.padEnd(11));
}

/** Replaces a field and adjusts the checksum. */
function summed(header: Buffer, at: number, text: string): Buffer {
  header.write(text, at);
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

describe('refuses, and leaves nothing of,', () => {
  it.each(Object.keys(hostile))('%s', async (what) => {
    const [make, reason] = hostile[what]!;
    const place = await emptyPlace();
    await expect(takeOver(place, make())).rejects.toMatchObject({
      name: 'ArchiveProblem',
      message: expect.stringMatching(reason) as string,
    });
    const empty = await emptyTables(place.store);
    expect(empty.length).toBe(archivedTables.length + excludedTables.length);
    const { folder } = place.filesIn as { folder: string };
    expect(await readdir(folder)).toEqual([]);
  });

  it('an archive if an organization already exists', async () => {
    const { t, place } = await filledPlace(emptyStore);
    onTestFinished(() => t.service.close());
    await expect(takeOver(place, whole)).rejects.toThrow(/an organization already/);
  });
});

it('gives columns that an archive of an older Inkwell lacks their defaults', async () => {
  const place = await emptyPlace();
  const older = { topics_policy: undefined, folder_id: undefined, settings: undefined };
  await takeOver(place, withRow('streams', older)());
  const again = (await entriesOf(await archiveOf(place))).get(rows('streams'))!.toString();
  expect(JSON.parse(again.split('\n')[0]!)).toMatchObject({
    topics_policy: 'inherit',
    folder_id: null,
    settings: {},
  });
});

/** Every value of these columns in an imported archive. */
const columnsOfHtml = [
  ['messages', 'rendered_content'],
  ['streams', 'rendered_description'],
  ['channel_folders', 'rendered_description'],
  ['profile_values', 'rendered_value'],
  ['scheduled_messages', 'rendered_content'],
  ['reminders', 'rendered_content'],
] as const;

it.each(columnsOfHtml)(
  'renders %s.%s again, whatever the archive contains',
  async (table, column) => {
    const script = '<script>alert(1)</script>';
    const place = await emptyPlace();
    await takeOver(place, withRow(table, { [column]: script })());
    const again = await entriesOf(await archiveOf(place));
    expect(again.get(rows(table))!.equals(entries.get(rows(table))!)).toBe(true);
  },
);

it('renders the edit history’s earlier versions again', async () => {
  const change = { user_id: 2, timestamp: 1, prev_content: '*x*', prev_rendered_content: '<hr>' };
  const place = await emptyPlace();
  await takeOver(place, withRow('messages', { edit_history: [change] })());
  const [first] = (await entriesOf(await archiveOf(place)))
    .get(rows('messages'))!
    .toString()
    .split('\n');
  expect((JSON.parse(first!) as { edit_history: unknown }).edit_history).toEqual([
    { ...change, prev_rendered_content: '<p><em>x</em></p>' },
  ]);
});

it.each([
  ['another blank', 'Olga \u00a0 Owner', 'Olga Owner'],
  ['an invisible character', 'Ol\u200bga\u2063 Owner', 'Olga Owner'],
  ['styled letters', '\u{1d4de}\u{1d4f5}\u{1d4f0}\u{1d4ea} Owner', 'Olga Owner'],
  ['two alphabets in a word', 'Olg\u0430 Owner', 'Olg\u0430 Owner'],
])('imports a name that was allowed earlier: %s', async (_what, before, after) => {
  const place = await emptyPlace();
  await takeOver(
    place,
    archiveWith(changed(rows('users'), (text) => text.replace('Olga Owner', before))),
  );
  const names = await place.store.db.select({ full_name: users.full_name }).from(users);
  expect(names).toContainEqual({ full_name: after });
});

it.each([
  'o\u200blga@example.org',
  'olg\u0430@example.org',
  'scrum-bot@localhost',
  'olga@intranet',
])('imports an email address that was allowed earlier: %j', async (address) => {
  const place = await emptyPlace();
  await takeOver(
    place,
    archiveWith(changed(rows('users'), (text) => text.replace('olga@example.org', address))),
  );
  const people = await place.store.db.select({ address: users.delivery_email }).from(users);
  expect(people).toContainEqual({ address });
});
