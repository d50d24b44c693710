import { readFileSync } from 'node:fs';
import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import typescript from 'typescript';
import ts from 'typescript-eslint';

/** The type lacks the second parameter. */
const parse = /** @type {(code: string, options: object) => object} */ (ts.parser.parseForESLint);

/**
 * Parses a component with its own types but not the project's, which is enough for Svelte's rules and
 * takes one second instead of three minutes.
 */
const parser = {
  ...ts.parser,
  /** @param {string} code @param {{ filePath: string }} options */
  parseForESLint(code, options) {
    const path = options.filePath;
    const file = typescript.createSourceFile(
      path,
      code,
      typescript.ScriptTarget.Latest,
      true,
      typescript.ScriptKind.TS,
    );
    const only = { noLib: true, noResolve: true, allowNonTsExtensions: true };
    const host = {
      ...typescript.createCompilerHost(only),
      getSourceFile: (/** @type {string} */ name) => (name === path ? file : undefined),
    };
    const programs = [typescript.createProgram([path], only, host)];
    return parse(code, { ...options, programs });
  },
};

/** What only ESLint can do: everything in components, and in browser modules what oxlint lacks. */
const components = ['**/*.svelte'];
const browser = ['src/{routes,lib}/**/*.ts'];

export default defineConfig(
  {
    ignores: [
      'build/',
      '.svelte-kit/',
      '.bench/',
      'data/',
      '**/test-results/',
      'src/lib/{paraglide,server}/',
      '**/*.js',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  { files: browser, languageOptions: { parser: ts.parser } },
  { files: components, extends: [js.configs.recommended, ts.configs.recommended] },
  // Includes the parser for components.
  svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser } },
  },
  {
    files: components,
    plugins: { regexp },
    languageOptions: { globals: globals.browser },
    rules: {
      ...JSON.parse(readFileSync(new URL('lint-rules.json', import.meta.url), 'utf8')).rules,
      // svelte-check resolves names, and knows runes and types.
      'no-undef': 'off',
      'no-unused-vars': 'off',
      'no-array-constructor': 'off',
      'max-lines': ['error', 400],
    },
  },
  {
    rules: {
      // Hrefs are plain paths, because the app is only served from the root.
      'svelte/no-navigation-without-resolve': 'off',
      'svelte/no-at-html-tags': 'error',
      'svelte/button-has-type': 'error',
      // Both rules guess, and report a plain Map that nothing renders and state measured from the page.
      'svelte/prefer-svelte-reactivity': 'off',
      'svelte/prefer-writable-derived': 'off',
    },
  },
  {
    files: ['src/lib/**'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.property.name="addEventListener"][callee.object.type="Identifier"]:not([callee.object.name=/^(?:window|document|signal|visible|registration|worker)$/])',
          message:
            'Use `on` from svelte/events: a removed element fires its events in the middle of an update.',
        },
      ],
    },
  },
);
