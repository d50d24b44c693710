import type { CodeEngine, Engines, MathEngine, TimeEngine } from './state';

const needs = {
  code: (content: string) => /^[ \t>*+\d.-]*(?:```|~~~) *\S/m.test(content),
  math: (content: string) => content.includes('$$') || /(?:```|~~~) *\{?\.?math/.test(content),
  time: (content: string) => content.includes('<time:'),
} as const;

/** Whether a text has parts that need a library: these take long to render as well. */
export function needsEngines(content: string): boolean {
  return Object.values(needs).some((of) => of(content));
}

/** Loads the libraries that a text needs: none for most. */
export async function loadEngines(content: string): Promise<Engines> {
  const [code, math, time] = await Promise.all([
    needs.code(content) ? loadCode() : undefined,
    needs.math(content) ? loadMath() : undefined,
    needs.time(content) ? loadTime() : undefined,
  ]);
  return { ...(code && { code }), ...(math && { math }), ...(time && { time }) };
}

let codeEngine: Promise<CodeEngine> | undefined;

function loadCode(): Promise<CodeEngine> {
  return (codeEngine ??= import('./highlight').then(({ createCodeEngine }) => createCodeEngine()));
}

async function loadMath(): Promise<MathEngine> {
  const { default: katex } = await import('katex');
  return (tex, displayMode) => {
    return silently(() =>
      katex.renderToString(tex, {
        displayMode,
        maxExpand: 100,
        maxSize: 20,
        strict: 'ignore',
        trust: false,
      }),
    );
  };
}

/** Null where it fails. The library warns of what people write by `console`, whatever it is told. */
function silently(work: () => string): string | null {
  const said: Pick<Console, 'warn'> = globalThis.console;
  const { warn } = said;
  said.warn = () => undefined;
  try {
    return work();
  } catch {
    return null;
  } finally {
    said.warn = warn;
  }
}

/** Words are understood only where day, month, year and hour are all said; without a zone in UTC. */
async function loadTime(): Promise<TimeEngine> {
  const { en } = await import('chrono-node');
  return (text) => {
    const [found, more] = en.strict.parse(text, { instant: new Date(0), timezone: 'UTC' });
    if (!found || more || found.text.trim() !== text.trim()) return null;
    const certain = (['year', 'month', 'day', 'hour'] as const).every((part) =>
      found.start.isCertain(part),
    );
    return certain && !found.end ? found.start.date() : null;
  };
}
