import { stripVTControlCharacters } from 'node:util';

/** @typedef {{ path: string; seconds: number }} FileTime */

/** @typedef {{ name: string; error: string }} Failure The first line of why. */

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {Failure[]} failures
 * @property {FileTime[]} files
 */

/**
 * @typedef {object} VitestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {VitestFile[]} testResults
 */

/**
 * @typedef {object} VitestFile
 * @property {string} name
 * @property {string} status
 * @property {string} [message]
 * @property {number} startTime
 * @property {number} endTime
 * @property {{ status: string; fullName: string; failureMessages: string[] }[]} assertionResults
 */

/**
 * @param {VitestReport | undefined} report @param {string} root
 * @returns {Outcome}
 */
export function vitestOutcome(report, root) {
  const files = report?.testResults ?? [];
  const failures = files.flatMap((file) => failedTests(file, file.name.replace(root, '')));
  return {
    passed: report?.numPassedTests ?? 0,
    failed: failures.length,
    failures,
    files: files.map(({ name, startTime, endTime }) => ({
      path: name.replace(root, ''),
      seconds: (endTime - startTime) / 1000,
    })),
  };
}

/** @param {VitestFile} file @param {string} path @returns {Failure[]} */
function failedTests({ status, message = '', assertionResults }, path) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  // A file that fails outside its tests, for example on import, has no failed test to count.
  if (failed.length === 0) return status === 'failed' ? [failure(path, message)] : [];
  return failed.map(({ fullName, failureMessages: [why = ''] }) =>
    failure(`${path}: ${fullName}`, why),
  );
}

/** @param {string} name @param {string} error @returns {Failure} */
function failure(name, error) {
  const plain = stripVTControlCharacters(error);
  return { name, error: (plain.split('\n').find((line) => line.trim()) ?? '').slice(0, 300) };
}

/**
 * @typedef {object} PlaywrightSuite
 * @property {string} file
 * @property {PlaywrightSuite[]} [suites]
 * @property {PlaywrightSpec[]} specs
 */

/**
 * @typedef {object} PlaywrightSpec
 * @property {string} title
 * @property {boolean} ok
 * @property {{ results: { duration: number; error?: { message?: string } }[] }[]} tests
 */

/**
 * @typedef {object} PlaywrightReport
 * @property {{ expected: number; unexpected: number; flaky: number }} stats
 * @property {PlaywrightSuite[]} suites
 */

/**
 * @param {PlaywrightReport | undefined} report
 * @returns {Outcome}
 */
export function playwrightOutcome(report) {
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
  const suites = report?.suites ?? [];
  const files = suites.map((suite) => ({
    path: `tests/e2e/${suite.file}`,
    seconds: durationOf(suite) / 1000,
  }));
  const failures = suites.flatMap((suite) => failedJourneys(suite));
  return { passed: expected, failed: unexpected + flaky, failures, files };
}

/** @param {PlaywrightSuite} suite @returns {Failure[]} */
function failedJourneys({ file, specs, suites = [] }) {
  const failed = specs.filter(({ ok }) => !ok);
  return [
    ...failed.map(({ title, tests }) => {
      const errors = tests.flatMap(({ results }) => results).map(({ error }) => error?.message);
      return failure(`tests/e2e/${file}: ${title}`, errors.find((message) => message) ?? '');
    }),
    ...suites.flatMap(failedJourneys),
  ];
}

/** @param {PlaywrightSuite} suite @returns {number} */
function durationOf({ specs, suites = [] }) {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  return sum(own.map(({ duration }) => duration)) + sum(suites.map(durationOf));
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/**
 * Lists the durations of the suites in order, then of the slowest files.
 * @param {Map<string, { seconds: number; files: FileTime[] }>} suites
 * @returns {string}
 */
export function timesOf(suites, most = 10) {
  const slowest = [...suites]
    .flatMap(([suite, { files }]) => files.map((file) => ({ suite, ...file })))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, most);
  return [
    'Seconds:',
    ...[...suites].map(([suite, { seconds }]) => line(seconds, suite)),
    'Slowest files:',
    ...slowest.map(({ seconds, path, suite }) => line(seconds, `${path} (${suite})`)),
  ].join('\n');
}

/**
 * Lists what failed and why, in a short form for the end of the log, which stays visible if the log
 * is truncated.
 * @param {Iterable<Outcome>} outcomes
 * @returns {string}
 */
export function failuresOf(outcomes) {
  const failures = [...outcomes].flatMap((outcome) => outcome.failures);
  if (failures.length === 0) return '';
  return ['Failed:', ...failures.map(({ name, error }) => `  ${name}\n      ${error}`)].join('\n');
}

/** @param {number} seconds @param {string} text */
function line(seconds, text) {
  return `${seconds.toFixed(1).padStart(7)}  ${text}`;
}
