import { and, eq, like } from 'drizzle-orm';
import { messages } from '../db/schema/messages';
import { presences, presenceUpdates } from '../db/schema/presence';
import { reactions } from '../db/schema/reactions';
import { reminders } from '../db/schema/scheduled';
import type { DatabaseTransaction } from '../db/store';
import { messageMarkdownLink, mentionMarkdown, withQuote } from '../messages/quote';
import type { SampleIds } from './sample-ids';
import { sampleUsers } from './people';
import { namedEmoji } from './personal-settings';

const minute = 60_000;
const hour = 60 * minute;

/** Reactions to the message that starts with `text`. An emoji without a code is a custom one. */
export const sampleReactions: readonly {
  readonly text: string;
  readonly emoji: string;
  readonly by: readonly string[];
}[] = [
  { text: 'I wrote most of those.', emoji: 'goat', by: ['oisin', 'tomas', 'anneliese', 'zsofia'] },
  { text: 'I wrote most of those.', emoji: 'heart', by: ['beatrix'] },
  { text: 'The goat may have three lines', emoji: 'tada', by: ['hanna', 'oisin'] },
  { text: 'Sort by the specific part', emoji: '+1', by: ['beatrix', 'zsofia'] },
  { text: 'Then the index will be', emoji: 'eyes', by: ['tomas'] },
  { text: 'Then it shall be five.', emoji: 'tern', by: ['hanna', 'anneliese', 'kenji'] },
  { text: 'They love the book.', emoji: 'thinking', by: ['pelin'] },
  { text: 'Sign it. Thank you both.', emoji: 'kettle', by: ['pelin', 'priya'] },
];

/** Hours from now, for a message that starts with `text`. */
export const sampleReminders: readonly {
  readonly of: string;
  readonly text: string;
  readonly hours: number;
  readonly note: string;
}[] = [
  { of: 'hanna', text: 'Then the index will be', hours: 20, note: 'Ask for letters A to K first.' },
  { of: 'tomas', text: 'Then the index will be', hours: 44, note: '' },
  { of: 'ines', text: 'They love the book.', hours: 26, note: 'The slipcase: what would it cost?' },
];

/** Minutes ago. `idle` means that only a window is open. Other people haven't been online since. */
export const samplePresence: readonly {
  readonly of: string;
  readonly ago: number;
  readonly idle?: true;
}[] = [
  { of: 'tomas', ago: 0 },
  { of: 'anneliese', ago: 1 },
  { of: 'oisin', ago: 1, idle: true },
  { of: 'zsofia', ago: 2 },
  { of: 'marek', ago: 2, idle: true },
  { of: 'hanna', ago: 8 },
  { of: 'ines', ago: 35 },
  { of: 'beatrix', ago: 3 * 60 },
  { of: 'gabriela', ago: 26 * 60 },
];

/** Adds reactions, reminders and presence. */
export async function insertSampleActivity(
  tx: DatabaseTransaction,
  names: SampleIds,
  ownEmoji: ReadonlyMap<string, number>,
): Promise<void> {
  const found = async (text: string) => {
    const [row] = await tx
      .select()
      .from(messages)
      .where(and(eq(messages.realm_id, names.realm_id), like(messages.content, `${text}%`)))
      .orderBy(messages.id)
      .limit(1);
    if (!row) throw new Error(`nobody in the sample says “${text}”`);
    return row;
  };
  for (const { text, emoji, by } of sampleReactions) {
    const { id: message_id } = await found(text);
    const named = { message_id, emoji_name: emoji, ...namedEmoji(emoji, ownEmoji) };
    await tx
      .insert(reactions)
      .values(by.map((handle) => ({ ...named, user_id: names.user(handle) })));
  }
  for (const { of, text, hours, note } of sampleReminders) {
    const row = await found(text);
    const content = await reminderText(tx, names, of, note, row);
    await tx.insert(reminders).values({
      realm_id: names.realm_id,
      user_id: names.user(of),
      message_id: row.id,
      note,
      content,
      rendered_content: names.render(content).html,
      scheduled_delivery_timestamp: wholeMinutes(names.now + hours * hour),
    });
  }
  await insertPresence(tx, names);
}

/** Whole minutes, in UNIX seconds. */
const wholeMinutes = (milliseconds: number) => Math.floor(milliseconds / 60_000) * 60;

/** The same as the service composes it. */
async function reminderText(
  tx: DatabaseTransaction,
  names: SampleIds,
  of: string,
  note: string,
  row: typeof messages.$inferSelect,
): Promise<string> {
  const called = (user_id: number, mark: '@' | '@_') => {
    const person = sampleUsers.find(({ handle }) => names.user(handle) === user_id);
    return mentionMarkdown({ id: user_id, full_name: person?.full_name ?? '' }, mark);
  };
  const stream = row.stream_id === null ? null : names.channelOf(row.stream_id);
  const head =
    `${called(names.user(of), '@')}, you asked to be reminded of ` +
    `${await messageMarkdownLink({ tx }, { row, stream })}.\n\n${note === '' ? '' : `${note}\n\n`}` +
    `${called(row.sender_id, '@_')} wrote:`;
  return withQuote(head, row.content);
}

async function insertPresence(
  tx: DatabaseTransaction,
  { realm_id, now, user }: SampleIds,
): Promise<void> {
  await tx.insert(presences).values(
    samplePresence.map(({ of, ago, idle }, i) => ({
      realm_id,
      user_id: user(of),
      last_active: new Date(now - ago * minute - (idle ? hour : 0)),
      last_connected: new Date(now - ago * minute),
      update_id: i + 1,
    })),
  );
  await tx.insert(presenceUpdates).values({ realm_id, last_id: samplePresence.length });
}
