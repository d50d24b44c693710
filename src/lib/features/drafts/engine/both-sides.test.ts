import { expect, it } from 'vitest';
import { emptyBody, defaultLimits, type DraftBody } from './draft-body';
import { applyChange, type DraftChange } from './draft-change';
import { linkToServerRow, newDraftRecord } from './draft-record';
import { WorkingSet } from './working-set';

const text = (content: string): DraftBody => ({ ...emptyBody, content });
const [start, mine, theirs] = ['The dog', 'The dog goes', 'The dog digs'].map(text) as [
  DraftBody,
  DraftBody,
  DraftBody,
];
const row = (id: number, body: DraftBody, timestamp: number) => ({ id, ...body, timestamp });
const seen = (...rows: ReturnType<typeof row>[]): DraftChange => ({ type: 'rows', rows });

/** A browser that has the draft as row 18. */
function browser(local: string) {
  let ids = 0;
  const env = { now: 20_000, newId: () => `${local}-${++ids}`, limits: defaultLimits };
  const known = {
    ...newDraftRecord(local, start, 10_000),
    ...linkToServerRow(18, { body: start, timestamp: 10 }),
  };
  const work = new WorkingSet({ records: [known], graves: [], bin: [] }, env);
  return {
    take: (change: DraftChange) => applyChange(work, change),
    /** Pushes everything the server lacks and returns the rows that this creates or changes. */
    pushes: () => {
      const locals = [...work.records.keys()];
      return applyChange(work, { type: 'begin', locals, after: 18 }).flatMap((job) => {
        if (job.kind !== 'post' && job.kind !== 'patch') return [];
        return [row(job.kind === 'post' ? 19 : 18, job.copy.body, job.copy.timestamp)];
      });
    },
    texts: () => [...work.records.values()].map(({ body }) => body.content).sort(),
    edit: (to: DraftBody, at: number) =>
      applyChange(work, { type: 'edit', local, from: start, to, at }),
  };
}

it.each([
  ['before our own push has its answer', false],
  ['after it has', true],
])(
  'gives the other side of a conflict a row that no device treats as a duplicate, %s',
  (_when, hasReply) => {
    const [here, there] = [browser('here'), browser('there')];
    here.edit(mine, 15_000);
    const [push] = here.take({ type: 'begin', locals: ['here'], after: 18 });
    if (hasReply && push?.kind === 'patch') here.take({ type: 'patched', job: push });
    // Within one second the row had their text, then ours.
    for (const browserOfBoth of [here, there]) {
      browserOfBoth.take(seen(row(18, theirs, 15)));
      browserOfBoth.take(seen(row(18, mine, 15)));
    }
    const pushes = here.pushes();
    expect(pushes.map(({ id }) => id)).toContain(19);
    for (const pushed of pushes) there.take(seen(pushed));
    expect(there.texts()).toEqual(here.texts());
  },
);
