import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { checkKnownAccounts } from '../../../../../tests/support/known-accounts';
import { withService } from '../../../../../tests/support/with-service';
import { queryRows } from '../db/query-rows';
import type { DatabaseStore } from '../db/store';
import { AccountCache } from './account-cache';

const t = withService();

checkKnownAccounts(() => [t, t]);

it('an account isn’t cached as it was read while it was being written', async () => {
  const reads: ((rows: readonly object[]) => void)[] = [];
  const read = (take: (typeof reads)[number]) => void reads.push(take);
  const query: object = new Proxy(
    {},
    {
      get: (_target, name) => (name === 'then' ? read : () => query),
    },
  );
  let tell: (statement: string) => void = () => undefined;
  const onStatement = (listener: typeof tell) => void (tell = listener);
  const accounts = new AccountCache({ db: query, onStatement } as unknown as DatabaseStore);
  const row = (role: number) => [{ user: { role }, realm: {}, version: '' }];

  const early = accounts.find('ada@example.org');
  await expect.poll(() => reads.length).toBe(1);
  tell('update "users" set "role" = 600');
  reads.shift()!(row(400));
  await early;
  const late = accounts.find('ada@example.org');
  await expect.poll(() => reads.length).toBe(1);
  reads.shift()!(row(600));
  expect(await late).toMatchObject({ user: { role: 600 } });
  expect(await accounts.find('ada@example.org')).toMatchObject({ user: { role: 600 } });
});

it('an account stays cached while files are added and removed', async () => {
  const rows = () => queryRows(t.store.db, sql`select xmin::text, ctid::text from realms`);
  const [account, before] = [await t.addUser(), await rows()];
  await t.call(account, 'GET', '/users/me');
  const form = new FormData();
  form.set('file', new Blob(['hello']), 'notes.txt');
  const { body } = await t.call(account, 'POST', '/user_uploads', form);
  expect(body.result).toBe('success');
  const list = await t.call(account, 'GET', '/attachments');
  const [file] = list.body['attachments'] as { id: number }[];
  const said: string[] = [];
  t.store.onStatement?.((text) => void said.push(text));
  await t.call(account, 'DELETE', `/attachments/${file!.id}`);
  await t.call(account, 'GET', '/users/me');
  expect(said.filter((text) => /from "users" inner join "realms"/.test(text))).toEqual([]);
  // On PostgreSQL, the row versions decide, so they must not change.
  expect(await rows()).toEqual(before);
});
