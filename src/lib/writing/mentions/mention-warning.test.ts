import { describe, expect, it } from 'vitest';
import { aPerson } from '../../../../tests/support/state';
import { notifyingMentions } from './notifying-mentions';
import { maxUnconfirmedMentions, mentionWarningOf, type MentionFacts } from './mention-warning';

const ids = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);
const people = ids(100).map((id) => aPerson(id));
const me = 1;

function ask(content: string, more: Partial<MentionFacts> = {}) {
  return mentionWarningOf(notifyingMentions(content), {
    user_id: me,
    users: new Map(people.map((user) => [user.user_id, user])),
    groups: [
      { id: 1, name: 'core', members: ids(10), direct_subgroup_ids: [2] },
      { id: 2, name: 'wide', members: ids(30, 5), direct_subgroup_ids: [1] },
      { id: 3, name: 'pair', members: [2, 3], direct_subgroup_ids: [] },
    ],
    subscribers: new Set(ids(50)),
    subscriberCount: 50,
    participants: undefined,
    canMentionMany: undefined,
    ...more,
  });
}

describe('mentionWarningOf', () => {
  it('warns about wildcards with the number of others in the channel', () => {
    expect(ask('@**all**')).toMatchObject({ calls: ['@all'], count: 49, outsiders: [] });
    expect(ask('@**channel** @*core*')).toMatchObject({ calls: ['@channel', '@core'], count: 49 });
    expect(ask('@**all**', { subscribers: undefined })).toMatchObject({ count: 49 });
    const untold = { subscribers: undefined, subscriberCount: undefined };
    expect(ask('@**all**', untold)).toMatchObject({ calls: ['@all'], count: null, forbidden: [] });
  });

  it('does not warn about few people', () => {
    const few = { subscribers: new Set(ids(maxUnconfirmedMentions)) };
    expect(ask('@**all** @**topic** @*core*', { ...few, participants: whole(3) })).toBeNull();
    expect(ask('@**all**', { subscribers: new Set(ids(maxUnconfirmedMentions + 1)) })?.count).toBe(
      maxUnconfirmedMentions,
    );
    expect(ask('@*pair* @**Person 2** @_**all**')).toBeNull();
    expect(ask('no one')).toBeNull();
  });

  const whole = (count: number) => ({ ids: new Set(ids(count)), isWhole: true });

  it('counts the participants of a topic', () => {
    expect(ask('@**topic**', { participants: whole(20) })).toMatchObject({
      calls: ['@topic'],
      count: 19,
      isLeast: false,
    });
    const part = { ids: new Set(ids(5)), isWhole: false };
    expect(ask('@**topic**', { participants: part })).toMatchObject({ count: 4, isLeast: true });
    expect(ask('@**topic**')).toMatchObject({ count: null });
  });

  it('counts members of groups and subgroups once each, if active and in the channel', () => {
    expect(ask('@*core*')).toMatchObject({ calls: ['@core'], count: 33 });
    expect(ask('@*Core* @*wide*')).toMatchObject({ count: 33 });
    expect(ask('@*core*', { subscribers: new Set(ids(20)) })).toMatchObject({ count: 19 });
    expect(ask('@*core*', { subscribers: new Set(ids(12)) })).toBeNull();
    const users = new Map(people.map((user) => [user.user_id, { ...user, is_active: false }]));
    expect(ask('@*core*', { users })).toBeNull();
    expect(ask('@*unknown*')).toBeNull();
  });

  it('names mentioned people who are not in the channel', () => {
    const named = (content: string, more: Partial<MentionFacts> = {}) =>
      ask(content, more)?.outsiders.map(({ user_id }) => user_id);
    expect(named('@**Person 60** and @**person 61|61**')).toEqual([60, 61]);
    expect(named('@**Person 60** @**Person 60|60**')).toEqual([60]);
    expect(named('@**Person 60**', { subscribers: undefined })).toBeUndefined();
    expect(named('@**Person 1**', { subscribers: new Set([2]) })).toBeUndefined();
    const users = new Map([
      [60, aPerson(60, { full_name: 'Kim' })],
      [5, aPerson(5, { full_name: 'Kim' })],
      [61, aPerson(61, { full_name: 'Bot', is_bot: true })],
      [62, aPerson(62, { full_name: 'Gone', is_active: false })],
    ]);
    // One of the two Kims is in the channel.
    expect(named('@**Kim** @**Bot** @**Gone** @**Nobody**', { users })).toBeUndefined();
    expect(named('@**Kim|60**', { users })).toEqual([60]);
  });

  it('says what the organization forbids, if that is known', () => {
    expect(ask('@**all**', { canMentionMany: false })).toMatchObject({
      forbidden: ['@all'],
    });
    expect(ask('@**topic**', { canMentionMany: false, participants: whole(16) })).toMatchObject({
      forbidden: ['@topic'],
    });
    expect(ask('@**topic**', { canMentionMany: false })).toMatchObject({ forbidden: [] });
    expect(ask('@*core*', { canMentionMany: false })).toMatchObject({ forbidden: [] });
    expect(ask('@**all**', { canMentionMany: true })).toMatchObject({
      forbidden: [],
    });
  });
});
