/** A mention in a text; `name` as written. */
export type TextMention =
  | { readonly kind: 'everyone' | 'topic' | 'group'; readonly name: string }
  | { readonly kind: 'person'; readonly name: string; readonly id: number | undefined };

const everyone: ReadonlySet<string> = new Set(['all', 'everyone', 'channel', 'stream']);

/**
 * The mentions in a text that notify, each once. Silent mentions, code and quotes don't notify.
 * Unclear cases count as notifying. https://zulip.com/help/mention-a-user-or-group
 */
export function notifyingMentions(content: string): readonly TextMention[] {
  const found = new Map<string, TextMention>();
  for (const line of spokenLines(content)) {
    const spoken = line.replace(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, ' ');
    for (const [whole, name, group] of spoken.matchAll(/@(?:\*\*([^*\n]+)\*\*|\*([^*\n]+)\*)/g)) {
      found.set(whole, name === undefined ? { kind: 'group', name: group ?? '' } : named(name));
    }
  }
  return [...found.values()];
}

function named(written: string): TextMention {
  if (everyone.has(written)) return { kind: 'everyone', name: written };
  if (written === 'topic') return { kind: 'topic', name: written };
  const [, name = written, id] = /^(.*)\|(\d+)$/.exec(written) ?? [];
  return { kind: 'person', name, id: id === undefined ? undefined : Number(id) };
}

/** Opens a block, also after list markers. The language can be followed by a header. */
const opener =
  /^ {0,3}(?:(?:[-*+]|\d{1,9}[.)]) +)*(`{3,}|~{3,}) *(?:\{?\.?([\w+,./#-]+)(?![\w+,./#-]) *((?=[^ ~`])[^~`]*)?)?$/;
const spoilerOpener = /^ {0,3}(?:(?:[-*+]|\d{1,9}[.)]) +)*(`{3,}|~{3,}) *\{?\.?(spoiler) +(\S.*)$/i;

/** The lines outside code and quotes; spoilers count as normal text. */
function spokenLines(content: string): string[] {
  const lines: string[] = [];
  const fences: { readonly mark: string; readonly isMute: boolean; readonly isCode: boolean }[] =
    [];
  for (const line of content.split('\n')) {
    const top = fences.at(-1);
    const [, mark, named = '', header = ''] = opener.exec(line) ?? spoilerOpener.exec(line) ?? [];
    const language = named.toLowerCase();
    const isSpoiler = language === 'spoiler';
    const isMute = top?.isMute ?? false;
    if (mark !== undefined && line.trim() === top?.mark) {
      fences.pop();
    } else if (mark !== undefined && !top?.isCode) {
      const isCode = !['spoiler', 'quote', 'quoted'].includes(language);
      fences.push({ mark, isMute: isMute || !isSpoiler, isCode });
      if (!isMute && isSpoiler) lines.push(header);
    } else if (!isMute && !/^ *>/.test(line)) {
      lines.push(line);
    }
  }
  return lines;
}
