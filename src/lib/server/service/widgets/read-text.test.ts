import { describe, expect, it } from 'vitest';
import { readWidgetText } from './store-widget';

describe('a text', () => {
  it.each([
    ['/poll', { question: '', options: [] }],
    ['/poll Lunch?', { question: 'Lunch?', options: [] }],
    [
      '/poll  Lunch? \n- Soup \n* Salad\n\n  Bread',
      {
        question: 'Lunch?',
        options: ['Soup', 'Salad', 'Bread'],
      },
    ],
    ['/poll\nSoup\r\n-Salad', { question: '', options: ['Soup', 'Salad'] }],
    ['/poll a\n--b\n**c**', { question: 'a', options: ['-b', '*c**'] }],
  ])('%j is a poll', (text, extra_data) => {
    expect(readWidgetText(text)).toEqual({ widget_type: 'poll', extra_data });
  });

  it('is a to-do list, whose tasks can have descriptions', () => {
    expect(
      readWidgetText('/todo Move out\n- Boxes: from the cellar: all\n- Keys\n- at 9:30'),
    ).toEqual({
      widget_type: 'todo',
      extra_data: {
        task_list_title: 'Move out',
        tasks: [
          { task: 'Boxes', desc: 'from the cellar: all' },
          { task: 'Keys', desc: '' },
          { task: 'at 9:30', desc: '' },
        ],
      },
    });
  });

  it.each(['poll a', ' /poll a', '/polls a', '/poll-a', 'a\n/poll b', '/me /poll', '/Poll a', ''])(
    '%j is only text',
    (text) => expect(readWidgetText(text)).toBeNull(),
  );
});
