import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reminderNoteOf } from './reminder-note';

/** Text of a reminder as the server composes it. */
const reminder = (note: string, author = '@_**Grace|8**') =>
  `@**Ada|7**, you asked to be reminded of [this message](/#narrow/near/1).\n\n${
    note && `${note}\n\n`
  }${author} wrote:\n\`\`\`quote\nThe blue one\n\`\`\``;

describe('reminderNoteOf', () => {
  it('extracts every note', () => {
    const note = fc.string().filter((text) => text.trim() === text && !text.includes(' wrote:'));
    fc.assert(
      fc.property(note, (text) => {
        expect(reminderNoteOf(reminder(text))).toBe(text);
      }),
    );
    expect(reminderNoteOf(reminder('Two\n\nparagraphs', 'you'))).toBe('Two\n\nparagraphs');
  });

  it('returns null if the server words reminders differently', () => {
    expect(reminderNoteOf('Reminder for #**design**')).toBeNull();
  });
});
