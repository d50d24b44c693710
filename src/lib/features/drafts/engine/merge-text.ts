import { diffIndices } from 'node-diff3';

export interface MergedText<T> {
  readonly value: T;
  /** Both sides changed the same part. */
  readonly overlaps: boolean;
}

interface Word {
  /** Whitespace before the word; empty for the first word of a text. */
  readonly space: string;
  readonly text: string;
}

/** A range of base words that a side replaced. It or its replacement can be empty. */
interface Hunk {
  readonly start: number;
  readonly end: number;
  /** Number of words that replace it. */
  readonly length: number;
}

/**
 * Three-way merge by words. Whitespace is merged together with the word that follows it, so that
 * two words are never joined, and rewrapping a line doesn't count as changing its words. Where both
 * sides changed the same part, the result contains both, mine first, or only one side's text if
 * that has all words of the other.
 */
export function mergeText(base: string, mine: string, theirs: string): MergedText<string> {
  const [was, my, their] = [base.trimEnd(), mine.trimEnd(), theirs.trimEnd()];
  if (my === their || their === was) return { value: mine, overlaps: false };
  if (my === was) return { value: theirs, overlaps: false };
  const [o, a, b] = [wordsOf(was), wordsOf(my), wordsOf(their)];
  const [mineLeft, theirsLeft] = [hunksOf(o, a), hunksOf(o, b)];
  const merged: Word[] = [];
  let overlaps = false;
  let [inBase, inMine, inTheirs] = [0, 0, 0];

  const keepUntil = (end: number) => {
    const length = end - inBase;
    for (let index = 0; index < length; index++) {
      merged.push(respaced(o[inBase + index], a[inMine + index], b[inTheirs + index]));
    }
    inBase += length;
    inMine += length;
    inTheirs += length;
  };
  while (mineLeft.length > 0 || theirsLeft.length > 0) {
    const place = nextPlace(mineLeft, theirsLeft);
    keepUntil(place.start);
    const one = a.slice(inMine, (inMine += place.end - place.start + place.mine.growth));
    const other = b.slice(inTheirs, (inTheirs += place.end - place.start + place.theirs.growth));
    inBase = place.end;
    if (!place.theirs.changed) merged.push(...one);
    else if (!place.mine.changed) merged.push(...other);
    else if (hasAllWords(textsOf(one), textsOf(other))) merged.push(...ofBoth(one, other));
    else if (hasAllWords(textsOf(other), textsOf(one))) merged.push(...other);
    else {
      overlaps = true;
      merged.push(...both(one, other));
    }
  }
  keepUntil(o.length);
  return { value: indentOf(was, my, their) + joined(merged), overlaps };
}

/** Whether `held` contains all of `words`, in order. `fits` compares two words. */
export function hasAllWords(
  held: readonly string[],
  words: readonly string[],
  fits: (held: string, wanted: string) => boolean = (one, other) => one === other,
): boolean {
  let at = 0;
  for (const wanted of words) {
    while (at < held.length && !fits(held[at] ?? '', wanted)) at++;
    if (at++ >= held.length) return false;
  }
  return true;
}

function wordsOf(text: string): Word[] {
  const spaces = text.split(/\S+/);
  return (text.match(/\S+/g) ?? []).map((word, index) => ({
    space: index === 0 ? '' : (spaces[index] ?? ''),
    text: word,
  }));
}

function textsOf(words: readonly Word[]): string[] {
  return words.map(({ text }) => text);
}

function hunksOf(base: readonly Word[], side: readonly Word[]): Hunk[] {
  return diffIndices(textsOf(base), textsOf(side)).map(({ buffer1, buffer2 }) => {
    const [start, removed] = buffer1 as [number, number];
    const [, length] = buffer2 as [number, number];
    return { start, end: start + removed, length };
  });
}

/** Takes the next changed range from both lists, with all hunks that overlap or touch it. */
function nextPlace(mine: Hunk[], theirs: Hunk[]) {
  const start = Math.min(mine[0]?.start ?? Infinity, theirs[0]?.start ?? Infinity);
  let end = start;
  const sides = [mine, theirs].map((left) => ({ left, growth: 0, changed: false })) as [Side, Side];
  let grew = true;
  while (grew) {
    grew = false;
    for (const side of sides) {
      const [hunk] = side.left;
      if (!hunk || hunk.start > end) continue;
      side.left.shift();
      side.growth += hunk.length - (hunk.end - hunk.start);
      side.changed = grew = true;
      end = Math.max(end, hunk.end);
    }
  }
  return { start, end, mine: sides[0], theirs: sides[1] };
}

interface Side {
  readonly left: Hunk[];
  /** Number of words added compared with the base. */
  growth: number;
  changed: boolean;
}

/** An unchanged word, with the whitespace of the side that changed it. */
function respaced(was: Word | undefined, mine: Word | undefined, theirs: Word | undefined): Word {
  const [old, my, their] = [was?.space ?? '', mine?.space ?? '', theirs?.space ?? ''];
  const space = mergeSpace(old, my || old, their || old);
  return { text: mine?.text ?? '', space };
}

/**
 * If both sides changed the whitespace, takes the one with more lines, else the longer one,
 * regardless of the side.
 */
function mergeSpace(was: string, mine: string, theirs: string): string {
  if (mine === was) return theirs;
  if (theirs === was) return mine;
  const more = linesIn(mine) - linesIn(theirs) || mine.length - theirs.length;
  return more > 0 || (more === 0 && mine < theirs) ? mine : theirs;
}

function linesIn(text: string): number {
  return text.split('\n').length;
}

/** `one` contains all words of `other`. If they have the same words, merges the whitespace. */
function ofBoth(one: readonly Word[], other: readonly Word[]): readonly Word[] {
  if (one.length !== other.length) return one;
  return one.map((word, index) => respaced(undefined, word, other[index]));
}

/** Joins both sides: the common beginning and end once; in between, mine, then theirs. */
function both(one: readonly Word[], other: readonly Word[]): Word[] {
  const shortest = Math.min(one.length, other.length);
  let head = 0;
  while (head < shortest && one[head]?.text === other[head]?.text) head++;
  let tail = 0;
  while (tail < shortest - head && one.at(-1 - tail)?.text === other.at(-1 - tail)?.text) tail++;
  const [mine, theirs] = [one, other].map((words) => words.slice(head, words.length - tail));
  const [first, ...rest] = theirs ?? [];
  if (!mine || !first) return [...one];
  const isBroken = [...mine, ...(theirs ?? [])].some(({ space }) => space.includes('\n'));
  const joint = { text: first.text, space: isBroken ? '\n' : ' ' };
  return [...one.slice(0, head), ...mine, joint, ...rest, ...one.slice(one.length - tail)];
}

function indentOf(base: string, mine: string, theirs: string): string {
  const [was, my, their] = [base, mine, theirs].map((text) => /^\s*/.exec(text)?.[0] ?? '');
  return mergeSpace(was ?? '', my ?? '', their ?? '');
}

function joined(words: readonly Word[]): string {
  return words.map(({ space, text }, index) => (index === 0 ? '' : space || ' ') + text).join('');
}
