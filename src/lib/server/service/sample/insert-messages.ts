import { sql } from 'drizzle-orm';
import { messages, recipients, userMessages } from '../db/schema/messages';
import type { DatabaseTransaction } from '../db/store';
import { sampleChannels, sampleSubscribersOf } from './channels';
import { linkSampleFiles } from './files';
import type { SampleIds } from './sample-ids';
import { sampleUsers } from './people';
import { createRandom } from './random';
import { allConversations } from './conversations/all';
import {
  expandSampleText,
  type SampleMessage,
  type SampleConversation,
} from './conversations/script';

const hour = 3_600_000;
const rowsAtOnce = 2000;

interface Said extends SampleMessage {
  readonly talk: SampleConversation;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/**
 * Inserts every message with its receivers' read and starred flags. Returns the number of messages.
 */
export async function insertSampleMessages(
  tx: DatabaseTransaction,
  names: SampleIds,
): Promise<number> {
  const said = allConversations.flatMap((talk, i) => schedule(talk, names.now, i + 1));
  // Ids are in order of time, as if they had been received one by one.
  said.sort((a, b) => a.at - b.at);
  const recipientOf = await insertRecipients(tx, names);
  const rendered = said.map(({ text }) => {
    const content = expandSampleText(
      text,
      names.now,
      (handle) => fullNames.get(handle),
      names.file,
    );
    return { content, ...names.render(content) };
  });
  const rows = await tx
    .insert(messages)
    .values(
      said.map(({ from, talk, at }, i) => ({
        realm_id: names.realm_id,
        sender_id: names.user(from),
        recipient_id: recipientOf(talk),
        stream_id: typeof talk.where === 'string' ? names.channel(talk.where) : null,
        topic: talk.topic,
        content: rendered[i]?.content ?? '',
        rendered_content: rendered[i]?.html ?? '',
        date_sent: new Date(at),
        client: from === 'galley' ? 'ZulipPython' : 'website',
      })),
    )
    .returning({ id: messages.id });
  await linkSampleFiles(
    tx,
    rows.map(({ id }, i) => ({ id, html: rendered[i]?.html ?? '' })),
  );

  const received = said.flatMap((message, i) =>
    receiversOf(message).map((handle) => ({
      user_id: names.user(handle),
      message_id: rows[i]?.id ?? 0,
      flags: flagsOf(message, handle, rendered[i]?.mentions, names),
    })),
  );
  for (let i = 0; i < received.length; i += rowsAtOnce) {
    await tx.insert(userMessages).values(received.slice(i, i + rowsAtOnce));
  }
  await tx.execute(sql`update streams set first_message_id = first.id
    from (select stream_id, min(id) as id from messages group by stream_id) as first
    where first.stream_id = streams.id`);
  return said.length;
}

const fullNames = new Map(sampleUsers.map(({ handle, full_name }) => [handle, full_name]));
const subscribers = new Map(
  sampleChannels.map((channel) => [channel.name, sampleSubscribersOf(channel)]),
);

/** Spreads a conversation's lines over its hours, unevenly, as people write. */
function schedule(talk: SampleConversation, now: number, seed: number): Said[] {
  const random = createRandom(seed);
  const start = now - talk.daysAgo * 24 * hour;
  const length = Math.min(talk.hours * hour, (now - start) * 0.95);
  const moments = talk.lines.map((_line, i) => (i === 0 ? 0 : random())).sort((a, b) => a - b);
  return talk.lines.map((line, i) => ({
    ...line,
    talk,
    at: Math.floor((start + (moments[i] ?? 0) * length) / 1000) * 1000 + i,
  }));
}

async function insertRecipients(
  tx: DatabaseTransaction,
  names: SampleIds,
): Promise<(talk: SampleConversation) => number> {
  const key = ({ where }: SampleConversation) =>
    typeof where === 'string' ? where : [...where].sort().join();
  const distinct = [...new Map(allConversations.map((talk) => [key(talk), talk]))];
  const rows = await tx
    .insert(recipients)
    .values(
      distinct.map(([, { where }]) =>
        typeof where === 'string'
          ? { realm_id: names.realm_id, stream_id: names.channel(where), user_ids: null }
          : {
              realm_id: names.realm_id,
              stream_id: null,
              user_ids: where.map(names.user).sort((a, b) => a - b),
            },
      ),
    )
    .returning({ id: recipients.id });
  const ids = new Map(distinct.map(([name], i) => [name, rows[i]?.id ?? 0]));
  return (talk) => ids.get(key(talk)) ?? 0;
}

function receiversOf({ talk: { where } }: Said): readonly string[] {
  return typeof where === 'string' ? (subscribers.get(where) ?? []) : where;
}

/**
 * Messages older than this many hours are read, by handle. For others it is random, up to two days.
 */
const readUpTo: Readonly<Record<string, number>> = { hanna: 30, tomas: 5, ines: 1, colm: 600 };

function flagsOf(
  message: Said,
  handle: string,
  mentions:
    { readonly user_ids: ReadonlySet<number>; readonly stream_wildcard: boolean } | undefined,
  names: SampleIds,
): string[] {
  const hours = readUpTo[handle] ?? createRandom(names.user(handle))() * 48;
  const flags: string[] = [];
  if (message.from === handle || message.at < names.now - hours * hour) flags.push('read');
  if (message.starredBy === handle) flags.push('starred');
  if (mentions?.user_ids.has(names.user(handle))) flags.push('mentioned');
  if (mentions?.stream_wildcard) flags.push('stream_wildcard_mentioned');
  return flags;
}
