/**
 * Which file can import which. The first row whose `files` matches a file applies. `may` lists the
 * parts of `src` that it can import in addition to its own module. Files without a row can import
 * anything.
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
  // Combines the first view that is rendered with the document that the server sends.
  { files: /^hooks\.server\.ts$/, may: [/^lib\/(server|views)\//] },
  {
    files: /^lib\/server\/|\+server\.ts$|\.server\.ts$/,
    may: [/^lib\/(api|server)\//],
  },
  { files: /^routes\//, may: [/^(lib\/(api|client|ui|views|paraglide)|params)\//, /^[^/]+$/] },
  { files: /^service-worker\.ts$/, may: [] },
];

/** A module is a folder in `features`, `views` or `server`, or else the first folder below `lib` or `src`. */
const moduleFolder = /^(lib\/(features|views|server)\/[^/]+|lib\/[^/]+|[^/]+)\//;

export const moduleOf = (/** @type {string} */ path) => moduleFolder.exec(path)?.[1] ?? '';

/** Packages that only these folders can import. Tests can import any package. */
export const packageHomes = [
  { name: /^drizzle-orm(\/|$)/, home: /^lib\/server\/service\// },
  {
    name: /^idb$/,
    home: /^lib\/(features\/(drafts|uploads)|client\/(outbox|storage)|writing\/message-cache)\//,
  },
  { name: /^tus-js-client$/, home: /^lib\/features\/uploads\// },
  { name: /^dompurify$/, home: /^lib\/ui\/rendered\// },
  { name: /^(?:markdown-it|highlight\.js)(\/|$)/, home: /^lib\/server\/service\// },
  { name: /^gemoji$/, home: /^lib\/features\/compose\/emoji\// },
];

/**
 * Subfolders of these must not import each other in a cycle, not even types. A file directly in one
 * of these counts as a subfolder.
 */
export const acyclicFolders = [
  'lib/features',
  'lib/views',
  'lib/writing',
  'lib/time',
  'lib/server/service',
];

/** Cycles that still exist. These lists can only become shorter. */
export const knownCycles = {
  /** @type {string[][]} */
  files: [],
  /** @type {string[][]} */
  folders: [],
};
