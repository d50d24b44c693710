import { describe, expect, it } from 'vitest';
import type { AddressedText } from '../../../writing/sending/addressed-text';
import type { ScheduledItem } from '../messages/scheduled-item';
import { foldGroups, recurrenceGroupsOf } from './recurrence-groups';
import { planMove, planNewRecurrence, planRemoval, planRule, planText } from './recurrence-plans';
import {
  recurrenceMembersOf,
  missingTimes,
  newRecurrence,
  settleRecurrence,
  type Recurrence,
} from './recurrence-record';
import { timesAfter, type RecurrenceRule } from './recurrence-rule';

const now = Date.UTC(2026, 10, 21, 15) / 1000;
const day = 86_400;
const rule: RecurrenceRule = {
  pattern: { every: 'week', weekdays: [1] },
  interval: 1,
  hour: 9,
  minute: 0,
  zone: 'Europe/Berlin',
  start: { year: 2026, month: 11, day: 23 },
  end: { kind: 'never' },
};
const body: AddressedText = { type: 'stream', to: [5], topic: 'logo', content: 'Stand-up' };
const times = timesAfter(rule, now, 26);

function item(id: number, timestamp: number, more: Partial<ScheduledItem> = {}): ScheduledItem {
  return { key: String(id), id, body, timestamp, failed: false, html: '', ...more };
}

/** A recurrence whose first messages are scheduled. */
function standing(count: number): { series: Recurrence; items: ScheduledItem[] } {
  const items = times.slice(0, count).map((time, at) => item(at + 1, time));
  const planned = items.map(({ id, timestamp }) => ({ id, timestamp }));
  const series = { ...newRecurrence('a', rule, body), planned, through: times[count - 1]! };
  return { series, items };
}

const groupOf = (series: Recurrence, items: readonly ScheduledItem[]) =>
  recurrenceGroupsOf(items, [series]).all[0]!;

describe('planNewRecurrence', () => {
  it('creates 26 messages at most, none within the next minute', () => {
    const plan = planNewRecurrence('a', rule, body, now);
    expect(plan.steps.map((step) => step.from === null && step.to?.timestamp)).toEqual(times);
    const late = planNewRecurrence('a', rule, body, times[0]! - 30);
    expect(late.steps[0]).toMatchObject({ to: { timestamp: times[1] } });
  });

  it('uses an already scheduled message as the first', () => {
    const first = item(40, now + day);
    const { recurrence: series, steps } = planNewRecurrence('a', rule, body, now, first);
    expect(steps).toHaveLength(26);
    expect(steps[0]).toMatchObject({
      id: 40,
      from: { timestamp: now + day },
      to: { timestamp: times[0] },
    });
    expect(series?.planned).toEqual([{ id: 40, timestamp: times[0] }]);
  });
});

describe('recurrenceMembersOf', () => {
  it('recognizes messages edited separately, and one restored under another id', () => {
    const { series, items } = standing(4);
    const changed = [
      items[0]!,
      { ...items[1]!, timestamp: items[1]!.timestamp + 60 },
      { ...items[2]!, body: { ...body, content: 'Other' } },
      { ...items[3]!, id: 99, key: '99' },
    ];
    const members = recurrenceMembersOf(series, changed);
    expect(members.map((member) => [member.item.id, member.changed])).toEqual([
      [1, false],
      [2, true],
      [3, true],
      [99, false],
    ]);
  });
});

describe('missingTimes and settleRecurrence', () => {
  it('adds as many messages as were sent, and never the skipped ones', () => {
    const { series, items } = standing(26);
    const later = times[2]! + 60;
    const skipped = items.filter(({ id }) => id > 3 && id !== 5);
    const left = settleRecurrence(series, skipped, later)!;
    expect(left.planned.map(({ id }) => id)).not.toContain(5);
    expect(missingTimes(left, later)).toEqual(timesAfter(rule, later, 26).slice(-3));
    expect(missingTimes({ ...left, stopped: true }, later)).toEqual([]);
  });

  it('continues after a long pause, and forgets a recurrence that was deleted elsewhere', () => {
    const { series } = standing(26);
    const muchLater = times[25]! + 300 * day;
    expect(missingTimes(settleRecurrence(series, [], muchLater)!, muchLater)).toHaveLength(26);
    expect(settleRecurrence(series, [], now)).toBeNull();
    const ended = { ...rule, end: { kind: 'times' as const, times: 2 } };
    const two = { ...standing(2).series, rule: ended };
    expect(settleRecurrence(two, [], times[1]! + 1)).toBeNull();
  });
});

describe('changes of all messages', () => {
  it('leave messages edited separately alone, or include them', () => {
    const { series, items } = standing(3);
    items[1] = { ...items[1]!, body: { ...body, content: 'Mine' } };
    const group = groupOf(series, items);
    const text = { ...body, content: 'New' };
    expect(planText(group, text, true).steps).toHaveLength(2);
    expect(planText(group, text, false).steps).toHaveLength(3);
    const wednesday: RecurrenceRule = { ...rule, pattern: { every: 'week', weekdays: [3] } };
    const kept = planRule('a', group, wednesday, now, true);
    expect(kept.steps.filter(({ from, to }) => from && to)).toHaveLength(2);
    expect(kept.steps.filter(({ from }) => !from)).toHaveLength(23);
    expect(kept.recurrence?.planned[1]).toEqual({
      id: 2,
      timestamp: timesAfter(wednesday, now, 2)[1],
    });
  });

  it('delete messages that a shorter rule has no time for', () => {
    const { series, items } = standing(5);
    const short: RecurrenceRule = { ...rule, end: { kind: 'times', times: 2 } };
    const { steps } = planRule('a', groupOf(series, items), short, now, false);
    expect(steps.map(({ to }) => to)).toEqual([null, null, null]);
  });

  it('move all messages with their rule, even if one was skipped', () => {
    const { series, items } = standing(4);
    const left = items.filter(({ id }) => id !== 2);
    const { recurrence: moved, steps } = planMove(groupOf(series, left), 3600, now)!;
    expect(moved?.rule.hour).toBe(10);
    expect(moved?.through).toBe(series.through + 3600);
    expect(steps.map((step) => step.from && step.to?.timestamp)).toEqual(
      left.map(({ timestamp }) => timestamp + 3600),
    );
    expect(planMove(groupOf(series, left), -7 * day, now)).toBeNull();
  });

  it('stop the rule with its last message', () => {
    const { series, items } = standing(2);
    const group = groupOf(series, items);
    expect(planRemoval(group, new Set(['1'])).recurrence?.stopped).toBe(false);
    expect(planRemoval(group, new Set(['1', '2'])).recurrence?.stopped).toBe(true);
  });
});

describe('recurrenceGroupsOf and foldGroups', () => {
  it('shows a recurring message as one row, and three or more messages with the same text as one', () => {
    const { series, items } = standing(2);
    const other = { ...body, content: 'Same everywhere' };
    const same = [7, 8, 9].map((id) => item(id, now + id * day, { body: other }));
    const single = item(20, now + day, { body: { ...body, content: 'Alone' } });
    const all = [single, ...items, ...same];
    const groups = recurrenceGroupsOf(all, [series]);
    expect(groups.all.map((group) => [group.recurrence?.id, group.members.length])).toEqual([
      ['a', 2],
      [undefined, 3],
    ]);
    const rows = foldGroups(all, groups, new Set());
    expect(rows.map(({ key, group }) => group?.key ?? key)).toEqual([
      '20',
      'series-a',
      groups.all[1]!.key,
    ]);
    expect(foldGroups(all, groups, new Set(['series-a']))).toHaveLength(5);
    expect(recurrenceGroupsOf(same.slice(0, 2), []).all).toEqual([]);
  });
});
