import { foldCase } from '../../api/fold-case';
import { resolveRecipient, type RecipientDirectory, type MessageRecipient } from './recipient';

interface Addressed {
  readonly body: MessageRecipient & { readonly content: string };
}

/** What one would search a text by: its text, its channel and topic, its people. */
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

/** Those that have every word of the query somewhere; case does not count. */
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
