import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '$lib/server/service/db/schema/users';
import { hashPassword } from '$lib/server/service/passwords';
import type { AccountWithKey } from '$lib/server/service/service';
import {
  gatewayNames,
  openGateways,
  type Ask,
  type Params,
} from '../../../../../tests/support/both-gateways';
import { openQueue, setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';

/**
 * The user's own name and password. The email address is tested
 * in `handlers/email-changes.test.ts`. https://zulip.com/api/update-settings
 */

const t = withService();
let old_hash: string;
const old_password = 'old and long enough';
const good = 'four words of my own';

beforeAll(async () => {
  old_hash = await hashPassword(old_password);
});

const bad = { status: 400, body: { result: 'error', code: 'BAD_REQUEST' } };
const done = { status: 200, body: { result: 'success', msg: '' } };

const names: readonly [rule: string, given: string, kept?: string][] = [
  ['two characters', 'Al'],
  ['100 characters', '🦉'.repeat(100)],
  ['white space around it, which goes', '  Ada\n', 'Ada'],
  ['a bar before letters', 'Ada | the first'],
  ['digits before a bar', '12|Ada'],
  ['apostrophes, dots and dashes', "Dr. Anne-Marie O'Neil"],
  ['any script', 'Ада Лавлейс 愛達'],
  ['letters that are joined invisibly, as in Persian', 'نرگس\u200cسادات'],
  ['a name in JSON’s list form, as it is', '[Ada]'],
];

const noNames: readonly [rule: string, given: string][] = [
  ['one character', 'A'],
  ['one character between blanks', '  A  '],
  ['nothing', ''],
  ['blanks', '    '],
  ['101 characters', '🦉'.repeat(101)],
  ...['*', '`', '\\', '>', '"', '@'].map((sign): [string, string] => [
    `the sign ${sign}`,
    `Ada ${sign} L`,
  ]),
  ['a bar and digits at its end', 'Ada|12'],
  ['a bar and one digit at its end', 'Ada |0'],
  ['a sign that turns the text around', 'Ada\u202e'],
  ...['\0', '\u0007', '\t', '\u007f', '\u0085'].map((sign): [string, string] => [
    `the control character ${sign.charCodeAt(0)}`,
    `Ada${sign}L`,
  ]),
];

const passwords: readonly [rule: string, given: Params, isTaken: boolean][] = [
  ['a good one by the old one', { old_password, new_password: good }, true],
  ['a wrong old one', { old_password: 'another', new_password: good }, false],
  ['no old one', { new_password: good }, false],
  ['five characters', { old_password, new_password: 'a9#kQ' }, false],
  ['the word that everybody takes', { old_password, new_password: 'password1' }, false],
  ['100 characters', { old_password, new_password: `${'qz7!'.repeat(25)}` }, true],
  ['101 characters', { old_password, new_password: `${'qz7!'.repeat(25)}x` }, false],
];

describe.each(gatewayNames)('the own account through the %s', (gateway) => {
  let me: AccountWithKey;
  let other: AccountWithKey;
  let ask: Ask;
  beforeEach(async () => {
    other = await t.addUser();
    me = await t.addUser({ password_hash: old_hash });
    ask = (await openGateways(t, me))[gateway];
  });
  const update = (params: Params) => ask('PATCH', '/settings', params);
  const nameNow = async () => (await t.call(me, 'GET', '/users/me')).body['full_name'];
  const hash = async () => {
    const of = eq(users.id, me.user_id);
    return (await t.store.db.select().from(users).where(of))[0]!.password_hash;
  };
  const opens = async (password: string) =>
    (await t.call(null, 'POST', '/fetch_api_key', { username: me.email, password })).status === 200;

  it.each(names)('full_name can have %s', async (_rule, full_name, kept = full_name) => {
    const queue = await openQueue(t, other, { event_types: ['realm_user'] });
    expect(await update({ full_name })).toMatchObject(done);
    expect(await update({ full_name })).toMatchObject(done);
    expect(await nameNow()).toBe(kept);
    const person = { user_id: me.user_id, full_name: kept };
    expect(await queue.events()).toEqual([{ type: 'realm_user', op: 'update', person }]);
  });

  it.each(noNames)('full_name can’t have %s', async (_rule, full_name) => {
    const queue = await openQueue(t, other, { event_types: ['realm_user'] });
    expect(await update({ full_name })).toMatchObject(bad);
    expect(await nameNow()).toBe(me.full_name);
    expect(await queue.events()).toEqual([]);
  });

  it('full_name can equal another user’s unless the organization requires unique names', async () => {
    const full_name = `Alex of the ${gateway}`;
    await t.addUser({ full_name });
    await setRealm(t, { require_unique_names: true });
    expect(await update({ full_name: full_name.toUpperCase() })).toMatchObject(bad);
    await setRealm(t, {});
    expect(await update({ full_name })).toMatchObject(done);
  });

  it('full_name is ignored without an error if names are locked', async () => {
    await setRealm(t, { name_changes_disabled: true });
    expect(await update({ full_name: 'Somebody', enter_sends: true })).toMatchObject(done);
    expect(await nameNow()).toBe(me.full_name);
    me = await t.addUser({ role: 200 });
    ask = (await openGateways(t, me))[gateway];
    expect(await update({ full_name: 'Somebody' })).toMatchObject(done);
    expect(await nameNow()).toBe('Somebody');
    await setRealm(t, {});
  });

  it.each(passwords)('new_password: %s', async (_rule, given, isTaken) => {
    expect(await update(given)).toMatchObject(isTaken ? done : bad);
    if (isTaken) expect(await opens(String(given['new_password']))).toBe(true);
    else expect(await hash()).toBe(old_hash);
  });

  it('old_password alone changes nothing', async () => {
    expect(await update({ old_password: 'wrong' })).toMatchObject(done);
    expect(await hash()).toBe(old_hash);
  });

  it('old_password is not required if there is none yet', async () => {
    me = await t.addUser();
    ask = (await openGateways(t, me))[gateway];
    expect(await update({ new_password: good })).toMatchObject(done);
    expect(await opens(good)).toBe(true);
    expect(await update({ new_password: 'another of my own' })).toMatchObject(bad);
  });

  it('old_password is refused after five wrong attempts, without a 429', async () => {
    const change = (old: string) => update({ old_password: old, new_password: good });
    for (let i = 0; i < 5; i++) expect(await change(`guess ${i}`)).toMatchObject(bad);
    expect(await change(old_password)).toMatchObject(bad);
    expect(await hash()).toBe(old_hash);
  });

  it('a refused name or password cancels everything else in the call', async () => {
    for (const wrong of [{ full_name: 'x' }, { new_password: good, old_password: 'no' }]) {
      const given = { color_scheme: 2, full_name: 'Other', ...wrong };
      expect(await update(given)).toMatchObject(bad);
    }
    const { body } = await ask('POST', '/register', { event_types: ['user_settings'] });
    expect(body['user_settings']).toMatchObject({ color_scheme: 1 });
    expect(await nameNow()).toBe(me.full_name);
  });
});
