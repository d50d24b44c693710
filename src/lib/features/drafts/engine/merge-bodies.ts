import {
  isBlankBody,
  normalizeBody,
  sameDraftRecipient,
  type DraftBody,
  type DraftLimits,
} from './draft-body';
import { hasAllWords, mergeText, type MergedText as Part } from './merge-text';

function words(text: string): string[] {
  return text.match(/\S+/g) ?? [];
}

export interface MergedBody {
  readonly body: DraftBody;
  /** Both sides changed the same part. `body` then contains both texts there, mine first. */
  readonly overlaps: boolean;
}

/** Three-way merge by words. The recipient is merged as a unit. */
export function mergeBodies(
  base: DraftBody,
  mine: DraftBody,
  theirs: DraftBody,
  limits: DraftLimits,
): MergedBody {
  const content = mergeText(base.content, mine.content, theirs.content);
  const recipient = mergeRecipient(base, mine, theirs, limits);
  return {
    body: { ...recipient.value, content: content.value },
    overlaps: content.overlaps || recipient.overlaps,
  };
}

function mergeRecipient(
  base: DraftBody,
  mine: DraftBody,
  theirs: DraftBody,
  limits: DraftLimits,
): Part<DraftBody> {
  const [o, a, b] = [base, mine, theirs].map((body) => normalizeBody(body, limits)) as [
    DraftBody,
    DraftBody,
    DraftBody,
  ];
  if (sameDraftRecipient(a, b) || sameDraftRecipient(b, o)) return { value: mine, overlaps: false };
  if (sameDraftRecipient(a, o)) return { value: theirs, overlaps: false };
  return { value: mine, overlaps: true };
}

/** Whether `body` contains all words of `old`, in order. A word can have become longer. */
export function coversText(body: DraftBody, old: DraftBody): boolean {
  if (isBlankBody(old) || body.content.includes(old.content)) return true;
  return hasAllWords(words(body.content), words(old.content), (held, wanted) =>
    held.includes(wanted),
  );
}

/** Whether `body` is `old` with only whole words added, and the same recipient. */
export function continuesText(body: DraftBody, old: DraftBody): boolean {
  const isSame = !isBlankBody(old) && sameDraftRecipient(body, old);
  return isSame && hasAllWords(words(body.content), words(old.content));
}

/** Whether the user replaced the text: almost no character is still in place. */
export function rewritesText(old: string, text: string): boolean {
  const shortest = Math.min(old.length, text.length);
  let kept = 0;
  while (kept < shortest && old[kept] === text[kept]) kept++;
  let tail = 0;
  while (tail < shortest - kept && old.at(-1 - tail) === text.at(-1 - tail)) tail++;
  return old.length >= 40 && (kept + tail) * 4 < old.length;
}
