import { expect, it } from 'vitest';
import { defaultLimits, type DraftBody } from './draft-body';
import { applyChange } from './draft-change';
import { isDirty, linkToServerRow, newDraftRecord } from './draft-record';
import { WorkingSet } from './working-set';

it('keeps recipients in the order in which the user chose them, though the server sorts them', () => {
  const body = (to: number[], content: string): DraftBody => ({
    type: 'private',
    to,
    topic: '',
    content,
  });
  const ours = {
    ...newDraftRecord('local', body([9, 8], 'To both'), 10_000),
    ...linkToServerRow(18, { body: body([8, 9], 'To both'), timestamp: 10 }),
  };
  const env = { now: 20_000, newId: () => 'new', limits: defaultLimits };
  const work = new WorkingSet({ records: [ours], graves: [], bin: [] }, env);
  const changed = { id: 18, ...body([8, 9], 'To both of you'), timestamp: 15 };
  applyChange(work, { type: 'rows', rows: [changed] });
  const [record] = [...work.records.values()];
  expect(record?.body).toEqual(body([9, 8], 'To both of you'));
  expect(record && isDirty(record, defaultLimits)).toBe(false);
  applyChange(work, { type: 'rows', rows: [{ ...changed, to: [7, 8], timestamp: 16 }] });
  expect([...work.records.values()][0]?.body.to).toEqual([7, 8]);
});
