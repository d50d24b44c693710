import { dirname, join, relative, sep } from 'node:path';

/**
 * Who may import whom. The first row whose `files` matches a module rules it; `may` lists the parts
 * of `src` that it may import besides its own room. Modules without a row may import anything.
 */
const rooms = [
  { files: /\.test\.ts$/, may: [/./] },
  { files: /^lib\/api\//, may: [] },
  { files: /^lib\/ui\//, may: [/^lib\/paraglide\//] },
  { files: /^lib\/client\//, may: [/^lib\/(api|ui|paraglide)\//] },
  { files: /^lib\/time\//, may: [/^lib\/(client|ui|paraglide)\//] },
  { files: /^lib\/writing\//, may: [/^lib\/(api|client|ui|paraglide)\//] },
  { files: /^lib\/features\//, may: [/^lib\/(api|client|time|ui|writing|paraglide)\//] },
  {
    files: /^lib\/views\//,
    may: [/^lib\/(api|client|features|time|ui|views|writing|paraglide)\//],
  },
  { files: /^lib\/server\/service\//, may: [/^lib\/api\//] },
  {
    files: /^lib\/server\/|\+server\.ts$|\.server\.ts$/,
    may: [/^lib\/(api|server)\//],
  },
  { files: /^routes\//, may: [/^lib\/(api|client|ui|views|paraglide)\//, /^[^/]+$/] },
  { files: /^service-worker\.ts$/, may: [] },
];

/** Packages that live in one place only. Tests are free. */
const homes = [
  { name: /^drizzle-orm(\/|$)/, home: /^lib\/server\/service\// },
  { name: /^idb$/, home: /^lib\/(features\/(drafts|uploads)|client\/outbox)\// },
  { name: /^tus-js-client$/, home: /^lib\/features\/uploads\// },
  { name: /^bits-ui$/, home: /^lib\/ui\// },
  { name: /^svelte-sonner$/, home: /^lib\/(ui|client)\// },
  { name: /^dompurify$/, home: /^lib\/ui\/rendered\// },
  { name: /^(?:markdown-it|highlight\.js)(\/|$)/, home: /^lib\/server\/service\// },
  { name: /^gemoji$/, home: /^lib\/features\/compose\/emoji\// },
];

/** The few modules that may reach the network themselves. */
const callers = [
  'src/lib/client/call.ts',
  'src/lib/server/doors/proxy*.ts',
  'src/service-worker.ts',
  'src/bin/**',
  'tests/**',
  '**/*.test.ts',
];

const source = join(import.meta.dirname, 'src');
const inSource = (/** @type {string} */ path) => relative(source, path).split(sep).join('/');

/** The room is the first two folders under `lib` (three for features), else the first folder. */
const roomOf = (/** @type {string} */ path) =>
  /^(lib\/(features|server|views)\/[^/]+|lib\/[^/]+|[^/]+)\//.exec(path)?.[1] ?? '';

/** @type {import('eslint').Rule.RuleModule} */
const imports = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      room: '"{{from}}" may not import "{{to}}" (see the table of rooms).',
      home: 'The package "{{name}}" is used in one room only, and not in this one.',
      barrel: 'No barrel files: import from the module that defines the name.',
    },
  },
  create(context) {
    const from = inSource(context.filename);
    if (from.startsWith('..')) return {};
    const room = rooms.find(({ files }) => files.test(from));

    /** @param {import('eslint').Rule.Node} node @param {unknown} specifier */
    function check(node, specifier) {
      if (typeof specifier !== 'string') return;
      const target = specifier.startsWith('$lib/')
        ? `lib/${specifier.slice(5)}`
        : specifier.startsWith('.')
          ? inSource(join(dirname(context.filename), specifier))
          : undefined;
      if (target === undefined) {
        const misplaced = homes.some(({ name, home }) => name.test(specifier) && !home.test(from));
        if (misplaced && !/\.test\.ts$/.test(from)) {
          context.report({ node, messageId: 'home', data: { name: specifier } });
        }
      } else if (room && roomOf(target) !== roomOf(from)) {
        if (!room.may.some((part) => part.test(target))) {
          context.report({ node, messageId: 'room', data: { from, to: target } });
        }
      }
    }

    return {
      Program(node) {
        if (/(^|\/)index\.[jt]s$/.test(from)) context.report({ node, messageId: 'barrel' });
      },
      ImportDeclaration: (node) => check(node, node.source.value),
      ImportExpression: (node) => check(node, 'value' in node.source && node.source.value),
      ExportNamedDeclaration: (node) => check(node, node.source?.value),
      ExportAllDeclaration: (node) => context.report({ node, messageId: 'barrel' }),
    };
  },
};

/**
 * The import table, the bans and the size limits of the project as lint configuration.
 * @type {import('eslint').Linter.Config[]}
 */
export const bans = [
  {
    files: ['src/**'],
    plugins: { rooms: { rules: { imports } } },
    rules: { 'rooms/imports': 'error' },
  },
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
  // Drizzle takes all tables as one module.
  { files: ['src/lib/server/service/db/schema/index.ts'], rules: { 'rooms/imports': 'off' } },
  { files: ['src/**/Rendered.svelte'], rules: { 'svelte/no-at-html-tags': 'off' } },
  { files: ['src/**/*.{ts,js}'], rules: { 'max-lines': ['error', 400] } },
  { files: ['src/**/*.svelte'], rules: { 'max-lines': ['error', 250] } },
];
