/**
 * Who may import whom. The first row whose `files` matches a module rules it; `may` lists the parts
 * of `src` that it may import besides its own room. Modules without a row may import anything.
 */
export const moduleBoundaries = [
  { files: /\.test\.ts$/, may: [/./] },
  { files: /^lib\/api\//, may: [] },
  { files: /^lib\/ui\//, may: [/^lib\/paraglide\//] },
  { files: /^lib\/client\//, may: [/^lib\/(api|ui|paraglide)\//] },
  { files: /^lib\/time\//, may: [/^lib\/(client|ui|paraglide)\//] },
  { files: /^lib\/writing\//, may: [/^lib\/(api|client|time|ui|paraglide)\//] },
  { files: /^lib\/features\//, may: [/^lib\/(api|client|time|ui|writing|paraglide)\//] },
  {
    files: /^lib\/views\//,
    may: [/^lib\/(api|client|features|time|ui|views|writing|paraglide)\//],
  },
  { files: /^lib\/server\/service\//, may: [/^lib\/api\//] },
  // Puts together what is drawn with where it is sent.
  { files: /^hooks\.server\.ts$/, may: [/^lib\/(server|views)\//] },
  {
    files: /^lib\/server\/|\+server\.ts$|\.server\.ts$/,
    may: [/^lib\/(api|server)\//],
  },
  { files: /^routes\//, may: [/^(lib\/(api|client|ui|views|paraglide)|params)\//, /^[^/]+$/] },
  { files: /^service-worker\.ts$/, may: [] },
];

/** A room is one folder of these, or else the first folder under `lib` or `src`. */
const room = /^(lib\/(features|views|server)\/[^/]+|lib\/[^/]+|[^/]+)\//;

export const moduleOf = (/** @type {string} */ path) => room.exec(path)?.[1] ?? '';

/** Packages that live in one place only. Tests are free. */
export const packageHomes = [
  { name: /^drizzle-orm(\/|$)/, home: /^lib\/server\/service\// },
  {
    name: /^idb$/,
    home: /^lib\/(features\/(drafts|uploads)\/|client\/(outbox|message-cache|storage)\/)/,
  },
  { name: /^tus-js-client$/, home: /^lib\/features\/uploads\// },
  { name: /^dompurify$/, home: /^lib\/ui\/rendered\// },
  { name: /^(?:markdown-it|highlight\.js)(\/|$)/, home: /^lib\/server\/service\// },
  { name: /^gemoji$/, home: /^lib\/features\/compose\/emoji\// },
];

/**
 * Where folders may not import each other in a circle, not even types. What lies in one of these
 * is a folder of its own, and so is each file beside the folders.
 */
export const acyclicFolders = [
  'lib/features',
  'lib/views',
  'lib/writing',
  'lib/time',
  'lib/server/service',
];

/** Circles that are still there. These lists may only become shorter. */
export const knownCycles = {
  /** @type {string[][]} */
  files: [],
  /** @type {string[][]} */
  folders: [],
};
