import { foldCase } from '../../api/fold-case';
import { resolveRecipient, type RecipientDirectory, type MessageRecipient } from './recipient';

interface Addressed {
  readonly body: MessageRecipient & { readonly content: string };
}

/** The text to search in: content, channel and topic, people. */
function haystack({ body }: Addressed, directory: RecipientDirectory): string {
  const address = resolveRecipient(body, directory);
  const words =
    address.kind === 'channel'
      ? [`#${address.channel?.name ?? ''}`, address.topic]
      : address.kind === 'people'
        ? address.people.map((user) => `@${user.full_name}`)
        : [];
  return foldCase([...words, body.content].join('\n'));
}

interface SearchedTexts {
  readonly list: readonly unknown[];
  readonly texts: readonly string[];
  readonly users: RecipientDirectory['users'];
  readonly channels: RecipientDirectory['channels'];
}

/**
 * Creates a `filterAddressed` that remembers the last list: while a text among many is typed in, the
 * others aren't folded again.
 */
export function createAddressedFilter(): typeof filterAddressed {
  let last: SearchedTexts | undefined;
  return (list, query, directory) => {
    const words = foldCase(query).split(/\s+/u).filter(Boolean);
    if (words.length === 0) return list;
    const { users, channels } = directory;
    const before = last?.users === users && last.channels === channels ? last : undefined;
    const shift = (before?.list.length ?? 0) - list.length;
    const texts = list.map((one, at) => {
      const from = before?.list[at] === one ? at : at + shift;
      return (before?.list[from] === one && before.texts[from]) || haystack(one, directory);
    });
    last = { list, texts, users, channels };
    return list.filter((_one, at) => words.every((word) => texts[at]?.includes(word)));
  };
}

/** The items that contain every word of the query, ignoring case. */
export function filterAddressed<T extends Addressed>(
  list: readonly T[],
  query: string,
  directory: RecipientDirectory,
): readonly T[] {
  return createAddressedFilter()(list, query, directory);
}
