import { isInFence } from '../format/lines';

/** What is being typed at the caret. A completion replaces the text from offset `from` on. */
export type CompletionTrigger = { readonly from: number; readonly query: string } & (
  | { readonly kind: 'mention'; readonly isSilent: boolean }
  | { readonly kind: 'channel' | 'emoji' | 'face' | 'slash' | 'language' | 'time' }
  | { readonly kind: 'topic'; readonly channel: string }
);

/** Names can contain spaces; a longer query is no name. */
const maxQueryLength = 60;

/** Null if there is nothing to complete. In code, only the language after a fence is completed. */
export function completionTriggerAt(value: string, caret: number): CompletionTrigger | null {
  const line = value.slice(value.lastIndexOf('\n', caret - 1) + 1, caret);
  if (isInFence(value, caret)) return null;
  const near = line.slice(-maxQueryLength - 10);
  const found = (
    kind: 'channel' | 'emoji' | 'face' | 'slash' | 'language' | 'time',
    query: string,
    back = 1,
  ) => ({ kind, query, from: caret - query.length - back }) as const;

  const language = /^ {0,3}`{3,}([\w+#.-]*)$/.exec(line);
  if (language) return found('language', language[1] ?? '', 0);
  const time = /<time:([^<>\n]*)$/.exec(near);
  if (time) return found('time', time[1] ?? '', 6);
  // After an odd number of backticks: inside code.
  if ((line.match(/`/g)?.length ?? 0) % 2 === 1) return null;
  const slash = caret === line.length ? /^\/([a-z]*)$/.exec(line) : null;
  if (slash) return found('slash', slash[1] ?? '');

  // A completed channel is followed by a space.
  const topic = /#\*\*([^*>\n]+)(?:>|\*\*>|\*\* >(?!\s))([^*\n]*)$/.exec(near);
  if (topic) {
    const from = caret - topic[0].length;
    return { kind: 'topic', channel: topic[1] ?? '', query: topic[2] ?? '', from };
  }
  const [whole = '', sign = '', silent = '', stars = '', query = ''] =
    /(?<![\p{L}\p{N}])([@#])(_?)(\*{0,2})([^@#*\n]{0,60})$/u.exec(near) ?? [];
  // Names can contain spaces: text that is no name finds no options.
  if (sign && !/^\s|\s{2}/.test(query)) {
    const from = caret - whole.length;
    if (sign === '@') return { kind: 'mention', isSilent: silent !== '', query, from };
    if (!silent && stars.length !== 1) return { kind: 'channel', query, from };
  }
  const emoji = /(?:^|[\s([{])(:[\p{L}\p{N}_+-]{2,30})$/u.exec(near)?.[1];
  if (emoji) return found('emoji', emoji.slice(1));
  const face = /(?:^|\s)([:;<(]\S{1,2})$/.exec(near)?.[1];
  return face ? found('face', face, 0) : null;
}
