import * as v from 'valibot';
import type { Message } from '../../../api/read-messages';
import { pollEvent } from '../../../api/widget-events';
import { readWidget } from './submessages';

export interface PollOption {
  /**
   * Identifies the option in votes: the id of the user who added it and that user's number for it.
   */
  readonly key: string;
  readonly text: string;
  /** User ids in voting order. */
  readonly voters: readonly number[];
}

export interface Poll {
  readonly question: string;
  readonly options: readonly PollOption[];
  /** Number of the user's next option. */
  readonly nextIndex: number;
}

/** Highest number of an option. */
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
 * A poll's state after all its submessages; null if the message is no poll. For any submessages,
 * each option appears once and each user has one vote per option.
 * https://zulip.com/help/create-a-poll
 */
export function pollOf(message: Message, own: number | undefined): Poll | null {
  const life = readWidget(message, pollStart);
  if (!life) return null;
  const { question: firstQuestion = '', options: given = [] } = life.begun.extra_data ?? {};
  let question = firstQuestion;
  let nextIndex = 1;
  const options = new Map<string, { key: string; text: string; voters: Set<number> }>();
  const add = (key: string, text: string) => {
    const isThere = [...options.values()].some((option) => option.text === text);
    if (!isThere && !options.has(key)) options.set(key, { key, text, voters: new Set() });
  };
  given.slice(0, maxOptions).forEach((text, index) => add(`canned,${index}`, text));
  for (const { by, content } of life.events) {
    const event = v.safeParse(pollEvent, content);
    if (!event.success) continue;
    const { output } = event;
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
