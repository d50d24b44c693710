import { isBlank, normalise, sameRecipient, type Body, type Limits } from './body';
import { hasAll, mergeText, type Merged as Part } from './merge-text';

function words(text: string): string[] {
  return text.match(/\S+/g) ?? [];
}

export interface Merged {
  readonly body: Body;
  /** Both sides changed the same place; `body` then holds both texts there, mine first. */
  readonly overlaps: boolean;
}

/** Three-way merge by words; the recipient merges as one unit. */
export function merge(base: Body, mine: Body, theirs: Body, limits: Limits): Merged {
  const content = mergeText(base.content, mine.content, theirs.content);
  const recipient = mergeRecipient(base, mine, theirs, limits);
  return {
    body: { ...recipient.value, content: content.value },
    overlaps: content.overlaps || recipient.overlaps,
  };
}

function mergeRecipient(base: Body, mine: Body, theirs: Body, limits: Limits): Part<Body> {
  const [o, a, b] = [base, mine, theirs].map((body) => normalise(body, limits)) as [
    Body,
    Body,
    Body,
  ];
  if (sameRecipient(a, b) || sameRecipient(b, o)) return { value: mine, overlaps: false };
  if (sameRecipient(a, o)) return { value: theirs, overlaps: false };
  return { value: mine, overlaps: true };
}

/** Nothing of `old` would be lost with `body` in its place: a word may have grown, none is gone. */
export function covers(body: Body, old: Body): boolean {
  if (isBlank(old) || body.content.includes(old.content)) return true;
  return hasAll(words(body.content), words(old.content), (held, wanted) => held.includes(wanted));
}

/** `body` is `old` to the same people, with whole words added at most. */
export function continues(body: Body, old: Body): boolean {
  const isSame = !isBlank(old) && sameRecipient(body, old);
  return isSame && hasAll(words(body.content), words(old.content));
}

/** The person wrote something else over the whole text: hardly a letter is left in its place. */
export function rewrites(old: string, text: string): boolean {
  const shortest = Math.min(old.length, text.length);
  let kept = 0;
  while (kept < shortest && old[kept] === text[kept]) kept++;
  let tail = 0;
  while (tail < shortest - kept && old.at(-1 - tail) === text.at(-1 - tail)) tail++;
  return old.length >= 40 && (kept + tail) * 4 < old.length;
}
