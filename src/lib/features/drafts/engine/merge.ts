import { diff3Merge } from 'node-diff3';
import { isBlank, normalise, sameRecipient, type Body, type Limits } from './body';

/** Words with the white space before them, so that appending a word leaves the last one alone. */
function words(text: string): string[] {
  return text.match(/\s*\S+/g) ?? [];
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

interface Outcome<T> {
  readonly value: T;
  readonly overlaps: boolean;
}

function mergeText(base: string, mine: string, theirs: string): Outcome<string> {
  const [o, a, b] = [base.trimEnd(), mine.trimEnd(), theirs.trimEnd()];
  if (a === b || b === o) return { value: mine, overlaps: false };
  if (a === o) return { value: theirs, overlaps: false };
  let value = '';
  let overlaps = false;
  // The first word gets white space before it like all others, or it would differ from itself.
  const [mineWords, baseWords, theirWords] = [a, o, b].map((text) => words(` ${text}`));
  const options = { excludeFalseConflicts: true };
  for (const region of diff3Merge(mineWords ?? [], baseWords ?? [], theirWords ?? [], options)) {
    if (region.ok) {
      value += region.ok.join('');
    } else if (region.conflict) {
      const [one, other] = [region.conflict.a.join(''), region.conflict.b.join('')];
      // A side that has all words of the other one settles it: nothing is lost.
      if (hasWordsOf(one, other)) value += one;
      else if (hasWordsOf(other, one)) value += other;
      else {
        overlaps = true;
        value += `${one}\n${other.trimStart()}`;
      }
    }
  }
  return { value: value.replace(/^\s/, ''), overlaps };
}

function mergeRecipient(base: Body, mine: Body, theirs: Body, limits: Limits): Outcome<Body> {
  const [o, a, b] = [base, mine, theirs].map((body) => normalise(body, limits)) as [
    Body,
    Body,
    Body,
  ];
  if (sameRecipient(a, b) || sameRecipient(b, o)) return { value: mine, overlaps: false };
  if (sameRecipient(a, o)) return { value: theirs, overlaps: false };
  return { value: mine, overlaps: true };
}

/** Whether every word of `old` is still in `text`, in order; `fits` compares two words. */
function holds(text: string, old: string, fits: (held: string, wanted: string) => boolean) {
  const held = words(text);
  let at = 0;
  for (const word of words(old)) {
    const wanted = word.trim();
    while (at < held.length && !fits(held[at] ?? '', wanted)) at++;
    if (at++ >= held.length) return false;
  }
  return true;
}

/** Nothing of `old` would be lost with `body` in its place: a word may have grown, none is gone. */
export function covers(body: Body, old: Body): boolean {
  if (isBlank(old) || body.content.includes(old.content)) return true;
  return holds(body.content, old.content, (held, wanted) => held.includes(wanted));
}

/** `body` is `old` to the same people, with whole words added at most. */
export function continues(body: Body, old: Body): boolean {
  return !isBlank(old) && sameRecipient(body, old) && hasWordsOf(body.content, old.content);
}

function hasWordsOf(text: string, old: string): boolean {
  return holds(text, old, (held, wanted) => held.trim() === wanted);
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
