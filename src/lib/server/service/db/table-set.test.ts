import { describe, expect, it } from 'vitest';
import { userGroupMembers } from './schema/groups';
import { subscriptions } from './schema/streams';
import { users } from './schema/users';
import { TableSet } from './table-set';

const tables = new TableSet(subscriptions, users);

describe('tables are written by', () => {
  it.each([
    'insert into "subscriptions" ("user_id") values ($1)',
    'update "subscriptions" set "active" = $1',
    'update subscriptions s set active = false',
    'delete from\n  subscriptions where id = 1',
    'with gone as (DELETE FROM subscriptions returning *) select * from gone',
    'with gone as (select 1) insert into "subscriptions" select * from gone',
    'merge into subscriptions s using users u on true when matched then delete',
    'with gone as (select 1) merge into subscriptions s using gone on true when matched then delete',
    'truncate table subscriptions',
    'update only public."users" set x = 1',
    'call clean(users)',
    'copy users from stdin',
    'alter table "users" add column x int',
  ])('%s', (statement) => expect(tables.isWrittenBy(statement)).toBe(true));
});

describe('tables are not written by', () => {
  it.each([
    'select * from "subscriptions" join "users" on true for update of "users"',
    'select * from users for no key update',
    'with some as (select * from users) select * from some',
    'insert into user_messages (user_id) select user_id from subscriptions',
    'with corrected as (update user_messages set x = 1 returning *) select * from users',
    'begin',
    'insert into "drafts" ("id") values ($1) on conflict do update set "id" = $1',
    'delete from "muted_users" where "user_id" = $1',
  ])('%s', (statement) => expect(tables.isWrittenBy(statement)).toBe(false));
});

describe('rows that are deleted with others', () => {
  const members = new TableSet(userGroupMembers);

  it.each(['delete from "user_groups"', 'truncate users cascade', 'delete from realms'])(
    'count as written: %s',
    (statement) => expect(members.isWrittenBy(statement)).toBe(true),
  );

  it('do not count if their parents are only updated', () => {
    expect(members.isWrittenBy('update "user_groups" set "name" = $1')).toBe(false);
  });
});

it('no tables are never written', () => {
  expect(new TableSet().isWrittenBy('delete from "users"')).toBe(false);
});
