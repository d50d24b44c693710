import { readFileSync } from 'node:fs';
import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import typescript from 'typescript';
import ts from 'typescript-eslint';

/** Its second parameter is not in the type. */
const parse = /** @type {(code: string, options: object) => object} */ (ts.parser.parseForESLint);

/**
 * Parses a component together with its own types, but not those of the project: that is all that
 * svelte's rules need, and what makes the difference between one second and three minutes.
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

/** What only ESLint can do: all of components, and in modules for the browser what oxlint lacks. */
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
  // Brings the parser of components.
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
      // svelte-check resolves names; the compiler knows runes and types.
      'no-undef': 'off',
      'no-unused-vars': 'off',
      'no-array-constructor': 'off',
      'max-lines': ['error', 250],
    },
  },
  {
    rules: {
      // Hrefs are plain paths: the app is served from the root only.
      'svelte/no-navigation-without-resolve': 'off',
      'svelte/no-at-html-tags': 'error',
      'svelte/button-has-type': 'error',
      // Both guess: a plain Map that nothing renders, and state measured from the page, are meant.
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
          message: 'Use `on` of svelte/events: a removed element tells of it amid Svelte’s work.',
        },
      ],
    },
  },
);
