import { emojiCode } from '../../../api/emoji-names';
import { firstRunOf } from '../alert-words/match';
import { alertWords } from '../db/schema/alert-words';
import { mutedUsers } from '../db/schema/muted-users';
import { userStatuses } from '../db/schema/user-status';
import { userTopics } from '../db/schema/user-topics';
import type { DatabaseTransaction } from '../db/store';
import type { SampleIds } from './sample-ids';

const day = 86_400_000;
const policy = { muted: 1, unmuted: 2, followed: 3 };
const atlas = 'The Atlas of Small Islands: maps, captions, index';

/** An emoji without a code is a custom one. */
export const sampleStatuses = [
  { of: 'ines', text: 'At the long table', emoji: 'tern' },
  { of: 'hanna', text: 'In captions until Friday', emoji: 'goat' },
  { of: 'tomas', text: 'At the printer’s', emoji: 'factory' },
  { of: 'oisin', text: 'A boat, an island, no signal', emoji: 'sailboat' },
  { of: 'gabriela', text: 'At a conference until Wednesday', emoji: 'train' },
  { of: 'ruth', text: 'Audit: answers in the evening', emoji: '' },
  { of: 'mele', text: '', emoji: 'zzz' },
] as const;

const words: Readonly<Record<string, readonly string[]>> = {
  ines: ['harbour master', 'launch'],
  hanna: ['goat', 'caption', 'drizzle'],
  tomas: ['lorry', 'paper price'],
  anneliese: ['depth'],
};

export const sampleTopicPolicies: readonly {
  readonly of: string;
  readonly channel: string;
  readonly topic: string;
  readonly policy: keyof typeof policy;
}[] = [
  { of: 'hanna', channel: atlas, topic: 'Second proofs are in', policy: 'followed' },
  { of: 'hanna', channel: atlas, topic: 'Who writes the back cover?', policy: 'followed' },
  { of: 'hanna', channel: atlas, topic: 'Missing sources for depths', policy: 'muted' },
  { of: 'hanna', channel: 'stand-up notes', topic: 'Backup drill', policy: 'unmuted' },
  { of: 'hanna', channel: 'general', topic: 'Time zones, again', policy: 'muted' },
  { of: 'tomas', channel: 'production', topic: 'Lorry stuck at the border', policy: 'followed' },
  { of: 'tomas', channel: 'editorial', topic: 'Blurb quotes', policy: 'muted' },
  { of: 'ines', channel: 'contracts', topic: 'Osaka, atlas: open points', policy: 'followed' },
  { of: 'marek', channel: 'website', topic: 'Nightly build', policy: 'followed' },
  { of: 'beatrix', channel: 'freelancers', topic: 'Fog horns: usage rights', policy: 'muted' },
];

/** Adds statuses, alert words, followed topics and mutes. */
export async function insertSampleSettings(
  tx: DatabaseTransaction,
  names: SampleIds,
  ownEmoji: ReadonlyMap<string, number>,
): Promise<void> {
  await tx.insert(userStatuses).values(
    sampleStatuses.map(({ of, text, emoji }) => ({
      user_id: names.user(of),
      status_text: text,
      ...(emoji !== '' && { emoji_name: emoji, ...namedEmoji(emoji, ownEmoji) }),
    })),
  );
  await tx.insert(alertWords).values(
    Object.entries(words).flatMap(([handle, own]) =>
      own.map((word) => ({
        realm_id: names.realm_id,
        user_id: names.user(handle),
        word,
        first_run: firstRunOf(word),
      })),
    ),
  );
  await tx.insert(userTopics).values(
    sampleTopicPolicies.map((choice, i) => ({
      user_id: names.user(choice.of),
      stream_id: names.channel(choice.channel),
      topic: choice.topic,
      visibility_policy: policy[choice.policy],
      last_updated: new Date(names.now - (i + 1) * day),
    })),
  );
  await tx.insert(mutedUsers).values({
    user_id: names.user('tomas'),
    muted_user_id: names.user('galley'),
    date_muted: new Date(names.now - 60 * day),
  });
}

/** Emoji fields for reactions and statuses. */
export function namedEmoji(
  name: string,
  ownEmoji: ReadonlyMap<string, number>,
): { readonly emoji_code: string; readonly reaction_type: string } {
  const own = ownEmoji.get(name);
  if (own !== undefined) return { emoji_code: String(own), reaction_type: 'realm_emoji' };
  const code = emojiCode(name);
  if (code === undefined) throw new Error(`the sample names an unknown emoji “${name}”`);
  return { emoji_code: code, reaction_type: 'unicode_emoji' };
}
