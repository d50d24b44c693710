import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** The few modules that may reach the network themselves. */
const callers = [
  'src/lib/client/call.ts',
  'src/lib/server/doors/proxy*.ts',
  'src/service-worker.ts',
  'src/bin/**',
  'tests/**',
  '**/*.test.ts',
];

/**
 * What only some modules may do, and how long they may be. Who may import whom is in tests/rooms.
 * @type {import('eslint').Linter.Config[]}
 */
const bans = [
  {
    ignores: callers,
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'Requests go through client/call.ts.' },
      ],
    },
  },
  {
    ignores: ['src/lib/server/**', 'src/bin/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          property: 'randomUUID',
          message: 'Ids come from client/new-id: plain http has no randomUUID.',
        },
      ],
    },
  },
  {
    files: ['src/lib/{client,features,time,ui,views,writing}/**'],
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
  { files: ['src/**/Rendered.svelte'], rules: { 'svelte/no-at-html-tags': 'off' } },
  { files: ['src/**/*.{ts,js}'], rules: { 'max-lines': ['error', 400] } },
  { files: ['src/**/*.svelte'], rules: { 'max-lines': ['error', 250] } },
];

export default defineConfig(
  {
    ignores: [
      'build/',
      '.svelte-kit/',
      '.bench/',
      'data/',
      'src/lib/paraglide/',
      '**/test-results/',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: {
        // Kit leaves the service worker out of its TypeScript project.
        projectService: { allowDefaultProject: ['src/service-worker.ts'] },
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      // svelte-check resolves names; the compiler knows runes and types.
      'no-undef': 'off',
      'no-console': 'error',
      eqeqeq: ['error', 'always'],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { arguments: false, attributes: false, properties: false } },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts', '**/*.svelte.js'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
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
    // Playwright reads the wanted fixtures from the pattern, even when none is wanted.
    files: ['tests/**'],
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },
  {
    files: [
      'src/bin/**',
      'tests/bench/**',
      'tests/torture/**',
      'tests/contract/**',
      'tests/property/simulate.js',
    ],
    rules: { 'no-console': 'off' },
  },
  ...bans,
);
