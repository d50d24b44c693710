import { describe, expect, it } from 'vitest';
import { checkReply } from './strict';

const draft = { id: 4, type: 'stream', to: [7], topic: 'a', content: 'b', timestamp: 5 };

/** The problem reported for a reply; undefined if it matches the documentation. */
function problemOf(method: string, path: string, body: object, status = 200): string | undefined {
  try {
    checkReply(method, path, status, body);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const success = (values: object = {}) => ({ result: 'success', msg: '', ...values });
/** Problem of a list of one draft with these fields changed; undefined ones are removed. */
const drafts = (values: object) => {
  const sent = JSON.parse(JSON.stringify({ ...draft, ...values })) as object;
  return problemOf('GET', '/drafts', success({ count: 1, drafts: [sent] }));
};
const event = (values: object) =>
  problemOf('GET', '/events', success({ events: [{ id: 0, type: 'drafts', ...values }] }));

describe('the strict check of a reply', () => {
  it('accepts what is documented', () => {
    expect(drafts({})).toBeUndefined();
    expect(event({ op: 'add', drafts: [draft] })).toBeUndefined();
    expect(event({ type: 'heartbeat' })).toBeUndefined();
    expect(problemOf('PATCH', '/drafts/4', success())).toBeUndefined();
    const ignored = { ignored_parameters_unsupported: ['x'] };
    expect(problemOf('PATCH', '/drafts/4', success(ignored))).toBeUndefined();
  });

  it.each([
    ['another key', { colour: 'red' }, '.drafts[0].colour: is not documented'],
    ['another kind', { topic: 7 }, '.drafts[0].topic: is number, not string'],
    ['a fraction for a whole number', { timestamp: 5.5 }, '.drafts[0].timestamp'],
    ['a value outside its list', { type: 'channel' }, '.drafts[0].type: "channel" is not listed'],
    ['null for a value', { content: null }, '.drafts[0].content: is null, not string'],
    ['nothing where a value is required', { content: undefined }, '.drafts[0].content'],
  ])('reports %s', (_what, values, problem) => {
    expect(drafts(values)).toContain(`getDrafts${problem}`);
  });

  it('reports nothing where our client reads', () => {
    const snippet = { title: 'a', content: 'b', date_created: 5 };
    expect(problemOf('GET', '/saved_snippets', success({ saved_snippets: [snippet] }))).toContain(
      'getSavedSnippets.saved_snippets.0.id: Invalid key',
    );
  });

  it('checks every event of a queue', () => {
    expect(event({ op: 'remove', draft_id: 4, by: 2 })).toContain('event drafts/remove.by');
    expect(event({ op: 'merge' })).toContain('event drafts/merge is not documented');
    expect(event({ op: 'remove' })).toContain('event drafts/remove.draft_id');
  });

  it('knows the error codes and their fields', () => {
    const refuse = (fields: object) =>
      problemOf('GET', '/events', { result: 'error', msg: 'no', ...fields }, 400);
    expect(refuse({ code: 'BAD_EVENT_QUEUE_ID', queue_id: 'q' })).toBeUndefined();
    expect(refuse({ code: 'BAD_EVENT_QUEUE_ID', queue: 'q' })).toContain('.queue is not');
    expect(refuse({ code: 'MADE_UP' })).toContain('MADE_UP is not documented');
  });
});
