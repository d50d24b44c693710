import * as v from 'valibot';
import type { Message } from '../../../api/read-messages';
import { pollEvent } from '../../../api/widgets';
import { readWidget } from './submessages';

export interface PollOption {
  /** Names it in votes: whoever added it, and that person's number for it. */
  readonly key: string;
  readonly text: string;
  /** Ids, in the order of voting. */
  readonly voters: readonly number[];
}

export interface Poll {
  readonly question: string;
  readonly options: readonly PollOption[];
  /** The number that one's next option has. */
  readonly nextIndex: number;
}

/** The highest number of an option. */
const maxOptions = 1000;

const pollStart = v.object({
  widget_type: v.literal('poll'),
  extra_data: v.nullish(
    v.object({
      question: v.optional(v.string(), ''),
      options: v.optional(v.array(v.string()), []),
    }),
  ),
});

/**
 * What has become of a poll by all that was done with it; null where the message is none. Whatever
 * people have sent, an option is there once, and everybody has one vote for each.
 * https://zulip.com/help/create-a-poll
 */
export function pollOf(message: Message, own: number | undefined): Poll | null {
  const life = readWidget(message, pollStart);
  if (!life) return null;
  const { question: asked = '', options: given = [] } = life.begun.extra_data ?? {};
  let question = asked;
  let nextIndex = 1;
  const options = new Map<string, { key: string; text: string; voters: Set<number> }>();
  const add = (key: string, text: string) => {
    const isThere = [...options.values()].some((option) => option.text === text);
    if (!isThere && !options.has(key)) options.set(key, { key, text, voters: new Set() });
  };
  given.slice(0, maxOptions).forEach((text, index) => add(`canned,${index}`, text));
  for (const { by, content } of life.deeds) {
    const deed = v.safeParse(pollEvent, content);
    if (!deed.success) continue;
    const { output } = deed;
    if (output.type === 'question') {
      if (by === message.sender_id) question = output.question;
    } else if (output.type === 'new_option') {
      if (output.idx > maxOptions) continue;
      add(`${by},${output.idx}`, output.option);
      if (by === own) nextIndex = Math.max(nextIndex, output.idx + 1);
    } else {
      const voters = options.get(output.key)?.voters;
      if (output.vote === 1) voters?.add(by);
      else voters?.delete(by);
    }
  }
  const all = [...options.values()].map((option) => ({ ...option, voters: [...option.voters] }));
  return { question, options: all, nextIndex };
}
