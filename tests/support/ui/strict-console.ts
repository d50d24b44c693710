import { afterAll, afterEach, expect } from 'vitest';

/** A warning of the framework means a bug in our code, so a test with one fails. */
const warnings: string[] = [];

const { warn } = console;
// eslint-disable-next-line no-console
console.warn = (...args: unknown[]) => {
  const text = args.map(String).join(' ');
  if (/\[svelte\]|svelte\.dev\/e\//.test(text)) warnings.push(text);
  warn(...args);
};

afterEach(() => {
  expect(warnings.splice(0)).toEqual([]);
});

// eslint-disable-next-line no-console
afterAll(() => void (console.warn = warn));
