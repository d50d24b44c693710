import type { CustomEmoji } from '../../../api/realm-emoji';
import { spokenName, type Emoji } from './emoji-catalog';

type Known = Readonly<Record<string, CustomEmoji>>;

const made = new WeakMap<Known, readonly Emoji[]>();

/**
 * The organization's active custom emoji, by name. Omits those whose image is on another server,
 * which would learn who views them.
 */
export function customEmojiOf(known: Known | undefined): readonly Emoji[] {
  if (!known) return [];
  let all = made.get(known);
  if (!all) made.set(known, (all = makeOwn(known)));
  return all;
}

/** The extra emoji that every Zulip server has. */
const extra = pictured('extra/zulip', 'zulip', {
  url: '/static/generated/emoji/images/emoji/unicode/zulip.png',
  still: null,
});

const makeOwn = (known: Known): readonly Emoji[] =>
  Object.values(known)
    .filter(({ deactivated, source_url }) => !deactivated && isHere(source_url))
    .map(({ id, name, source_url: url, still_url }) =>
      pictured(`realm/${id}`, name, {
        url,
        still: still_url && isHere(still_url) ? still_url : null,
      }),
    )
    .concat(extra)
    .sort((a, b) => (a.names[0]! < b.names[0]! ? -1 : 1));

function pictured(key: string, name: string, picture: NonNullable<Emoji['picture']>): Emoji {
  return { key, sign: null, picture, names: [name], spoken: [spokenName(name)], words: [] };
}

const isHere = (url: string) => /^\/(?![/\\])/.test(url);
