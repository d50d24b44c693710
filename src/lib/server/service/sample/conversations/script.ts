import { fileUrlOf } from '../../storage/file-names';

/** One conversation of the sample, as written in this folder. */
export interface SampleConversation {
  /** A channel's name, or the handles of a direct conversation. */
  readonly where: string | readonly string[];
  readonly topic: string;
  /** When it starts, in days before now, and how many hours it takes. */
  readonly daysAgo: number;
  readonly hours: number;
  readonly lines: readonly SampleMessage[];
}

export interface SampleMessage {
  readonly from: string;
  /** Handle of the user who has starred it. */
  readonly starredBy?: string;
  readonly text: string;
}

interface Span {
  readonly daysAgo: number;
  readonly hours?: number;
}

/**
 * A topic of a channel. Lines are `handle: text`, or `handle *reader: text` if `reader` starred it.
 */
export function sampleTopic(
  channel: string,
  topic: string,
  span: Span,
  script: string,
): SampleConversation {
  return {
    where: channel,
    topic,
    daysAgo: span.daysAgo,
    hours: span.hours ?? 3,
    lines: parse(script),
  };
}

/** A direct conversation of these people. */
export function sampleDirect(
  people: readonly string[],
  span: Span,
  script: string,
): SampleConversation {
  return {
    where: people,
    topic: '',
    daysAgo: span.daysAgo,
    hours: span.hours ?? 3,
    lines: parse(script),
  };
}

/** Lines without a speaker belong to the message above. */
function parse(script: string): SampleMessage[] {
  const lines: SampleMessage[] = [];
  for (const row of script.trim().split('\n')) {
    const start = /^([a-z]+)(?: \*([a-z]+))?: (.*)$/.exec(row);
    const last = lines.at(-1);
    if (start) {
      lines.push({ from: start[1] ?? '', starredBy: start[2], text: start[3] ?? '' });
    } else if (last) {
      lines[lines.length - 1] = { ...last, text: `${last.text}\n${row}` };
    }
  }
  return lines.map((line) => ({ ...line, text: line.text.trimEnd() }));
}

/**
 * `@handle` becomes a mention of the person (`@_handle` a silent one), `#[name]` a link to the
 * channel, `<time:+6d 21:00>` a time in UTC that many days after `now` (milliseconds), and
 * `<file:goat.png>` a link to the file.
 */
export function expandSampleText(
  text: string,
  now: number,
  nameOf: (handle: string) => string | undefined,
  pathOf: (file: string) => string,
): string {
  return text
    .replace(/#\[([^\]]+)\]/g, '#**$1**')
    .replace(/<file:([^>]+)>/g, (_whole, file: string) => `[${file}](${fileUrlOf(pathOf(file))})`)
    .replace(/<time:\+(\d+)d (\d\d:\d\d)>/g, (_whole, days: string, clock: string) => {
      const date = new Date(now + Number(days) * 86_400_000).toISOString().slice(0, 10);
      return `<time:${date}T${clock}:00Z>`;
    })
    .replace(
      /(^|[\s(])@(_?)([a-z]+)\b/g,
      (whole, before: string, silent: string, handle: string) => {
        const name = nameOf(handle);
        return name === undefined ? whole : `${before}@${silent}**${name}**`;
      },
    );
}
