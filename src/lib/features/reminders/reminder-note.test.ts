import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reminderNoteOf } from './reminder-note';

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
        expect(reminderNoteOf(reminder(text))).toBe(text);
      }),
    );
    expect(reminderNoteOf(reminder('Two\n\nparagraphs', 'you'))).toBe('Two\n\nparagraphs');
  });

  it('says that it does not know where reminders are worded otherwise', () => {
    expect(reminderNoteOf('Reminder for #**design**')).toBeNull();
  });
});
