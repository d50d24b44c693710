import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aMessage } from '../../../../../tests/support/state';
import { widgetKind } from './widget-kind';
import { pollOf } from './poll';
import { todoOf } from './todo';

/** A message by user 8, with actions of others after it. */
function messageWith(
  start: unknown,
  ...events: readonly (readonly [by: number, event: unknown])[]
) {
  const rows = [[8, start] as const, ...events].map(([sender_id, content], at) => ({
    id: at + 1,
    message_id: 1,
    sender_id,
    msg_type: 'widget',
    content: typeof content === 'string' ? content : JSON.stringify(content),
  }));
  return aMessage(1, { sender_id: 8, submessages: rows });
}

const poll = {
  widget_type: 'poll',
  extra_data: { question: 'Lunch?', options: ['Soup', 'Salad'] },
};
const todo = {
  widget_type: 'todo',
  extra_data: { task_list_title: 'Move', tasks: [{ task: 'Boxes', desc: 'from the cellar' }] },
};
const votesOf = (...events: Parameters<typeof messageWith>[1][]) =>
  Object.fromEntries(
    pollOf(messageWith(poll, ...events), 7)?.options.map(({ text, voters }) => [text, voters]) ??
      [],
  );

describe('poll', () => {
  it('has its options, and one vote per person and option', () => {
    const vote = (key: string, vote: number) => ({ type: 'vote', key, vote });
    expect(
      votesOf(
        [7, vote('canned,0', 1)],
        [7, vote('canned,0', 1)],
        [9, vote('canned,0', 1)],
        [9, vote('canned,1', 1)],
        [9, vote('canned,0', -1)],
        [9, vote('canned,7', 1)],
      ),
    ).toEqual({ Soup: [7], Salad: [9] });
  });

  it('accepts new options from anyone, each text once, and votes for them', () => {
    const add = (idx: number, option: string) => ({ type: 'new_option', idx, option });
    const message = messageWith(
      poll,
      [7, add(1, 'Bread')],
      [9, add(1, 'Bread')],
      [9, add(2, 'Soup')],
      [9, { type: 'vote', key: '7,1', vote: 1 }],
      [7, add(5, 'Rice')],
      [7, add(1001, 'Too many')],
    );
    const { options, nextIndex } = pollOf(message, 7)!;
    expect(options.map(({ text, voters }) => [text, voters])).toEqual([
      ['Soup', []],
      ['Salad', []],
      ['Bread', [9]],
      ['Rice', []],
    ]);
    expect(nextIndex).toBe(6);
  });

  it('can be renamed only by its author', () => {
    const ask = (question: string) => ({ type: 'question', question });
    expect(pollOf(messageWith(poll, [9, ask('Mine?')]), 7)?.question).toBe('Lunch?');
    expect(pollOf(messageWith(poll, [8, ask('Dinner?')]), 7)?.question).toBe('Dinner?');
  });

  it('can start without question and options', () => {
    expect(pollOf(messageWith({ widget_type: 'poll', extra_data: null }), 7)).toEqual({
      question: '',
      options: [],
      nextIndex: 1,
    });
  });
});

describe('to-do list', () => {
  it('has its tasks; anyone can tick them and add more', () => {
    const task = { type: 'new_task', key: 2, task: 'Keys', desc: '', completed: false };
    const message = messageWith(
      todo,
      [9, task],
      [7, { ...task, key: 3 }],
      [7, { type: 'strike', key: '0,canned' }],
      [9, { type: 'strike', key: '2,9' }],
      [7, { type: 'strike', key: '2,9' }],
      [7, { type: 'strike', key: 'nothing' }],
      [8, { type: 'new_task_list_title', title: 'Moving' }],
      [9, { type: 'new_task_list_title', title: 'Not mine' }],
    );
    expect(todoOf(message, 7)).toEqual({
      title: 'Moving',
      tasks: [
        { key: '0,canned', task: 'Boxes', desc: 'from the cellar', completed: true },
        { key: '2,9', task: 'Keys', desc: '', completed: false },
      ],
      nextKey: 4,
    });
  });
});

describe('malformed submessages', () => {
  it('leave the message as text if its widget is unknown or started by another user', () => {
    for (const start of ['{', '[]', 'null', '{"widget_type":"chess"}', { widget_type: 'zform' }]) {
      const message = messageWith(start);
      expect([pollOf(message, 7), todoOf(message, 7), widgetKind(message)]).toEqual([
        null,
        null,
        null,
      ]);
    }
    const [own] = messageWith(poll).submessages as [object];
    const others = aMessage(1, { sender_id: 9, submessages: [own] });
    expect(pollOf(others, 7)).toBeNull();
    expect(widgetKind(aMessage(1, { submessages: [null, 3] }))).toBeNull();
    expect(widgetKind(messageWith(poll))).toBe('poll');
  });

  it('break nothing: the options stay what they were', () => {
    const event = fc.oneof(
      fc.json(),
      fc.record({ type: fc.constant('vote'), key: fc.anything(), vote: fc.anything() }),
      fc.record({ type: fc.constant('strike'), key: fc.string() }),
      fc.record({ type: fc.constant('new_option'), idx: fc.double(), option: fc.string() }),
      fc.constantFrom('{"type":"__proto__"}', '{"__proto__":{"type":"vote"}}', '"vote"'),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer(), event)), (events) => {
        const message = messageWith(poll, ...events);
        const texts = pollOf(message, 7)?.options.map(({ text }) => text) ?? [];
        expect(texts.slice(0, 2)).toEqual(['Soup', 'Salad']);
        expect(new Set(texts).size).toBe(texts.length);
        todoOf(messageWith(todo, ...events), 7);
      }),
    );
    const rows = fc.array(fc.anything());
    fc.assert(
      fc.property(rows, (submessages) => {
        const message = aMessage(1, { submessages });
        pollOf(message, 7);
        widgetKind(message);
      }),
    );
  });
});
