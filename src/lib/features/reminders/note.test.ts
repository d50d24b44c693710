import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noteOf } from './note';

/** As the service composes a reminder. */
const reminder = (note: string, author = '@_**Grace|8**') =>
  `@**Ada|7**, you asked to be reminded of [this message](/#narrow/near/1).\n\n${
    note && `${note}\n\n`
  }${author} wrote:\n\`\`\`quote\nThe blue one\n\`\`\``;

describe('noteOf', () => {
  it('reads back every note that was given', () => {
    const note = fc.string().filter((text) => text.trim() === text && !text.includes(' wrote:'));
    fc.assert(
      fc.property(note, (text) => {
        expect(noteOf(reminder(text))).toBe(text);
      }),
    );
    expect(noteOf(reminder('Two\n\nparagraphs', 'you'))).toBe('Two\n\nparagraphs');
  });

  it('says that it does not know where reminders are worded otherwise', () => {
    expect(noteOf('Reminder for #**design**')).toBeNull();
  });
});
