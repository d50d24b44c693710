import { gemoji } from 'gemoji';
import { Names } from './names';

export interface Emoji {
  /** The sign itself, which every server understands. */
  readonly sign: string;
  readonly name: string;
}

/** By all their names; a sign comes once for each of them. */
export const emojiNames = new Names<Emoji>(
  gemoji.flatMap(({ emoji, names, tags }) =>
    [...names, ...tags.filter((tag) => !names.includes(tag))].map((name) => ({
      sign: emoji,
      name,
    })),
  ),
  ({ name }) => name,
);
