import { loadEngines } from '../../src/lib/server/service/markdown/engines';
import { renderMarkdown } from '$lib/server/service/markdown/render';
import { atMost, quantile, reported, type Figure } from './figures';
import { hostileTexts, plainText } from './hostile-text';

const engines = await loadEngines('```js\n```\n$$1$$ <time:1>');
const references = {
  users: [{ id: 12, full_name: 'Hanna Lindqvist' }],
  groups: [],
  streams: [{ id: 9, name: 'a' }],
  translateEmoticons: true,
  engines,
};

const hundredKilobytes = 100_000;
/** Length of the longest message. */
const message = 10_000;

/** Rendering the worst of many hostile texts, compared with plain text of the same size. */
export function measure(): Promise<Figure[]> {
  const plain = median(plainText(hundredKilobytes));
  const hostile = worst(hundredKilobytes);
  const plainMessage = median(plainText(message));
  const hostileMessage = worst(message);
  return Promise.resolve([
    reported('render.plain', plain, 'ms'),
    reported(`render.hostile (${hostile.name})`, hostile.time, 'ms'),
    atMost('render.hostile_over_plain', hostile.time / plain, '×', 1.5),
    reported('render.plain_message', plainMessage, 'ms'),
    reported(`render.hostile_message (${hostileMessage.name})`, hostileMessage.time, 'ms'),
  ]);
}

function worst(length: number): { name: string; time: number } {
  const times = hostileTexts(length).map(([name, text]) => ({ name, time: median(text) }));
  if (process.env['INKWELL_BENCH_ALL']) console.table(times);
  return times.reduce((a, b) => (a.time > b.time ? a : b));
}

function median(text: string): number {
  for (let i = 0; i < 10; i++) renderMarkdown(text, references);
  const times = Array.from({ length: 15 }, () => {
    const start = performance.now();
    renderMarkdown(text, references);
    return performance.now() - start;
  });
  return quantile(times, 0.5);
}
