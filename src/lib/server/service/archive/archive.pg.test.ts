import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  archiveOf,
  emptyPlace,
  entriesOf,
  filledPlace,
  openArchive,
  takeOver,
} from '../../../../../tests/support/archives';
import { addChannel } from '../../../../../tests/support/channels';
import { startTestService } from '../../../../../tests/support/service';
import { emptyStore, memoryStore } from '../../../../../tests/support/stores';
import { queryRows } from '../db/query-rows';
import { tableNameOf } from './snapshot';
import { archivedTables } from './tables';

describe.each([
  ['PostgreSQL', emptyStore],
  ['PGlite', memoryStore],
] as const)('on %s', (_name, make) => {
  const filled = async () => {
    const made = await filledPlace(make);
    onTestFinished(() => made.t.service.close());
    return made;
  };
  describe('an export of everything', () => {
    it('is identical when exported again after import, with rows of every table', async () => {
      const { place } = await filled();
      const first = await archiveOf(place);
      const entries = await entriesOf(first);
      const summary = JSON.parse(entries.get('summary.json')!.toString()) as {
        rows: Record<string, number>;
      };
      for (const table of archivedTables) {
        expect(summary.rows[tableNameOf(table)], tableNameOf(table)).toBeGreaterThan(0);
      }
      expect([...entries.keys()].filter((name) => name.startsWith('files/')).length).toBe(3);

      const other = await emptyPlace(make);
      await takeOver(other, first);
      const second = await entriesOf(await archiveOf(other));
      expect([...second.keys()]).toEqual([...entries.keys()]);
      for (const [name, content] of entries) {
        expect(second.get(name)!.toString('latin1'), name).toBe(content.toString('latin1'));
      }
      expect(await queryRows(other.store.db, sql`select * from discarded_files`)).toEqual([]);
    });

    it('contains no secrets', async () => {
      const { t, place } = await filled();
      const archive = (await archiveOf(place)).toString('latin1');
      const secrets = await queryRows<{ secret: string | null }>(
        t.store.db,
        sql`select api_key as secret from users union all select password_hash from users
        union all select key from invitations union all select id from sessions`,
      );
      const known = secrets.flatMap(({ secret }) => (secret ? [secret] : []));
      expect(known.length).toBeGreaterThan(4);
      for (const secret of known) expect(archive.includes(secret)).toBe(false);
    });

    it('lets people sign in with what the import reports, and reuses no id', async () => {
      const { t, place } = await filled();
      const { body } = await t.call(t.owner, 'POST', '/messages', {
        type: 'direct',
        to: [t.owner.user_id],
        content: 'the last one',
      });
      const id = body['id'] as number;
      await t.call(t.owner, 'DELETE', `/messages/${id}`);
      const other = await emptyPlace(make);
      const { name, accounts } = await takeOver(other, await archiveOf(place));
      expect(name).toBe('Test organization');
      const owner = accounts.find(({ user_id }) => user_id === t.owner.user_id)!;
      expect(owner.password).toMatch(/^[\w-]{16}$/);
      const { store } = other;
      const again = await startTestService({ store, owner: { ...owner, api_key: owner.api_key } });
      const sign = { username: owner.email, password: owner.password! };
      const { body: signed } = await again.call(null, 'POST', '/fetch_api_key', sign);
      expect(signed).toMatchObject({ result: 'success', api_key: owner.api_key });
      const { body: sent } = await again.call(owner, 'POST', '/messages', {
        type: 'direct',
        to: [owner.user_id],
        content: 'hello',
      });
      expect(sent['id']).toBeGreaterThan(id);
      await again.service.close();
    });
  });

  describe('a partial export', () => {
    it.each(['public', 'consented'] as const)(
      '%s: contains only what it should, and can be imported',
      async (scope) => {
        const { t, place } = await filled();
        const [yes, no] = [await t.addUser(), await t.addUser()];
        await t.call(yes, 'PATCH', '/settings', { allow_private_data_export: true });
        const hall = await addChannel(t, {}, [yes, no]);
        const secret = await addChannel(t, { invite_only: true }, [no]);
        const shared = await addChannel(t, { invite_only: true }, [yes, no]);
        const say = async (to: number, content: string) =>
          t.call(no, 'POST', '/messages', { type: 'stream', to, topic: 'x', content });
        const tell = async (to: number, content: string) =>
          t.call(no, 'POST', '/messages', { type: 'direct', to: [to], content });
        await say(hall.id, 'said-in-the-hall');
        await say(secret.id, 'said-in-secret');
        await say(shared.id, 'said-to-both');
        await tell(yes.user_id, 'told-to-yes');
        await tell(no.user_id, 'told-to-myself');
        for (const [who, text] of [
          [yes, 'snippet-of-yes'],
          [no, 'snippet-of-no'],
        ] as const) {
          await t.call(who, 'POST', '/saved_snippets', { title: 'x', content: text });
        }
        const archive = await archiveOf(place, scope);
        const text = archive.toString('latin1');
        const found = [
          'said-in-the-hall',
          'said-in-secret',
          'said-to-both',
          'told-to-yes',
          'told-to-myself',
          'snippet-of-yes',
          'snippet-of-no',
        ].filter((each) => text.includes(each));
        expect(found).toEqual(
          scope === 'public'
            ? ['said-in-the-hall']
            : ['said-in-the-hall', 'said-to-both', 'told-to-yes', 'snippet-of-yes'],
        );
        const other = await emptyPlace(make);
        await takeOver(other, archive);
        expect((await archiveOf(other, scope)).equals(archive)).toBe(true);
      },
    );
  });

  it('shows one moment, whatever is written during the export', async () => {
    const { t, place } = await filled();
    const reading = openArchive(place);
    const pieces = [(await reading.next()).value as Buffer];
    const { body } = await t.call(t.owner, 'POST', '/saved_snippets', {
      title: 'late',
      content: 'written-meanwhile',
    });
    expect(body.result).toBe('success');
    for await (const piece of reading) pieces.push(piece);
    expect(Buffer.concat(pieces).includes('written-meanwhile')).toBe(false);
    const open = await queryRows(
      t.store.db,
      sql`select name from pg_cursors where name like 'archive%'`,
    );
    expect(open).toEqual([]);
  });
});
