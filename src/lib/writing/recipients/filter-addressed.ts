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

/** The items that contain every word of the query, ignoring case. */
export function filterAddressed<T extends Addressed>(
  list: readonly T[],
  query: string,
  directory: RecipientDirectory,
): readonly T[] {
  const words = foldCase(query).split(/\s+/u).filter(Boolean);
  if (words.length === 0) return list;
  return list.filter((one) => {
    const text = haystack(one, directory);
    return words.every((word) => text.includes(word));
  });
}
