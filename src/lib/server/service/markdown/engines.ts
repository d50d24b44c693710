import type { CodeEngine, MarkdownEngines, MathEngine, TimeEngine } from './state';

const needs = {
  code: (content: string, codeLanguage?: string) =>
    (codeLanguage === undefined ? labelled : fenced).test(content),
  math: (content: string) => content.includes('$$') || /(?:```|~~~) *\{?\.?math/i.test(content),
  time: (content: string) => content.includes('<time:'),
} as const;

const fenced = /^[ \t>*+\d.-]*(?:```|~~~)/m;
const labelled = new RegExp(`${fenced.source} *\\S`, 'm');

/**
 * Whether a text needs a library, which also takes long to render. `codeLanguage` is the default
 * for code without a language.
 */
export function needsEngines(content: string, codeLanguage?: string): boolean {
  return Object.values(needs).some((of) => of(content, codeLanguage));
}

/** Loads the libraries that a text needs, which is none for most. */
export async function loadEngines(
  content: string,
  codeLanguage?: string,
): Promise<MarkdownEngines> {
  const [code, math, time] = await Promise.all([
    needs.code(content, codeLanguage) ? loadCode() : undefined,
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

/**
 * Null if it fails. The library logs warnings about users' texts to `console`, regardless of its
 * settings.
 */
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

const utcDay = (date: Date) => date.setUTCHours(0, 0, 0, 0);

/**
 * Understands words only if day, month and year are all given. A date without a time starts at
 * midnight, and the default time zone is UTC.
 */
async function loadTime(): Promise<TimeEngine> {
  const { en } = await import('chrono-node');
  return (text) => {
    const [found, more] = en.strict.parse(text, { instant: new Date(0), timezone: 'UTC' });
    if (!found || more || found.text.trim() !== text.trim()) return null;
    const { start, end } = found;
    const isDay = (['year', 'month', 'day'] as const).every((part) => start.isCertain(part));
    if (!isDay || end) return null;
    return start.isCertain('hour') ? start.date() : new Date(utcDay(start.date()));
  };
}
