import { isInFence } from '../format/lines';

/** What is being typed at the caret, and from which offset on a completion replaces the text. */
export type CompletionTrigger = { readonly from: number; readonly query: string } & (
  | { readonly kind: 'mention'; readonly isSilent: boolean }
  | { readonly kind: 'channel' | 'emoji' | 'face' | 'slash' | 'language' | 'time' }
  | { readonly kind: 'topic'; readonly channel: string }
);

/** Names may have spaces; nobody types more than this of one. */
const maxQueryLength = 60;

/** Null where nothing is to be completed. In code only the language behind a fence is. */
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
  // An odd number of ticks before it: in code.
  if ((line.match(/`/g)?.length ?? 0) % 2 === 1) return null;
  const slash = caret === line.length ? /^\/([a-z]*)$/.exec(line) : null;
  if (slash) return found('slash', slash[1] ?? '');

  // Completed channels have a space behind them.
  const topic = /#\*\*([^*>\n]+)(?:>|\*\*>|\*\* >(?!\s))([^*\n]*)$/.exec(near);
  if (topic) {
    const from = caret - topic[0].length;
    return { kind: 'topic', channel: topic[1] ?? '', query: topic[2] ?? '', from };
  }
  const [whole = '', sign = '', silent = '', stars = '', query = ''] =
    /(?<![\p{L}\p{N}])([@#])(_?)(\*{0,2})([^@#*\n]{0,60})$/u.exec(near) ?? [];
  // Behind a space a name only goes on if it is one: whoever looks it up finds nothing then.
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
