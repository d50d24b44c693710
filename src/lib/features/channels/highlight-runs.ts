import { foldName } from '../../writing/recipients/rank-by-name';

interface Run {
  readonly text: string;
  readonly isHit: boolean;
}

/**
 * Splits a text into matching and other runs: matches of the whole query, otherwise of its words.
 */
export function highlightRuns(text: string, query: string): readonly Run[] {
  const wanted = foldName(query.replace(/^\s*#/u, ''));
  if (wanted === '') return [{ text, isHit: false }];
  const letters = [...text];
  // Folding can turn a letter into none or several, so each folded unit remembers its letter.
  const origin: number[] = [];
  let folded = '';
  letters.forEach((letter, at) => {
    const part = /\s/u.test(letter) ? letter : foldName(letter);
    for (let unit = 0; unit < part.length; unit++) origin.push(at);
    folded += part;
  });
  const hits = new Set<number>();
  const mark = (word: string) => {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      for (let unit = at; unit < at + word.length; unit++) hits.add(origin[unit] ?? -1);
    }
  };
  if (folded.includes(wanted)) mark(wanted);
  else wanted.split(/\s+/u).forEach(mark);
  const runs: { text: string; isHit: boolean }[] = [];
  letters.forEach((letter, at) => {
    const isHit = hits.has(at);
    const last = runs.at(-1);
    if (last?.isHit === isHit) last.text += letter;
    else runs.push({ text: letter, isHit });
  });
  return runs;
}
